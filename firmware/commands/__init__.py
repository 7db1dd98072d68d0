"""The command line: one module per subcommand, each with `HELP`, `add_arguments` and `run`.

In: the command-line arguments. Out: lines on standard output, one-sentence errors on standard error, exit codes (0 for
success, 1 for a negative result, 2 for an error). The terminal speaks English: messages are rendered with `str` here.
Only the module of the given subcommand is imported, and it imports heavy packages only inside `run`, so that commands
start fast.

Read first: `play.py` (runs the box at a table), `doctor.py` (wires up the checks), `games/` (a group of subcommands).
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from firmware.commands.terminal_text import clean_terminal
from firmware.commands.termination import ended_by_sigterm

NAMES = (
    "play",
    "demo",
    "soak",
    "read",
    "judge",
    "games",
    "doctor",
    "bench",
    "odds",
    "solve",
    "arena",
    "league",
    "calibrate",
    "bless",
    "tour",
    "install",
    "card",
    "update",
    "uninstall",
)
MAX_PIXELS = 64_000_000
"""No box camera or phone takes larger pictures."""
MODULES = {"bench": "benchmark"}
"""The modules whose names differ from their subcommands."""


class Command(Protocol):
    """The interface of a subcommand's module."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declares the arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Runs the subcommand and returns the exit code."""


class _PrintVersion(argparse.Action):
    """Prints the version of the installed project, and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - loads slowly

        try:
            print(f"meierbox {version('meierbox')}")
        except PackageNotFoundError:
            print("meierbox, not installed")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one subcommand and returns its exit code; argparse exits with 2 if the arguments are wrong."""
    with clean_terminal(), ended_by_sigterm():
        return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    parser = argparse.ArgumentParser(
        prog="meierbox",
        description="A dice box with a camera: it reads real dice and referees bluffing games.",
        epilog="`./meierbox test` sets up the development tools and runs the tests.",
    )
    parser.add_argument("--version", action=_PrintVersion, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    # All modules are only needed for the list of commands.
    first = arguments[0] if arguments else ""
    names: Sequence[str] = (first,) if first in NAMES else () if first == "--version" else NAMES
    modules = {name: cast(Command, import_module(f"firmware.commands.{MODULES.get(name, name)}")) for name in names}
    for name, module in modules.items():
        module.add_arguments(commands.add_parser(name, help=module.HELP, description=module.HELP))
    args = parser.parse_args(arguments)
    # The reader's matrices are too small to gain from a second core, which would only spin while it waits for work and
    # double the power draw. This must be set before NumPy is loaded; worker processes inherit it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # OpenCV decodes no larger picture, whatever its file promises. It reads this when it is loaded.
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))
    try:
        code = modules[args.command].run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone (`| head`). Redirecting stdout keeps Python from complaining as it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code
