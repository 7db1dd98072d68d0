"""Runs calibration and blessing from within the box, in a process that has the camera meanwhile.

Only one process at a time owns the camera: the camera's process ends before the calibration starts, and starts again
afterwards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from display.scene import CalibrationScene, Hint
from firmware.calibrate.calibration_process import (
    CalibrationMessage,
    CalibrationTask,
    LampLevel,
    SceneShown,
    TaskEnded,
    launch,
)
from firmware.camera.camera_port import CameraPort
from firmware.camera.child_process import ChildProcess, listen
from firmware.rules.message import literal, message
from firmware.table.requests import Bless, Calibrate
from firmware.texts import Texts, text
from hardware.ports import Control, ControlMessage, Held, Pressed

LEAVING_SECONDS = 3.0
"""How long the process may take to end once people leave; a camera that hangs in it is not waited for."""
END_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """What the calibration process with that number says; None when it has ended, for whatever reason."""

    number: int
    message: CalibrationMessage | None


@dataclass(frozen=True, slots=True)
class CalibrationEnvironment:
    """What a calibration works with: camera, state directory, and how the camera and the calibration's process start.

    `restart_camera` gives a camera port that is not started yet.
    """

    camera: str
    state: Path
    restart_camera: Callable[[], CameraPort]
    launcher: Callable[[CalibrationTask], ChildProcess] = launch


class CalibrationSupervisor(Protocol):
    """What the main loop asks of the calibration."""

    @property
    def scene(self) -> CalibrationScene | None:
        """What the calibration shows now; None when none is running."""

    def begin(self, task: Calibrate | Bless, camera: CameraPort, texts: Texts, *, lamp: bool) -> bool:
        """Ends the camera's process and starts a task; returns whether that can be done here."""

    def forward(self, message: ControlMessage, now: float) -> None:
        """Hands input on to the calibration."""

    def handle(self, said: CalibrationReport) -> LampLevel | TaskEnded | None:
        """Takes a message of the calibration; returns what the box has to do for it."""

    def restart_camera(self) -> CameraPort:
        """Returns the camera port to use from now on."""

    def tick(self, now: float) -> float | None:
        """Ends a calibration that does not let people leave; returns the seconds until it must be called again."""

    def close(self) -> None:
        """Ends the calibration."""


class NoCalibration:
    """A `CalibrationSupervisor` of a box that has none: a demo, a tour, a test."""

    scene: CalibrationScene | None = None

    def begin(self, task: Calibrate | Bless, camera: CameraPort, texts: Texts, *, lamp: bool) -> bool:  # noqa: ARG002
        """Begins nothing."""
        return False

    def forward(self, message: ControlMessage, now: float) -> None:
        """Gets nothing."""

    def handle(self, said: CalibrationReport) -> LampLevel | TaskEnded | None:  # noqa: ARG002
        """Gets nothing."""
        return None

    def restart_camera(self) -> CameraPort:
        """Is never called, since no camera was taken for it."""
        raise RuntimeError("No calibration has taken the camera.")

    def tick(self, now: float) -> float | None:  # noqa: ARG002
        """Has nothing to do."""
        return None

    def close(self) -> None:
        """Has nothing to end."""


class CalibrationProcess:
    """A `CalibrationSupervisor` that runs the calibration in a process of its own."""

    def __init__(self, means: CalibrationEnvironment, post: Callable[[CalibrationReport], None]) -> None:
        """Starts nothing yet; `post` takes the messages of the calibration, from a thread."""
        self._means, self._post = means, post
        self._process: ChildProcess | None = None
        self._number = 0
        self._scene: CalibrationScene | None = None
        self._left_at: float | None = None
        self._texts = Texts()

    @property
    def scene(self) -> CalibrationScene | None:
        """What the calibration shows now; None when none is running."""
        return self._scene

    def begin(self, task: Calibrate | Bless, camera: CameraPort, texts: Texts, *, lamp: bool) -> bool:
        """Ends the camera's process and starts a task."""
        self._texts, self._left_at = texts, None
        camera.close()
        means = self._means
        self._number += 1
        self._scene = _empty(task, texts)
        try:
            process = means.launcher(CalibrationTask(task, means.camera, means.state, texts.language, lamp))
        except OSError as error:
            reason = error.strerror or type(error).__name__
            says = message("The calibration cannot be started ({reason})", reason=reason)
            says = says.with_remedy(message("close other programs"))
            self._post(CalibrationReport(self._number, TaskEnded(says, done=False)))
            return True
        self._process = process
        say = partial(CalibrationReport, self._number)
        listen(process.pipe, lambda said: self._post(say(said)), lambda: self._post(say(None)), "calibration-messages")
        return True

    def forward(self, message: ControlMessage, now: float) -> None:
        """Hands input on to the calibration."""
        if self._process is None:
            return
        if message in (Held(Control.REVEAL), Pressed(Control.REVEAL)):
            self._left_at = now if self._left_at is None else self._left_at
        try:
            self._process.pipe.send(message)
        except OSError:
            return  # it has just ended; the listening thread reports it

    def handle(self, said: CalibrationReport) -> LampLevel | TaskEnded | None:
        """Takes a message; those of an earlier calibration no longer count."""
        if self._scene is None or said.number != self._number:
            return None
        match said.message:
            case SceneShown(scene=scene):
                self._scene = scene
                return None
            case None:
                says = text("calibration.broke") if self._left_at is None else text("calibration.left")
                return self._end(TaskEnded(says, done=False))
            case TaskEnded() as ended:
                return self._end(ended)
            case level:
                return level

    def restart_camera(self) -> CameraPort:
        """Returns the camera port to use from now on."""
        return self._means.restart_camera()

    def tick(self, now: float) -> float | None:
        """Kills a calibration that does not let people leave."""
        if self._process is None or self._left_at is None:
            return None
        left = self._left_at + LEAVING_SECONDS - now
        if left <= 0:
            self._process.kill()  # the listening thread reports that it has ended
            return None
        return left

    def close(self) -> None:
        """Ends the calibration."""
        if self._process is not None:
            self._process.kill()
            self._end(TaskEnded(literal(""), done=False))

    def _end(self, ended: TaskEnded) -> TaskEnded:
        """Waits for the process to end, so that the camera is free."""
        process, self._process, self._scene = self._process, None, None
        if process is not None and not process.join(END_SECONDS):
            process.kill()
            process.join(END_SECONDS)
        return ended


def _empty(task: Calibrate | Bless, texts: Texts) -> CalibrationScene:
    """Returns the scene while the process starts."""
    title = (
        texts.say("calibration.bless", name=task.name)
        if isinstance(task, Bless)
        else texts.say("calibration.calibrate")
    )
    nothing = tuple(Hint(control, "", False) for control in ("claim", "challenge", "dial"))
    hints = (nothing[0], Hint("reveal", texts.say("calibration.leave"), True), *nothing[1:])
    return CalibrationScene(title, "", hints, blank=texts.say("calibration.opening"))
