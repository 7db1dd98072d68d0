"""Checks the journal's files: present, intact, writable, of a sensible size."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware.doctor.finding import Finding, info, issue, ok, warning
from firmware.journal.chain import ChainFault
from firmware.journal.database import FILE
from firmware.journal.errors import JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.rows import CHAINED
from firmware.journal.storage.database_file import has_lost_log
from firmware.journal.storage.head_file import Head
from firmware.rules.message import Message, message, plural

LARGE = 500_000_000
"""Bytes."""
JOURNAL = message("journal")


def check_journal(folder: Path) -> Iterator[Finding]:
    """Checks the journal without taking it from a running box."""
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
        yield warning(JOURNAL, says, message("check the card; meierbox games recover reads it"))
    if path.exists() and not has_lost_log(path):
        yield _check_database(path)
    elif has_lost_log(path):
        says = message("it is missing or empty, but its log is there")
        yield issue(JOURNAL, says, message("start the box, which saves what the log holds"))
    elif (head := Head.read(folder)) is not None:
        says = plural("it is missing; it had {n} row", "it is missing; it had {n} rows", head.id)
        yield warning(JOURNAL, says, message("put it back before the next game begins another"))
    else:
        yield info(JOURNAL, message("there is none yet"), message("the first game begins it"))


def _check_database(path: Path) -> Finding:
    try:
        with JournalReader(path.parent) as reader:
            games = len(reader.games())
            faults = reader.chain_faults() if reader.version >= CHAINED else ()
            last = max((row.id for row in reader.chain()), default=0) if reader.version >= CHAINED else 0
    except JournalError as error:
        return issue(
            JOURNAL,
            error.message,
            message("the next game goes on with what can be read; meierbox games recover saves it"),
        )
    if faults:
        return _broken(faults)
    head = Head.read(path.parent)
    if head is not None and head.id > last:
        says = plural("its last row is missing", "its last {n} rows are missing", head.id - last)
        return warning(JOURNAL, says, message("check the card"))
    size = path.stat().st_size
    if size > LARGE:
        return warning(JOURNAL, _extent(games, size), message("it is getting slow: keep a copy and begin a new one"))
    return ok(JOURNAL, message("intact, {extent}", extent=_extent(games, size)))


def _broken(faults: Sequence[ChainFault]) -> Finding:
    """Returns the first break of the chain, and the number of breaks."""
    where = message("row {row} of game {game}", row=faults[0].row.seq, game=faults[0].row.game)
    says = plural(
        "its chain is broken at {where}",
        "its chain is broken in {n} places, first at {where}",
        len(faults),
        where=where,
    )
    return warning(JOURNAL, says, message("the games can be played on from before it; check the card"))


def _extent(games: int, size: int) -> Message:
    megabytes = max(1, size // 1_000_000)
    return plural("{n} game in {megabytes} MB", "{n} games in {megabytes} MB", games, megabytes=megabytes)
