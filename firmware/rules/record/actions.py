"""The actions of a record, one per line; parsed by `notation` and written by `writer`.

Dice that nobody ever saw are None, in the text `?`.
"""

from dataclasses import dataclass

from firmware.rules.claims import Bid, Pair, Total
from firmware.rules.message import Message

Die = int | None
"""A face, or None for a die that nobody ever saw."""


@dataclass(frozen=True, slots=True)
class Rolls:
    """`NAME rolls 5-6 claims 1-3`, or `blind`; `dice` is None if nobody ever saw them."""

    seat: int
    dice: Pair | None
    claim: Pair
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Passes:
    """`NAME passes`, or `NAME passes claims 6-5`."""

    seat: int
    claim: Pair | None = None


@dataclass(frozen=True, slots=True)
class Accepts:
    """`NAME accepts`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenges:
    """`NAME challenges`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shows:
    """`NAME shows 2-1`; `dice` is None if they could not be read."""

    seat: int
    dice: Pair | None


@dataclass(frozen=True, slots=True)
class Deals:
    """`deal 2 4 4 5 5 / 1 1 4 4 6`: the hands of the live seats by index."""

    hands: tuple[tuple[Die, ...], ...]


@dataclass(frozen=True, slots=True)
class Bids:
    """`NAME bids 4x5`, `NAME sums 13`, or a bid with Show and Re-roll before it."""

    seat: int
    claim: Bid | Total
    shown: tuple[int, ...] = ()
    rerolled: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True)
class RollsOff:
    """`roll-off Astrid 3, Bjorn 6`: (seat, face)."""

    throws: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Undoes:
    """`undo`."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """`ruling Bjorn -1 "die on the floor"`; with `of_points`: `ruling Bjorn +1 point "the table looked"`."""

    seat: int
    delta: int
    reason: Message
    of_points: bool = False


Action = Rolls | Passes | Accepts | Challenges | Shows | Deals | Bids | RollsOff | Undoes | Ruling
