"""The calibration's screens for the tour: a camera with a fault, and a set being blessed."""

import queue
from collections.abc import Iterator

import cv2
import numpy as np

from display.scene import CalibrationScene
from firmware.calibrate.assessment import assess_floor, assess_focus, assess_lamp, assess_light, assess_scale
from firmware.calibrate.blessing import Blesser, ThrowPlan
from firmware.calibrate.calibration import EMPTY, FRAMED, LAID, grades_of
from firmware.calibrate.die_set_findings import assess_fairness, describe_die_set
from firmware.calibrate.guide import LiveView
from firmware.calibrate.screen import ScreenGuide
from firmware.camera import CameraMessage, CameraOpened, RollReading
from firmware.dice_sets.die_set import DieSet, PipStyle, Shape
from firmware.journal.observation import Observation
from firmware.menus.bless_menu import file_name
from firmware.rules.message import Message, message
from firmware.texts import Texts, text
from hardware.calibration.camera_settings import CameraSettings
from hardware.calibration.floor import FloorEdges
from hardware.calibration.light import LampTest, LightLevels
from hardware.calibration.region import Region
from hardware.calibration.scale import Scale, Source
from hardware.ports import Control, ControlMessage, Pressed

LIGHT = LightLevels(104.0, 90.0, 118.0, 0.0)
SETTINGS = CameraSettings(20_000, 1.5, 2.0, 1.6)
FACES = (1, 2, 3, 4, 5, 6)
ALIKE, LOADED = (38, 41, 44, 39, 37, 41), (8, 9, 10, 9, 8, 36)


class RecordingOutlet:
    """A `SceneOutlet` that keeps the scenes in which somebody is asked to act, and continues at once."""

    def __init__(self) -> None:
        """Starts empty."""
        self.kept: list[CalibrationScene] = []
        self._scene: CalibrationScene | None = None

    def show(self, scene: CalibrationScene) -> None:
        """Shows a scene."""
        self._scene = scene

    def wait_for_input(self, seconds: float) -> list[ControlMessage]:
        """Keeps the scene and pushes the dial if somebody is waited for."""
        if seconds and self._scene is not None:
            self.kept.append(self._scene)
        return [Pressed(Control.DIAL)] if seconds else []

    def close(self) -> None:
        """Does nothing."""


class Throws:
    """A camera that answers every throw with the same observation."""

    def __init__(self, observation: Observation) -> None:
        """Is open from the start."""
        self.messages: queue.SimpleQueue[CameraMessage] = queue.SimpleQueue()
        self.messages.put(CameraOpened("USB camera 0"))
        self._sight = observation
        self._asked: list[int] = []

    def watch_roll(self, dice: int, serial: int) -> None:  # noqa: ARG002 - they always lie alike
        """Remembers the order."""
        self._asked.append(serial)

    def watchdog(self, now: float) -> None:  # noqa: ARG002 - it never hangs
        """Answers one call later, so that the prompt is seen."""
        if self._asked and self._asked[0] < 0:
            self.messages.put(RollReading(-self._asked.pop(0), self._sight))
        self._asked = [-abs(serial) for serial in self._asked]


def calibration_scenes(texts: Texts, observation: Observation) -> Iterator[tuple[str, CalibrationScene]]:
    """Yields the screens with their names, for a reading of two dice."""
    yield from _calibration(texts, observation)
    yield from _blessing(texts, observation)


def _guide(texts: Texts, title: Message) -> tuple[ScreenGuide, RecordingOutlet]:
    ticks = iter(range(1_000_000)).__next__
    outlet = RecordingOutlet()
    return ScreenGuide(title, outlet, texts, clock=lambda: ticks() * 1e-6), outlet


def _calibration(texts: Texts, observation: Observation) -> Iterator[tuple[str, CalibrationScene]]:
    image = (
        cv2.imdecode(np.frombuffer(observation.photograph, np.uint8), cv2.IMREAD_COLOR)
        if observation.photograph
        else None
    )
    picture = None if image is None else np.asarray(image, np.uint8)
    guide, outlet = _guide(texts, text("calibration.calibrate"))
    yield "calibration-opens", guide.scene

    def seen(region: Region | None = None) -> LiveView:
        return LiveView(picture, region=region, figures=grades_of(LIGHT, 87.0, 91.0))

    guide.ask(EMPTY, seen)
    yield "calibration-measures", guide.scene
    for finding in (
        *assess_light(LIGHT, SETTINGS),
        assess_floor(FloorEdges(0.1, 0.9, 0.1, 0.9, (True,) * 4), Region()),
    ):
        guide.tell(finding)
    guide.place(FRAMED, Region(0.08, 0.1, 0.8), seen)
    for finding in assess_lamp(LampTest(4.0, 4.0, 80.0, 104.0), soft=True):
        guide.tell(finding)
    guide.ask(LAID, seen)
    scale = Scale(0.149, 1280, 155.0, Source.DICE)
    for finding in (assess_focus(0.3, 6.6, movable=True), *assess_scale(scale, None, (126.0, 130.0))):
        guide.tell(finding)
    guide.end(message("It is saved; fix the problems listed."))
    yield from _named("calibration", outlet.kept)


def _blessing(texts: Texts, observation: Observation) -> Iterator[tuple[str, CalibrationScene]]:
    name = file_name(texts.say("bless.names").split("; ")[0])
    kept: list[CalibrationScene] = []
    for shape, thrown, throws in ((Shape.CUBE, LOADED, 2), (Shape.OBLONG, ALIKE, 1)):
        guide, outlet = _guide(texts, text("calibration.bless", name=name))
        camera = Throws(observation)
        Blesser(camera, camera.messages, guide, ThrowPlan(dice=2, throws=throws), own_dice=shape is Shape.OBLONG).run()
        die_set = DieSet(name, shape, PipStyle.RINGS, FACES, (25.4, 19.0), "#e8dcc0", "#40352c", thrown)
        for finding in (*describe_die_set(die_set), *assess_fairness(die_set, unread=3)):
            guide.tell(finding)
        guide.end(message("{name} is blessed: the box knows this set from now on.", name=name))
        kept += outlet.kept
    yield from _named("blessing", kept)


def _named(name: str, kept: list[CalibrationScene]) -> Iterator[tuple[str, CalibrationScene]]:
    yield from ((f"{name}-{number}", scene) for number, scene in enumerate(kept, start=1))
