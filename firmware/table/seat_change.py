"""Seats that leave or join during a game.

Neither the sources nor RECORD.md have a notation for it, so the game ends and continues as a new one with the current
stock: both can be written down, read and judged. In a game of elimination a leaving seat is eliminated by a ruling
instead.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.rules.commands import Refusal, Rule
from firmware.rules.decide import decide
from firmware.rules.games.registry import fold
from firmware.rules.message import Message
from firmware.rules.options import OptionValue
from firmware.rules.ruleset import Ruleset
from firmware.rules.state import GameState, Phase


@dataclass(frozen=True, slots=True)
class Seating:
    """Names clockwise, their stock, the opener (None: by a throw), and the options of the continued game."""

    seats: tuple[str, ...]
    stock: tuple[int, ...]
    opens: int | None
    options: dict[str, OptionValue]


def dropped_out(game: Ruleset, state: GameState, seat: int, reason: Message) -> Rule | None:
    """Returns the ruling that eliminates a seat; None if one seat cannot be eliminated in this game."""
    most = state.options.number("limit") if "limit" in state.options else 0
    delta = most - state.stock[seat] if game.stock_after_paying(0, 1) else -state.stock[seat]
    if not delta:
        return None
    ruling = Rule(seat, delta, reason)
    events = decide(state, ruling)
    if isinstance(events, Refusal):
        return None
    after = fold(events, state)
    ended = after.phase is Phase.OVER and len(game.live(after)) > 1
    return None if game.is_live(after, seat) or ended else ruling


def without(game: Ruleset, state: GameState, seat: int) -> Seating:
    """Returns the seating without a seat; a round in progress is replayed, opened by the same seat or the next."""
    opens = _opener(state)
    if opens == seat:
        opens = game.after(state, seat)
    if opens is not None and opens > seat:
        opens -= 1
    seats = (*state.seats[:seat], *state.seats[seat + 1 :])
    stock = (*state.stock[:seat], *state.stock[seat + 1 :])
    return Seating(seats, stock, opens, _options(state))


def with_one(game: Ruleset, state: GameState, place: int, name: str) -> Seating:
    """Returns the seating with a new seat at `place`, which gets the worst stock of those in the game."""
    opens = _opener(state)
    if opens is not None and opens >= place:
        opens += 1
    seats = (*state.seats[:place], name, *state.seats[place:])
    stock = (*state.stock[:place], joining_stock(game, state), *state.stock[place:])
    return Seating(seats, stock, opens, _options(state))


def joining_stock(game: Ruleset, state: GameState) -> int:
    """Returns the stock of a new seat: the fewest lives or dice, or the most tallies, of any."""
    stocks = [state.stock[seat] for seat in game.live(state)]
    return max(stocks) if game.stock_after_paying(0, 1) else min(stocks)


def round_in_progress(state: GameState) -> bool:
    """Returns whether a round is in progress, which a seat change voids."""
    return state.phase not in (Phase.OPEN, Phase.ROLL_OFF, Phase.OVER)


def _opener(state: GameState) -> int | None:
    return None if state.phase is Phase.ROLL_OFF else state.starter


def _options(state: GameState) -> dict[str, OptionValue]:
    """Returns the options in force; a number of rounds is reduced to those left."""
    options = dict(state.options)
    if options.get("end") == "rounds":
        options["rounds"] = max(1, state.options.number("rounds") - state.round + 1)
    return options
