"""Supervises the camera worker: orders go down a pipe, messages come back, and a dead or hung worker is replaced."""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from firmware.camera.child_process import ChildProcess, listen
from firmware.camera.messages import (
    Busy,
    CameraFailed,
    CameraLost,
    CameraMessage,
    CameraOpened,
    CloseOrder,
    ClosePeekOrder,
    DiceReading,
    FromWorker,
    Opened,
    Order,
    OrderAccepted,
    Peeked,
    PeekOrder,
    ReadOrder,
    RollOverdue,
    RollReading,
    WatchOrder,
    WorkerHeartbeat,
)
from firmware.camera.process import launch
from firmware.camera.watchdog import Watchdog, WatchdogAction
from firmware.camera.worker_settings import Pace, WorkerSettings
from firmware.dice_sets.die_set import DieSet
from firmware.journal.observation import Observation
from firmware.rules.message import message
from firmware.table.requests import Hand

SILENT = CameraLost(
    message("The camera does not respond").with_remedy(message("check its cable; it is being restarted")),
    silent=True,
)
"""A worker hangs, most likely in the camera driver."""
STARTING = CameraLost(
    message("The camera is still starting").with_remedy(message("a slow computer needs some minutes for that")),
    starting=True,
)
"""A worker has not opened its camera yet: libraries may still be loading, so neither camera nor cable is blamed."""
_TRIES = 2
"""After losing this many workers over one order, the order is answered: the camera failed."""
ANSWER_SECONDS = 10.0
"""The longest time an order waits for a replacement worker; after it, people should play on by hand."""


class CameraSupervisor:
    """Runs the camera and the reader in a process of their own; methods return at once, answers go to `on_message`.

    `on_message` is called from threads and should only queue the message. The latest order supersedes earlier ones,
    which are then never answered. Call `watchdog` a few times a second.
    """

    def __init__(
        self,
        camera: str,
        on_message: Callable[[CameraMessage], None],
        *,
        pace: Pace | None = None,
        send_ground_truth: bool = False,
        seed: int | None = None,
        memory: Path | None = None,
        die_set: DieSet | None = None,
        opener: Callable[..., object] | None = None,
        reader: Callable[[], object] | None = None,
        launcher: Callable[[WorkerSettings], ChildProcess] = launch,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Configures the camera process; nothing runs before `start`.

        `seed` is for a simulated box whose name has none; by default it is random. `memory` is the file in which a
        simulated camera remembers how its dice lie. `die_set` is the blessed set in use. `opener` and `reader`
        (module-level functions), `launcher` and `clock` are for tests.
        """
        seed = secrets.randbits(31) if seed is None else seed
        self._settings = WorkerSettings(
            camera, seed, pace or Pace(), send_ground_truth, memory, opener, reader, die_set
        )
        self._on_message, self._launcher, self._clock = on_message, launcher, clock
        self._lock = threading.RLock()
        self._watchdog = Watchdog()
        self._worker: ChildProcess | None = None
        self._dying: list[ChildProcess] = []
        self._shape = ""
        self._pending_order: WatchOrder | ReadOrder | None = None
        self._pending_peek: PeekOrder | None = None
        self._unsent: list[WatchOrder | ReadOrder | PeekOrder | ClosePeekOrder] = []
        self._free = False
        self._lost: CameraLost | None = None
        self._lost_at = self._asked_at = float("-inf")
        self._tries = 0
        self._closed = False

    def start(self) -> None:
        """Starts the worker."""
        self.watchdog(self._clock())

    def close(self) -> None:
        """Stops the worker and reaps its process; waits a second at most."""
        with self._lock:
            self._closed = True
            worker, self._worker = self._worker, None
            if worker is not None:
                self._send(worker, CloseOrder())
        if worker is not None:
            if not worker.join(0.5):
                worker.kill()
            self._dying.append(worker)
        self._reap(0.5)

    def use(self, shape: str) -> None:
        """Sets the shape of the dice in use: `oblong` or `cube`."""
        with self._lock:
            self._shape = shape

    def watch_roll(self, dice: int, serial: int) -> None:
        """Waits for a shake (a simulated camera throws its dice); answered by `RollReading`."""
        with self._lock:
            self._ask(WatchOrder(serial, dice, self._shape))

    def read_dice(self, serial: int, expect: int, hand: Hand | None = None) -> None:
        """Reads the dice as they lie; answered by `DiceReading`."""
        with self._lock:
            self._ask(ReadOrder(serial, expect, hand, self._shape))

    def peek(self, serial: int, dice: int, hand: Hand | None = None) -> None:
        """Lifts the flap; answered by `Peeked`."""
        with self._lock:
            self._pending_peek, self._asked_at = PeekOrder(serial, dice, hand, self._shape), self._clock()
            self._put(self._pending_peek)

    def unpeek(self) -> None:
        """Closes the flap again; has no answer."""
        with self._lock:
            self._pending_peek = None
            self._put(ClosePeekOrder())

    def watchdog(self, now: float) -> None:
        """Replaces a dead or hung worker; call it regularly."""
        messages: list[CameraMessage] = []
        with self._lock:
            if self._closed:
                return
            action = self._watchdog.step(now)
            if action is WatchdogAction.KILL:
                messages += self._end_worker(now, STARTING if self._starting() else SILENT, certain=False)
            elif action is WatchdogAction.START:
                messages += self._start_worker(now)
            elif self._lost is None and self._watchdog.is_slow(now):
                self._lost, self._lost_at = STARTING, now
                messages.append(STARTING)
            if self._lost is not None and now - max(self._lost_at, self._asked_at) > ANSWER_SECONDS:
                messages += self._give_up(self._lost, now)
        self._forward(messages)
        self._reap(0)

    def _starting(self) -> bool:
        """Returns whether the camera may still be starting: it has not worked yet, and nothing else was wrong."""
        watchdog = self._watchdog
        return not watchdog.has_opened and watchdog.may_be_slow and self._lost in (None, STARTING)

    # Orders

    def _ask(self, order: WatchOrder | ReadOrder) -> None:
        self._pending_order, self._tries, self._asked_at = order, 0, self._clock()
        self._put(order)

    def _put(self, order: WatchOrder | ReadOrder | PeekOrder | ClosePeekOrder) -> None:
        """Sends an order, or holds it until the previous one is accepted; only the latest of a kind is held."""
        flap = isinstance(order, PeekOrder | ClosePeekOrder)
        self._unsent = [kept for kept in self._unsent if isinstance(kept, PeekOrder | ClosePeekOrder) is not flap]
        self._unsent.append(order)
        if self._worker is None:
            self._watchdog.restart_now()
        self._send_next()

    def _send_next(self) -> None:
        if self._free and self._worker is not None and self._unsent:
            self._free = False
            self._send(self._worker, self._unsent.pop(0))

    @staticmethod
    def _send(worker: ChildProcess, order: Order) -> None:
        try:
            worker.pipe.send(order)
        except OSError:
            # It has just died; its listener thread reports that, and the next worker gets the order.
            return

    # The worker's life cycle

    def _start_worker(self, now: float) -> list[CameraMessage]:
        self._watchdog.started(now)
        try:
            worker = self._launcher(self._settings)
        except OSError as error:
            self._watchdog.ended(now)
            reason = error.strerror or type(error).__name__
            cannot = message("The camera's process cannot be started ({reason})", reason=reason)
            return self._lose(now, CameraLost(cannot.with_remedy(message("end other programs"))), certain=True)
        self._worker, self._free = worker, False
        self._unsent = [order for order in (self._pending_order, self._pending_peek) if order is not None]
        listen(worker.pipe, partial(self._receive, worker), partial(self._on_worker_exit, worker), "camera-messages")
        return []

    def _end_worker(self, now: float, lost: CameraLost, certain: bool) -> list[CameraMessage]:
        """Kills the worker; returns the messages to forward. `certain`: the camera itself reported the failure."""
        worker, self._worker = self._worker, None
        if worker is None:
            return []
        worker.kill()
        self._dying.append(worker)
        self._watchdog.ended(now)
        return self._lose(now, lost, certain)

    def _lose(self, now: float, lost: CameraLost, certain: bool) -> list[CameraMessage]:
        """Reports a loss, once per reason; after `_TRIES` lost workers, answers the pending order as failed."""
        messages: list[CameraMessage] = []
        if self._lost is None:
            self._lost_at = now
        if self._lost != lost:
            self._lost = lost
            messages.append(lost)
        self._tries += 1
        if certain or self._tries >= _TRIES:
            messages += self._give_up(lost, now)
        return messages

    def _give_up(self, lost: CameraLost, now: float) -> list[CameraMessage]:
        """Answers the pending orders: the camera failed."""
        answers: list[CameraMessage] = []
        observation = Observation(None, "camera", lost.message, 0.0, (), b"", now)
        match self._pending_order:
            case WatchOrder(serial=serial):
                answers.append(RollReading(serial, observation))
            case ReadOrder(serial=serial):
                answers.append(DiceReading(serial, observation))
        if self._pending_peek is not None:
            answers.append(Peeked(self._pending_peek.serial, b""))
        self._pending_order, self._pending_peek, self._unsent = None, None, []
        return answers

    def _reap(self, seconds: float) -> None:
        """Reaps killed workers; one that hangs in the kernel is retried later."""
        with self._lock:
            self._dying = [worker for worker in self._dying if not worker.join(seconds)]

    # Messages from the worker

    def _receive(self, worker: ChildProcess, said: FromWorker) -> None:
        """Handles a message from a listener thread; ignores messages from a killed worker."""
        with self._lock:
            told = self._handle(said) if worker is self._worker else []
        self._forward(told)

    def _on_worker_exit(self, worker: ChildProcess) -> None:
        """Handles the exit of a worker process; called from its listener thread."""
        with self._lock:
            # Under the lock, so that nothing is written to a file descriptor that has been reused.
            worker.pipe.close()
            told: list[CameraMessage] = []
            if worker is self._worker and not self._closed:
                ended = message("The camera's process ended").with_remedy(message("it is being restarted"))
                told = self._end_worker(self._clock(), CameraLost(ended), certain=False)
        self._forward(told)

    def _handle(self, said: FromWorker) -> list[CameraMessage]:
        """Handles a message from the current worker; returns what to forward to the main loop."""
        now = self._clock()
        self._watchdog.heartbeat(now, busy=isinstance(said, Busy))
        match said:
            case Busy():
                return []
            case OrderAccepted():
                self._free = True
                self._send_next()
                return []
            case WorkerHeartbeat(shake_seen=shake_seen):
                if isinstance(self._pending_order, WatchOrder) and self._pending_order.serial == shake_seen:
                    self._pending_order = replace(self._pending_order, shake_seen=True)
                return []
            case Opened(name=name, can_peek=can_peek):
                self._lost = None
                self._free = True
                self._watchdog.opened(now)
                self._send_next()
                return [CameraOpened(name, can_peek)]
            case CameraFailed(message=why):
                return self._end_worker(now, CameraLost(why), certain=True)
            case RollReading() | DiceReading():
                return self._handle_reading(said)
            case RollOverdue(serial=serial):
                asked = self._pending_order
                return [said] if isinstance(asked, WatchOrder) and asked.serial == serial else []
            case Peeked(serial=serial):
                if self._pending_peek is None or self._pending_peek.serial != serial:
                    return []
                self._pending_peek = None
                return [said]
            case _:
                return [said]

    def _handle_reading(self, said: RollReading | DiceReading) -> list[CameraMessage]:
        """Forwards the answer to the latest order; drops answers to earlier ones."""
        asked = WatchOrder if isinstance(said, RollReading) else ReadOrder
        if not isinstance(self._pending_order, asked) or self._pending_order.serial != said.serial:
            return []
        self._pending_order, self._tries = None, 0
        return [said]

    def _forward(self, messages: list[CameraMessage]) -> None:
        for each in messages:
            self._on_message(each)
