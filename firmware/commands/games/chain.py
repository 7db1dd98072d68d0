"""The subcommand `chain`: every event of the journal with its hash."""

import argparse
import json
from typing import TYPE_CHECKING

from firmware.config.paths import state_dir
from firmware.journal.chain import StoredRow
from firmware.journal.reader import JournalReader

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_arguments(kinds: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the subcommand."""
    chain = kinds.add_parser("chain", help="print every event of the journal with its hash, one JSON object a line")
    chain.set_defaults(subcommand=_chain)


def chain_line(row: StoredRow) -> str:
    """Writes a row's line.

    >>> print(chain_line(StoredRow(40, 3, 17, 1000.5, "throw", "{}", "7d7e")))
    {"game": 3, "event": 17, "hash": "7d7e"}
    """
    return json.dumps({"game": row.game, "event": row.seq, "hash": row.hash})


def _chain(_: argparse.Namespace) -> int:
    with JournalReader(state_dir()) as reader:
        for row in reader.chain():
            print(chain_line(row))
    return 0
