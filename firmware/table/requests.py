"""The table's requests to the box, carried out by the main loop."""

from dataclasses import dataclass
from typing import NamedTuple


class Hand(NamedTuple):
    """Dice under a seat's cup: the game, the roll that put them there, the seat, and the part (from 0).

    `roll` is the journal's number of the deal or the bid. A camera over real dice ignores it.
    """

    game: int
    roll: int
    seat: int
    part: int = 0


@dataclass(frozen=True, slots=True)
class WatchRoll:
    """Watch (a simulated box: throw) this many dice until they rest, and read them."""

    serial: int
    dice: int


@dataclass(frozen=True, slots=True)
class ReadDice:
    """Read the dice again; `hand` says whose they are if every seat has its own."""

    serial: int
    dice: int
    hand: Hand | None = None


@dataclass(frozen=True, slots=True)
class Peek:
    """Show the dice to the player in turn, on a camera that can."""


@dataclass(frozen=True, slots=True)
class Leave:
    """End the program; the game stays in the journal."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Guide people through the calibration, which borrows the camera."""


@dataclass(frozen=True, slots=True)
class Bless:
    """Guide people through blessing dice: throw them, learn them under a name, test their fairness."""

    name: str
    dice: int
    throws: int


@dataclass(frozen=True, slots=True)
class SavePoster:
    """Paint a poster of the evening and save it."""


Request = SavePoster | WatchRoll | ReadDice | Peek | Leave | Calibrate | Bless
