"""The command line: one module a subcommand, each with `HELP`, `add_arguments` and `run`.

In: the words of the command line. Out: lines on standard output, errors in one sentence on standard error, exit codes
(0 fine, 1 a no, 2 could not be done). The terminal speaks English: messages are rendered with `str` here. A module
imports the heavy packages inside `run` only, so that every other command starts fast.

Read first: `play.py` (the box at a table), `doctor.py` (hands everything to its checks), `games/` (a group of its own).
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

NAMES = (
    "play",
    "demo",
    "read",
    "judge",
    "games",
    "doctor",
    "bench",
    "calibrate",
    "bless",
    "tour",
    "install",
    "update",
    "uninstall",
)
MODULES = {"bench": "benchmark"}
"""The modules whose names differ from their subcommands."""


class Command(Protocol):
    """What a subcommand's module holds; `run` returns the exit code: 0 fine, 1 a no, 2 could not go on."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declares its arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Does it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one subcommand and returns its exit code; a wrong call ends with 2 and one sentence."""
    parser = argparse.ArgumentParser(
        prog="meierbox",
        description="A dice box with an eye: it reads real dice and referees bluffing games.",
        epilog="`./meierbox test` sets up the development tools and runs the tests.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    modules = {name: cast(Command, import_module(f"firmware.commands.{MODULES.get(name, name)}")) for name in NAMES}
    for name, module in modules.items():
        module.add_arguments(commands.add_parser(name, help=module.HELP, description=module.HELP))
    args = parser.parse_args(argv)
    # Products of matrices as small as the reader's gain nothing from a second core, which would only spin waiting for
    # work and double the power. It must be set before NumPy is loaded, and child processes inherit it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = modules[args.command].run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): there is nothing left to do, and Python must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code
