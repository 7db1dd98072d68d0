"""What one seat may know of a game: everything public, and the dice that it may see."""

from collections.abc import Sequence
from typing import NamedTuple

from firmware.odds.dice_model import FAIR, DiceModel
from firmware.rules.claims import Hands, Pair
from firmware.rules.events import Event
from firmware.rules.state import GameState

HiddenDice = Pair | Hands | None
"""The hidden dice in the box or under the cups; None if there are none. Only a referee has them."""


class SeatView(NamedTuple):
    """Everything that a computer player is given; a named tuple, because an arena makes millions of them."""

    seat: int
    state: GameState
    """The public state."""
    dice: tuple[int, ...]
    """The dice that this seat may see, ascending: the roll in the box, if it has looked, or its whole hand."""
    events: tuple[Event, ...]
    """All public events since the game began."""
    model: DiceModel
    """How dice of this kind fall, which everybody knows."""


def seat_view(
    state: GameState, seat: int, hidden: HiddenDice, events: Sequence[Event] = (), model: DiceModel = FAIR
) -> SeatView:
    """Returns what `seat` may know: the only path from hidden dice to a player.

    >>> from firmware.rules.commands import Roll
    >>> from firmware.rules.decide import decide, expect
    >>> from firmware.rules.evolve import fold
    >>> from firmware.rules.games.registry import new_game
    >>> state = fold(new_game("viking", ("Astrid", "Bjorn", "Sigrid"), opens=0))
    >>> state = fold(expect(decide(state, Roll(0))), state)
    >>> [seat_view(state, seat, Pair(1, 2)).dice for seat in range(3)]
    [(1, 2), (), ()]
    """
    return SeatView(seat, state, _seen(state, seat, hidden), tuple(events), model)


def _seen(state: GameState, seat: int, hidden: HiddenDice) -> tuple[int, ...]:
    match hidden:
        case Pair(low, high):
            return (low, high) if seat in state.seen else ()
        case Hands(hands):
            return hands[seat] if state.held else ()
        case None:
            return ()
