"""The main process's handle on the eye: orders go down a pipe, messages come up, a dead child is replaced."""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection

from firmware.camera.messages import (
    Alive,
    Broken,
    Busy,
    Close,
    EyeBack,
    EyeLost,
    EyeMessage,
    FromChild,
    Look,
    Looked,
    Lying,
    Opened,
    Order,
    Peek,
    Peeked,
    Rested,
    Taken,
    Unpeek,
    Watch,
)
from firmware.camera.process import Child, Pace, Settings, launch
from firmware.camera.watchdog import Lifeline, Step
from firmware.journal.observation import Sight

SILENT = "The camera gives no sign of life: check its cable; the eye is being woken again."
_TRIES = 2
"""After so many children lost over one order, the order is answered: the camera fails."""


class Eye:
    """The eye in its own process. Every method returns at once; answers come through `on_message`.

    `on_message` is called from threads of the eye and should only put the message into an inbox. Of several orders the
    latest wins: an older one that is not yet answered never will be. Call `watchdog` a few times a second.
    """

    def __init__(
        self,
        camera: str,
        on_message: Callable[[EyeMessage], None],
        *,
        pace: Pace | None = None,
        tell_truth: bool = False,
        seed: int | None = None,
        lying: Lying | None = None,
        opener: Callable[..., object] | None = None,
        reader: Callable[[], object] | None = None,
        launcher: Callable[[Settings], Child] = launch,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Names the camera; nothing runs before `start`.

        `seed` is that of a simulated box whose name tells none; by default no two are alike. `lying` says how dice of
        the camera's own lie when a game is taken up again. `opener` and `reader` (functions of a module), `launcher`
        and `clock` are for tests.
        """
        self._settings = Settings(
            camera,
            secrets.randbits(31) if seed is None else seed,
            pace or Pace(),
            tell_truth,
            lying or Lying(),
            opener,
            reader,
        )
        self._on_message, self._launcher, self._clock = on_message, launcher, clock
        self._lock = threading.RLock()
        self._lifeline = Lifeline()
        self._child: Child | None = None
        self._dying: list[Child] = []
        self._reading: Watch | Look | None = None
        self._flap: Peek | None = None
        self._unsent: list[Watch | Look | Peek | Unpeek] = []
        self._free = False
        self._lost: str | None = None
        self._tries = 0
        self._closed = False

    @property
    def lying(self) -> Lying:
        """How dice of the camera's own lie now; a new `Eye` of the same camera and seed can be given it."""
        with self._lock:
            return self._settings.lying

    def start(self) -> None:
        """Starts the child."""
        self.watchdog(self._clock())

    def close(self) -> None:
        """Ends the child and leaves none behind; waits a second at most."""
        with self._lock:
            self._closed = True
            child, self._child = self._child, None
            if child is not None:
                self._send(child, Close())
        if child is not None:
            if not child.join(0.5):
                child.kill()
            self._dying.append(child)
        self._reap(0.5)

    def lay(self, lying: Lying) -> None:
        """Lets the next order find dice of the camera's own as that throw left them."""
        with self._lock:
            self._settings = replace(self._settings, lying=lying)

    def shake(self, dice: int, serial: int) -> None:
        """Throws dice of the camera's own, or waits for a shake; answered by `Rested` when they were read."""
        with self._lock:
            before = self._settings.lying
            lying = replace(before, throw=before.throw + 1, dice=dice)
            self._settings = replace(self._settings, lying=lying)
            self._ask(Watch(serial, lying))

    def look(self, serial: int, expect: int) -> None:
        """Reads the dice afresh as they lie; answered by `Looked`."""
        with self._lock:
            self._ask(Look(serial, expect, self._settings.lying))

    def peek(self, serial: int) -> None:
        """Lifts the flap of a simulated box; answered by `Peeked`."""
        with self._lock:
            self._flap = Peek(serial, self._settings.lying)
            self._put(self._flap)

    def unpeek(self) -> None:
        """Shuts the flap again; without an answer."""
        with self._lock:
            self._flap = None
            self._put(Unpeek())

    def watchdog(self, now: float) -> None:
        """Replaces a child that has died or hangs; to be called from a timer."""
        messages: list[EyeMessage] = []
        with self._lock:
            if self._closed:
                return
            step = self._lifeline.step(now)
            if step is Step.KILL:
                messages += self._end_child(now, SILENT, certain=False, hangs=True)
            elif step is Step.START:
                messages += self._start_child(now)
        self._tell(messages)
        self._reap(0)

    def _ask(self, order: Watch | Look) -> None:
        self._reading, self._tries = order, 0
        self._put(order)

    def _put(self, order: Watch | Look | Peek | Unpeek) -> None:
        """Sends an order, or keeps it until the child has taken the one before; only the latest of its kind is kept."""
        flap = isinstance(order, Peek | Unpeek)
        self._unsent = [kept for kept in self._unsent if isinstance(kept, Peek | Unpeek) is not flap]
        self._unsent.append(order)
        if self._child is None:
            self._lifeline.hurry()
        self._send_next()

    def _send_next(self) -> None:
        if self._free and self._child is not None and self._unsent:
            self._free = False
            self._send(self._child, self._unsent.pop(0))

    @staticmethod
    def _send(child: Child, order: Order) -> None:
        try:
            child.line.send(order)
        except OSError:
            # It has just died; the thread that reads from it tells, and the order is asked again.
            return

    def _start_child(self, now: float) -> list[EyeMessage]:
        self._lifeline.started(now)
        try:
            child = self._launcher(self._settings)
        except OSError as error:
            self._lifeline.ended(now)
            reason = error.strerror or type(error).__name__
            return self._lose(now, f"The eye's process cannot be started ({reason}): end other programs.", certain=True)
        self._child, self._free = child, False
        outstanding = [order for order in (self._reading, self._flap) if order is not None]
        self._unsent = list(outstanding)
        threading.Thread(target=self._listen, args=(child, child.line), name="eye-messages", daemon=True).start()
        return []

    def _end_child(self, now: float, message: str, certain: bool, *, hangs: bool = False) -> list[EyeMessage]:
        """Puts the child away; gives what is to be told. `certain`: the camera itself said that it fails."""
        child, self._child = self._child, None
        if child is None:
            return []
        child.kill()
        self._dying.append(child)
        self._lifeline.ended(now)
        return self._lose(now, message, certain, hangs=hangs)

    def _lose(self, now: float, message: str, certain: bool, *, hangs: bool = False) -> list[EyeMessage]:
        """Tells of the loss, once for each reason; an order that it cost too often is answered."""
        messages: list[EyeMessage] = []
        if self._lost != message:
            self._lost = message
            messages.append(EyeLost(message, hangs))
        self._tries += 1
        if certain or self._tries >= _TRIES:
            messages += self._give_up(message, now)
        return messages

    def _give_up(self, message: str, now: float) -> list[EyeMessage]:
        """Answers what was asked: the camera fails."""
        answers: list[EyeMessage] = []
        sight = Sight(None, "camera", message, 0.0, (), b"", now)
        match self._reading:
            case Watch(serial=serial):
                answers.append(Rested(serial, sight))
            case Look(serial=serial):
                answers.append(Looked(serial, sight))
        if isinstance(self._flap, Peek):
            answers.append(Peeked(self._flap.serial, b""))
        self._reading, self._flap, self._unsent = None, None, []
        return answers

    def _listen(self, child: Child, line: Connection) -> None:
        """Takes messages from one child until it ends; runs in a thread of its own."""
        while True:
            try:
                message: FromChild = line.recv()
            except (EOFError, OSError):
                break
            with self._lock:
                told = self._take(message) if child is self._child else []
            self._tell(told)
        with self._lock:
            # Under the lock, so that nobody sends on a number that the system has given to another file.
            line.close()
            told = []
            if child is self._child and not self._closed:
                told = self._end_child(self._clock(), "The eye's process ended; it is being started again.", False)
        self._tell(told)

    def _take(self, message: FromChild) -> list[EyeMessage]:
        """Takes one message from the living child; gives what the game is to be told."""
        now = self._clock()
        self._lifeline.sign(now, busy=isinstance(message, Busy))
        match message:
            case Busy():
                return []
            case Taken():
                self._free = True
                self._send_next()
                return []
            case Alive(stirred=stirred):
                if isinstance(self._reading, Watch) and self._reading.serial == stirred:
                    self._reading = replace(self._reading, stirred=True)
                return []
            case Opened(name=name, draws=draws):
                self._lost = None
                self._free = True
                self._lifeline.opened(now, draws)
                self._send_next()
                return [EyeBack(name)]
            case Broken(message=text):
                return self._end_child(now, text, certain=True)
            case Rested(serial=serial) | Looked(serial=serial):
                asked = Watch if isinstance(message, Rested) else Look
                if not isinstance(self._reading, asked) or self._reading.serial != serial:
                    return []
                self._reading, self._tries = None, 0
                return [message]
            case Peeked(serial=serial):
                if not isinstance(self._flap, Peek) or self._flap.serial != serial:
                    return []
                self._flap = None
                return [message]
            case _:
                return [message]

    def _tell(self, messages: list[EyeMessage]) -> None:
        for message in messages:
            self._on_message(message)

    def _reap(self, seconds: float) -> None:
        """Buries killed children; one that hangs in the kernel is tried again later."""
        with self._lock:
            self._dying = [child for child in self._dying if not child.join(seconds)]
