"""`meierbox arena`: computer players against each other, with 95 % intervals."""

import argparse
import json

from firmware.commands.play import fail
from firmware.errors import MeierboxError
from firmware.rules.errors import RulesError
from firmware.rules.games.registry import RULESETS

HELP = "let computer players play against each other, and count who wins"

GAMES = 1000
MAX_GAMES, MAX_SEATS, MAX_PROCESSES = 1_000_000, 12, 64


def number(lowest: int, highest: int) -> "argparse._ActionType":
    """Returns a parser of numbers in this range, which raises argparse's error for anything else."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and lowest <= int(text) <= highest):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {lowest} to {highest}")
        return int(text)

    return parse


def names(text: str) -> tuple[str, ...]:
    """Parses two to twelve names separated by commas; raises argparse's error for anything else."""
    found = tuple(name.strip() for name in text.split(","))
    if not 2 <= len(found) <= MAX_SEATS:
        raise argparse.ArgumentTypeError(f"a game has 2 to {MAX_SEATS} seats, not {len(found)}")
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("--rules", default="all", metavar="NAME", help=f"{', '.join(RULESETS)}, or all (default)")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--seats", type=names, metavar="A,B,…", help="who plays: names of computer players, one a seat")
    who.add_argument(
        "--against-all", metavar="A", help="one computer player against each of the others, two at a table"
    )
    who.add_argument("--list", action="store_true", help="list the computer players")
    parser.add_argument("--games", type=number(1, MAX_GAMES), default=GAMES, metavar="N", help="default: %(default)s")
    parser.add_argument("--seed", type=number(0, 10**9 - 1), default=1, metavar="N", help="default: %(default)s")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game, such as lives=3"
    )
    parser.add_argument(
        "--processes", type=number(1, MAX_PROCESSES), default=1, metavar="N", help="default: %(default)s"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object for each series of games")


def run(args: argparse.Namespace) -> int:
    """Prints the results; returns 2 if such games cannot be played."""
    from firmware.players.characters import CHARACTERS, character  # noqa: PLC0415 - loads NumPy

    if args.list:
        print("\n".join(CHARACTERS))
        return 0
    if args.rules == "all" and args.option:
        return fail("--option needs a game: add --rules NAME.")
    try:
        if args.against_all:
            character(args.against_all)
        tables = [args.seats] if args.seats else [(args.against_all, o) for o in CHARACTERS if o != args.against_all]
        for rules in RULESETS if args.rules == "all" else (args.rules,):
            for seats in tables:
                print(_played(args, rules, seats), flush=True)
    except (MeierboxError, RulesError) as error:
        return fail(str(error))
    return 0


def _played(args: argparse.Namespace, rules: str, seats: tuple[str, ...]) -> str:
    from firmware.arena.series import Series, even, play_series  # noqa: PLC0415 - loads NumPy
    from firmware.players.characters import character  # noqa: PLC0415

    for name in seats:
        character(name)
    options = _options(rules, args.option, len(seats))
    result = play_series(Series(rules, options, seats, args.games, args.seed), args.processes)
    if args.json:
        found = [
            {"name": name, "share": share, "low": low, "high": high}
            for name, (share, low, high) in zip(seats, result.shares, strict=True)
        ]
        data = {"rules": rules, "options": options, "games": args.games, "seed": args.seed, "even": even(len(seats))}
        data |= {"seats": found, "moves": result.moves, "undecided": result.undecided}
        return json.dumps(data | {"seconds": round(result.seconds, 3), "slowest_ms": round(1000 * result.slowest, 1)})
    told = (
        f"{name} {share:.1%} ({low:.1%} to {high:.1%})"
        for name, (share, low, high) in zip(seats, result.shares, strict=True)
    )
    unfinished = f"; {result.undecided} not finished" if result.undecided else ""
    slowest = f"slowest move {result.slowest * 1000:.0f} ms"
    return f"{rules}, {args.games} games: {', '.join(told)}{unfinished}; {slowest}"


def _options(rules: str, given: list[str], seats: int) -> dict[str, str]:
    """Returns the options of a game, allowing fewer players than usual."""
    from firmware.rules.games.registry import ruleset  # noqa: PLC0415

    game = ruleset(rules)
    options = dict(part.partition("=")[::2] for part in given)
    if any(option.name == "min_players" for option in game.options):
        options.setdefault("min_players", str(min(seats, 3)))
    game.complete_options(options)
    return options
