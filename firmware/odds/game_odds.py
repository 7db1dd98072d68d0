"""The odds used in a game: those of fair cubes, those declared by the rules, or those measured for a blessed set."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from firmware.dice_sets.die_set import DieSet, Shape
from firmware.odds.claim_chance import claim_chance, seat_dice
from firmware.odds.dice_model import DECLARED, FAIR, DiceModel, measured
from firmware.rules.claims import Hands
from firmware.rules.events import Adjudicated, Ending, Verdict
from firmware.rules.options import Options
from firmware.rules.state import GameState

ENOUGH_DICE = 100
"""A blessed set's own odds are used from this many dice on (PROBABILITY.md: 200 dice separate 0.20 from 0.08)."""


class Basis(StrEnum):
    """The basis of the chances."""

    FAIR = "fair"
    """Cubes."""
    DECLARED = "declared"
    """The rules of viking (RULES.md V14)."""
    MEASURED = "measured"
    """A blessed set that was thrown often enough."""


@dataclass(frozen=True, slots=True)
class GameOdds:
    """The chances of a game's dice, and their basis; `dice` were thrown if measured."""

    basis: Basis
    model: DiceModel
    dice: int = 0


def game_odds(options: Options, die_set: DieSet | None) -> GameOdds:
    """Chooses the odds of a game by its option `odds` and its blessed set.

    A game without that option uses the measured odds of its blessed set, if any; until the set was thrown often enough,
    its shape decides.

    >>> from firmware.rules.games.registry import ruleset
    >>> viking, mia = (ruleset(name).complete_options({}) for name in ("viking", "mia"))
    >>> game_odds(viking, None).basis.value, game_odds(mia, None).basis.value
    ('declared', 'fair')
    """
    wish = Basis(options.word("odds")) if "odds" in options else Basis.MEASURED if die_set else Basis.FAIR
    if wish is Basis.FAIR:
        return GameOdds(Basis.FAIR, FAIR)
    if wish is Basis.MEASURED and die_set is not None and sum(die_set.thrown) >= ENOUGH_DICE:
        oblong = die_set.shape is Shape.OBLONG
        return GameOdds(Basis.MEASURED, measured(die_set.thrown, die_set.faces, oblong=oblong), sum(die_set.thrown))
    oblong = die_set.shape is Shape.OBLONG if die_set and wish is Basis.MEASURED else "odds" in options
    return GameOdds(Basis.DECLARED, DECLARED) if oblong else GameOdds(Basis.FAIR, FAIR)


def challenger_chance(before: GameState, last: Adjudicated, model: DiceModel) -> Fraction | None:
    """Returns the chance of the challenged claim as its challenger could compute it, or None.

    In a box game that is the chance of an unseen throw; in a cup game the challenger sees the dice under its own cup,
    and all shown ones. `before` is the game when the claim was challenged.
    """
    if last.ending is not Ending.CHALLENGE or last.challenger is None:
        return None
    if last.verdict not in (Verdict.UPHELD, Verdict.REFUTED):
        return None
    hand = last.revealed.dice[last.challenger] if isinstance(last.revealed, Hands) else ()
    if before.held and len(hand) != before.held[last.challenger]:
        return None
    dice = seat_dice(before, last.challenger, hand)
    return None if dice is None else claim_chance(last.claim, before.ruleset, before.options, dice, model)
