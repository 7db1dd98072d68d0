"""Errands at the workbench from within the box: the eye gives its camera away, a process of its own has it meanwhile.

Only one process ever owns the camera: the eye has ended before the bench begins, and wakes when the bench has ended.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from display.scene import CalibrationScene, Hint
from firmware.calibrate.process import CalibrationMessage, CalibrationTask, LampLevel, SceneShown, TaskEnded, launch
from firmware.camera.camera_port import CameraPort
from firmware.camera.child_process import ChildProcess, listen
from firmware.rules.message import literal, message
from firmware.table.requests import Bless, Calibrate
from firmware.texts import Texts, text
from hardware.ports import Control, ControlMessage, Held, Pressed

LEAVING_SECONDS = 3.0
"""So long the bench is given to leave; a camera that hangs in it is not waited for."""
END_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class CalibrationSaid:
    """What the bench with that number says; None when it has ended, however it did."""

    bench: int
    message: CalibrationMessage | None


@dataclass(frozen=True, slots=True)
class CalibrationMeans:
    """What a calibration works with: camera, state directory, and how the camera and the calibration's process start.

    `wake` gives a camera supervisor that is not started yet.
    """

    camera: str
    state: Path
    wake: Callable[[], CameraPort]
    launcher: Callable[[CalibrationTask], ChildProcess] = launch


class CalibrationSupervisor(Protocol):
    """What the main loop asks of the calibration."""

    @property
    def scene(self) -> CalibrationScene | None:
        """What the bench shows now; None where nobody is at it."""

    def begin(self, task: Calibrate | Bless, camera: CameraPort, texts: Texts, *, lamp: bool) -> bool:
        """Ends the eye and begins an errand; tells whether that can be done here."""

    def hear(self, message: ControlMessage, now: float) -> None:
        """Hands on what people did."""

    def take(self, said: CalibrationSaid) -> LampLevel | TaskEnded | None:
        """Takes what the bench says; gives what the box has to do for it."""

    def wake(self) -> CameraPort:
        """Gives the eye of the time after."""

    def follow(self, now: float) -> float | None:
        """Sees to it that whoever leaves gets away; gives the seconds until it must be called again."""

    def close(self) -> None:
        """Ends the bench."""


class NoCalibration:
    """A `CalibrationSupervisor` of a box that has none: a demo, a tour, a test."""

    scene: CalibrationScene | None = None

    def begin(self, task: Calibrate | Bless, camera: CameraPort, texts: Texts, *, lamp: bool) -> bool:  # noqa: ARG002
        """Begins nothing."""
        return False

    def hear(self, message: ControlMessage, now: float) -> None:
        """Is never told anything."""

    def take(self, said: CalibrationSaid) -> LampLevel | TaskEnded | None:  # noqa: ARG002
        """Is never told anything."""
        return None

    def wake(self) -> CameraPort:
        """Is never asked, since no eye has ended for it."""
        raise RuntimeError("No bench has taken the camera.")

    def follow(self, now: float) -> float | None:  # noqa: ARG002
        """Has nothing to do."""
        return None

    def close(self) -> None:
        """Has nothing to end."""


class CalibrationProcess:
    """A `CalibrationSupervisor` whose bench is a process of its own."""

    def __init__(self, means: CalibrationMeans, post: Callable[[CalibrationSaid], None]) -> None:
        """Is empty; `post` takes what the bench says, from a thread."""
        self._means, self._post = means, post
        self._bench: ChildProcess | None = None
        self._number = 0
        self._scene: CalibrationScene | None = None
        self._left_at: float | None = None
        self._texts = Texts()

    @property
    def scene(self) -> CalibrationScene | None:
        """What the bench shows now; None where nobody is at it."""
        return self._scene

    def begin(self, task: Calibrate | Bless, camera: CameraPort, texts: Texts, *, lamp: bool) -> bool:
        """Ends the eye and begins an errand."""
        self._texts, self._left_at = texts, None
        camera.close()
        means = self._means
        self._number += 1
        self._scene = _empty(task, texts)
        try:
            bench = means.launcher(CalibrationTask(task, means.camera, means.state, texts.language, lamp))
        except OSError as error:
            reason = error.strerror or type(error).__name__
            says = message("The calibration cannot be started ({reason})", reason=reason)
            says = says.with_remedy(message("close other programs"))
            self._post(CalibrationSaid(self._number, TaskEnded(says, done=False)))
            return True
        self._bench = bench
        say = partial(CalibrationSaid, self._number)
        listen(bench.line, lambda said: self._post(say(said)), lambda: self._post(say(None)), "bench-messages")
        return True

    def hear(self, message: ControlMessage, now: float) -> None:
        """Hands on what people did."""
        if self._bench is None:
            return
        if message in (Held(Control.REVEAL), Pressed(Control.REVEAL)):
            self._left_at = now if self._left_at is None else self._left_at
        try:
            self._bench.line.send(message)
        except OSError:
            return  # it has just ended; whoever listens to it tells

    def take(self, said: CalibrationSaid) -> LampLevel | TaskEnded | None:
        """Takes what the bench says; what an earlier one says does not count any more."""
        if self._scene is None or said.bench != self._number:
            return None
        match said.message:
            case SceneShown(scene=scene):
                self._scene = scene
                return None
            case None:
                says = text("bench.broke") if self._left_at is None else text("bench.left")
                return self._end(TaskEnded(says, done=False))
            case TaskEnded() as ended:
                return self._end(ended)
            case glow:
                return glow

    def wake(self) -> CameraPort:
        """Gives the eye of the time after."""
        return self._means.wake()

    def follow(self, now: float) -> float | None:
        """Kills a bench that does not let people go."""
        if self._bench is None or self._left_at is None:
            return None
        left = self._left_at + LEAVING_SECONDS - now
        if left <= 0:
            self._bench.kill()  # whoever listens to it tells that it has ended
            return None
        return left

    def close(self) -> None:
        """Ends the bench."""
        if self._bench is not None:
            self._bench.kill()
            self._end(TaskEnded(literal(""), done=False))

    def _end(self, ended: TaskEnded) -> TaskEnded:
        """Puts the bench away, so that nobody holds the camera any more."""
        bench, self._bench, self._scene = self._bench, None, None
        if bench is not None and not bench.join(END_SECONDS):
            bench.kill()
            bench.join(END_SECONDS)
        return ended


def _empty(task: Calibrate | Bless, texts: Texts) -> CalibrationScene:
    """The bench while its process starts."""
    title = texts.say("bench.bless", name=task.name) if isinstance(task, Bless) else texts.say("bench.calibrate")
    nothing = tuple(Hint(control, "", False) for control in ("claim", "challenge", "dial"))
    hints = (nothing[0], Hint("reveal", texts.say("bench.leave"), True), *nothing[1:])
    return CalibrationScene(title, "", hints, blank=texts.say("bench.opening"))
