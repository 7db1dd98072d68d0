"""What the table asks of the box; the loop carries it out."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shake:
    """Watch (or on a simulated box: throw) this many dice until they lie still, and read them."""

    serial: int
    dice: int


@dataclass(frozen=True, slots=True)
class Look:
    """Read the dice afresh; on a camera with dice of its own those under the cup of `seat`, their `part` (from 0)."""

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
    """Have people led through the calibration of the camera, which the eye gives away for so long."""


@dataclass(frozen=True, slots=True)
class Bless:
    """Have so many dice thrown so often, learn them under a name, and see how fairly they fall."""

    name: str
    dice: int
    throws: int


Request = Shake | Look | Cast | Peek | Leave | Calibrate | Bless
