"""The process that runs calibration and blessing; it owns the camera, the main process owns the screen.

Scenes go up the pipe, input comes down. OpenCV is loaded only in this process.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from display.scene import CalibrationScene
from firmware.camera.child_process import SpawnedProcess, ignore_interrupts, spawn
from firmware.rules.message import Message
from firmware.table.requests import Bless, Calibrate
from hardware.ports import ControlMessage

if TYPE_CHECKING:
    from firmware.calibrate.calibration import DiceReader
    from hardware.ports import Camera, Lamp

FADE_SECONDS = 0.6
"""How long a lamp in another process may take to reach a level: its soft start and some margin."""
STEP_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class CalibrationTask:
    """What to do, with which camera, for which state directory, in which language.

    `lamp`: the main process has a lamp over the dice.
    """

    task: Calibrate | Bless
    camera: str
    state: Path
    language: str
    lamp: bool


@dataclass(frozen=True, slots=True)
class SceneShown:
    """Show this scene."""

    scene: CalibrationScene


@dataclass(frozen=True, slots=True)
class LampLevel:
    """Fade each channel of the lamp to this level, 0 to 1."""

    left: float
    right: float


@dataclass(frozen=True, slots=True)
class TaskEnded:
    """The task is over: the notice, and whether it succeeded."""

    says: Message
    done: bool


CalibrationMessage = SceneShown | LampLevel | TaskEnded


class RemoteOutlet:
    """A `SceneOutlet` whose screen and controls belong to the main process."""

    def __init__(self, pipe: Connection) -> None:
        """Takes its end of the pipe."""
        self._pipe = pipe
        self._shown: CalibrationScene | None = None

    def show(self, scene: CalibrationScene) -> None:
        """Sends a scene unless it is already shown."""
        if scene != self._shown:
            self._shown = scene
            send(self._pipe, SceneShown(scene))

    def wait_for_input(self, seconds: float) -> list[ControlMessage]:
        """Waits for input, at most this long, and returns it."""
        from firmware.calibrate.guide import UserLeftError  # noqa: PLC0415

        done: list[ControlMessage] = []
        try:
            while self._pipe.poll(0.0 if done else seconds):
                done.append(self._pipe.recv())
        except (EOFError, OSError):
            raise UserLeftError from None
        return done

    def close(self) -> None:
        """Does nothing."""


class RemoteLamp:
    """A `FadingLamp` that belongs to the main process."""

    def __init__(self, pipe: Connection, clock: Callable[[], float] = time.monotonic) -> None:
        """Takes its end of the pipe."""
        self._pipe, self._clock = pipe, clock
        self._there_at = clock()

    def set(self, left: float, right: float) -> None:
        """Requests a brightness for both channels, 0 to 1."""
        self._there_at = self._clock() + FADE_SECONDS
        send(self._pipe, LampLevel(left, right))

    def tick(self, now: float) -> float | None:
        """Returns the seconds until it must be called again; None once the level has surely been reached."""
        return STEP_SECONDS if now < self._there_at else None


def send(pipe: Connection, message: CalibrationMessage) -> None:
    """Sends a message; raises Left if the other end is closed."""
    from firmware.calibrate.guide import UserLeftError  # noqa: PLC0415

    try:
        pipe.send(message)
    except OSError:
        raise UserLeftError from None


def work(pipe: Connection, order: CalibrationTask, reader: "Callable[[], DiceReader] | None" = None) -> None:
    """Carries out a task and sends the outcome; `reader` finds the dice, by default `vision.reader.Reader`."""
    from firmware.calibrate.blessing import ThrowPlan  # noqa: PLC0415 - what follows loads OpenCV
    from firmware.calibrate.calibration import KnownSizes  # noqa: PLC0415
    from firmware.calibrate.guide import UserLeftError  # noqa: PLC0415
    from firmware.calibrate.screen import ScreenGuide  # noqa: PLC0415
    from firmware.calibrate.tasks import BlessingOrder, TaskCode, bless, calibrate  # noqa: PLC0415
    from firmware.texts import Texts, text  # noqa: PLC0415
    from hardware.calibration.record import NAME  # noqa: PLC0415
    from hardware.desk.usb_camera import silence_opencv  # noqa: PLC0415
    from hardware.ports import CameraWithLamp  # noqa: PLC0415
    from vision.reader import Reader  # noqa: PLC0415

    silence_opencv()
    own = RemoteLamp(pipe) if order.lamp else None

    def lamp_over(camera: "Camera") -> "Lamp | None":
        return camera.lamp if isinstance(camera, CameraWithLamp) else own

    try:
        task, texts = order.task, Texts(order.language)
        if isinstance(task, Bless):
            guide = ScreenGuide(text("calibration.bless", name=task.name), RemoteOutlet(pipe), texts)
            blessing = BlessingOrder(task.name, ThrowPlan(task.dice, task.throws))
            result = bless(guide, order.camera, own, blessing, order.state)
            kept = text("calibration.blessed", name=task.name)
        else:
            guide = ScreenGuide(text("calibration.calibrate"), RemoteOutlet(pipe), texts)
            result = calibrate(guide, order.camera, lamp_over, KnownSizes(), order.state / NAME, reader or Reader)
            kept = text("calibration.calibrated")
        done = result.code is TaskCode.KEPT
        send(pipe, TaskEnded(kept if done else result.says, done))
    except UserLeftError:
        return


def launch(order: CalibrationTask) -> SpawnedProcess:
    """Starts the process and returns at once."""
    # Not a daemon: blessing starts its own camera process. It ends when its pipe closes, or is killed.
    return spawn(_run, order, "meierbox-calibration", daemon=False)


def _run(pipe: Connection, order: CalibrationTask) -> None:
    """The entry point of the process."""
    ignore_interrupts()
    work(pipe, order)
