"""What a round with the box for two seats is played for and by: the part of a ruleset that its equilibrium needs."""

from collections.abc import Callable
from dataclasses import dataclass

from firmware.odds.dice_model import DiceModel
from firmware.rules.games.registry import ruleset
from firmware.rules.ladders import CLASSIC, Ladder
from firmware.rules.options import Options

TOP = 20
"""The rank of the highest result."""


@dataclass(frozen=True, slots=True)
class BoxRules:
    """The rules of a round; `chances` are those of the results by rank.

    `equal`: a claim may repeat the standing one. `passing`: the box may be handed on unseen. `accept` is what accepting
    the highest claim costs, None where it cannot be accepted, and `penalty` what a challenge of it costs. `reopens`:
    once it has come round, the roller may roll and claim anything. `challenger_opens`: else the loser does.
    """

    chances: tuple[float, ...]
    equal: bool
    passing: bool
    accept: int | None
    penalty: int
    reopens: bool
    challenger_opens: bool

    def stake(self, rank: int) -> int:
        """What a challenge of the claim of this rank costs the loser."""
        return self.penalty if rank == TOP else 1

    def claims(self, standing: int | None) -> range:
        """The ranks that may be claimed after the standing one."""
        return range(0 if standing is None else standing + (not self.equal), TOP + 1)

    def opener(self, challenger: int, loser: int) -> int:
        """Who opens the next round."""
        return challenger if self.challenger_opens else loser


def box_rules(
    rules: str, options: Options, model: DiceModel, *, passing: bool = True, accept: int | None = None
) -> BoxRules:
    """Gives the rules of viking, mia or sympkyn-box; `accept` gives games without an accepted Meier the cost of one."""
    ladder = ruleset(rules).ladder(options) or CLASSIC
    chances = rank_chances(ladder, model)
    if rules == "viking":
        return BoxRules(
            chances,
            equal=options.word("min_raise") == "equal",
            passing=False,
            accept=options.number("meier_accept"),
            penalty=options.number("meier_challenge"),
            reopens=False,
            challenger_opens=options.word("starter") == "challenger",
        )
    mia = rules == "mia"
    return BoxRules(
        chances,
        equal=False,
        passing=passing,
        accept=accept,
        penalty=options.number("mia_penalty") if mia else 1,
        reopens=mia and options.word("mia_circle") == "fresh",
        challenger_opens=options.word("starter") == "challenger",
    )


def rank_chances(ladder: Ladder, model: DiceModel) -> tuple[float, ...]:
    """Gives the chance of each result, by its rank."""
    return tuple(float(model.chance_of_pair(pair)) for pair in ladder.pairs)


Outcome = Callable[[int, int, int], float]
"""What it is worth to seat 0 that a seat (0 or 1) loses so many lives and a seat opens the next round."""


def for_lives(loser: int, lives: int, opener: int) -> float:
    """One round for lives: what seat 0 wins, or loses."""
    del opener
    return float(lives if loser else -lives)
