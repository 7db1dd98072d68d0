"""What happened: the events that a game is made of, and their JSON."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final

from firmware.rules.claims import Bid, Claim, Hands, Pair, Total, parse_claim, write_claim
from firmware.rules.options import Options


class Verdict(StrEnum):
    """What the dice say of a claim."""

    UPHELD = "upheld"
    """The claim is true."""
    REFUTED = "refuted"
    """The claim is false."""
    NO_VERDICT = "no-verdict"
    """The dice could not be read; people settle it."""


class Ending(StrEnum):
    """How a round came to its end."""

    CHALLENGE = "challenge"
    ACCEPTED = "accepted"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Started:
    """A game begins; `opens` is None when a roll-off is to find who opens, the rest what the ruleset keeps count of."""

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
    """Throws for the opening, (seat, face); `tied` is () when they found who opens."""

    throws: tuple[tuple[int, int], ...]
    tied: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round is to be opened by `seat`: after the roll-off, or because a ruling has ended what was going on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """The seat shook; `again` when it had shaken before and not yet spoken."""

    seat: int
    blind: bool
    again: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """The seat spoke its claim; `turn` answers. In bullshit `worth` is the cup's new value, `fine` the tallies paid."""

    seat: int
    claim: Pair
    turn: int
    worth: int | None = None
    fine: int = 0


@dataclass(frozen=True, slots=True)
class Passed:
    """The seat handed the box on unseen and answers for the claim; `turn` is next."""

    seat: int
    claim: Pair
    turn: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """The seat took the loss of a declared Meier; `Adjudicated` follows at once."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """The seat called the standing claim a lie."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The seat says that it has a 21 and lifts the secret."""

    seat: int


@dataclass(frozen=True, slots=True)
class RollVoided:
    """What the seat showed was no 21: everybody has seen the dice, and it shakes again.

    `dice` is None where the table said so and nobody read them.
    """

    seat: int
    dice: Pair | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everybody rolled under the cup: the number of dice per seat."""

    held: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidMade:
    """The seat bid, having put `shown` face-up and re-rolled `rerolled` dice; `turn` answers."""

    seat: int
    claim: Bid | Total
    turn: int
    shown: tuple[int, ...] = ()
    rerolled: int = 0


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """A round ended; everything that is needed to tell how."""

    ending: Ending
    claim: Claim
    verdict: Verdict | None
    """None where nothing was revealed because nothing was disputed (an accepted Meier)."""
    actual: Pair | int | None
    """What the claim was held against: two dice, the counted dice, the total; None where nothing was revealed."""
    revealed: Pair | Hands | None
    """All dice that came to light."""
    reason: str | None
    """Why there is no verdict."""
    challenger: int | None
    owner: int
    lost: tuple[tuple[int, int], ...]
    """(seat, what it paid), by seat; tallies count as paid."""
    stock: tuple[int, ...]
    """The stock afterwards."""
    starter: int
    """Who opens the next round; when the game is over, who would, were its loss taken back."""
    winner: int | None = None
    """Who scores, where points are played."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """The table changed a seat's stock by `delta`; it is now `stock` (never below 0). `pays`: it is worse off."""

    seat: int
    delta: int
    reason: str
    stock: int
    pays: bool


@dataclass(frozen=True, slots=True)
class Scored:
    """The table changed a seat's points by `delta`; they are now `points` (never below 0)."""

    seat: int
    delta: int
    reason: str
    points: int


@dataclass(frozen=True, slots=True)
class TurnMoved:
    """A ruling took the seat in turn out of the game; `seat` answers instead."""

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

_KINDS: Final[dict[str, type[Any]]] = {
    kind.__name__: kind
    for kind in (
        Started,
        RolledOff,
        RoundOpened,
        Rolled,
        Declared,
        Passed,
        Accepted,
        Challenged,
        Shown,
        RollVoided,
        Dealt,
        BidMade,
        Adjudicated,
        Ruled,
        Scored,
        TurnMoved,
        GameOver,
    )
}
_ENUMS: Final[dict[str, type[StrEnum]]] = {"ending": Ending, "verdict": Verdict}


def to_json(event: Event) -> dict[str, Any]:
    """Turns an event into what `json.dumps` takes; `from_json` turns it back.

    >>> to_json(Declared(0, Pair(1, 3), turn=1))
    {'event': 'Declared', 'seat': 0, 'claim': {'claim': '3-1'}, 'turn': 1, 'worth': None, 'fine': 0}
    """
    data: dict[str, Any] = {"event": type(event).__name__}
    for field in fields(event):
        data[field.name] = _encode(getattr(event, field.name))
    return data


def from_json(data: dict[str, Any]) -> Event:
    """Turns what `to_json` made into the event again; raises ValueError for anything else."""
    kind = _KINDS.get(data.get("event", ""))
    if kind is None:
        raise ValueError(f"No event is called {data.get('event')!r}.")
    names = [field.name for field in fields(kind)]
    if set(names) != data.keys() - {"event"}:
        raise ValueError(f"The event {kind.__name__} has the fields {', '.join(names)}, not {', '.join(data)}.")
    values = {}
    for name in names:
        value = _decode(data[name])
        values[name] = _ENUMS[name](str(value)) if name in _ENUMS and value is not None else value
    event: Event = kind(**values)
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
        case _:
            return value


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
