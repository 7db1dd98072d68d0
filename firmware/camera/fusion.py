"""Fuses several readings of the same dice into one, which has faces only if they agree."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.reading import JointReason, Reading, Reason

SHARED_DOUBT = 0.6
"""The share of the doubt that all frames of resting dice have in common: light and outlines are the same, only noise
differs. More frames cannot remove it."""


@dataclass(frozen=True, slots=True)
class Fused:
    """The fused reading, and the index of the best single one."""

    reading: Reading
    best_index: int


def joint_confidence(confidences: Sequence[float]) -> float:
    """Returns the joint confidence of one or more agreeing readings: above their mean, but never certain.

    >>> [round(joint_confidence([0.9] * frames), 3) for frames in (1, 2, 100)]
    [0.9, 0.92, 0.94]
    """
    doubt = 1 - sum(confidences) / len(confidences)
    return 1 - doubt * (SHARED_DOUBT + (1 - SHARED_DOUBT) / len(confidences))


def fuse(readings: Sequence[Reading]) -> Fused:
    """Fuses one or more readings.

    More than half must have faces, and all faces must agree. Contradicting readings become `UNCLEAR`; otherwise the
    most common reason wins. The confidence is the `joint_confidence`.
    """
    speaking = [index for index, reading in enumerate(readings) if reading.faces is not None]
    if len({readings[index].faces for index in speaking}) > 1:
        last = speaking[-1]
        unclear = replace(
            readings[last], faces=None, reason=Reason.UNCLEAR, confidence=0.0, cause=JointReason.CONTRADICTION
        )
        return Fused(unclear, last)
    if 2 * len(speaking) > len(readings):
        best = max(speaking, key=lambda index: readings[index].confidence)
        confidence = joint_confidence([readings[index].confidence for index in speaking])
        return Fused(replace(readings[best], confidence=confidence), best)
    reasons = Counter(reading.reason for reading in readings if reading.faces is None)
    commonest = reasons.most_common(1)[0][0]
    chosen = next(index for index, reading in enumerate(readings) if reading.reason == commonest)
    return Fused(readings[chosen], chosen)
