"""The plan of a game that has not begun: which seats, who opens, which options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from firmware.rules.games.registry import RULESETS
from firmware.rules.options import OptionValue
from firmware.rules.ruleset import Ruleset
from firmware.rules.state import GameState

BY_THROW, BY_LOT = "throw", "draw"
PLAYED = tuple(RULESETS)
"""The rulesets that the screen offers, in their order."""
MOST_SEATS = 12
OFFERED_FIRST: Mapping[str, str] = {"sympkyn-cups": "ildhafn"}
"""The preset with which a game is offered, where it is not the game as written."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """Names clockwise, who opens (a seat, by throw, by lot), and the options that differ from the game as written."""

    seats: tuple[str, ...]
    opens: int | str
    options: Mapping[str, OptionValue]


def plan_of(state: GameState) -> GamePlan:
    """Returns the plan for another game like one that was played, with the same seats."""
    return GamePlan(state.seats, BY_THROW, dict(state.options))


def first_options(game: Ruleset) -> dict[str, OptionValue]:
    """Returns the options with which a game is offered first."""
    return dict(game.presets.get(OFFERED_FIRST.get(game.name, ""), {}))


def with_seats(plan: GamePlan, game: Ruleset, more: int, names: Sequence[str]) -> GamePlan:
    """Adds seats (or removes some), within what the game and the screen allow; new seats take `names` in turn."""
    fewest = game.fewest_seats(game.complete_options(plan.options))
    count = max(fewest, min(MOST_SEATS, len(plan.seats) + more))
    spare = [name for name in names if name not in plan.seats]
    opens = plan.opens
    gone = isinstance(opens, int) and opens >= count
    return replace(plan, seats=(*plan.seats, *spare)[:count], opens=BY_THROW if gone else opens)
