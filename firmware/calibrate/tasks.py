"""The two errands of the workbench from beginning to end: calibrating a camera, and blessing dice."""

import queue
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware.calibrate.blessing import Blesser, Task
from firmware.calibrate.calibration import Calibrator, DiceReader, Wishes
from firmware.calibrate.camera_thread import CameraThread
from firmware.calibrate.findings import describe, judge
from firmware.calibrate.guide import Guide, Left
from firmware.calibrate.lighting import glide
from firmware.camera import Eye, EyeMessage, Pace
from firmware.camera.calibrated import calibrated
from firmware.config import atomic_files
from firmware.deploy.state_folder import refusal
from firmware.dice_sets.die_set import DieSetError, DieSets
from hardware.calibration.record import NAME, kept_of_another, load
from hardware.cameras import OWN_DICE, open_camera
from hardware.errors import CalibrationError, CameraError
from hardware.ports import Camera, Lamp, Shakeable

KEPT, WANTING, FAILED = 0, 1, 2
"""What came of an errand, in the exit codes of the command line: kept; too much is wrong; it could not be done."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an errand: one of the codes, and a sentence on it."""

    code: int
    says: str


def calibrate(
    guide: Guide,
    camera: str,
    lamp_over: Callable[[Camera], Lamp | None],
    wishes: Wishes,
    path: Path,
    reader: Callable[[], DiceReader],
) -> Outcome:
    """Leads people through calibrating the camera of that name, and keeps what was found in `path`."""
    return _told(path, lambda: _calibrate(guide, camera, lamp_over, wishes, path, reader))


def _calibrate(
    guide: Guide,
    camera: str,
    lamp_over: Callable[[Camera], Lamp | None],
    wishes: Wishes,
    path: Path,
    reader: Callable[[], DiceReader],
) -> Outcome:
    thread = CameraThread(lambda: open_camera(camera))
    try:
        rehearsal = isinstance(thread.camera, Shakeable)
        other = kept_of_another(path, thread.name)
        if rehearsal and other:
            return Outcome(
                FAILED, f"{path} is the calibration of {other}: give --out FILE to rehearse with this camera."
            )
        calibrator = Calibrator(thread, lamp_over(thread.camera), reader(), guide, wishes)
        found = calibrator.run()
    finally:
        thread.close()
    if found is None:
        says = "Nothing was kept: mend what is named and calibrate again."
        guide.end(says)
        return Outcome(WANTING, says)
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_files.write(path, found.toml())
    guide.end("All is well, and it is kept." if calibrator.faultless else "It is kept; mend what is named.")
    return Outcome(KEPT, f"The calibration of {found.camera} is {path}.")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A set that is to be learned: its name, the throws, and the faces that people say it has, None where they do not.

    `pace` is that of a camera that brings its own dice.
    """

    name: str
    task: Task
    faces: tuple[int, ...] | None = None
    pace: Pace | None = None


def bless(guide: Guide, camera: str, lamp: Lamp | None, wanted: Wanted, state: Path) -> Outcome:
    """Leads people through blessing a set of dice, and keeps what was learned among the sets of `state`."""
    sets = DieSets(state)
    return _told(sets.path(wanted.name), lambda: _bless(guide, camera, lamp, wanted, state))


def _bless(guide: Guide, camera: str, lamp: Lamp | None, wanted: Wanted, state: Path) -> Outcome:
    if lamp is not None:
        glide(lamp, 1.0, 1.0)
    messages: queue.SimpleQueue[EyeMessage] = queue.SimpleQueue()
    eye = Eye(calibrated(camera, state), messages.put, pace=wanted.pace)
    blesser = Blesser(eye, messages, guide, wanted.task, own_dice=camera.partition(":")[0] in OWN_DICE)
    try:
        eye.start()
        learned = blesser.run()
    finally:
        eye.close()
    try:
        known = load(state / NAME)
        scale = known.scale if known.suits(blesser.camera) else None
    except CalibrationError:
        scale = None
    die_set = learned.die_set(wanted.name, scale, wanted.faces)
    for finding in (*describe(die_set), *judge(die_set, learned.unread)):
        guide.tell(finding)
    path = DieSets(state).save(die_set)
    guide.end(f"{wanted.name} is blessed, and known from now on.")
    return Outcome(KEPT, f"{wanted.name} is kept in {path}.")


def _told(path: Path, errand: Callable[[], Outcome]) -> Outcome:
    """Does an errand whose fruit is kept in `path`; what goes wrong is its outcome."""
    try:
        return errand()
    except Left:
        return Outcome(FAILED, "Nothing was kept: you have left before the end.")
    except DieSetError as error:
        return Outcome(WANTING, str(error))
    except CameraError as error:
        return Outcome(FAILED, str(error))
    except OSError as error:
        return Outcome(FAILED, refusal(path, error))
