"""Notices that a box's loop stands still: nobody at the table could do anything then."""

import faulthandler
import sys

STALL_SECONDS = 30.0
"""Longer than any turn of the loop takes where thirty processes wait for two processors."""
_ARM_SECONDS = 1.0


class StallWatch:
    """Measures the time between the turns of a loop; after `seconds` without one, says on stderr where it stands."""

    def __init__(self, seconds: float = STALL_SECONDS) -> None:
        """Starts with the first turn."""
        self._seconds = seconds
        self._last: float | None = None
        self._armed_at = float("-inf")

    def turn(self, now: float) -> float | None:
        """Counts a turn; returns the seconds since the last one if those were too many."""
        took, self._last = 0.0 if self._last is None else now - self._last, now
        if now - self._armed_at >= _ARM_SECONDS:
            self._armed_at = now
            faulthandler.dump_traceback_later(self._seconds, file=sys.__stderr__ or sys.stderr)
        return took if took > self._seconds else None

    def stop(self) -> None:
        """Forgets the last turn: what follows is no turn of the loop."""
        self._last, self._armed_at = None, float("-inf")
        faulthandler.cancel_dump_traceback_later()
