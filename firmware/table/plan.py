"""The plan of a game that has not begun: seats, opener, options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from firmware.rules.games.registry import RULESETS
from firmware.rules.options import OptionValue
from firmware.rules.ruleset import Ruleset
from firmware.rules.state import GameState

BY_THROW, BY_LOT = "throw", "draw"
PLAYED = tuple(RULESETS)
"""The rulesets on the screen, in order."""
MAX_SEATS = 12
MAX_COMPUTERS = 2
COMPUTER_NAMES = ("Loki", "Fenrir", "Hel", "Mimir")
"""The names of the computer's seats; at least two are always free."""
COMPANY = ("jarl", "bold")
"""The characters that take the computer's seats if nobody has chosen others."""
OFFERED_FIRST: Mapping[str, str] = {"sympkyn-cups": "ildhafn"}
"""The preset that a game is offered with, if not the game as written."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """Names clockwise, the opener (a seat, by throw, by lot), and the options that differ from the game as written.

    `computers` are the characters of the last seats, if the computer plays them.
    """

    seats: tuple[str, ...]
    opens: int | str
    options: Mapping[str, OptionValue]
    computers: tuple[str, ...] = ()

    @property
    def characters(self) -> dict[str, str]:
        """The characters of the computer's seats by name."""
        first = len(self.seats) - len(self.computers)
        return {name.strip(): kind for name, kind in zip(self.seats[first:], self.computers, strict=True)}


def plan_of(state: GameState, characters: Mapping[str, str] | None = None) -> GamePlan:
    """Returns the plan for another game with the same seats, the computer's last.

    >>> from firmware.rules.games.registry import fold, new_game
    >>> state = fold(new_game("mia", ("Loki", "Astrid", "Bjorn")))
    >>> plan_of(state, {"Loki": "jarl"}).seats
    ('Astrid', 'Bjorn', 'Loki')
    """
    known = characters or {}
    computers = [name for name in state.seats if name in known]
    people = [name for name in state.seats if name not in known]
    kinds = tuple(known[name] for name in computers)
    return GamePlan((*people, *computers), BY_THROW, dict(state.options), kinds)


def with_computers(plan: GamePlan, computers: tuple[str, ...], names: Sequence[str]) -> GamePlan:
    """Gives the last seats to the computer; the others are people's, with new names from `names`.

    >>> plan = with_computers(GamePlan(("Astrid", "Bjorn"), BY_THROW, {}), ("jarl",), ())
    >>> plan.seats, with_computers(plan, (), ("Bjorn",)).seats
    (('Astrid', 'Loki'), ('Astrid', 'Bjorn'))
    """
    before = len(plan.seats) - len(plan.computers)
    people = min(before, len(plan.seats) - len(computers)) if len(computers) > len(plan.computers) else before
    spare = [name for name in names if name not in plan.seats]
    wanted = max(1, len(plan.seats) - len(computers))
    seats = (*plan.seats[:people], *spare)[:wanted]
    taken = set(seats)
    own = [name for name in COMPUTER_NAMES if name not in taken][: len(computers)]
    opens = plan.opens if not isinstance(plan.opens, int) or plan.opens < len(seats) + len(own) else BY_THROW
    return replace(plan, seats=(*seats, *own), computers=computers, opens=opens)


def first_options(game: Ruleset) -> dict[str, OptionValue]:
    """Returns the options that a game is first offered with."""
    return dict(game.presets.get(OFFERED_FIRST.get(game.name, ""), {}))


def with_seats(plan: GamePlan, game: Ruleset, more: int, names: Sequence[str]) -> GamePlan:
    """Adds or removes seats within the limits of game and screen; new seats take `names` in order.

    Somebody who plays alone against the computer stays alone: the seats that the game lacks are the computer's too.
    """
    fewest = game.min_seats(game.complete_options(plan.options))
    if more == 0 and plan.computers and len(plan.seats) - len(plan.computers) == 1:
        plan = _with_more_computers(plan, fewest - len(plan.seats))
    count = max(fewest, min(MAX_SEATS, len(plan.seats) + more))
    spare = [name for name in names if name not in plan.seats]
    opens = plan.opens
    gone = isinstance(opens, int) and opens >= count
    people = len(plan.seats) - len(plan.computers)
    seats = (*(*plan.seats[:people], *spare)[: max(1, count - len(plan.computers))], *plan.seats[people:])
    return replace(plan, seats=seats, opens=BY_THROW if gone else opens)


def _with_more_computers(plan: GamePlan, more: int) -> GamePlan:
    """Adds up to this many seats of the computer, as far as it may have them."""
    count = max(0, min(more, MAX_COMPUTERS - len(plan.computers)))
    names = [name for name in COMPUTER_NAMES if name not in plan.seats][:count]
    kinds = [kind for kind in COMPANY if kind not in plan.computers][:count]
    return replace(plan, seats=(*plan.seats, *names), computers=(*plan.computers, *kinds))
