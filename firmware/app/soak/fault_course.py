"""The course of a soak test's faults: one at a time, with undisturbed actions between them."""

import random
from collections.abc import Callable, Collection

from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.soak.fault_injection import ClockReading, FaultInjection, injection_of
from firmware.app.soak.faults import SoakFault, schedule
from firmware.app.soak.report import FaultRecord, Report
from firmware.app.soak.soak_environment import SoakEnvironment

ACTIONS_PER_ROUND = 18
"""The average of a long test, by which rounds between faults are counted in actions."""
LEAST_GAP, MOST_GAP = 0.2, 1.8
"""The actions between two faults are as random as this times the average, so that a fault may hit any moment."""


class FaultCourse:
    """Begins each fault when it is due, follows it to its end, and records it in the report."""

    def __init__(
        self,
        faults: Collection[SoakFault],
        rounds_per_fault: float,
        seed: int,
        environment: SoakEnvironment,
        rng: random.Random,
        report: Report,
        clock_reading: Callable[[], ClockReading],
    ) -> None:
        """`seed` decides the order of the faults, `rng` their circumstances."""
        self._faults = schedule(faults, random.Random(seed))
        self._has_faults = bool(faults)
        self._average_gap = rounds_per_fault * ACTIONS_PER_ROUND
        self._environment, self._rng, self._report = environment, rng, report
        self._clock_reading = clock_reading
        self._injection: FaultInjection | None = None
        self._due = 0

    def on_message(self, box: MainLoop, message: BoxMessage) -> None:
        """Tells the current fault what the box has just handled."""
        if self._injection is not None:
            self._injection.attach(box, self._clock_reading())
            self._injection.on_message(message)

    def follow(self, box: MainLoop, actions: int) -> None:
        """Advances the current fault; once it is over, and `actions` have reached its due number, begins the next."""
        injection = self._injection
        if injection is None:
            if self._has_faults and actions >= self._due:
                self._injection = injection_of(next(self._faults), self._environment, self._rng)
                self._injection.attach(box, self._clock_reading())
                self._injection.begin()
            return
        injection.attach(box, self._clock_reading())
        injection.tick()
        if not (injection.over or injection.is_overdue or injection.had_no_effect):
            return
        injection.attach(box, self._clock_reading())
        if injection.struck is not None and not injection.over:
            self._report.found(f"{injection.fault}: no recovery without a restart ({injection.circumstances}).")
        self._end(injection)
        self._due = actions + round(self._average_gap * self._rng.uniform(LEAST_GAP, MOST_GAP))

    def on_box_left(self) -> None:
        """Ends the current fault with the box in which it began: the next box never meets it."""
        injection = self._injection
        if injection is not None:
            injection.attach(injection.box, self._clock_reading())
            injection.abandon()
            self._end(injection)

    def _end(self, injection: FaultInjection) -> None:
        injection.end()
        self._report.faults.setdefault(injection.fault, FaultRecord()).add(injection)
        if injection.struck is not None and injection.noticed is None and not injection.silent:
            self._report.found(f"{injection.fault}: it was never noticed ({injection.circumstances}).")
        self._injection = None
