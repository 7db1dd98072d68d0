"""The command line: one module a subcommand, each with `HELP`, `add_arguments` and `run`.

A subcommand's module imports the heavy packages inside `run` only, so that every other command starts fast.
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
"""The module of a subcommand, where it is not called like it."""


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
    # Products of matrices as small as the eye's gain nothing from a second core, which would only wait in a loop for
    # more of them: that takes twice the power. It must be said before NumPy is loaded, and child processes inherit it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = modules[args.command].run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone (`| head`): nothing is left to say, and Python must not say so at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code
