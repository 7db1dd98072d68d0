"""`meierbox odds`: the exact chance that a claim is true."""

import argparse
import json
from dataclasses import dataclass
from fractions import Fraction

from firmware.commands.play import fail
from firmware.deploy.state_folder import box_dir
from firmware.dice_sets.die_set import DieSets, Shape
from firmware.errors import MeierboxError
from firmware.odds.claim_chance import Dice, claim_chance, higher_chance
from firmware.odds.dice_model import DECLARED, FAIR, DiceModel, measured
from firmware.rules.claims import Claim, Pair, parse_claim, write_claim
from firmware.rules.errors import RulesError
from firmware.rules.games.registry import RULESETS, ruleset
from firmware.rules.options import Options, complete_options

HELP = "print the exact chance that a claim is true"

MAX_DICE = 100
"""The most dice; twelve players with eight dice each have 96."""


@dataclass(frozen=True, slots=True)
class OddsQuery:
    """A claim in a game, its dice, and how they fall."""

    rules: str
    options: Options
    claim: Claim
    dice: Dice
    model_name: str
    model: DiceModel


def faces(text: str) -> tuple[int, ...]:
    """Parses dice such as 2-6 or 1,5,5,5; raises argparse's error for anything else.

    >>> faces("6-2"), faces("1 5 5 5")
    ((2, 6), (1, 5, 5, 5))
    """
    signs = text.replace("-", "").replace(",", "").replace(" ", "")
    if not signs or len(signs) > MAX_DICE or any(sign not in "123456" for sign in signs):
        raise argparse.ArgumentTypeError(f"{text!r} are not dice: write their faces, such as 2-6 or 1555")
    return tuple(sorted(int(sign) for sign in signs))


def unseen(text: str) -> int:
    """Parses a number of dice from 0 to 100; raises argparse's error for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) <= MAX_DICE):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of dice from 0 to {MAX_DICE}")
    return int(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("--rules", required=True, metavar="NAME", help=f"the game: {', '.join(RULESETS)}")
    parser.add_argument("--claim", required=True, metavar="TEXT", help="5-6 or 56; 4x5 (four dice show 5); sum 13")
    parser.add_argument("--hold", type=faces, default=(), metavar="DICE", help="the dice that you see, such as 2-6")
    parser.add_argument(
        "--unseen",
        type=unseen,
        metavar="N",
        help="the dice under the other cups (default: as many as one other player begins with)",
    )
    parser.add_argument(
        "--dice",
        metavar="ODDS",
        help="fair (cubes), declared (oblong dice as viking's rules have them), or the name of a blessed set "
        "(default: declared for viking, else fair)",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game, such as wild=1"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints the chance; returns 2 for a nonsensical question."""
    try:
        question = _question(args)
        chance = claim_chance(question.claim, question.rules, question.options, question.dice, question.model)
    except (MeierboxError, RulesError) as error:
        return fail(str(error))
    print(_as_json(question, chance) if args.json else _as_text(question, chance))
    return 0


def _question(args: argparse.Namespace) -> OddsQuery:
    game = ruleset(args.rules)
    given = dict(part.partition("=")[::2] for part in args.option)
    options = complete_options(game.options, game.presets, given)
    model_name = args.dice or ("declared" if args.rules == "viking" else "fair")
    if game.ladder(options) is not None:
        dice = Dice(args.hold, 2 - len(args.hold) if args.unseen is None else args.unseen)
    else:
        dice = Dice(args.hold, options.number("dice") if args.unseen is None else args.unseen)
    return OddsQuery(args.rules, options, parse_claim(args.claim), dice, model_name, _model(model_name))


def _model(name: str) -> DiceModel:
    if name in ("fair", "declared"):
        return FAIR if name == "fair" else DECLARED
    die_set = DieSets(box_dir()).load(name)
    return measured(die_set.thrown or (0,) * 6, die_set.faces, oblong=die_set.shape is Shape.OBLONG)


def _higher(question: OddsQuery) -> Fraction | None:
    ladder = ruleset(question.rules).ladder(question.options)
    if ladder is None or not isinstance(question.claim, Pair):
        return None
    return higher_chance(question.claim, ladder, question.model)


def _as_json(question: OddsQuery, chance: Fraction) -> str:
    ladder = ruleset(question.rules).ladder(question.options)
    found = {
        "rules": question.rules,
        "claim": write_claim(question.claim, ladder is not None and ladder.low_first),
        "dice": question.model_name,
        "hold": list(question.dice.seen),
        "unseen": question.dice.unseen,
        "chance": str(chance),
        "decimal": float(chance),
    }
    higher = _higher(question)
    if higher is not None:
        found |= {"higher": str(higher)}
    return json.dumps(found)


def _as_text(question: OddsQuery, chance: Fraction) -> str:
    text = f"{write_claim(question.claim)}: true with chance {chance} ({float(chance):.2%})."
    higher = _higher(question)
    return text if higher is None else f"{text} A throw beats it with chance {higher} ({float(higher):.2%})."
