"""`meierbox soak`: a whole box plays by itself on a real journal, while faults are injected."""

import argparse
import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from firmware.commands.play import fail
from firmware.config.bounded_files import read_json
from firmware.config.paths import state_dir
from firmware.errors import MeierboxError
from firmware.rules.games.registry import ruleset
from firmware.rules.options import RulesError
from firmware.table.plan import PLAYED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.app.soak.faults import SoakFault

HELP = "play by itself on a real journal, with faults on request, and report what it found"
MARK = "soak-test"
"""Marks a state directory as one for soak tests."""
LARGEST_REPORT = 16 * 1024 * 1024


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.description = (
        "Plays the real table with the real camera process and the real journal, over a simulated box, in the state "
        "directory (MEIERBOX_STATE). Prints one JSON line for every event once it was shown; the report goes to "
        "standard error. Exit code 1 if anything was found wrong."
    )
    parser.add_argument("--rounds", type=_count, default=20, metavar="N", help="stop after N rounds (default: 20)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="seed of people and faults (default: 1)")
    parser.add_argument(
        "--faults",
        metavar="KIND,…",
        default="",
        help="faults to inject, in an order that depends on the seed: all; a port (camera, controls, lid, lamp, "
        "screen, sound, clock, disk); or one of them (hang, die, black, frozen, noise, wrong-size, replug, bounce, "
        "chatter, stuck, thousand, all-at-once, flapping, dead, lost, gone, forward, back, full, read-only, removed)",
    )
    parser.add_argument(
        "--rounds-per-fault",
        type=_average,
        default=3.0,
        metavar="N",
        help="the average number of rounds between two faults, from 0.1 to 1000 (default: 3, with which each of the 21 "
        "kinds comes 150 times in 10,000 rounds); the order of the faults depends on the seed alone",
    )
    parser.add_argument("--rules", metavar="NAME", help=f"the game: {', '.join(PLAYED)} (default: all in turn)")
    parser.add_argument("--seats", metavar="NAMES", help='names of the players, such as "Astrid; Bjorn; Sigrid"')
    parser.add_argument(
        "--frames",
        type=int,
        choices=(1, 2, 3),
        default=3,
        help="frames of a throw that must agree (default: 3, as in the box; 1 is quicker, and harder on the reader)",
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="also write the report to FILE, as JSON")
    parser.add_argument(
        "--merge",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="play nothing: add up the reports of earlier runs, each with its own seed, and print the sum",
    )


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of rounds: give 1 or more")
    return int(text)


def _average(text: str) -> float:
    try:
        rounds = float(text)
    except ValueError:
        rounds = 0.0
    if not 0.1 <= rounds <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not an average number of rounds: give 0.1 to 1000")
    return rounds


def run(args: argparse.Namespace) -> int:
    """Plays; returns 1 if there are findings, 2 if it cannot begin."""
    if args.merge:
        return _merge(args.merge, args.report)
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from firmware.app.soak.faults import chosen  # noqa: PLC0415 - with the soak test, which loads pygame

    try:
        faults = chosen(args.faults)
    except ValueError as error:
        return fail(f'No fault is called "{error}": name all, a port or a fault, as `meierbox soak --help` lists them.')
    if args.rules is not None and args.rules not in PLAYED:
        return fail(f'No game is called "{args.rules}": name one of {", ".join(PLAYED)}.')
    seats = [name.strip() for name in (args.seats or "").split(";") if name.strip()]
    rules = [args.rules] if args.rules else list(PLAYED)
    try:
        for name in rules if seats else ():
            ruleset(name).new_game(seats, {})
        return _play(args, faults, rules, seats)
    except (MeierboxError, RulesError) as error:
        return fail(str(error))
    except OSError as error:
        return fail(f"{error.filename} cannot be written ({error.strerror}): name another file or folder.")


def _play(args: argparse.Namespace, faults: "Sequence[SoakFault]", rules: list[str], seats: list[str]) -> int:
    from firmware.app.soak.soak_loop import Soak, SoakOrder  # noqa: PLC0415 - loads pygame and gpiozero

    state = state_dir()
    if why := _claim(state):
        return fail(why)
    with TemporaryDirectory(prefix="meierbox-soak-") as folder:
        soak = Soak(
            SoakOrder(state, args.rounds, args.seed, faults, rules, seats, args.frames, args.rounds_per_fault),
            _print_line,
            Path(folder),
        )
        report = soak.run()
    print(report.as_text(), file=sys.stderr)
    if args.report:
        args.report.write_text(json.dumps(report.as_json(), indent=1))
    return 1 if report.findings else 0


def _merge(files: "Sequence[Path]", to: Path | None) -> int:
    """Merges the reports of several runs; returns 1 if any of them has findings."""
    from firmware.app.soak.report import Report  # noqa: PLC0415 - loads pygame

    total = Report()
    for file in files:
        try:
            total.add(Report.from_json(read_json(file, LARGEST_REPORT)))
        except OSError as error:
            return fail(f"{file} cannot be read ({error.strerror}): name reports that `soak --report` has written.")
        except MeierboxError as error:
            return fail(str(error))
        except (ValueError, TypeError, KeyError, AttributeError):
            return fail(f"{file} is no report of this version: name reports that `soak --report` has written.")
    try:
        if to:
            to.write_text(json.dumps(total.as_json(), indent=1))
    except OSError as error:
        return fail(f"{to} cannot be written ({error.strerror}): name another file.")
    print(total.as_text())
    return 1 if total.findings else 0


def _print_line(line: str) -> None:
    print(line, flush=True)


def _claim(state: Path) -> str | None:
    """Marks a state directory for soak tests; returns why not if it holds people's games."""
    from firmware.journal.database import Journal  # noqa: PLC0415

    mark = state / MARK
    if not mark.exists():
        with Journal(state) as journal:
            if journal.unfinished() is not None:
                return f"A game is unfinished in {state}: end it, or set MEIERBOX_STATE to a folder for soak tests."
        mark.touch(mode=0o600)
    return None
