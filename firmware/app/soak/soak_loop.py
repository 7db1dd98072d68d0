"""The loop of the soak test: a box in its window, players at its table, and one fault after another."""

import gc
import random
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path

from firmware.app.composition import BoxOptions, composed, run_in_window
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.soak import panel_input
from firmware.app.soak.event_lines import EventLines
from firmware.app.soak.fault_course import FaultCourse
from firmware.app.soak.fault_injection import ClockReading
from firmware.app.soak.faults import SoakFault
from firmware.app.soak.ground_truth_check import GroundTruthCheck
from firmware.app.soak.random_input import RandomInput
from firmware.app.soak.report import Report
from firmware.app.soak.resource_usage import usage
from firmware.app.soak.soak_environment import SoakEnvironment
from firmware.app.soak.stall_watch import StallWatch
from firmware.camera import SWIFT
from firmware.errors import MeierboxError
from firmware.journal.database import FILE
from firmware.rules.games.registry import ruleset
from firmware.rules.message import Message
from firmware.table.plan import BY_THROW, GamePlan, first_options
from hardware.ports import Control, Held

LONGEST_WAIT = 120.0
"""The longest time that the table may wait for a camera, including restarts on a busy machine, in seconds."""
MAX_IDLE_ACTIONS = 1500
"""The most actions in a row without an event in the journal; more mean a dead end."""
MAX_REFUSALS = 3
"""The most failures to open the menu while the table waits: beside a broken button a press may be lost."""
CAMERA_WAIT = 0.2
"""The longest wait for the camera before the loop checks again; an answer wakes it."""
BY_HAND_SECONDS = 0.25
"""Seconds for each action of players without a camera, who otherwise would take no time."""
CAMERA_PATIENCES = (0.0, 20.0, 40.0)
"""The longest wait of players for a lost camera before they continue by hand."""
MEASURE_SECONDS = 10.0
SETTLED_ROUNDS = 5
"""After this many rounds everything is loaded, and growth is measured from here."""
MEMORY_GROWTH_MB, HANDLE_GROWTH = 100, 300
"""Tolerated growth in handles: fonts stay open in every size used."""
SIZE = (480, 288)
"""A small window: layout and drawing take less time."""


@dataclass(frozen=True, slots=True)
class SoakOrder:
    """The parameters of a soak test: rounds, seed, faults, games and players."""

    state: Path
    rounds: int
    seed: int
    faults: Sequence[SoakFault] = ()
    rules: Sequence[str] = ()
    seats: Sequence[str] = ()
    frames: int = SWIFT.frames
    """The number of frames of a throw that must agree."""
    rounds_per_fault: float = 3.0
    """The average number of rounds between the end of a fault and the next one; there is one at a time."""


class Soak:
    """Plays until the rounds are complete, a signal arrives, or a failure makes it impossible to continue."""

    def __init__(self, order: SoakOrder, write: Callable[[str], object], folder: Path) -> None:
        """`write` takes each event's line; `folder` is private to this run."""
        self.order = order
        self.report = Report()
        self.environment = SoakEnvironment(folder)
        self.ground_truth = GroundTruthCheck()
        self.lines = EventLines(order.state / FILE, write)
        self._rng = random.Random(order.seed)
        self._faults = FaultCourse(
            order.faults, order.rounds_per_fault, order.seed + 1, self.environment, self._rng, self.report, self._moment
        )
        self._rules = cycle(order.rules)
        self._stalls = StallWatch()
        self._table: RandomInput | None = None
        self._waiting_since: float | None = None
        self._progress, self._idle_actions = (0, 0), 0
        self._written_at = (0, 0)
        self._trouble: Message | None = None
        self._games: set[int] = set()
        self._escaping, self._refused_escapes = False, 0
        self._measured = self._by_hand_due = 0.0
        self._saw = True
        self._stop = False

    def run(self) -> Report:
        """Plays; the report is complete even after a failure."""
        began, size = time.monotonic(), self._journal_size()
        try:
            while not self._stop:
                self._sit_down()
                self._table = None
                gc.collect()  # a box that was left would be measured with the next one; a real one ends its process
        except MeierboxError as error:
            self.report.found(f"The box does not start: {error}")
        except Exception as error:  # noqa: BLE001 - a crash is what is looked for
            self._stalls.stop()
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}, line {place.lineno}"
            self.report.found(f"The box crashed: {type(error).__name__} ({error}) in {where}.")
            traceback.print_exception(error)
        finally:
            for port in ("screen", "sound"):
                self.environment.plug_in(port)
        self._finish(began, size)
        return self.report

    def _sit_down(self) -> None:
        """Starts a box and plays until somebody leaves."""
        options = BoxOptions(
            state=self.order.state,
            camera="sim",
            size=SIZE,
            pace=replace(SWIFT, frames=self.order.frames),
            send_ground_truth=True,
            seed=self.order.seed,
            ports=self.environment.ports(),
        )
        with composed(options) as box:
            self._table = RandomInput(box, self._rng, self._plan_next)
            self._waiting_since, self._saw = None, True

            def heard(message: BoxMessage) -> None:
                self._hear(box, message)

            box.watch = heard
            self.environment.run_box = box.step
            run_in_window(box, self.turn, frame_seconds=CAMERA_WAIT, keyboard=False)
            self._stalls.stop()
            self.environment.run_box = lambda: None
            self._faults.on_box_left()
            self.lines.write_new()
            self.report.clumsy += self._table.clumsy
        self._stop = self._stop or not box.dismissed
        self.report.restarts += not self._stop

    def _plan_next(self) -> tuple[str, GamePlan | None]:
        """Returns the next game in turn, with the requested seats, if any."""
        rules = next(self._rules)
        self.report.rules[rules] = self.report.rules.get(rules, 0) + 1
        if not self.order.seats:
            return rules, None
        return rules, GamePlan(tuple(self.order.seats), BY_THROW, first_options(ruleset(rules)))

    # One turn of the loop

    def turn(self, box: MainLoop) -> float:
        """Checks the result of the last action, advances the fault, performs the next action; returns the wait (s)."""
        assert self._table is not None
        now = time.monotonic()
        if stalled := self._stalls.turn(now):
            self.report.found(f"The loop stood still for {stalled:.0f} s in {type(box.table.mode).__name__}.")
        self._write_events(box)
        self._measure(now)
        if self.ground_truth.rounds:
            self._faults.follow(box, self.report.actions)
        if self.ground_truth.rounds >= self.order.rounds or self._is_stuck(box):
            self._stop = box.leaving = True
            return 0.0
        if (by_hand := self._seconds_until_by_hand(box, now)) > 0:
            return by_hand
        action = self._table.next()
        if action is None:
            return self._wait(box, now)
        self._check_escape(box, action)
        self._waiting_since = self._waiting_since if self._table.waits else None
        self.report.actions += 1
        self._idle_actions += 1
        panel_input.perform(action, box, self.environment)
        return 0.0

    def _seconds_until_by_hand(self, box: MainLoop, now: float) -> float:
        """Returns the seconds until the next action by hand while the camera is lost."""
        saw, self._saw = self._saw, box.table.context.camera_works
        if self._saw:
            return 0.0
        if saw:
            self._by_hand_due = now + self._rng.choice(CAMERA_PATIENCES)
        elif now >= self._by_hand_due:
            self._by_hand_due = now + BY_HAND_SECONDS
            return 0.0
        return self._by_hand_due - now

    def _wait(self, box: MainLoop, now: float) -> float:
        """Waits for the camera for the remaining time at most."""
        if self._waiting_since is None:
            self._waiting_since = now
        elif now - self._waiting_since > LONGEST_WAIT:
            self.report.found(f"{type(box.table.mode).__name__} waited {LONGEST_WAIT:.0f} s for the camera.")
            self._waiting_since = now
        return CAMERA_WAIT

    def _check_escape(self, box: MainLoop, action: BoxMessage) -> None:
        """Checks that the menu opens while the table waits for the camera; the press may also end an animation."""
        assert self._table is not None
        if not self._table.waits:
            self._refused_escapes = 0
        elif self._escaping:
            self._refused_escapes += 1
            if self._refused_escapes > MAX_REFUSALS:
                self.report.found(f"{type(box.table.mode).__name__} cannot be left while it waits for the camera.")
        self._escaping = self._table.waits and action == Held(Control.REVEAL)

    def _is_stuck(self, box: MainLoop) -> bool:
        """Returns whether the game cannot continue."""
        progress = self._stand(box)
        if progress != self._progress:
            self._progress, self._idle_actions = progress, 0
        if self._idle_actions <= MAX_IDLE_ACTIONS:
            return False
        mode = box.table.mode
        lit = [control for control, offer in box.table.offers().items() if offer.enabled]
        self.report.found(f"A dead end: {MAX_IDLE_ACTIONS} actions in {type(mode).__name__} led nowhere (lit: {lit}).")
        return True

    def _hear(self, box: MainLoop, message: BoxMessage) -> None:
        assert self._table is not None
        self.ground_truth.watch(box, message)
        self._table.on_message(message)
        self._faults.on_message(box, message)

    # Events

    def _stand(self, box: MainLoop) -> tuple[int, int]:
        """The current game and the number of its last row; (0, 0) without one."""
        session = box.table.session
        if session is None:
            return (0, 0)
        game = session.entry.number
        return game, session.journal.next_seq(game) - 1

    def _write_events(self, box: MainLoop) -> None:
        """Writes the events shown since the last turn."""
        stand = self._stand(box)
        if stand[0]:
            self._games.add(stand[0])
        if stand != self._written_at or box.table.context.current_game.journal.trouble is not self._trouble:
            self._written_at, self._trouble = stand, box.table.context.current_game.journal.trouble
            self.lines.write_new()

    # The machine

    def _moment(self) -> ClockReading:
        return ClockReading(time.monotonic(), self.environment.clock(), self.lines.written)

    def _measure(self, now: float) -> None:
        if now - self._measured < MEASURE_SECONDS:
            return
        self._measured = now
        used = usage()
        if self.ground_truth.rounds >= SETTLED_ROUNDS and not self.report.at_start.processes:
            self.report.at_start = used
        self.report.at_peak = self.report.at_peak.peak(used)
        self.report.at_end = used

    def _journal_size(self) -> int:
        return sum(file.stat().st_size for file in self.order.state.glob(f"{FILE}*"))

    def _finish(self, began: float, size: int) -> None:
        """Totals the counts, and checks for growth and leftovers."""
        report, ground_truth = self.report, self.ground_truth
        report.seconds = round(time.monotonic() - began, 1)
        report.skipped_seconds = round(self.environment.clock.skipped, 1)
        report.rounds, report.games = ground_truth.rounds, len(self._games)
        report.verdicts, report.no_verdicts = ground_truth.verdicts, ground_truth.no_verdicts
        report.readings, report.abstentions = ground_truth.readings, ground_truth.abstentions
        report.events = self.lines.written
        report.journal_bytes = self._journal_size() - size
        for wrong in ground_truth.wrong:
            report.found(f"Wrong: {wrong}")
        if lost := self.lines.lost():
            game, event = lost[0]
            report.found(
                f"Event {event} of game {game} and {len(lost) - 1} more were shown and are not in the journal."
            )
        start, end = report.at_start, report.at_end
        if start.processes:
            if end.main - start.main > MEMORY_GROWTH_MB:  # the camera's process comes and goes
                report.found(f"The main process grew from {start.main} to {end.main} MB.")
            if end.handles - start.handles > HANDLE_GROWTH:
                report.found(f"Handles grew from {start.handles} to {end.handles}.")
        left = usage()
        if left.zombies:
            report.found(f"{left.zombies} children were not reaped.")
