"""The result of reading frames."""

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[float, float]
"""x and y in pixels of the frame, x to the right, y down."""


class Reason(StrEnum):
    """Why a frame was not read; the values are those of `meierbox read --json`."""

    EMPTY = "empty"
    TOO_FEW = "too-few"
    TOO_MANY = "too-many"
    TOUCHING = "touching"
    COCKED = "cocked"
    STACKED = "stacked"
    MOVING = "moving"
    CUT_OFF = "cut-off"
    FOREIGN_OBJECT = "foreign-object"
    TOO_DARK = "too-dark"
    TOO_BRIGHT = "too-bright"
    BLURRED = "blurred"
    UNCLEAR = "unclear"
    CAMERA = "camera"


class JointReason(StrEnum):
    """Reasons that do not come from a single frame."""

    CONTRADICTION = "contradiction"
    """Frames of the same dice were read differently."""
    RESTLESS = "restless"
    """Nothing was read, because the dice did not come to rest."""
    FAILURE = "failure"
    """The reader failed on this frame."""


@dataclass(frozen=True, slots=True)
class KnownDice:
    """What is known about the dice beforehand: their faces, and their size.

    `size_mm` is their longer edge and the one across it, as measured by `meierbox bless`; it is only used if the camera
    is known as well.
    """

    faces: frozenset[int] = frozenset(range(1, 7))
    size_mm: tuple[float, float] | None = None


ANY_DICE = KnownDice()


@dataclass(frozen=True, slots=True)
class Pip:
    """One pip of a top face: its centre and radius in pixels."""

    x: float
    y: float
    r: float


@dataclass(frozen=True, slots=True)
class Die:
    """One die: its top face, the outline (four corners or more, clockwise) and its pips.

    `face` is 1 to 6, or None if it is unreadable. `confidence` is the probability, 0 to 1, that `face` is right; it is
    0 for a die that leans or is cut off.
    """

    face: int | None
    confidence: float
    center: Point
    polygon: tuple[Point, ...]
    pips: tuple[Pip, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The faces of all dice in a frame, or the reason for an abstention.

    Exactly one of `faces` (ascending) and `reason` is set. `confidence` is the probability, 0 to 1, that all faces are
    right. `ms` is the reader's own time in milliseconds, without decoding files. `expected` is the expected number of
    dice, if given. `cause` explains reasons that do not come from a single frame. `frames` is the number of frames
    used.
    """

    faces: tuple[int, ...] | None
    reason: Reason | None
    confidence: float
    dice: tuple[Die, ...]
    ms: float
    expected: int | None = None
    cause: JointReason | None = None
    frames: int = 1

    def __post_init__(self) -> None:
        """Checks that a reading has either faces or a reason."""
        if (self.faces is None) == (self.reason is None):
            raise ValueError("a reading has faces or a reason, never both or neither")
