"""Runs calibration and blessing in a process that borrows the camera.

Only one process at a time owns the camera: the camera process ends before a calibration starts, and is restarted
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
"""How long the process may take to end once people leave; one that hangs in the camera is killed."""
END_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """A message from the calibration process with this number; None when it has ended for any reason."""

    number: int
    message: CalibrationMessage | None


@dataclass(frozen=True, slots=True)
class CalibrationEnvironment:
    """What a calibration works with: camera, state directory, and how its processes start.

    `restart_camera` returns a camera port that is not started yet.
    """

    camera: str
    state: Path
    restart_camera: Callable[[], CameraPort]
    launcher: Callable[[CalibrationTask], ChildProcess] = launch


class CalibrationSupervisor(Protocol):
    """What the main loop needs of the calibration."""

    @property
    def scene(self) -> CalibrationScene | None:
        """The calibration's scene; None when none is running."""

    def begin(self, task: Calibrate | Bless, camera: CameraPort, texts: Texts, *, lamp: bool) -> bool:
        """Ends the camera process and starts a task; returns whether that is possible here."""

    def forward(self, message: ControlMessage, now: float) -> None:
        """Passes input on to the calibration."""

    def handle(self, said: CalibrationReport) -> LampLevel | TaskEnded | None:
        """Handles a message from the calibration; returns what the box has to do for it."""

    def restart_camera(self) -> CameraPort:
        """Returns the camera port to use from now on."""

    def tick(self, now: float) -> float | None:
        """Kills a calibration that does not end when asked; returns the seconds until it must be called again."""

    def close(self) -> None:
        """Ends the calibration."""


class NoCalibration:
    """Stands in for the calibration in a box without one: a demo, a tour, a test."""

    scene: CalibrationScene | None = None

    def begin(self, task: Calibrate | Bless, camera: CameraPort, texts: Texts, *, lamp: bool) -> bool:  # noqa: ARG002
        """Starts nothing."""
        return False

    def forward(self, message: ControlMessage, now: float) -> None:
        """Does nothing."""

    def handle(self, said: CalibrationReport) -> LampLevel | TaskEnded | None:  # noqa: ARG002
        """Does nothing."""
        return None

    def restart_camera(self) -> CameraPort:
        """Is never called: no camera was borrowed."""
        raise RuntimeError("No calibration has taken the camera.")

    def tick(self, now: float) -> float | None:  # noqa: ARG002
        """Does nothing."""
        return None

    def close(self) -> None:
        """Does nothing."""


class CalibrationProcess:
    """Runs the calibration in a process of its own."""

    def __init__(self, means: CalibrationEnvironment, post: Callable[[CalibrationReport], None]) -> None:
        """`post` receives the calibration's messages, from a thread."""
        self._means, self._post = means, post
        self._process: ChildProcess | None = None
        self._number = 0
        self._scene: CalibrationScene | None = None
        self._left_at: float | None = None
        self._texts = Texts()

    @property
    def scene(self) -> CalibrationScene | None:
        """The calibration's scene; None when none is running."""
        return self._scene

    def begin(self, task: Calibrate | Bless, camera: CameraPort, texts: Texts, *, lamp: bool) -> bool:
        """Ends the camera process and starts a task."""
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
        """Passes input on to the calibration."""
        if self._process is None:
            return
        if message in (Held(Control.REVEAL), Pressed(Control.REVEAL)):
            self._left_at = now if self._left_at is None else self._left_at
        try:
            self._process.pipe.send(message)
        except OSError:
            return  # it has just ended; the listener thread reports that

    def handle(self, said: CalibrationReport) -> LampLevel | TaskEnded | None:
        """Handles a message; ignores those of an earlier calibration."""
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
        """Kills a calibration that does not end when asked."""
        if self._process is None or self._left_at is None:
            return None
        left = self._left_at + LEAVING_SECONDS - now
        if left <= 0:
            self._process.kill()  # the listener thread reports its end
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
    """Returns the scene to show while the process starts."""
    title = (
        texts.say("calibration.bless", name=task.name)
        if isinstance(task, Bless)
        else texts.say("calibration.calibrate")
    )
    nothing = tuple(Hint(control, "", False) for control in ("claim", "challenge", "dial"))
    hints = (nothing[0], Hint("reveal", texts.say("calibration.leave"), True), *nothing[1:])
    return CalibrationScene(title, "", hints, blank=texts.say("calibration.opening"))
