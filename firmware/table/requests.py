"""What the table asks of the box; the main loop carries it out."""

from dataclasses import dataclass
from typing import NamedTuple


class Hand(NamedTuple):
    """Dice under the cup of a seat: which game, by which roll they came there, whose they are, which part (from 0).

    `roll` is the journal's number of the deal or the bid. A camera over real dice does not need to know.
    """

    game: int
    roll: int
    seat: int
    part: int = 0


@dataclass(frozen=True, slots=True)
class WatchRoll:
    """Watch (a simulated box: throw) this many dice until they lie still, and read them."""

    serial: int
    dice: int


@dataclass(frozen=True, slots=True)
class ReadDice:
    """Read the dice afresh; `hand` tells whose they are, where every seat has its own."""

    serial: int
    dice: int
    hand: Hand | None = None


@dataclass(frozen=True, slots=True)
class Peek:
    """Show the dice to the player whose turn it is, on a camera that can."""


@dataclass(frozen=True, slots=True)
class Leave:
    """End the program; the game stands in the journal."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Lead people through the calibration of the camera, which the reader hands over meanwhile."""


@dataclass(frozen=True, slots=True)
class Bless:
    """Have dice thrown a number of times, learn them under a name, and test how fairly they fall."""

    name: str
    dice: int
    throws: int


Request = WatchRoll | ReadDice | Peek | Leave | Calibrate | Bless
