"""The USB camera, over a fake of OpenCV's capture that keeps a queue of old frames as real drivers do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.calibration.region import Region
from hardware.desk.usb_camera import UsbCamera, usb_cameras
from hardware.ports import Camera, CameraError, Shakeable


@dataclass
class FakeCapture:
    """A camera of 30 frames a second: `queued` old frames come at once, a new one when the sensor has it."""

    opened: bool = True
    queued: int = 0
    frames_left: int = 10_000
    size: tuple[int, ...] = (480, 640, 3)
    keeps_wishes: bool = False
    now: float = 0.0
    taken: float = 0.0
    settings: dict[int, float] = field(default_factory=dict)
    released: int = 0
    retrieves: bool = True

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return self.opened

    def set(self, propId: int, value: float, /) -> bool:  # noqa: N803 - OpenCV's own name
        self.settings[propId] = value
        return self.keeps_wishes

    def grab(self) -> bool:
        if self.frames_left == 0:
            return False
        self.frames_left -= 1
        if self.queued > 0:
            self.queued -= 1
            self.taken = self.now - 0.5
            self.now += 0.0005
        else:
            self.now += 1 / 30
            self.taken = self.now
        return True

    def retrieve(self) -> tuple[bool, Any]:
        if not self.retrieves:
            return False, None
        # The picture's brightness encodes when it was taken, in hundredths of a second.
        return True, np.full(self.size, round(self.taken * 100) % 256, np.uint8)

    def release(self) -> None:
        self.released += 1


def plugged(capture: FakeCapture, index: int = 0) -> UsbCamera:
    opener: Callable[[int], FakeCapture] = {index: capture}.__getitem__
    return UsbCamera(index, opener, lambda: capture.now)


def test_it_fits_the_port_and_has_no_dice_of_its_own() -> None:
    camera: Camera = plugged(FakeCapture(), index=2)
    assert camera.name == "USB camera 2"
    assert not isinstance(camera, Shakeable)


def test_it_requests_a_short_queue_and_a_large_picture() -> None:
    capture = FakeCapture()
    plugged(capture)
    assert capture.settings == {
        cv2.CAP_PROP_BUFFERSIZE: 1,
        cv2.CAP_PROP_FRAME_WIDTH: 1280,
        cv2.CAP_PROP_FRAME_HEIGHT: 960,
    }


def test_it_accepts_what_the_camera_gives() -> None:
    assert plugged(FakeCapture(size=(480, 640, 3))).capture().image.shape == (480, 640, 3)


def test_its_exposure_settles_before_the_first_frame() -> None:
    capture = FakeCapture()
    plugged(capture)
    assert capture.frames_left <= 10_000 - 5


@pytest.mark.parametrize("queued", [0, 1, 4])
def test_a_frame_is_never_an_old_one(queued: int) -> None:
    capture = FakeCapture()
    camera = plugged(capture)
    capture.queued = queued
    asked = capture.now
    frame = camera.capture()
    assert capture.taken > asked
    assert frame.at > asked
    assert int(frame.image[0, 0, 0]) == round(capture.taken * 100) % 256


def test_it_does_not_drain_forever_if_frames_come_instantly() -> None:
    capture = FakeCapture()
    camera = plugged(capture)
    capture.queued = 1_000
    camera.capture()
    assert capture.queued > 900


def test_a_grey_camera_gives_three_channels() -> None:
    assert plugged(FakeCapture(size=(48, 64))).capture().image.shape == (48, 64, 3)


def test_a_picture_of_an_unknown_kind_is_rejected() -> None:
    with pytest.raises(CameraError, match="unknown kind"):
        plugged(FakeCapture(size=(48, 64, 2))).capture()


def test_a_missing_camera_is_reported_with_the_remedy_and_released() -> None:
    capture = FakeCapture(opened=False)
    with pytest.raises(CameraError, match=r"USB camera 3 cannot be opened: plug it in, close other programs"):
        plugged(capture, index=3)
    assert capture.released == 1


def test_a_busy_camera_is_reported_with_the_remedy_and_released() -> None:
    capture = FakeCapture(frames_left=0)
    with pytest.raises(CameraError, match=r"opens but gives no picture: another program may be using it"):
        plugged(capture)
    assert capture.released == 1


@pytest.mark.parametrize("loss", [{"frames_left": 0}, {"retrieves": False}])
def test_an_unplugged_camera_is_reported_with_the_remedy(loss: dict[str, Any]) -> None:
    capture = FakeCapture()
    camera = plugged(capture)
    for name, value in loss.items():
        setattr(capture, name, value)
    with pytest.raises(CameraError, match="gives no more pictures: check its cable"):
        camera.capture()


def test_closing_twice_releases_it_once() -> None:
    capture = FakeCapture()
    camera = plugged(capture)
    camera.close()
    camera.close()
    assert capture.released == 1
    with pytest.raises(CameraError, match="is closed"):
        camera.capture()


def test_the_real_opencv_is_silent_about_a_missing_camera(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraError, match="USB camera 97"):
        UsbCamera(97)
    assert capfd.readouterr() == ("", "")


def test_only_the_first_device_of_each_usb_camera_is_one(tmp_path: Path) -> None:
    devices = {
        "video0": ("platform/soc/fe801000.csi", "0"),  # the receiver of the Pi's own camera
        "video1": ("platform/scb/fd500000.pcie/usb1/1-1/1-1:1.0", "0"),
        "video2": ("platform/scb/fd500000.pcie/usb1/1-1/1-1:1.0", "1"),  # its metadata
        "video13": ("platform/bcm2835-isp", "0"),
        "video14": ("platform/scb/fd500000.pcie/usb1/1-2/1-2:1.0", "0"),
    }
    for name, (bus, index) in devices.items():
        (tmp_path / "sys/devices" / bus).mkdir(parents=True, exist_ok=True)
        folder = tmp_path / "sys/class/video4linux" / name
        folder.mkdir(parents=True)
        (folder / "index").write_text(index + "\n")
        (folder / "device").symlink_to(tmp_path / "sys/devices" / bus)
    assert usb_cameras(tmp_path) == [1, 14]
    assert usb_cameras(tmp_path / "nowhere") == []


def watch(camera: UsbCamera, frames: int) -> None:
    for _ in range(frames):
        camera.capture()


def test_the_region_of_interest_is_cut_out_of_the_picture() -> None:
    fake = FakeCapture()
    camera = UsbCamera(0, lambda _: fake, lambda: fake.now, Region(0.25, 0.25, 0.5))
    assert camera.capture().image.shape == (240, 320, 3)


def test_pictures_of_another_size_are_rejected() -> None:
    fake = FakeCapture()
    camera = UsbCamera(0, lambda _: fake, lambda: fake.now)
    camera.capture()
    fake.size = (240, 320, 3)
    with pytest.raises(CameraError, match="USB camera 0 gives pictures of 320×240 instead of 640×480"):
        camera.capture()


def test_a_frozen_picture_is_rejected_and_a_black_one_only_with_the_lamp_on() -> None:
    class Stopped(FakeCapture):
        level = 90

        def retrieve(self) -> tuple[bool, Any]:
            return True, np.full(self.size, self.level, np.uint8)

    fake = Stopped()
    camera = UsbCamera(0, lambda _: fake, lambda: fake.now)
    with pytest.raises(CameraError, match="same frozen picture"):
        watch(camera, 90)
    dark = Stopped()
    dark.level = 0
    camera = UsbCamera(0, lambda _: dark, lambda: dark.now)
    watch(camera, 120)
    camera.set_reading(True)
    with pytest.raises(CameraError, match="nothing but black"):
        watch(camera, 120)


def test_a_camera_that_gives_nothing_but_noise_is_rejected() -> None:
    class Broken(FakeCapture):
        noise = np.random.default_rng(1)

        def retrieve(self) -> tuple[bool, Any]:
            return True, self.noise.integers(0, 256, self.size, np.uint8)

    fake = Broken(size=(120, 160, 3))
    camera = UsbCamera(0, lambda _: fake, lambda: fake.now)
    fake.now += 10.0
    camera.capture()  # one such picture, however long after the last one
    with pytest.raises(CameraError, match="nothing but noise: check its cable"):
        watch(camera, 60)
    assert 11.0 < fake.now < 12.0


@pytest.mark.parametrize("light", [0.02, 0.1, 1.0])
@pytest.mark.parametrize("noise", [2.0, 12.0, 25.0])
def test_a_noisy_picture_in_any_light_is_no_mere_noise(light: float, noise: float) -> None:
    """Dice on a floor: edges, and far more sensor noise than usual."""
    rng = np.random.default_rng(2)
    scene = np.full((120, 160, 3), 60.0)
    for x in (50, 100):
        scene[50:65, x : x + 15] = 220

    class Dim(FakeCapture):
        def retrieve(self) -> tuple[bool, Any]:
            seen = scene * light + rng.normal(0, noise, scene.shape)
            return True, np.clip(seen, 0, 255).astype(np.uint8)

    fake = Dim()
    camera = UsbCamera(0, lambda _: fake, lambda: fake.now)
    watch(camera, 60)
