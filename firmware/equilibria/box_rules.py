"""The rules of a two-player box round: the part of a ruleset that its equilibrium needs."""

from dataclasses import dataclass

from firmware.odds.dice_model import DiceModel
from firmware.rules.games.registry import ruleset
from firmware.rules.ladders import CLASSIC, Ladder
from firmware.rules.options import Options

TOP = 20
"""The rank of the highest result."""


@dataclass(frozen=True, slots=True)
class BoxRules:
    """The rules of a round for lives, without passing; `chances` are those of the results by rank.

    `equal`: a claim may repeat the standing one. `accept` is what accepting the highest claim costs, `penalty` what a
    challenge of it costs.
    """

    chances: tuple[float, ...]
    equal: bool
    accept: int
    penalty: int

    def stake(self, rank: int) -> int:
        """The loser's cost of a challenge of this claim."""
        return self.penalty if rank == TOP else 1

    def claims(self, standing: int | None) -> range:
        """The ranks that may be claimed after the standing one."""
        return range(0 if standing is None else standing + (not self.equal), TOP + 1)


def viking_rules(options: Options, model: DiceModel) -> BoxRules:
    """Returns the rules of viking."""
    return BoxRules(
        rank_chances(ruleset("viking").ladder(options) or CLASSIC, model),
        equal=options.word("min_raise") == "equal",
        accept=options.number("meier_accept"),
        penalty=options.number("meier_challenge"),
    )


def mia_rules(options: Options, model: DiceModel, accept: int) -> BoxRules:
    """Returns the rules of mia without passing, where accepting a Mia costs `accept`; mia itself has no accepting."""
    chances = rank_chances(ruleset("mia").ladder(options) or CLASSIC, model)
    return BoxRules(chances, equal=False, accept=accept, penalty=options.number("mia_penalty"))


def rank_chances(ladder: Ladder, model: DiceModel) -> tuple[float, ...]:
    """Returns the chance of each result by rank."""
    return tuple(float(model.chance_of_pair(pair)) for pair in ladder.pairs)
