"""Blesses a set of dice: has them thrown and read, and measures what they look like."""

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from firmware.calibrate.dice_survey import DiceSurvey
from firmware.calibrate.errors import CameraStalledError
from firmware.calibrate.guide import Figures, Guide, LiveView
from firmware.camera import CameraLost, CameraMessage, CameraOpened, RollReading
from firmware.dice_sets.die_set import Shape
from firmware.journal.observation import Observation
from firmware.rules.message import Message, literal, message, plural

OPENING_SECONDS = 420.0
"""How long a camera may take to open: its process gets as long to start on a very slow computer. One that is missing or
falls silent is reported much sooner."""


class ThrowSource(Protocol):
    """The part of the camera process that blessing uses."""

    def watch_roll(self, dice: int, serial: int) -> None:
        """Throws simulated dice, or waits for a shake."""

    def watchdog(self, now: float) -> None:
        """Runs the camera process's watchdog."""


@dataclass(frozen=True, slots=True)
class ThrowPlan:
    """How many dice lie in the box, and how often to throw them."""

    dice: int
    throws: int


class Blesser:
    """Guides people through the throws; the camera process posts to `messages`."""

    def __init__(
        self,
        source: ThrowSource,
        messages: "queue.SimpleQueue[CameraMessage]",
        guide: Guide,
        plan: ThrowPlan,
        clock: Callable[[], float] = time.monotonic,
        *,
        own_dice: bool = False,
    ) -> None:
        """Takes a running camera process; `own_dice`: the camera throws simulated dice, so nobody has to shake."""
        self._source, self._messages, self._guide, self._plan, self._clock = source, messages, guide, plan, clock
        self._simulates_dice = own_dice
        self._camera = ""
        self._sight: Observation | None = None
        self._awaited: int | None = None
        self._trouble: Message | None = None
        self._complaint: Message | None = None
        self._serial = 0
        self.survey = DiceSurvey()

    @property
    def camera(self) -> str:
        """The camera's name, "" until it opens."""
        return self._camera

    def run(self) -> DiceSurvey:
        """Has the dice thrown and returns what was seen; raises CameraStalledError or Left."""
        self._open()
        for number in range(1, self._plan.throws + 1):
            self._throw(number)
        return self.survey

    def _open(self) -> None:
        end = self._clock() + OPENING_SECONDS

        def opened() -> bool:
            self._hear()
            if not self._camera and self._trouble is not None:
                raise CameraStalledError(self._trouble)
            if not self._camera and self._clock() > end:
                says = message("The camera does not open")
                remedy = message("check its cable, and that no other program has it")
                raise CameraStalledError(says.with_remedy(remedy))
            return bool(self._camera)

        self._guide.watch(message("Opening the camera."), self._view, opened)

    def _throw(self, number: int) -> None:
        """Has one throw made and read; repeats it if the camera itself failed."""
        while self.survey.throws < number:
            self._serial += 1
            self._awaited = self._serial
            self._source.watch_roll(self._plan.dice, self._serial)
            self._guide.watch(self._asking(number), self._view, self._answered)

    def _asking(self, number: int) -> Message:
        dice, throws = self._plan.dice, self._plan.throws
        if self._simulates_dice:
            return message(
                "This camera throws dice of its own: throw {number} of {throws}.", number=number, throws=throws
            )
        please = plural(
            "Shake the box with the die and set it down: throw {number} of {throws}.",
            "Shake the box with {n} dice and set it down: throw {number} of {throws}.",
            dice,
            number=number,
            throws=throws,
        )
        if self._complaint is None:
            return please
        return message("{complaint} {please}", complaint=self._complaint, please=please)

    def _answered(self) -> bool:
        self._hear()
        return self._awaited is None

    def _hear(self) -> None:
        self._source.watchdog(self._clock())
        while True:
            try:
                message = self._messages.get_nowait()
            except queue.Empty:
                return
            match message:
                case CameraOpened(name=name):
                    self._camera, self._trouble = name, None
                case CameraLost(starting=True):
                    continue
                case CameraLost(message=trouble):
                    self._trouble = trouble
                case RollReading(serial=serial, observation=observation) if serial == self._awaited:
                    self._awaited = None
                    self._complaint = observation.message if observation.faces is None else None
                    if observation.reason != "camera":
                        self._sight = observation
                        self.survey.add(observation)

    def _view(self) -> LiveView:
        """Returns the last photograph with its reading, and the results so far."""
        observation = self._sight
        if observation is None or not observation.photograph:
            return LiveView(figures=self._figures())
        image = cv2.imdecode(np.frombuffer(observation.photograph, np.uint8), cv2.IMREAD_COLOR)
        return LiveView(
            None if image is None else np.asarray(image, np.uint8), observation.dice, figures=self._figures()
        )

    def _figures(self) -> Figures:
        survey = self.survey
        faces = " ".join(str(face) for face in sorted(survey.counts))
        figures = [
            (message("throws"), message("{done} of {throws}", done=survey.throws, throws=self._plan.throws)),
            (message("faces seen"), literal(faces) if faces else message("none yet")),
        ]
        if survey.shape is not None:
            shape = message("oblong") if survey.shape is Shape.OBLONG else message("cube")
            figures.append((message("shape"), shape))
        if survey.unread:
            figures.append((message("not read"), literal(str(survey.unread))))
        if self._trouble is not None:
            figures.append((message("camera"), message("is being restarted")))
        return tuple(figures)
