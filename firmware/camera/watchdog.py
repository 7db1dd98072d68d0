"""Decides when a worker counts as hung and when the next one is started: no processes in here, only times."""

from enum import Enum, auto

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 10.0)
"""Seconds before each new start after a failure; the last holds for all that follow."""
PATIENCE = 2.0
"""Seconds without a sign of life after which a worker that waits for a camera counts as hung: drivers do hang. With the
half second between two steps, people are told within three seconds on a machine that is busy, too."""
PATIENCE_AT_WORK = 20.0
"""The same while it does work of its own, which may take long on a small, busy computer: it reads the
dice in a picture, draws a picture, or decodes one from a file."""
PATIENCES_AT_START = (20.0, 40.0, 60.0)
"""The same while it starts: a small computer loads its libraries slowly, and some cameras take seconds to open. Each
start that was given up allows the next ones more time, or a computer too slow for the first would start workers for
ever; the last holds for all that follow."""
STRIDE = 0.75
"""Seconds of silence that one step counts at most: where more passed between two, this process itself was stopped or
starved, most likely the worker with it, and what the worker said meanwhile may still wait in the pipe."""
PROVEN = 10.0
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
        self._sign = 0.0
        self._silence = 0.0
        self._stepped = float("-inf")

    @property
    def has_opened(self) -> bool:
        """Whether the worker that runs, or ran last, has opened its camera."""
        return self._opened is not None

    def started(self, now: float) -> None:
        """A worker was started."""
        self._running, self._opened = True, None
        self.sign(now)

    def sign(self, now: float, busy: bool = False) -> None:
        """The worker gave a sign of life; `busy`: until the next one it does work of its own."""
        self._sign, self._silence, self._busy = now, 0.0, busy
        if self._opened is not None and now - self._opened > PROVEN:
            self._failures = 0

    def opened(self, now: float) -> None:
        """The worker has opened its camera."""
        self._opened = now
        self.sign(now)

    def ended(self, now: float) -> None:
        """The worker is gone: by itself, or killed."""
        if self._running:
            self._due = now + PAUSES[min(self._failures, len(PAUSES) - 1)]
            self._failures += 1
        self._running = False

    def hurry(self) -> None:
        """Somebody waits for an answer: a start that was put off is due now."""
        self._due = float("-inf")

    def step(self, now: float) -> WatchdogAction:
        """Returns what is to be done at this time."""
        unheard = max(0.0, now - max(self._stepped, self._sign))
        self._silence += min(unheard, STRIDE)
        self._stepped = now
        if not self._running:
            return WatchdogAction.START if now >= self._due else WatchdogAction.WAIT
        if self._silence <= self._patience():
            return WatchdogAction.WAIT
        if self._opened is None:
            self._given_up += 1
        return WatchdogAction.KILL

    def _patience(self) -> float:
        if self._opened is None:
            return PATIENCES_AT_START[min(self._given_up, len(PATIENCES_AT_START) - 1)]
        return PATIENCE_AT_WORK if self._busy else PATIENCE
