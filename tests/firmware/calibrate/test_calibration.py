"""A whole calibration: over the simulated box, and over a Pi's camera and lamp that honour their contracts."""

import threading
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from firmware.calibrate.calibration import Calibrator, KnownSizes
from firmware.calibrate.camera_thread import CameraThread
from firmware.calibrate.errors import CameraStalledError
from firmware.doctor.finding import Level
from hardware.calibration.record import Calibration, parsed
from hardware.calibration.region import Region
from hardware.calibration.scale import Source
from hardware.errors import CameraError
from hardware.message import literal
from hardware.pi.camera import PiCamera
from hardware.pi.lamp import PiLamp
from hardware.ports import Camera, Frame, Lamp
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_dice import BodyShape, DiceSet, Floor
from hardware.simulated.simulated_throws import ROOM_X, Habits
from tests.firmware.calibrate.recording_guide import NotingGuide
from tests.hardware.calibration.test_measures import with_card
from tests.hardware.pi.fake_picamera2 import FakePi, FakePicamera2
from tests.hardware.pi.mock_pins import Fingers, unwanted
from vision.reader import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture
def opened() -> Iterator[Callable[[Camera], CameraThread]]:
    threads: list[CameraThread] = []

    def open_it(camera: Camera) -> CameraThread:
        threads.append(CameraThread(lambda: camera))
        return threads[-1]

    yield open_it
    for thread in threads:
        thread.close()


Opened = Callable[[Camera], CameraThread]
STEADY = Habits(0, 0, 0)


@pytest.mark.parametrize("dice", [DiceSet(), DiceSet(BodyShape.CUBE, floor=Floor.MADDER)], ids=["oblong", "cube"])
def test_the_simulated_box_is_calibrated_from_end_to_end(opened: Opened, reader: Reader, dice: DiceSet) -> None:
    box, guide = SimulatedBox(5, dice, STEADY, shaking=0), NotingGuide()
    calibration = Calibrator(opened(box), box.lamp, reader, guide, KnownSizes(camera_mm=150)).run()
    assert calibration is not None
    assert parsed(calibration.toml()).camera == "simulated box"
    assert {finding.level for finding in guide.found} <= {Level.OK, Level.INFO}
    assert {str(finding.part) for finding in guide.found} >= {"light", "evenness", "floor", "lamp", "focus", "size"}
    scale = calibration.scale
    assert scale is not None
    assert scale.source is Source.DICE
    # The floor is 156 mm wide, and some 80 % of the picture.
    mm_across = scale.mm_per_pixel * scale.width * 0.803
    assert mm_across == pytest.approx(2 * ROOM_X, rel=0.05)
    assert calibration.level is not None
    assert 30 < calibration.level < 150
    assert calibration.settings is None
    assert (box.lamp.left, box.lamp.right) == (1, 1), "the lamp burns on"


class DeadChannel:
    """A lamp whose left channel is broken."""

    def __init__(self, lamp: Lamp) -> None:
        self._lamp = lamp

    def set(self, left: float, right: float) -> None:  # noqa: ARG002 - that is what is broken
        self._lamp.set(0.0, right)


class NoLamp:
    """A missing lamp."""

    def __init__(self, lamp: Lamp) -> None:
        lamp.set(0.0, 0.0)

    def set(self, left: float, right: float) -> None:
        pass


def test_a_broken_channel_is_named_with_its_pin_and_an_open_lid_noticed_by_the_light_that_stays(
    opened: Opened, reader: Reader
) -> None:
    box, guide = SimulatedBox(5, habits=STEADY, shaking=0), NotingGuide()
    box.open_lid()
    calibration = Calibrator(opened(box), DeadChannel(box.lamp), reader, guide, KnownSizes()).run()
    assert calibration is not None
    assert guide.level("lamp") is Level.WARNING
    assert "left side of the lamp gives no light" in guide.said("lamp")
    assert "BCM 12, pin 32 of the header" in guide.said("lamp")
    assert guide.level("darkness") is Level.WARNING
    assert "shut the lid" in guide.said("darkness")


def test_a_box_without_light_is_not_calibrated(opened: Opened, reader: Reader) -> None:
    box, guide = SimulatedBox(5, habits=STEADY, shaking=0), NotingGuide()
    assert Calibrator(opened(box), NoLamp(box.lamp), reader, guide, KnownSizes()).run() is None
    assert any(finding.level is Level.ISSUE and finding.remedy for finding in guide.found)


class BoxOnAPi:
    """A Pi with its camera over a box, its lamp on mock pins, and a clock of its own."""

    def __init__(self, **wrong: object) -> None:
        self.fingers = Fingers()
        self.simulated = SimulatedBox(5, habits=STEADY, shaking=0)
        self.empty = np.ascontiguousarray(self.simulated.capture().image[::2, ::2])
        self.with_card = with_card(self.empty, 30.0)
        self.world = FakePi(
            clock=self.fingers.clock,
            pass_time=self.fingers.wait,
            without=(),
            given_size=(640, 480),
            scene=self.seen,
            **wrong,  # type: ignore[arg-type]
        )
        self.lamp = PiLamp(self.fingers.factory, unwanted, self.fingers.clock)
        self.lay_the_card = False

    def levels(self) -> tuple[float, float]:
        pins = (self.fingers.factory.pin(number).state for number in (12, 13))
        left, right = (float(state) for state in pins)
        return left, right

    def seen(self, _: int) -> NDArray[np.uint8]:
        left, right = self.levels()
        image = self.with_card if self.lay_the_card else self.empty
        weight = np.linspace(1.4 * left + 0.6 * right, 0.6 * left + 1.4 * right, image.shape[1], dtype=np.float32) / 2
        return np.asarray(cv2.multiply(image, np.broadcast_to(weight[None, :, None], image.shape), dtype=cv2.CV_8U))

    def camera(self, calibration: Calibration | None = None) -> PiCamera:
        return PiCamera(0, calibration, lambda number: FakePicamera2(number, world=self.world), self.fingers.clock)


def test_a_pi_is_calibrated_and_its_camera_then_keeps_to_it(opened: Opened, reader: Reader) -> None:
    pi = BoxOnAPi(focused_at=6.2)
    people = [lambda: None, lambda: setattr(pi, "lay_the_card", True)]
    guide = NotingGuide(steps=people, moved=lambda _: Region(0.1, 0.1, 0.8))
    pi.world.light = 0.05
    calibrator = Calibrator(
        opened(pi.camera()), pi.lamp, reader, guide, KnownSizes(), pi.fingers.clock, pi.fingers.wait
    )
    calibration = calibrator.run()
    assert calibration is not None
    assert calibration.region == guide.views[1].region == Region(0.1, 0.1, 0.8), "it is shown as it is moved"
    assert guide.level("soft start") is Level.OK
    assert guide.level("lamp") is Level.OK
    assert guide.level("size") is Level.OK
    settings = calibration.settings
    assert settings is not None
    assert settings.exposure == pytest.approx(20_000, rel=0.05)
    # The card lies on the floor, and dice are 22 mm high.
    assert settings.lens == pytest.approx(1000 / (1000 / 6.2 - 22), abs=0.15)
    assert calibration.scale is not None
    assert calibration.scale.mm_per_pixel == pytest.approx(10 / 30 * calibration.region.size, rel=0.02)
    again = parsed(calibration.toml())
    pi.world.controls_set.clear()
    camera = pi.camera(again)
    set_now = {name: value for controls in pi.world.controls_set for name, value in controls.items()}
    assert set_now["ExposureTime"] == settings.exposure
    assert set_now["LensPosition"] == pytest.approx(settings.lens, abs=0.01)
    assert set_now["AeEnable"] is False
    assert set_now["ScalerCrop"][2] == pytest.approx(3456 * 0.8, abs=4)
    camera.close()


def test_a_lens_with_nothing_to_focus_on_is_reported(opened: Opened, reader: Reader) -> None:
    pi = BoxOnAPi()
    guide = NotingGuide()
    pi.empty = np.asarray(cv2.GaussianBlur(pi.empty, (0, 0), 4), np.uint8)
    Calibrator(opened(pi.camera()), pi.lamp, reader, guide, KnownSizes(), pi.fingers.clock, pi.fingers.wait).run()
    assert guide.level("focus") is Level.WARNING
    assert "put dice or the card" in guide.said("focus")
    assert guide.level("size") is Level.WARNING


FLOOR_FOCUS, TOP_FOCUS = 1000 / 155, 1000 / 136
"""Dioptres, 155 mm above the felt and 19 mm nearer."""


class BoxWithDepth(BoxOnAPi):
    """The floor is sharp at one focus, what lies on it at another."""

    def __init__(self) -> None:
        super().__init__()
        self.simulated.restore_throw(2, 1)
        self.with_dice = np.ascontiguousarray(self.simulated.capture().image[::2, ::2])
        changed = np.abs(self.with_dice.astype(int) - self.empty).max(axis=2) > 12
        self.dice = cv2.dilate(changed.astype(np.uint8), np.ones((5, 5), np.uint8))[:, :, None]
        self.at_focus: dict[float, NDArray[np.uint8]] = {}

    def seen(self, number: int) -> NDArray[np.uint8]:
        if not self.lay_the_card:
            return super().seen(number)
        lens = next(
            (float(each["LensPosition"]) for each in reversed(self.world.controls_set) if "LensPosition" in each), 6.7
        )
        if lens not in self.at_focus:
            floor, tops = (
                cv2.GaussianBlur(self.with_dice, (0, 0), 0.3 + 2 * abs(lens - focus))
                for focus in (FLOOR_FOCUS, TOP_FOCUS)
            )
            self.at_focus[lens] = np.asarray(np.where(self.dice, tops, floor), np.uint8)
        return self.at_focus[lens]


def test_the_focus_is_on_the_tops_of_the_dice_not_on_the_felt(opened: Opened, reader: Reader) -> None:
    pi = BoxWithDepth()
    guide = NotingGuide(steps=[lambda: None, lambda: setattr(pi, "lay_the_card", True)])
    thread = opened(pi.camera())
    calibration = Calibrator(thread, pi.lamp, reader, guide, KnownSizes(), pi.fingers.clock, pi.fingers.wait).run()
    assert calibration is not None
    assert calibration.settings is not None
    assert calibration.settings.lens == pytest.approx(TOP_FOCUS, abs=0.2)


class BoxFilledByHand:
    """A simulated box into which people put dice, and not the camera."""

    name = "a camera"

    def __init__(self, box: SimulatedBox) -> None:
        self._box = box

    def capture(self, timeout: float = 2.0) -> Frame:
        return self._box.capture(timeout)

    def close(self) -> None:
        self._box.close()


def test_a_box_with_dice_in_it_is_not_taken_for_an_empty_one(opened: Opened, reader: Reader) -> None:
    box = SimulatedBox(5, habits=STEADY, shaking=0)

    def lay(dice: int) -> Callable[[], None]:
        return lambda: box.restore_throw(dice, 1)

    guide = NotingGuide(steps=[lay(2), lay(1), lay(0), lay(2)])
    assert Calibrator(opened(BoxFilledByHand(box)), box.lamp, reader, guide, KnownSizes()).run() is not None
    assert guide.asked[1:3] == ["There are still dice in the box. Take all of them out and shut the lid."] * 2
    stubborn = NotingGuide(steps=[lay(2)])
    assert Calibrator(opened(BoxFilledByHand(box)), box.lamp, reader, stubborn, KnownSizes()).run() is None
    assert stubborn.level("dice") is Level.ISSUE
    assert "dice lie in the box that should be empty: take all of them out" in stubborn.said("dice")


class Hanging:
    """A camera that opens and never gives a picture, whatever its timeout."""

    name = "Pi camera 0"

    def capture(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002
        threading.Event().wait()
        raise AssertionError

    def close(self) -> None:
        pass


def test_a_camera_that_hangs_is_abandoned() -> None:
    thread = CameraThread(Hanging, patience=0.2)
    with pytest.raises(CameraStalledError, match="Pi camera 0 hangs: turn the machine off and on again"):
        thread.capture()


def test_errors_in_the_camera_thread_reach_the_caller() -> None:
    def fail() -> Camera:
        raise CameraError(literal("There is no camera: plug one in."))

    with pytest.raises(CameraError, match="plug one in"):
        CameraThread(fail)
