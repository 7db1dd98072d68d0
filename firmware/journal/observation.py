"""An observation: the reader's result with the photograph that proves it, and its stored form."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from firmware.rules.message import Message, from_json, literal, to_json


class RollDelay(StrEnum):
    """Why a shake has no observation yet: nobody saw it, something keeps moving, or camera or reader are slow."""

    UNSEEN = "unseen"
    MOVING = "moving"
    SLOW = "slow"


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in the photograph: its face (None if unreadable), the outline of its top face, its pips.

    All coordinates are pixels of the photograph; a pip is x, y and radius.
    """

    face: int | None
    polygon: tuple[tuple[float, float], ...]
    pips: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Observation:
    """A reading with its photograph. It prints as `<sealed>`, since it is secret most of the time.

    `faces` are ascending, or None with a `reason` (as in `meierbox read`) and a `message` explaining it. `confidence`
    is the probability that the faces are right; `photograph` is a JPEG; `at` is monotonic seconds.
    """

    faces: tuple[int, ...] | None
    reason: str | None
    message: Message | None
    confidence: float
    dice: tuple[SeenDie, ...]
    photograph: bytes
    at: float

    @property
    def why(self) -> Message:
        """Why there are no faces; raises ValueError if there are."""
        if self.message is None:
            raise ValueError("A reading that has faces needs no reason.")
        return self.message

    def __repr__(self) -> str:
        """Hides the contents."""
        return "<sealed>"


def to_body(observation: Observation) -> dict[str, Any]:
    """Converts an observation without its photograph to JSON data."""
    return {
        "faces": observation.faces,
        "reason": observation.reason,
        "message": to_json(observation.message) if observation.message else "",
        "confidence": observation.confidence,
        "dice": [{"face": die.face, "polygon": die.polygon, "pips": die.pips} for die in observation.dice],
        "at": observation.at,
    }


def from_body(body: Mapping[str, Any], encoded: bytes) -> Observation:
    """Converts JSON data and a photograph back; journals of version 1 have the message as a sentence.

    Raises:
        KeyError, TypeError, ValueError: for anything else.
    """
    faces = body["faces"]
    return Observation(
        faces=None if faces is None else tuple(int(face) for face in faces),
        reason=body["reason"],
        message=_message(body["message"]),
        confidence=float(body["confidence"]),
        dice=tuple(
            SeenDie(
                face=die["face"],
                polygon=tuple((float(x), float(y)) for x, y in die["polygon"]),
                pips=tuple((float(x), float(y), float(r)) for x, y, r in die["pips"]),
            )
            for die in body["dice"]
        ),
        photograph=encoded,
        at=float(body["at"]),
    )


def _message(body: Any) -> Message | None:
    if not isinstance(body, str):
        return from_json(body)
    if not body:
        return None
    return literal(body) if {"{", "}"} & set(body) else Message(body)
