"""Decides when a worker counts as hung and when the next one starts; deals with times only, not with processes."""

from enum import Enum, auto

RESTART_DELAYS = (0.5, 1.0, 2.0, 4.0, 8.0, 10.0)
"""Seconds before each restart after a failure; the last value repeats."""
SILENCE_TIMEOUT = 2.0
"""Seconds of silence after which a worker waiting for a camera counts as hung: drivers do hang. With half a second
between two steps, people are told within three seconds."""
BUSY_TIMEOUT = 20.0
"""The same while the worker is busy (reading, rendering or decoding a picture): a small computer may be slow."""
START_TIMEOUTS = (20.0, 40.0, 60.0)
"""The same while the worker starts: libraries load slowly on a small computer, and some cameras take seconds to open.

Each failed start gives the next one more time, since a slow computer would otherwise restart workers forever; the last
value repeats.
"""
STARTING_SECONDS = 10.0
"""After this long, people are told that the camera is still starting; on a fast computer it has opened before."""
MAX_SILENCE_PER_STEP = 0.75
"""The most silence, in seconds, that one step counts. After a longer gap this process itself was stopped or starved,
most likely the worker too, and its messages may still be waiting in the pipe."""
PROVEN_SECONDS = 10.0
"""Seconds in service after which earlier failures are forgotten."""


class WatchdogAction(Enum):
    """What to do next."""

    WAIT = auto()
    START = auto()
    KILL = auto()


class Watchdog:
    """Watches one worker after another; times are seconds of any monotonic clock.

    >>> watchdog = Watchdog()
    >>> watchdog.step(0.0)
    <WatchdogAction.START: 2>
    >>> watchdog.started(0.0); watchdog.opened(1.0)
    >>> [watchdog.step(now).name for now in (1.7, 2.4, 2.9, 3.1)]
    ['WAIT', 'WAIT', 'WAIT', 'KILL']
    >>> watchdog.ended(3.1)
    >>> [watchdog.step(now).name for now in (3.5, 3.6)]
    ['WAIT', 'START']
    """

    def __init__(self) -> None:
        """Nothing runs; the first start is due at once."""
        self._failures = 0
        self._due = float("-inf")
        self._running = False
        self._opened: float | None = None
        self._busy = False
        self._given_up = 0
        self._started_at = 0.0
        self._heartbeat_at = 0.0
        self._silence = 0.0
        self._stepped_at = float("-inf")

    @property
    def has_opened(self) -> bool:
        """Whether the current (or last) worker has opened its camera."""
        return self._opened is not None

    @property
    def may_be_slow(self) -> bool:
        """Whether a worker that has not opened its camera may still owe that to a slow computer."""
        return self._given_up < len(START_TIMEOUTS)

    def is_slow(self, now: float) -> bool:
        """Returns whether the current worker has not opened its camera, and people should be told why they wait."""
        return self._running and self._opened is None and now - self._started_at > STARTING_SECONDS

    def started(self, now: float) -> None:
        """Records that a worker was started."""
        self._running, self._opened, self._started_at = True, None, now
        self.heartbeat(now)

    def heartbeat(self, now: float, busy: bool = False) -> None:
        """Records a heartbeat; `busy`: the worker has begun a long computation."""
        self._heartbeat_at, self._silence, self._busy = now, 0.0, busy
        if self._opened is not None and now - self._opened > PROVEN_SECONDS:
            self._failures = 0

    def opened(self, now: float) -> None:
        """Records that the worker has opened its camera."""
        self._opened = now
        self.heartbeat(now)

    def ended(self, now: float) -> None:
        """Records that the worker is gone, by itself or killed."""
        if self._running:
            self._due = now + RESTART_DELAYS[min(self._failures, len(RESTART_DELAYS) - 1)]
            self._failures += 1
        self._running = False

    def restart_now(self) -> None:
        """Cuts the delay before a restart short: an answer is being waited for."""
        self._due = float("-inf")

    def step(self, now: float) -> WatchdogAction:
        """Returns what to do at this time."""
        unheard = max(0.0, now - max(self._stepped_at, self._heartbeat_at))
        self._silence += min(unheard, MAX_SILENCE_PER_STEP)
        self._stepped_at = now
        if not self._running:
            return WatchdogAction.START if now >= self._due else WatchdogAction.WAIT
        if self._silence <= self._timeout():
            return WatchdogAction.WAIT
        if self._opened is None:
            self._given_up += 1
        return WatchdogAction.KILL

    def _timeout(self) -> float:
        if self._opened is None:
            return START_TIMEOUTS[min(self._given_up, len(START_TIMEOUTS) - 1)]
        return BUSY_TIMEOUT if self._busy else SILENCE_TIMEOUT
