"""Photographs of a reveal and their marks, as the journal keeps them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from firmware.journal.observation import SeenDie, Sight


@dataclass(frozen=True, slots=True)
class Evidence:
    """A photograph that a reveal shows: what was seen, and whether it was taken when the roll was sealed.

    `seat` is whose dice they are, where every seat has its own.
    """

    sight: Sight
    sealed: bool
    seat: int | None = None


def marks(sight: Sight) -> dict[str, Any]:
    """Turns all of a sight but its picture into what `json.dumps` takes."""
    return {
        "faces": sight.faces,
        "reason": sight.reason,
        "message": sight.message,
        "confidence": sight.confidence,
        "dice": [{"face": die.face, "polygon": die.polygon, "pips": die.pips} for die in sight.dice],
        "at": sight.at,
    }


def sight_of(body: Mapping[str, Any], encoded: bytes) -> Sight:
    """Turns marks and a picture into the sight again; raises KeyError, TypeError or ValueError for anything else."""
    faces = body["faces"]
    return Sight(
        faces=None if faces is None else tuple(int(face) for face in faces),
        reason=body["reason"],
        message=str(body["message"]),
        confidence=float(body["confidence"]),
        dice=tuple(
            SeenDie(
                face=die["face"],
                polygon=tuple((float(x), float(y)) for x, y in die["polygon"]),
                pips=tuple((float(x), float(y), float(r)) for x, y, r in die["pips"]),
            )
            for die in body["dice"]
        ),
        evidence=encoded,
        at=float(body["at"]),
    )
