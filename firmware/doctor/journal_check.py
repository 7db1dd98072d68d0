"""The journal: there, intact, writable, of a sensible size. Its contents are not the doctor's business."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from firmware.doctor.finding import Finding, info, issue, ok, warning
from firmware.journal.database import FILE, VERSION
from firmware.rules.message import Message, message, plural

LARGE = 500_000_000
"""Bytes."""
JOURNAL = message("journal")
_REPLACED = message("the next game sets it aside and begins a new one")


def check_journal(folder: Path) -> Iterator[Finding]:
    """Examines the journal without taking it from a running box."""
    path = folder / FILE
    nearest = next(part for part in (folder, *folder.parents) if part.exists())
    if nearest == folder and folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
        says = message("{folder} belongs to another user", folder=str(folder))
        yield info(JOURNAL, says, message("sudo ./meierbox doctor looks into it"))
        return
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        says = message("this user cannot write to {folder}", folder=str(nearest))
        yield issue(JOURNAL, says, message("make it writable, or set MEIERBOX_STATE to another folder"))
    damaged = sorted(found.name for found in folder.glob(f"{FILE}.damaged-*[0-9]"))
    if damaged:
        says = message("a damaged one was set aside ({files})", files=", ".join(damaged))
        yield warning(JOURNAL, says, message("check the card, then delete it"))
    if path.exists():
        yield _check_database(path)
    else:
        yield info(JOURNAL, message("there is none yet"), message("the first game begins it"))


def _check_database(path: Path) -> Finding:
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=2.0)) as db:
            verdict = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
            (version,) = db.execute("PRAGMA user_version").fetchone()
            (games,) = db.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.Error as error:
        return issue(JOURNAL, message("it cannot be read ({error})", error=str(error)), _REPLACED)
    size = path.stat().st_size
    if verdict != "ok":
        return issue(JOURNAL, message("it is damaged ({error})", error=verdict), _REPLACED)
    if version > VERSION:
        return issue(JOURNAL, message("it was written by a newer meierbox"), message("use that one"))
    if size > LARGE:
        return warning(JOURNAL, _extent(games, size), message("it is getting slow: keep a copy and begin a new one"))
    return ok(JOURNAL, message("intact, {extent}", extent=_extent(games, size)))


def _extent(games: int, size: int) -> Message:
    megabytes = max(1, size // 1_000_000)
    return plural("{n} game in {megabytes} MB", "{n} games in {megabytes} MB", games, megabytes=megabytes)
