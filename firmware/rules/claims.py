"""Claims (two dice, a bid on a face, a total) and their notation (RECORD.md)."""

import re
from dataclasses import dataclass

from firmware.rules.errors import ClaimError
from firmware.rules.message import message

FACES = range(1, 7)


def check_face(face: int) -> None:
    """Raises ClaimError for a face outside 1..6."""
    if face not in FACES:
        raise ClaimError(message("A die shows 1 to 6, not {face}.", face=face))


@dataclass(frozen=True, slots=True, init=False)
class Pair:
    """Two dice in no order.

    >>> Pair(5, 6) == Pair(6, 5), Pair(3, 1)
    (True, Pair(low=1, high=3))
    """

    low: int
    high: int

    def __init__(self, one: int, other: int) -> None:
        """Takes two faces in any order; raises ClaimError for a face outside 1..6."""
        if one not in FACES or other not in FACES:
            check_face(one)
            check_face(other)
        object.__setattr__(self, "low", min(one, other))
        object.__setattr__(self, "high", max(one, other))


@dataclass(frozen=True, slots=True)
class Bid:
    """At least `quantity` of all dice show `face` (stars: a star is face 1)."""

    quantity: int
    face: int

    def __post_init__(self) -> None:
        """Raises ClaimError for a quantity below 1 or a face outside 1..6."""
        if self.quantity < 1:
            raise ClaimError(message("A bid is for at least one die, not {n}.", n=self.quantity))
        check_face(self.face)


@dataclass(frozen=True, slots=True)
class Total:
    """All dice together come to at least `value` (sympkyn-cups, the last-die sum)."""

    value: int

    def __post_init__(self) -> None:
        """Raises ClaimError for a total below 1."""
        if self.value < 1:
            raise ClaimError(message("A total is at least 1, not {n}.", n=self.value))


Claim = Pair | Bid | Total


@dataclass(frozen=True, slots=True)
class Hands:
    """The dice under the cups: each seat's hand by index, ascending; () for a seat without dice."""

    dice: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        """Sorts every hand; raises ClaimError for a face outside 1..6."""
        for hand in self.dice:
            for face in hand:
                if face not in FACES:  # checked here as well, because play and search create millions of hands
                    check_face(face)
        object.__setattr__(self, "dice", tuple(tuple(sorted(hand)) for hand in self.dice))


def write_claim(claim: Claim, low_first: bool = False) -> str:
    """Writes a claim as RECORD.md does, a pair high digit first unless `low_first`.

    >>> write_claim(Pair(1, 3)), write_claim(Pair(1, 3), low_first=True), write_claim(Bid(4, 5)), write_claim(Total(13))
    ('3-1', '1-3', '4x5', 'sum 13')
    """
    match claim:
        case Pair(low, high):
            return f"{low}-{high}" if low_first else f"{high}-{low}"
        case Bid(quantity, face):
            return f"{quantity}x{face}"
        case Total(value):
            return f"sum {value}"


_PAIR = re.compile(r"([1-6])-?([1-6])")
_BID = re.compile(r"([1-9][0-9]{0,3})x([1-6])")
_TOTAL = re.compile(r"sum ([1-9][0-9]{0,3})")


def parse_pair(text: str) -> Pair:
    """Reads `5-6` or `56`, either digit first; raises ClaimError."""
    found = _PAIR.fullmatch(text)
    if found is None:
        raise ClaimError(message('"{text}" is not two dice such as 5-6 or 56.', text=text))
    return Pair(int(found[1]), int(found[2]))


def parse_bid(text: str) -> Bid:
    """Reads `4x5`: at least four dice show 5; raises ClaimError."""
    found = _BID.fullmatch(text)
    if found is None:
        raise ClaimError(message('"{text}" is not a bid such as 4x5 (four dice show 5).', text=text))
    return Bid(int(found[1]), int(found[2]))


def parse_claim(text: str) -> Claim:
    """Reads any claim that `write_claim` writes; raises ClaimError.

    >>> parse_claim("66"), parse_claim("4x5"), parse_claim("sum 13")
    (Pair(low=6, high=6), Bid(quantity=4, face=5), Total(value=13))
    """
    if found := _TOTAL.fullmatch(text):
        return Total(int(found[1]))
    return parse_bid(text) if "x" in text else parse_pair(text)
