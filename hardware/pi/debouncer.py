"""Turns the raw edges of a contact into presses and holds. Pure, with the time handed in.

gpiozero's own debouncing loses edges on real pins (its issue 550) and does nothing on its mock pins; hence this module.
"""

from dataclasses import dataclass
from enum import Enum, auto

from hardware.holds import HOLD_SECONDS

QUIET_SECONDS = 0.015
"""How long a contact must be quiet before its level counts; the contacts of good buttons bounce for about 5 ms."""
CHATTER_SECONDS = 1.5
"""A contact that does not settle for this long chatters: a loose wire, a worn button."""
STUCK_SECONDS = 1.7
"""A button that is down this long is stuck: people are told within two seconds, and of a hold long before."""
RELEASE_SECONDS = 0.6
"""The least time after a hold was reported for people to see what it did and let go; only then is the button stuck."""


@dataclass(frozen=True, slots=True)
class Change:
    """A contact has really closed or opened; `at` is the time of its first edge."""

    closed: bool
    at: float


class Debouncer:
    """Tracks the debounced state of one contact.

    >>> contact = Debouncer()
    >>> [contact.edge(closed, at) for closed, at in ((True, 1.000), (False, 1.002), (True, 1.003))]
    [None, None, None]
    >>> contact.settle(1.010), contact.settle(1.020)
    (None, Change(closed=True, at=1.0))
    """

    def __init__(self, quiet: float = QUIET_SECONDS, *, closed: bool = False) -> None:
        """Starts with a contact at rest; it must be quiet for `quiet` seconds before a change counts."""
        self.closed = closed
        self._quiet = quiet
        self._raw = closed
        self._began: float | None = None
        self._last = 0.0

    @property
    def raw(self) -> bool:
        """The level of the last edge."""
        return self._raw

    def edge(self, closed: bool, at: float) -> Change | None:
        """Takes an edge; returns the change that was complete before it, if any."""
        change = self.settle(at)
        if closed is not self._raw:
            self._raw, self._last = closed, at
            if self._began is None:
                self._began = at
        return change

    def settle(self, now: float) -> Change | None:
        """Returns the change that is complete by now, if any."""
        if self._began is None or now < self._last + self._quiet:
            return None
        began, self._began = self._began, None
        if self._raw is self.closed:
            return None
        self.closed = self._raw
        return Change(self.closed, began)

    def due_at(self) -> float | None:
        """When `settle` may next return a change."""
        return None if self._began is None else self._last + self._quiet

    def chatters(self, now: float) -> bool:
        """Whether it has failed to settle for too long."""
        return self._began is not None and now - self._began > CHATTER_SECONDS


class Gesture(Enum):
    """What a hand, or a broken button, did."""

    DOWN = auto()
    TAPPED = auto()
    HELD = auto()
    STUCK = auto()
    FREED = auto()


class Press:
    """Turns the changes of one button into gestures.

    >>> press = Press()
    >>> press.change(Change(True, 1.0)), press.change(Change(False, 1.2))
    (<Gesture.DOWN: 1>, <Gesture.TAPPED: 2>)
    >>> press.change(Change(True, 2.0)), press.tick(2.7), press.tick(2.8), press.change(Change(False, 3.0))
    (<Gesture.DOWN: 1>, None, <Gesture.HELD: 3>, None)
    """

    def __init__(self, hold: float = HOLD_SECONDS, stuck: float = STUCK_SECONDS) -> None:
        """Starts with the button up."""
        self._hold, self._stuck = hold, max(stuck, hold + RELEASE_SECONDS)
        self._down: float | None = None
        self._reported: Gesture | None = None

    @property
    def undecided(self) -> bool:
        """Whether it is down and may yet become a tap or a hold."""
        return self._down is not None and self._reported is None

    def down_already(self, at: float) -> None:
        """Notes that it is down at `at` without having been pressed then: that is no press, but it may be stuck."""
        self._down, self._reported = at, Gesture.HELD

    def void(self) -> None:
        """Discards the press in progress."""
        if self._down is not None and self._reported is None:
            self._reported = Gesture.HELD

    def forget(self) -> None:
        """Discards the press in progress, however long it lasts."""
        self._down = None

    def change(self, change: Change) -> Gesture | None:
        """Takes a change of the contact."""
        if change.closed:
            self._down, self._reported = change.at, None
            return Gesture.DOWN
        down, reported = self._down, self._reported
        self._down = self._reported = None
        if down is None:
            return None
        if reported is None:
            return Gesture.HELD if change.at - down >= self._hold else Gesture.TAPPED
        return Gesture.FREED if reported is Gesture.STUCK else None

    def tick(self, now: float) -> Gesture | None:
        """Returns what a press has become by its duration, if anything new."""
        if self._down is None:
            return None
        if self._reported is None and now >= self._down + self._hold:
            self._reported = Gesture.HELD
            return Gesture.HELD
        if self._reported is Gesture.HELD and now >= self._down + self._stuck:
            self._reported = Gesture.STUCK
            return Gesture.STUCK
        return None

    def due_at(self) -> float | None:
        """When `tick` may next return something."""
        if self._down is None or self._reported is Gesture.STUCK:
            return None
        return self._down + (self._hold if self._reported is None else self._stuck)
