"""`meierbox games`: the games in the journal, and the rule sheets.

In: parsed arguments, a journal. Out: lines, JSON lines or files, exit codes. Read first: past.py (lists, shows, exports
and resumes games), verify.py (checks a game), chain.py (prints and checks the chain), recover.py (salvages a damaged
journal), sheets.py (prints rule sheets), sheet_page.py (typesets one).
"""

import argparse
import sys

import firmware.commands.games.chain as chain
import firmware.commands.games.dice as dice
import firmware.commands.games.past as past
import firmware.commands.games.recover as recover
import firmware.commands.games.replay as replay
import firmware.commands.games.sheets as sheets
import firmware.commands.games.verify as verify
from firmware.journal.database import JournalError
from firmware.rules.options import RulesError

HELP = "list, show, export, verify, recover and resume games; print statistics and rule sheets"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the subcommands; without one, the games are listed."""
    kinds = parser.add_subparsers(metavar="WHAT")
    parser.set_defaults(subcommand=past.list_games, all=False, journal=None)
    past.add_arguments(kinds)
    verify.add_arguments(kinds)
    chain.add_arguments(kinds)
    recover.add_arguments(kinds)
    dice.add_arguments(kinds)
    replay.add_arguments(kinds)
    sheets.add_arguments(kinds)


def run(args: argparse.Namespace) -> int:
    """Runs the subcommand; returns 0, 1 if a game does not verify or a game cannot be resumed, or 2 on an error."""
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
