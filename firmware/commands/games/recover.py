"""`games recover`: salvages a damaged journal, and reports what is missing."""

import argparse
import sqlite3
import time
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.journal.errors import JournalError
from firmware.journal.rows import JOURNAL_ITSELF
from firmware.journal.storage.database_file import companions
from firmware.journal.storage.salvage import Salvage, rebuild, salvage
from firmware.rules.message import message

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_arguments(kinds: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the subcommand."""
    recover = kinds.add_parser("recover", help="save what can be read of a damaged journal into a new one")
    recover.add_argument("file", type=Path, metavar="FILE", help="the damaged journal, such as journal.db.damaged-1")
    recover.add_argument("--to", type=Path, metavar="FILE", help="the new journal (default: FILE.recovered)")
    recover.set_defaults(subcommand=_recover)


def _recover(args: argparse.Namespace) -> int:
    source: Path = args.file
    target: Path = args.to or source.with_name(f"{source.name}.recovered")
    if not source.is_file() and not companions(source)[0].is_file():
        missing = message("There is no journal at {path}", path=str(source))
        raise JournalError(missing.with_remedy(message("name one that exists")))
    if target.exists():
        there = message("{path} exists already", path=str(target))
        raise JournalError(there.with_remedy(message("name another file with --to")))
    try:
        found = salvage(source)
    except OSError as error:
        unreadable = message("{path} cannot be read ({why})", path=str(source), why=error.strerror or str(error))
        raise JournalError(unreadable.with_remedy(message("make it readable for this user"))) from error
    if not found.rows:
        nothing = message("Nothing in {path} can be read", path=str(source))
        raise JournalError(nothing.with_remedy(message("look for a copy of it")))
    try:
        rebuild(target, found, source.name, time.time())
    except sqlite3.Error as error:
        unwritten = message("{path} cannot be written ({why})", path=str(target), why=str(error))
        raise JournalError(unwritten.with_remedy(message("name another file with --to"))) from error
    return _report(found, target)


def _report(found: Salvage, target: Path) -> int:
    """Prints how much of each game was salvaged; returns 1 if anything is missing."""
    damaged = found.damaged()
    for game in found.games():
        saved = sum(row.game == game for row in found.rows.values())
        lost = found.missing_of(game)
        broken = sum(row.game == game for row in damaged)
        print(f"Game {game}: {_events(saved)} saved, {lost or 'none'} missing, {broken or 'none'} damaged.")
    unknown = found.missing() - sum(map(found.missing_of, (JOURNAL_ITSELF, *found.games())))
    if unknown > 0:
        print(f"{_events(unknown)} of games that cannot be told are missing.")
    print(f"{_events(len(found.rows))} of {len(found.games())} games are in {target}.")
    print(f"Read them with `meierbox games list --journal {target}`.")
    return 1 if found.missing() or damaged else 0


def _events(count: int) -> str:
    return "1 event" if count == 1 else f"{count} events"
