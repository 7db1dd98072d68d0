"""Who sits at the table when a seat leaves or joins: the same game with other seats.

No source and no record has a word for it (RECORD.md), so a game whose seats change ends there and goes on as a new one,
which begins with the stock that everybody had: both are games that can be written down, read and judged. Where players
drop out of a game anyway, whoever leaves drops out by a ruling of the table.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.rules.commands import Refusal, Rule
from firmware.rules.decide import decide
from firmware.rules.games.registry import fold
from firmware.rules.message import literal
from firmware.rules.options import OptionValue
from firmware.rules.ruleset import Ruleset
from firmware.rules.state import GameState, Phase


@dataclass(frozen=True, slots=True)
class Company:
    """Names clockwise, what each has, who opens (None: by a throw), and the options that the game goes on with."""

    seats: tuple[str, ...]
    stock: tuple[int, ...]
    opens: int | None
    options: dict[str, OptionValue]


def dropped_out(game: Ruleset, state: GameState, seat: int, reason: str) -> Rule | None:
    """The ruling by which a seat leaves a game of elimination; None in a game that nobody drops out of alone."""
    most = state.options.number("limit") if "limit" in state.options else 0
    delta = most - state.stock[seat] if game.charged(0, 1) else -state.stock[seat]
    if not delta:
        return None
    ruling = Rule(seat, delta, literal(reason))
    events = decide(state, ruling)
    if isinstance(events, Refusal):
        return None
    after = fold(events, state)
    ended = after.phase is Phase.OVER and len(game.live(after)) > 1
    return None if game.is_live(after, seat) or ended else ruling


def without(game: Ruleset, state: GameState, seat: int) -> Company:
    """The table without a seat; a round that has begun is played again by whoever opened it, or the next."""
    opens = _opener(state)
    if opens == seat:
        opens = game.after(state, seat)
    if opens is not None and opens > seat:
        opens -= 1
    seats = (*state.seats[:seat], *state.seats[seat + 1 :])
    stock = (*state.stock[:seat], *state.stock[seat + 1 :])
    return Company(seats, stock, opens, _options(state))


def with_one(game: Ruleset, state: GameState, place: int, name: str) -> Company:
    """The table with one more seat at `place`; it begins with as much as whoever stands worst of those in the game."""
    opens = _opener(state)
    if opens is not None and opens >= place:
        opens += 1
    seats = (*state.seats[:place], name, *state.seats[place:])
    stock = (*state.stock[:place], joining_stock(game, state), *state.stock[place:])
    return Company(seats, stock, opens, _options(state))


def joining_stock(game: Ruleset, state: GameState) -> int:
    """What somebody who sits down begins with: no more lives or dice, no fewer tallies than anybody."""
    stocks = [state.stock[seat] for seat in game.live(state)]
    return max(stocks) if game.charged(0, 1) else min(stocks)


def begun(state: GameState) -> bool:
    """Whether a round has begun, which is void when the seats change."""
    return state.phase not in (Phase.OPEN, Phase.ROLL_OFF, Phase.OVER)


def _opener(state: GameState) -> int | None:
    return None if state.phase is Phase.ROLL_OFF else state.starter


def _options(state: GameState) -> dict[str, OptionValue]:
    """The options in force; of a number of rounds only those that are left."""
    options = dict(state.options)
    if options.get("end") == "rounds":
        options["rounds"] = max(1, state.options.number("rounds") - state.round + 1)
    return options
