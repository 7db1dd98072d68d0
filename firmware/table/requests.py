"""What the table asks of the box; the loop carries it out."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shake:
    """Watch (or on a simulated box: throw) this many dice until they lie still, and read them."""

    serial: int
    dice: int


@dataclass(frozen=True, slots=True)
class Look:
    """Read the dice afresh."""

    serial: int
    dice: int


@dataclass(frozen=True, slots=True)
class Peek:
    """Lift the flap of a simulated box."""


@dataclass(frozen=True, slots=True)
class Leave:
    """End the program; the game stands in the journal."""


Request = Shake | Look | Peek | Leave
