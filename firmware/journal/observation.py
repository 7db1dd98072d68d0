"""What the eye process tells the game: the faces, or why not, and the photograph that proves it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in the photograph: its face (None where it could not be told), the outline of its top face, its pips.

    All coordinates are pixels of the photograph; a pip is x, y and radius.
    """

    face: int | None
    polygon: tuple[tuple[float, float], ...]
    pips: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Sight:
    """A reading with its evidence. It prints as `<sealed sight>`, since most of the time nobody may know it.

    `faces` are ascending, or None with a `reason` (a word of `meierbox read`) and a `message` for people. `confidence`
    is the probability, 0 to 1, that the faces are right; `evidence` a JPEG; `at` seconds, monotonic.
    """

    faces: tuple[int, ...] | None
    reason: str | None
    message: str
    confidence: float
    dice: tuple[SeenDie, ...]
    evidence: bytes
    at: float

    def __repr__(self) -> str:
        """Tells nothing."""
        return "<sealed sight>"
