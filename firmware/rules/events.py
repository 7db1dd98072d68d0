"""Events (what happened in a game) and their JSON form, which the journal stores."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final, get_args

import firmware.rules.message as messages
from firmware.rules.claims import Bid, Claim, Hands, Pair, Total, parse_claim, write_claim
from firmware.rules.errors import EventError, RulesError
from firmware.rules.message import Message, message
from firmware.rules.options import Options


class Verdict(StrEnum):
    """What the dice say about a claim."""

    UPHELD = "upheld"
    """The claim is true."""
    REFUTED = "refuted"
    """The claim is false."""
    NO_VERDICT = "no-verdict"
    """The dice could not be read; the table rules."""


class Ending(StrEnum):
    """How a round ended."""

    CHALLENGE = "challenge"
    ACCEPTED = "accepted"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Started:
    """A game begins; `opens` is None if a roll-off decides; from `worth` on, the ruleset's counters."""

    ruleset: str
    options: Options
    seats: tuple[str, ...]
    stock: tuple[int, ...]
    opens: int | None
    worth: int | None
    pot: int
    points: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class RolledOff:
    """The throws of a roll-off, (seat, face); `tied` is () if they decided who opens."""

    throws: tuple[tuple[int, int], ...]
    tied: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """`seat` opens the next round, after a roll-off or because a ruling ended the current one."""

    seat: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """The seat rolled; `again` if it had already rolled and not yet claimed."""

    seat: int
    blind: bool
    again: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """The seat claimed; `turn` answers. In bullshit `worth` is the cup's new value and `fine` the tallies paid."""

    seat: int
    claim: Pair
    turn: int
    worth: int | None = None
    fine: int = 0


@dataclass(frozen=True, slots=True)
class Passed:
    """The seat passed the box on unseen and answers for the claim; `turn` is next."""

    seat: int
    claim: Pair
    turn: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """The seat accepted a declared Meier and its loss; `Adjudicated` follows at once."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """The seat called the standing claim a lie."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The seat shows a roll as a 21."""

    seat: int


@dataclass(frozen=True, slots=True)
class RollVoided:
    """What the seat showed was not a 21: everybody has seen the dice, so it rolls again.

    `dice` is None if the table said so and the dice were not read.
    """

    seat: int
    dice: Pair | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everybody rolled under the cup; `held` is the number of dice per seat."""

    held: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidMade:
    """The seat bid, after putting `shown` face-up and re-rolling `rerolled` dice; `turn` answers."""

    seat: int
    claim: Bid | Total
    turn: int
    shown: tuple[int, ...] = ()
    rerolled: int = 0


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """A round ended; holds everything needed to explain how."""

    ending: Ending
    claim: Claim
    verdict: Verdict | None
    """None if nothing was revealed because nothing was disputed (an accepted Meier)."""
    actual: Pair | int | None
    """What the claim was compared with: two dice, the count, the total; None if nothing was revealed."""
    revealed: Pair | Hands | None
    """All dice that were revealed."""
    reason: Message | None
    """Why there is no verdict, if that is known."""
    challenger: int | None
    owner: int
    lost: tuple[tuple[int, int], ...]
    """(seat, what it paid), by seat; tallies count as paid."""
    stock: tuple[int, ...]
    """The stock afterwards."""
    starter: int
    """The opener of the next round; when the game is over, the opener if the loss were taken back."""
    winner: int | None = None
    """Who scores, in a game with points."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """The table changed a seat's stock by `delta` to `stock` (never below 0); `pays` if the seat is worse off."""

    seat: int
    delta: int
    reason: Message
    stock: int
    pays: bool


@dataclass(frozen=True, slots=True)
class Scored:
    """The table changed a seat's points by `delta` to `points` (never below 0)."""

    seat: int
    delta: int
    reason: Message
    points: int


@dataclass(frozen=True, slots=True)
class TurnMoved:
    """A ruling knocked out the seat in turn; `seat` answers instead."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game ended."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]


Event = (
    Started
    | RolledOff
    | RoundOpened
    | Rolled
    | Declared
    | Passed
    | Accepted
    | Challenged
    | Shown
    | RollVoided
    | Dealt
    | BidMade
    | Adjudicated
    | Ruled
    | Scored
    | TurnMoved
    | GameOver
)

_KINDS: Final[dict[str, type[Any]]] = {kind.__name__: kind for kind in get_args(Event)}
_ENUMS: Final[dict[str, type[StrEnum]]] = {"ending": Ending, "verdict": Verdict}


def to_json(event: Event) -> dict[str, Any]:
    """Converts an event to JSON data; `from_json` converts it back.

    >>> to_json(Declared(0, Pair(1, 3), turn=1))
    {'event': 'Declared', 'seat': 0, 'claim': {'claim': '3-1'}, 'turn': 1, 'worth': None, 'fine': 0}
    """
    data: dict[str, Any] = {"event": type(event).__name__}
    for field in fields(event):
        data[field.name] = _encode(getattr(event, field.name))
    return data


def from_json(data: dict[str, Any]) -> Event:
    """Converts JSON data to an event; a reason may be plain text, as in older journals.

    Raises:
        RulesError: where the data is no event.
    """
    kind = _KINDS.get(data.get("event", ""))
    if kind is None:
        raise EventError(message("No event is called {kind}.", kind=repr(data.get("event"))))
    names = [field.name for field in fields(kind)]
    if set(names) != data.keys() - {"event"}:
        has, given = ", ".join(names), ", ".join(data)
        raise EventError(
            message("The event {kind} has the fields {has}, not {given}.", kind=kind.__name__, has=has, given=given)
        )
    try:
        event: Event = kind(**{name: _decode_field(name, data[name]) for name in names})
    except RulesError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        says = message("The event {kind} cannot be read ({error}).", kind=kind.__name__, error=str(error)[:80])
        raise EventError(says) from error
    return event


def _encode(value: object) -> object:
    match value:
        case Pair() | Bid() | Total():
            return {"claim": write_claim(value)}
        case Hands(dice):
            return {"hands": [list(hand) for hand in dice]}
        case Options():
            return {"options": dict(value)}
        case tuple():
            return [_encode(item) for item in value]
        case StrEnum():
            return value.value
        case Message():
            return messages.to_json(value)
        case _:
            return value


def _decode_field(name: str, value: Any) -> object:
    if value is None:
        return None
    if name in _ENUMS:
        return _ENUMS[name](str(value))
    if name == "reason":
        return _decode_message(value)
    return _decode(value)


def _decode_message(value: Any) -> Message:
    try:
        return messages.from_json(value)
    except (AttributeError, KeyError, TypeError) as error:
        raise EventError(message("{value} is not a message.", value=repr(value))) from error


def _decode(value: object) -> object:
    match value:
        case {"claim": str(text)}:
            return parse_claim(text)
        case {"hands": list(hands)}:
            return Hands(tuple(tuple(hand) for hand in hands))
        case {"options": dict(options)}:
            return Options(options)
        case list():
            return tuple(_decode(item) for item in value)
        case _:
            return value
