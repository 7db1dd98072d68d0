"""The Pi's camera, over a fake of picamera2 that keeps its contract."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.calibration.camera_settings import CameraSettings
from hardware.calibration.record import Calibration
from hardware.calibration.region import Region
from hardware.errors import CameraError
from hardware.message import Message
from hardware.pi.camera import FLOOR_METRES, SIZE, PiCamera
from hardware.ports import Camera, ReadingAware, Shakeable
from tests.hardware.pi.fake_picamera2 import FakePi, FakePicamera2

KNOWN = CameraSettings(exposure=9_000, gain=2.0, red=1.7, blue=1.3, lens=4.0)


class CameraFolder:
    """A Pi whose time passes by frames."""

    def __init__(self, **wrong: Any) -> None:
        self.now = 500.0
        self.world = FakePi(clock=self.clock, pass_time=self.wait, **{"given_size": (640, 480), **wrong})
        self.opened: list[FakePicamera2] = []
        self.said: list[Message] = []

    def clock(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def make(self, number: int) -> FakePicamera2:
        self.opened.append(FakePicamera2(number, world=self.world))
        return self.opened[-1]

    def camera(self, settings: CameraSettings | None = None, region: Region | None = None) -> PiCamera:
        calibration = Calibration("", settings, region or Region())
        return PiCamera(0, calibration, self.make, self.clock, self.said.append, close_seconds=0.2)

    def set_of(self, control: str) -> list[Any]:
        return [controls[control] for controls in self.world.controls_set if control in controls]


def watch(camera: PiCamera, frames: int) -> None:
    for _ in range(frames):
        camera.capture()


def test_it_fits_the_port() -> None:
    camera: Camera = CameraFolder().camera()
    assert camera.name == "Pi camera 0"
    assert isinstance(camera, ReadingAware)
    assert not isinstance(camera, Shakeable)


def test_a_frame_is_bgr_and_has_a_small_grey_one_beside_it() -> None:
    frame = CameraFolder(given_size=None).camera().capture()
    assert frame.image.shape == (SIZE[1], SIZE[0], 3)
    rows, columns = frame.image.shape[:2]
    blue, green, red = (int(value) for value in frame.image[rows * 2 // 5, columns * 2 // 5])
    assert red > 150 > 60 > max(blue, green)
    assert frame.small is not None
    assert frame.small.shape == (240, 320)
    assert frame.small.min() > 0, "the padding of the rows is cut off"


def test_reversed_channels_are_put_in_order() -> None:
    frame = CameraFolder(given_format="BGR888").camera().capture()
    rows, columns = frame.image.shape[:2]
    assert int(frame.image[rows * 2 // 5, columns * 2 // 5, 2]) > 150


def test_a_frame_is_never_an_old_one() -> None:
    place = CameraFolder()
    camera = place.camera()
    for _ in range(5):
        asked = place.now
        assert camera.capture().at > asked
        place.wait(3.0)


@pytest.mark.parametrize("missing", ["ExposureTime", "SensorTimestamp"])
def test_a_camera_without_exposure_times_works_anyway(missing: str) -> None:
    place = CameraFolder(metadata_without=(missing,))
    camera = place.camera()
    asked = place.now
    assert camera.capture().at >= asked
    camera.set_reading(True)
    watch(camera, 20)


def test_no_buffer_is_kept_however_many_frames_are_taken() -> None:
    place = CameraFolder()
    watch(place.camera(), 100)
    assert place.world.held == 0


def test_the_whole_view_of_the_sensor_is_requested() -> None:
    for model, mode in (("imx708_wide_noir", (2304, 1296)), ("imx219", (1640, 1232))):
        place = CameraFolder(model=model)
        place.camera()
        assert place.opened[0].camera_configuration()["raw"]["size"] == mode


def test_it_accepts_the_size_that_the_camera_chooses() -> None:
    assert CameraFolder(given_size=(1280, 720)).camera().capture().image.shape == (720, 1280, 3)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (
            {"cameras": 0},
            r"Pi camera 0 was not found \(No camera number 0 found.*\): switch the Pi off, push both",
        ),
        ({"cameras": 0, "old": True}, r"Pi camera 0 was not found \(list index out of range\)"),
        ({"busy": True}, r"in use by another program \(.*Device or resource busy\): close that program"),
        ({"broken": True}, r"cannot be opened \(Camera __init__ sequence did not complete\): restart the Pi"),
        ({"given_size": (320, 240)}, "320×240, too small to read"),
        ({"silent_after": 0}, "opens but gives no picture: switch the Pi off and check"),
        ({"given_format": "MJPEG"}, "in the format MJPEG, which is not supported"),
    ],
)
def test_an_unusable_camera_is_reported_with_the_remedy(wrong: dict[str, Any], says: str) -> None:
    place = CameraFolder(**wrong)
    with pytest.raises(CameraError, match=says):
        place.camera()
    assert place.world.closed == len(place.opened), "what was opened is given back"


def test_missing_picamera2_is_reported_with_the_remedy() -> None:
    with pytest.raises(CameraError, match=r"needs picamera2, which cannot be loaded .*meierbox doctor"):
        PiCamera(0)


def test_a_silent_camera_is_given_up_in_time_and_can_be_reopened() -> None:
    place = CameraFolder(silent_after=3)
    camera = place.camera()
    watch(camera, 2)
    before = place.now
    with pytest.raises(CameraError, match="gives no more pictures: check that both ends of its ribbon cable"):
        watch(camera, 3)
    assert place.now - before < 1.5, "so that it can be told before the eye's process is given up"
    camera.close()
    assert place.world.closed == 1, "what was under way was cancelled first, or close would never end"
    place.world.silent_after = None
    again = place.camera()
    assert again.capture().at > before


def test_a_camera_that_hangs_while_closing_is_abandoned() -> None:
    place = CameraFolder(stuck_closing=True)
    camera = place.camera()
    camera.close()
    with pytest.raises(CameraError, match="is closed"):
        camera.capture()


def test_an_error_below_picamera2_is_reported_with_its_reason() -> None:
    camera = CameraFolder(fails_at=4).camera()
    with pytest.raises(CameraError, match=r"has failed \(Could not create request\): check its ribbon cable"):
        watch(camera, 6)


def test_pictures_of_another_size_are_rejected() -> None:
    camera = CameraFolder(shape_changes_at=3).camera()
    with pytest.raises(CameraError, match="320×240 instead of 640×480"):
        watch(camera, 6)


def test_a_frozen_picture_is_rejected() -> None:
    camera = CameraFolder(noise=False).camera()
    with pytest.raises(CameraError, match="same frozen picture"):
        watch(camera, 90)


def test_a_black_picture_is_rejected_only_with_the_lamp_on() -> None:
    place = CameraFolder(light=0.0)
    camera = place.camera()
    watch(camera, 200)
    camera.set_reading(True)
    watch(camera, 50)
    camera.set_reading(False)
    watch(camera, 50)
    camera.set_reading(True)
    with pytest.raises(CameraError, match="nothing but black: take off its lens cap, and check that the lamp is lit"):
        watch(camera, 120)


def test_exposure_gain_and_white_balance_are_locked_once_settled_with_the_lamp_on() -> None:
    place = CameraFolder()
    camera = place.camera()
    watch(camera, 40)
    assert place.set_of("AeEnable") == [], "nobody reads dice yet: the lamp may be out"
    camera.set_reading(True)
    watch(camera, 60)
    assert place.set_of("AeEnable") == place.set_of("AwbEnable") == [False]
    assert camera.settings is not None
    assert place.set_of("ExposureTime") == [camera.settings.exposure]
    assert camera.settings.exposure == pytest.approx(20_000, rel=0.05)
    place.world.light = 0.2
    watch(camera, 60)
    assert len(place.set_of("ExposureTime")) == 1


def test_a_lock_made_in_daylight_is_renewed_under_the_lamp() -> None:
    place = CameraFolder()
    camera = place.camera()
    camera.set_reading(True)
    watch(camera, 40)
    dark = np.full((480, 640, 3), 12, np.uint8)
    place.world.scene = lambda _: dark
    watch(camera, 20)
    assert place.set_of("AeEnable") == [False, True]
    place.world.scene = None
    watch(camera, 40)
    assert place.set_of("AeEnable") == [False, True, False]


def test_a_calibration_holds_from_the_first_frame() -> None:
    place = CameraFolder()
    camera = place.camera(settings=KNOWN)
    assert place.set_of("ExposureTime") == [9_000]
    assert place.set_of("ColourGains") == [(1.7, 1.3)]
    camera.set_reading(True)
    watch(camera, 60)
    assert place.set_of("ExposureTime") == [9_000]
    assert camera.settings == KNOWN


def test_a_focusable_lens_is_fixed_and_any_other_left_alone() -> None:
    place = CameraFolder(without=())
    place.camera()
    assert place.set_of("AfMode") == [0]
    assert place.set_of("LensPosition") == [pytest.approx(1 / FLOOR_METRES)]
    place.camera(settings=KNOWN)
    assert place.set_of("LensPosition")[1:] == [4.0]
    fixed = CameraFolder()
    fixed.camera()
    assert fixed.set_of("AfMode") == fixed.set_of("LensPosition") == []


def quartered(_: int) -> NDArray[np.uint8]:
    """A view whose lower right quarter is bright."""
    scene = np.full((960, 1280, 3), 40, np.uint8)
    scene[480:, 640:] = 200
    return scene


def test_the_region_of_interest_fills_the_picture_from_the_first_frame_on() -> None:
    place = CameraFolder(scene=quartered, given_size=None)
    whole = place.camera().capture().image
    assert int(whole[200, 200, 0]) < 50 < 190 < int(whole[900, 1200, 0])
    frame = place.camera(region=Region(0.5, 0.5, 0.5)).capture()
    assert frame.image.shape == whole.shape
    assert frame.image.min() > 190
    assert frame.small is not None
    assert frame.small.min() > 190, "motion is watched in the same part"
    assert place.set_of("ScalerCrop") == [(576 + 1728, 1296, 1728, 1296)], "as wide to high as the picture"
    assert place.said == []


@pytest.mark.parametrize("wrong", [{"view_is_stuck": True}, {"without": ("ScalerCrop", "LensPosition", "AfMode")}])
def test_a_sensor_that_cannot_crop_shows_everything_and_warns(wrong: dict[str, Any]) -> None:
    place = CameraFolder(scene=quartered, **wrong)
    frame = place.camera(region=Region(0.5, 0.5, 0.5)).capture()
    assert frame.image.min() < 60
    assert [str(each) for each in place.said] == ["Pi camera 0 cannot zoom in on the floor and shows its whole view"]


def test_setting_a_focus_waits_for_the_lens() -> None:
    place = CameraFolder(without=())
    camera = place.camera()
    assert camera.lens_range == (0.0, 10.0)
    camera.focus(8.0)
    assert place.set_of("LensPosition")[-1] == 8.0
    request = place.opened[0].capture_request(wait=1.0)
    assert request.get_metadata()["LensPosition"] == 8.0
    request.release()
    camera.focus(99.0)
    assert place.set_of("LensPosition")[-1] == 10.0, "no nearer than the lens can"


def test_a_lens_that_does_not_move_is_reported() -> None:
    camera = CameraFolder(without=(), lens_is_stuck=True).camera()
    with pytest.raises(CameraError, match=r"does not move to 4\.0 dioptres: restart the Pi"):
        camera.focus(4.0)


def test_a_fixed_lens_has_no_range_and_is_left_alone() -> None:
    place = CameraFolder()
    camera = place.camera()
    assert camera.lens_range is None
    camera.focus(4.0)
    assert place.set_of("LensPosition") == []


def test_controls_that_a_sensor_lacks_are_not_set() -> None:
    place = CameraFolder(without=("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "AfMode"))
    camera = place.camera(settings=KNOWN)
    camera.set_reading(True)
    watch(camera, 30)
    assert place.set_of("ExposureTime") == []
