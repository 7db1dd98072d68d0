"""Decides when a worker counts as hung and when the next one is started: no processes in here, only times."""

from enum import Enum, auto

RESTART_DELAYS = (0.5, 1.0, 2.0, 4.0, 8.0, 10.0)
"""Seconds before each new start after a failure; the last holds for all that follow."""
SILENCE_TIMEOUT = 2.5
"""Seconds without a sign of life after which a worker that waits for a camera counts as hung: drivers do hang."""
BUSY_TIMEOUT = 20.0
"""The same while it does work of its own, which may take long on a small, busy computer: it reads the
dice in a picture, draws a picture, or decodes one from a file."""
START_TIMEOUTS = (20.0, 40.0, 60.0)
"""The same while it starts: a small computer loads its libraries slowly, and some cameras take seconds to open. Each
start that was given up allows the next ones more time, or a computer too slow for the first would start workers for
ever; the last holds for all that follow."""
MAX_SILENCE_PER_STEP = 0.75
"""Seconds of silence that one step counts at most: where more passed between two, this process itself was stopped or
starved, most likely the worker with it, and what the worker said meanwhile may still wait in the pipe."""
PROVEN_SECONDS = 10.0
"""Seconds of service after which earlier failures are forgotten."""


class WatchdogAction(Enum):
    """What to do now."""

    WAIT = auto()
    START = auto()
    KILL = auto()


class Watchdog:
    """Watches one worker after the other; times are seconds of any monotonic clock.

    >>> watchdog = Watchdog()
    >>> watchdog.step(0.0)
    <WatchdogAction.START: 2>
    >>> watchdog.started(0.0); watchdog.opened(1.0)
    >>> [watchdog.step(now).name for now in (1.7, 2.4, 3.1, 3.6)]
    ['WAIT', 'WAIT', 'WAIT', 'KILL']
    >>> watchdog.ended(3.6)
    >>> [watchdog.step(now).name for now in (4.0, 4.1)]
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
        self._heartbeat_at = 0.0
        self._silence = 0.0
        self._stepped_at = float("-inf")

    @property
    def has_opened(self) -> bool:
        """Whether the worker that runs, or ran last, has opened its camera."""
        return self._opened is not None

    def started(self, now: float) -> None:
        """A worker was started."""
        self._running, self._opened = True, None
        self.heartbeat(now)

    def heartbeat(self, now: float, busy: bool = False) -> None:
        """The worker gave a sign of life; `busy`: until the next one it does work of its own."""
        self._heartbeat_at, self._silence, self._busy = now, 0.0, busy
        if self._opened is not None and now - self._opened > PROVEN_SECONDS:
            self._failures = 0

    def opened(self, now: float) -> None:
        """The worker has opened its camera."""
        self._opened = now
        self.heartbeat(now)

    def ended(self, now: float) -> None:
        """The worker is gone: by itself, or killed."""
        if self._running:
            self._due = now + RESTART_DELAYS[min(self._failures, len(RESTART_DELAYS) - 1)]
            self._failures += 1
        self._running = False

    def restart_now(self) -> None:
        """Somebody waits for an answer: a start that was put off is due now."""
        self._due = float("-inf")

    def step(self, now: float) -> WatchdogAction:
        """Returns what is to be done at this time."""
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
