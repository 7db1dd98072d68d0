"""`games chain`: prints every event of the journal with its hash, and checks the chain."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.config.paths import state_dir
from firmware.journal.chain import ChainFaultKind, StoredRow
from firmware.journal.errors import JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.rows import CHAINED
from firmware.rules.message import message

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_arguments(kinds: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the subcommand."""
    chain = kinds.add_parser("chain", help="print every event of the journal with its hash, one JSON object a line")
    add_journal(chain)
    chain.set_defaults(subcommand=_chain)


def chain_line(row: StoredRow) -> str:
    """Formats a row as a line.

    >>> print(chain_line(StoredRow(40, 3, 17, 1000.5, "throw", "{}", "7d7e")))
    {"game": 3, "event": 17, "hash": "7d7e"}
    """
    return json.dumps({"game": row.game, "event": row.seq, "hash": row.hash})


def add_journal(parser: argparse.ArgumentParser) -> None:
    """Declares the option for another journal, such as one that was set aside."""
    parser.add_argument("--journal", type=Path, metavar="FILE", help="read FILE, such as a journal that was set aside")


def journal_place(args: argparse.Namespace) -> Path:
    """Returns the named journal, or the folder of this user's own.

    Raises:
        JournalError: where the one that was named is not there.
    """
    named: Path | None = args.journal
    if named is None:
        return state_dir()
    if not named.exists():
        missing = message("There is no journal at {path}", path=str(named))
        raise JournalError(missing.with_remedy(message("name one that exists")))
    return named


def fault_sentences(reader: JournalReader) -> Iterator[str]:
    """Checks the chain of a journal; describes each fault in a sentence."""
    if reader.version < CHAINED:
        return
    for fault in reader.chain_faults():
        where = f"event {fault.row.seq} of game {fault.row.game}"
        match fault.kind:
            case ChainFaultKind.CONTENT:
                yield f"CHAIN BROKEN: {where} is not what was written."
            case ChainFaultKind.HASH:
                yield f"CHAIN BROKEN: the hash of {where} was damaged; the event itself is what was written."
            case ChainFaultKind.MISSING:
                events = "1 event is" if fault.missing == 1 else f"{fault.missing} events are"
                yield f"CHAIN BROKEN: {events} missing before {where}."


def _chain(args: argparse.Namespace) -> int:
    with JournalReader(journal_place(args)) as reader:
        for row in reader.chain():
            print(chain_line(row))
    return 0
