"""When a hidden roll is answered: at a time that tells nothing of its dice."""

import math
from collections import deque
from statistics import median

USED = 2 / 3
"""A reading usually takes at most this part of a step, so that hardly one crosses into the next."""
LONGEST_STEP = 4.0
_RECENT = 5


class AnswerDelay:
    """Rounds the time from rest to answer up to whole steps.

    Some faces are read a few hundredths sooner than others. Where readings end about the end of a step, the step would
    tell them apart: then it is doubled, for good, by the median of the last readings, as a single one may be late by
    chance.

    >>> delay = AnswerDelay(0.25)
    >>> [delay.of(seconds) for seconds in (0.1, 0.12, 0.3, 0.1)]
    [0.25, 0.25, 0.5, 0.25]
    >>> slow = AnswerDelay(0.25)
    >>> [slow.of(seconds) for seconds in (0.5, 0.55, 0.5, 1.1)]
    [1.0, 1.0, 1.0, 2.0]
    """

    def __init__(self, step: float) -> None:
        """Begins with this step in seconds; 0 answers at once."""
        self._step = step
        self._recent: deque[float] = deque(maxlen=_RECENT)

    def of(self, seconds: float) -> float:
        """Returns the seconds after rest at which to answer a roll that took `seconds` to read; 0: at once."""
        if self._step <= 0:
            return 0.0
        self._recent.append(seconds)
        while median(self._recent) > USED * self._step and self._step < LONGEST_STEP:
            self._step *= 2
        return max(1, math.ceil(seconds / self._step)) * self._step
