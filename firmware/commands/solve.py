"""`meierbox solve`: the equilibrium of a two-player game, its value and its exploitability."""

import argparse
import json
import time
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from firmware.commands.play import fail
from firmware.odds.dice_model import DECLARED, FAIR, DiceModel
from firmware.rules.errors import RulesError
from firmware.rules.games.registry import ruleset

if TYPE_CHECKING:
    from firmware.equilibria.liars_dice import LiarsDice

HELP = "solve a game for two exactly or nearly, and print how much a best response gains"

BOX_GAMES = ("viking", "mia")
LIARS_DICE = {"liars-dice-1": 1, "liars-dice-2": 2}
"""The games of liar's dice by name, with their number of dice per player."""
STARS = {"stars-1-1": (1, 1), "stars-1-2": (1, 2), "stars-2-1": (2, 1)}
"""The last rounds of stars by name: the dice of the opener, and of the other seat."""
STARS_ITERATIONS = 400
ACCEPTED_MIA = 1
"""The cost of accepting a Mia here: mia itself has no accepting, and without passing a Mia could only be challenged."""
ITERATIONS = {1: 300, 2: 100}
"""How often both players are improved, by their dice."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The output: the value to the first player, the exploitability, and the solver's time."""

    game: str
    value: float
    exploitability: float
    seconds: float
    settings: dict[str, object]


def end_face(text: str) -> Fraction:
    """Parses the chance of an end face, from 0 to 1/2; raises argparse's error for anything else."""
    try:
        chance = Fraction(text)
    except (ValueError, ZeroDivisionError):
        chance = Fraction(-1)
    if not 0 <= chance <= Fraction(1, 2):
        raise argparse.ArgumentTypeError(f"{text!r} is not a chance from 0 to 0.5, such as 0.041")
    return chance


def iterations(text: str) -> int:
    """Parses a number of iterations from 1 to 100,000; raises argparse's error for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) < 7 and 1 <= int(text) <= 100_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of iterations from 1 to 100000")
    return int(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "game",
        choices=(*BOX_GAMES, *LIARS_DICE, *STARS),
        help="viking, or mia without passing: one round for lives; liars-dice-1, -2: one die or two each, six faces; "
        "stars-1-1, -1-2, -2-1: the end of a game of stars, from a round in which opener and other have so many dice",
    )
    dice = parser.add_mutually_exclusive_group()
    dice.add_argument("--dice", choices=("fair", "declared"), help="cubes, or oblong dice as viking's rules have them")
    dice.add_argument(
        "--end-face", type=end_face, metavar="P", help="oblong dice whose end faces have this chance each"
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument(
        "--wild", type=int, choices=range(7), default=0, help="liar's dice: the wild face (default: none)"
    )
    defaults = ", ".join(f"{ITERATIONS[dice]} for {name}" for name, dice in LIARS_DICE.items())
    parser.add_argument(
        "--iterations",
        type=iterations,
        metavar="N",
        help=f"liar's dice and stars (default: {defaults}, {STARS_ITERATIONS} for stars)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints the solution; returns 2 for a nonsensical question."""
    if args.game not in BOX_GAMES and (args.dice or args.end_face is not None or args.option):
        return fail(f"{args.game} is played with cubes and has no options: leave --dice, --end-face and --option out.")
    if args.game in BOX_GAMES and args.wild:
        return fail(f"{args.game} has no wild face: leave --wild out.")
    if args.game in STARS and args.wild:
        return fail("In stars the star is wild: leave --wild out.")
    try:
        solve = _stars if args.game in STARS else _liars_dice if args.game in LIARS_DICE else _box_round
        solved = solve(args)
    except RulesError as error:
        return fail(str(error))
    if args.json:
        data = asdict(solved)
        print(json.dumps(data | data.pop("settings")))
    else:
        print(
            f"{solved.game}: worth {solved.value:+.6f} to the first player, "
            f"exploitable by {solved.exploitability:.2g}, solved in {solved.seconds:.2f} s."
        )
    return 0


def _box_round(args: argparse.Namespace) -> Solved:
    from firmware.equilibria.box_response import best_response  # noqa: PLC0415 - loads NumPy
    from firmware.equilibria.box_rules import mia_rules, viking_rules  # noqa: PLC0415
    from firmware.equilibria.box_strategy import stakes_of, strategy_of  # noqa: PLC0415
    from firmware.equilibria.claim_chain import solve_round  # noqa: PLC0415

    options = ruleset(args.game).complete_options(dict(part.partition("=")[::2] for part in args.option))
    name = args.dice or ("declared" if args.game == "viking" else "fair")
    model = DECLARED if name == "declared" else FAIR
    if args.end_face is not None:
        name, model = f"end face {args.end_face}", DiceModel((args.end_face,) * 2 + ((1 - 2 * args.end_face) / 4,) * 4)
    begun = time.perf_counter()
    rules = viking_rules(options, model) if args.game == "viking" else mia_rules(options, model, ACCEPTED_MIA)
    solved = solve_round(rules)
    seconds = time.perf_counter() - begun
    first, second = best_response(strategy_of(solved), stakes_of(solved))
    settings = {"dice": name, "accept": solved.rules.accept, "penalty": solved.rules.penalty}
    return Solved(args.game, solved.value, (first + second) / 2, seconds, settings)


def _liars_dice(args: argparse.Namespace) -> Solved:
    from firmware.equilibria.liars_dice import LiarsDice  # noqa: PLC0415 - loads NumPy

    dice = LIARS_DICE[args.game]
    rounds = args.iterations or ITERATIONS[dice]
    solve = _over_the_tree if dice == 1 else _by_the_latest_bids
    value, gap, seconds = solve(LiarsDice((dice, dice), wild=args.wild), rounds)
    return Solved(args.game, value, gap, seconds, {"wild": args.wild, "iterations": rounds})


def _stars(args: argparse.Namespace) -> Solved:
    """Solves a last round of stars and all that may follow it; the values are of the whole game, 1 for winning it."""
    from firmware.equilibria.star_endings import star_endings, table  # noqa: PLC0415 - loads NumPy
    from firmware.equilibria.star_response import star_response  # noqa: PLC0415

    dice = STARS[args.game]
    rounds = args.iterations or STARS_ITERATIONS
    begun = time.perf_counter()
    endings = {ending.dice: (ending, strategy) for ending, strategy in star_endings(sum(dice), rounds)}
    seconds = time.perf_counter() - begun
    policies = {(held, player): table(*endings[held], player) for held in endings for player in (0, 1)}
    first, second = (star_response(dice, lambda held, player: policies[held, player], player) for player in (0, 1))
    return Solved(args.game, (first - second) / 2, (first + second) / 2, seconds, {"iterations": rounds})


def _over_the_tree(game: "LiarsDice", rounds: int) -> tuple[float, float, float]:
    """Returns the value, the exploitability and the solver's time of a game with few bids."""
    from firmware.equilibria.bid_tree import solve_tree  # noqa: PLC0415 - loads NumPy
    from firmware.equilibria.bid_tree_policy import exploitability  # noqa: PLC0415

    begun = time.perf_counter()
    tree = solve_tree(game, rounds)
    seconds = time.perf_counter() - begun
    return (*exploitability(tree), seconds)


def _by_the_latest_bids(game: "LiarsDice", rounds: int) -> tuple[float, float, float]:
    """Returns the same of a game with more bids; its best responses alone take half a minute."""
    from firmware.equilibria.bid_memory import solve_by_memory  # noqa: PLC0415 - loads NumPy
    from firmware.equilibria.bid_tree_policy import contest_of  # noqa: PLC0415
    from firmware.equilibria.recent_bid_response import recent_bid_response  # noqa: PLC0415

    begun = time.perf_counter()
    strategy = solve_by_memory(game, rounds)
    seconds = time.perf_counter() - begun
    contest = contest_of(game)
    first, second = (recent_bid_response(contest, strategy, player) for player in (0, 1))
    return (first - second) / 2, (first + second) / 2, seconds
