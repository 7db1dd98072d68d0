"""Several readings of the same dice become one, which speaks only where they agree."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from vision.reading import Cause, Reading, Reason

SHARED = 0.6
"""The part of the doubt that frames of dice at rest have in common: light and outline are the same in all of them, and
only the noise is not. No more frames than there are can take it away."""


def together(confidences: Sequence[float]) -> float:
    """Gives the confidence of readings (one or more) that say the same: more than their mean, never certainty.

    >>> round(together([0.9]), 3), round(together([0.9, 0.9]), 3), round(together([0.9] * 100), 3)
    (0.9, 0.92, 0.94)
    """
    doubt = 1 - sum(confidences) / len(confidences)
    return 1 - doubt * (SHARED + (1 - SHARED) / len(confidences))


def agree(readings: Sequence[Reading]) -> tuple[int, Reading]:
    """Gives the joint reading, and which of `readings` (one or more) is its evidence.

    More than half must speak, and all that speak must say the same. Where they contradict each other the joint reading
    is `UNCLEAR`, else it has the commonest reason. The joint confidence is that of `together`.
    """
    speaking = [index for index, reading in enumerate(readings) if reading.faces is not None]
    if len({readings[index].faces for index in speaking}) > 1:
        last = speaking[-1]
        return last, replace(
            readings[last],
            faces=None,
            reason=Reason.UNCLEAR,
            confidence=0.0,
            cause=Cause.CONTRADICTION,
        )
    if 2 * len(speaking) > len(readings):
        best = max(speaking, key=lambda index: readings[index].confidence)
        return best, replace(readings[best], confidence=together([readings[index].confidence for index in speaking]))
    reasons = Counter(reading.reason for reading in readings if reading.faces is None)
    commonest = reasons.most_common(1)[0][0]
    chosen = next(index for index, reading in enumerate(readings) if reading.reason == commonest)
    return chosen, readings[chosen]
