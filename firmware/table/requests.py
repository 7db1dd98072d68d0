"""What the table asks of the box; the main loop carries it out."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shake:
    """Watch (a simulated box: throw) this many dice until they lie still, and read them."""

    serial: int
    dice: int


@dataclass(frozen=True, slots=True)
class Look:
    """Read the dice afresh.

    A camera with dice of its own reads those under the cup of `seat`, their `part` (from 0).
    """

    serial: int
    dice: int
    seat: int | None = None
    part: int = 0


@dataclass(frozen=True, slots=True)
class Cast:
    """On a camera with dice of its own: throw a seat's dice under its cup."""

    seat: int
    dice: int


@dataclass(frozen=True, slots=True)
class Peek:
    """Lift the flap of a simulated box."""


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


Request = Shake | Look | Cast | Peek | Leave | Calibrate | Bless
