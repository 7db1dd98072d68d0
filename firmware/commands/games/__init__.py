"""`meierbox games`: the games in the journal, and the rule sheets.

In: parsed arguments, a journal. Out: lines, JSON lines or files, exit codes. Read first: past.py (lists, shows,
exports, checks and resumes games), chain.py (prints the chain), sheets.py (prints rule sheets), sheet_page.py
(typesets one).
"""

import argparse
import sys

import firmware.commands.games.chain as chain
import firmware.commands.games.past as past
import firmware.commands.games.sheets as sheets
from firmware.journal.database import JournalError
from firmware.rules.options import RulesError

HELP = "list, show, export, verify and resume games; print statistics and rule sheets"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the subcommands; without one, the games are listed."""
    kinds = parser.add_subparsers(metavar="WHAT")
    parser.set_defaults(subcommand=past.list_games, all=False)
    past.add_arguments(kinds)
    chain.add_arguments(kinds)
    sheets.add_arguments(kinds)


def run(args: argparse.Namespace) -> int:
    """Runs the subcommand; returns 0, 1 if a seal does not match or a game cannot be resumed, or 2 on an error."""
    try:
        return int(args.subcommand(args))
    except (JournalError, RulesError) as error:
        print(f"meierbox games: {error}", file=sys.stderr)
    except OSError as error:
        reason = error.strerror or str(error)
        print(
            f"meierbox games: {error.filename} cannot be written ({reason}): name another file or folder.",
            file=sys.stderr,
        )
    return 2
