"""Blesses a set of dice: has them thrown, lets the eye read them, and learns what they are."""

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from firmware.calibrate.guide import Guide, View
from firmware.calibrate.learning import Learned
from firmware.camera import EyeBack, EyeLost, EyeMessage, Lying, Rested
from firmware.journal.observation import Sight
from hardware.errors import CameraError
from hardware.message import literal, message

OPENING_SECONDS = 60.0
"""So long an eye may take to open that gives signs of life all the while; one that gives none is told much earlier."""


class Throwing(Protocol):
    """The part of the eye that is used."""

    def lay(self, lying: Lying) -> None:
        """Lets the next order find dice of the camera's own as that throw left them."""

    def shake(self, dice: int, serial: int) -> None:
        """Throws dice of the camera's own, or waits for a shake."""

    def watchdog(self, now: float) -> None:
        """Looks after the eye's process."""


@dataclass(frozen=True, slots=True)
class Task:
    """How many dice of the set lie in the box, and how often they are to be thrown."""

    dice: int
    throws: int


class Blesser:
    """Leads through the throws. Messages of the eye come through `messages`."""

    def __init__(
        self,
        eye: Throwing,
        messages: "queue.SimpleQueue[EyeMessage]",
        guide: Guide,
        task: Task,
        clock: Callable[[], float] = time.monotonic,
        *,
        own_dice: bool = False,
    ) -> None:
        """Takes an eye that has been started; `own_dice` are thrown by its camera, and nobody is asked to shake."""
        self._eye, self._messages, self._guide, self._task, self._clock = eye, messages, guide, task, clock
        self._own_dice = own_dice
        self._camera = ""
        self._sight: Sight | None = None
        self._awaited: int | None = None
        self._trouble = self._complaint = ""
        self._serial = 0
        self.learned = Learned()

    @property
    def camera(self) -> str:
        """The camera's name, "" until it is open."""
        return self._camera

    def run(self) -> Learned:
        """Has them thrown and gives what was learned; raises CameraError where no eye opens, Left where people go."""
        self._open()
        for number in range(1, self._task.throws + 1):
            self._throw(number)
        return self.learned

    def _open(self) -> None:
        end = self._clock() + OPENING_SECONDS

        def opened() -> bool:
            self._hear()
            if not self._camera and self._trouble:
                raise CameraError(literal(self._trouble))
            if not self._camera and self._clock() > end:
                raise CameraError(
                    message("The camera does not open").with_remedy(
                        message("check its cable, and that no other program is using it")
                    )
                )
            return bool(self._camera)

        self._guide.watch("The eye opens.", self._view, opened)

    def _throw(self, number: int) -> None:
        """Has one throw made and learns from it; where the camera itself failed, it is made again."""
        while self.learned.throws < number:
            self._eye.lay(Lying(number - 1, self._task.dice))
            self._serial += 1
            self._awaited = self._serial
            self._eye.shake(self._task.dice, self._serial)
            self._guide.watch(self._asking(number), self._view, self._answered)

    def _asking(self, number: int) -> str:
        dice, throws = self._task.dice, self._task.throws
        if self._own_dice:
            return f"This camera throws dice of its own: throw {number} of {throws}."
        please = (
            f"Shake the box with {dice} dice and set it down: throw {number} of {throws}."
            if dice > 1
            else f"Shake the box with the die and set it down: throw {number} of {throws}."
        )
        return f"{self._complaint} {please}".strip()

    def _answered(self) -> bool:
        self._hear()
        return self._awaited is None

    def _hear(self) -> None:
        self._eye.watchdog(self._clock())
        while True:
            try:
                message = self._messages.get_nowait()
            except queue.Empty:
                return
            match message:
                case EyeBack(name=name):
                    self._camera, self._trouble = name, ""
                case EyeLost(message=trouble):
                    self._trouble = trouble
                case Rested(serial=serial, sight=sight) if serial == self._awaited:
                    self._awaited, self._complaint = None, sight.message if sight.faces is None else ""
                    if sight.reason != "camera":
                        self._sight = sight
                        self.learned.add(sight)

    def _view(self) -> View:
        """The last photograph with what was read in it, and what was learned so far."""
        learned = self.learned
        faces = " ".join(str(face) for face in sorted(learned.counts))
        figures = [("throws", f"{learned.throws} of {self._task.throws}"), ("faces seen", faces or "none yet")]
        if learned.shape is not None:
            figures.append(("shape", str(learned.shape)))
        if learned.unread:
            figures.append(("not read", str(learned.unread)))
        if self._trouble:
            figures.append(("eye", "is woken again"))
        sight = self._sight
        if sight is None or not sight.evidence:
            return View(figures=tuple(figures))
        image = cv2.imdecode(np.frombuffer(sight.evidence, np.uint8), cv2.IMREAD_COLOR)
        return View(None if image is None else np.asarray(image, np.uint8), sight.dice, figures=tuple(figures))
