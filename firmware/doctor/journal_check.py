"""What is kept: the journal (there, whole, writable, of a sensible size; its contents are nobody's business here) and
the file of settings.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from firmware.config.settings import Preferences
from firmware.doctor.finding import Finding, info, issue, ok, warning
from firmware.journal.database import FILE, VERSION

LARGE = 500_000_000
"""Bytes."""


def check_settings(preferences: Preferences) -> Iterator[Finding]:
    """Tells what in the file of settings does not count, and why."""
    for complaint in preferences.complaints:
        says, _, remedy = complaint.rstrip(".").rpartition("; ")
        yield warning("settings", says, remedy)
    if not preferences.complaints:
        kept = preferences.path is not None and preferences.path.exists()
        yield ok("settings", f"{preferences.path} is understood" if kept else "everything stands at its default")


def check_journal(folder: Path) -> Iterator[Finding]:
    """Examines the journal without taking it from a box that plays."""
    path = folder / FILE
    place = next(part for part in (folder, *folder.parents) if part.exists())
    if place == folder and folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
        yield info("journal", f"{folder} is another user's", "sudo ./meierbox doctor looks into it")
        return
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        yield issue(
            "journal", f"{place} takes no writing by this user", "make it writable, or set MEIERBOX_STATE elsewhere"
        )
    damaged = sorted(found.name for found in folder.glob(f"{FILE}.damaged-*[0-9]"))
    if damaged:
        yield warning(
            "journal", f"a damaged one was set aside ({', '.join(damaged)})", "check the card, then delete it"
        )
    if not path.exists():
        yield info("journal", "there is none yet", "the first game begins it")
        return
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=2.0)) as db:
            verdict = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
            (version,) = db.execute("PRAGMA user_version").fetchone()
            (games,) = db.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.Error as error:
        yield issue("journal", f"it cannot be read ({error})", "the next game sets it aside and begins a new one")
        return
    size = path.stat().st_size
    says = f"{games} games in {max(1, size // 1_000_000)} MB"
    if verdict != "ok":
        yield issue("journal", f"it is damaged ({verdict})", "the next game sets it aside and begins a new one")
    elif version > VERSION:
        yield issue("journal", "a newer meierbox wrote it", "use that one")
    elif size > LARGE:
        yield warning("journal", says, "it grows slow: keep a copy and begin a new one")
    else:
        yield ok("journal", f"whole, {says}")
