"""The two tasks from start to finish: calibrating a camera, and blessing a set of dice."""

import queue
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from firmware.calibrate.blessing import Blesser, ThrowPlan
from firmware.calibrate.calibration import Calibrator, DiceReader, KnownSizes
from firmware.calibrate.camera_thread import CameraThread
from firmware.calibrate.die_set_findings import assess_fairness, describe_die_set
from firmware.calibrate.errors import CalibrateError
from firmware.calibrate.guide import Guide, UserLeftError
from firmware.calibrate.lighting import fade
from firmware.camera import CameraMessage, CameraSupervisor, Pace
from firmware.camera.calibrated import calibrated
from firmware.config import atomic_files
from firmware.deploy.state_folder import why_not_written
from firmware.dice_sets.die_set import DieSets
from firmware.dice_sets.errors import DieSetError
from firmware.rules.message import Message, literal, message
from hardware.calibration.record import NAME, Calibration, kept_of_another, load
from hardware.camera_names import OWN_DICE
from hardware.cameras import load_driver, open_camera
from hardware.errors import CalibrationError, CameraError
from hardware.ports import Camera, Lamp, Shakeable


class TaskCode(IntEnum):
    """How a task ended, as an exit code: results kept; too much wrong; not possible."""

    KEPT = 0
    FAULTY = 1
    FAILED = 2


@dataclass(frozen=True, slots=True)
class TaskResult:
    """How a task ended, and the message about it."""

    code: TaskCode
    says: Message


def calibrate(
    guide: Guide,
    camera: str,
    lamp_over: Callable[[Camera], Lamp | None],
    sizes: KnownSizes,
    path: Path,
    reader: Callable[[], DiceReader],
) -> TaskResult:
    """Guides people through calibrating the named camera, and stores the results in `path`."""
    return _guarded(path, lambda: _calibrate(guide, camera, lamp_over, sizes, path, reader))


def _calibrate(
    guide: Guide,
    camera: str,
    lamp_over: Callable[[Camera], Lamp | None],
    sizes: KnownSizes,
    path: Path,
    reader: Callable[[], DiceReader],
) -> TaskResult:
    load_driver(camera)  # takes long on a small computer, which must not count against the camera
    thread = CameraThread(lambda: open_camera(camera))
    try:
        rehearsal = isinstance(thread.camera, Shakeable)
        other = kept_of_another(path, thread.name)
        if rehearsal and other:
            says = message("{file} is the calibration of {camera}", file=str(path), camera=other)
            remedy = message("give --out FILE to rehearse with this camera")
            return TaskResult(TaskCode.FAILED, says.with_remedy(remedy))
        calibrator = Calibrator(thread, lamp_over(thread.camera), reader(), guide, sizes)
        found = calibrator.run()
    finally:
        thread.close()
    if found is None:
        says = message("Nothing was saved").with_remedy(message("fix the problems listed and calibrate again"))
        guide.end(says)
        return TaskResult(TaskCode.FAULTY, says)
    return _keep(guide, found, path, faultless=calibrator.faultless)


def _keep(guide: Guide, found: Calibration, path: Path, *, faultless: bool) -> TaskResult:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    atomic_files.write(path, found.toml())
    guide.end(
        message("All is well; the calibration is saved.")
        if faultless
        else message("It is saved; fix the problems listed.")
    )
    says = message("The calibration of {camera} is {file}.", camera=found.camera, file=str(path))
    return TaskResult(TaskCode.KEPT, says)


@dataclass(frozen=True, slots=True)
class BlessingOrder:
    """A set to be blessed: its name, the throws, and the faces that people say it has (None if they do not).

    `pace` is for a camera with simulated dice.
    """

    name: str
    plan: ThrowPlan
    faces: tuple[int, ...] | None = None
    pace: Pace | None = None


def bless(guide: Guide, camera: str, lamp: Lamp | None, order: BlessingOrder, state: Path) -> TaskResult:
    """Guides people through blessing a set of dice, and stores it among the sets of `state`."""
    sets = DieSets(state)
    return _guarded(sets.path(order.name), lambda: _bless(guide, camera, lamp, order, state))


def _bless(guide: Guide, camera: str, lamp: Lamp | None, order: BlessingOrder, state: Path) -> TaskResult:
    if lamp is not None:
        fade(lamp, 1.0, 1.0)
    messages: queue.SimpleQueue[CameraMessage] = queue.SimpleQueue()
    throws = CameraSupervisor(calibrated(camera, state), messages.put, pace=order.pace)
    blesser = Blesser(throws, messages, guide, order.plan, own_dice=camera.partition(":")[0] in OWN_DICE)
    try:
        throws.start()
        survey = blesser.run()
    finally:
        throws.close()
    try:
        known = load(state / NAME)
        scale = known.scale if known.suits(blesser.camera) else None
    except CalibrationError:
        scale = None
    die_set = survey.die_set(order.name, scale, order.faces)
    for finding in (*describe_die_set(die_set), *assess_fairness(die_set, survey.unread)):
        guide.tell(finding)
    path = DieSets(state).save(die_set)
    guide.end(message("{name} is blessed: the box knows this set from now on.", name=order.name))
    return TaskResult(TaskCode.KEPT, message("{name} is saved in {file}.", name=order.name, file=str(path)))


def _guarded(path: Path, task: Callable[[], TaskResult]) -> TaskResult:
    """Runs a task that stores its results in `path`, and turns errors into its result."""
    try:
        return task()
    except UserLeftError:
        says = message("Nothing was saved").with_remedy(message("it was cancelled"))
        return TaskResult(TaskCode.FAILED, says)
    except DieSetError as error:
        return TaskResult(TaskCode.FAULTY, error.message)
    except CalibrateError as error:
        return TaskResult(TaskCode.FAILED, error.message)
    except CameraError as error:
        return TaskResult(TaskCode.FAILED, literal(str(error)))
    except OSError as error:
        return TaskResult(TaskCode.FAILED, why_not_written(path, error))
