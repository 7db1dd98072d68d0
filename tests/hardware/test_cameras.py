"""Cameras by the words of the command line."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.calibration.record import Calibration
from hardware.cameras import CameraOptions, first_of, open_camera
from hardware.errors import CameraError, CameraMissingError
from hardware.message import Message, message
from hardware.ports import Camera, Frame
from hardware.simulated.photo_folder import FolderCamera
from hardware.simulated.simulated_box import SimulatedBox


def truth_of(spec: str, options: CameraOptions | None = None) -> tuple[int, ...] | None:
    camera = open_camera(spec, options)
    assert isinstance(camera, SimulatedBox)
    for _ in range(3):
        camera.shake(6)
    return camera.truth()


def test_sim_takes_its_seed_from_the_word_or_the_options() -> None:
    assert truth_of("sim:5") == truth_of("sim", CameraOptions(seed=5)) == truth_of("sim:5", CameraOptions(seed=9))
    assert truth_of("sim:5") != truth_of("sim:6")


@pytest.mark.parametrize(
    "spec", ["sim", "sim:", "sim:3", "sim:cube", "sim:3:cube,horn", "sim:bone,rings,plank,steady,bevel"]
)
def test_words_describe_the_contents_of_a_simulated_box(spec: str) -> None:
    assert open_camera(spec).name == "simulated box"


def test_a_simulated_box_has_the_shape_that_the_game_needs_unless_a_word_names_one() -> None:
    def truth(spec: str, shape: str) -> tuple[int, ...] | None:
        box = open_camera(spec)
        assert isinstance(box, SimulatedBox)
        box.use_shape(shape)
        box.restore_throw(2, 2)
        return box.truth()

    assert truth("sim:3", "cube") == truth("sim:3:cube", "cube") == truth("sim:3:cube", "oblong")
    assert truth("sim:3", "oblong") == truth("sim:3:oblong", "cube") != truth("sim:3", "cube")


def test_folder_takes_a_path(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    (tmp_path / "b.png").write_bytes(b"nothing")
    said: list[Message] = []
    camera = open_camera(f"folder:{tmp_path}", CameraOptions(warn=said.append))
    assert isinstance(camera, FolderCamera)
    camera.restore_throw(2, 2)
    camera.capture()
    assert len(said) == 1


def test_usb_takes_a_number() -> None:
    with pytest.raises(CameraError, match="USB camera 98 cannot be opened"):
        open_camera("usb:98")


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("webcam", r'There is no camera "webcam": give sim\[:SEED\], folder:DIR, usb\[:N\], pi\[:N\] or auto\.'),
        ("", r'There is no camera ""'),
        ("sim:7:glass", r'has no option "glass": give a seed \(sim:7\) or one of oblong, cube, bone'),
        ("sim:-1", r'has no option "-1"'),
        ("folder", "No folder is named: give folder:DIR"),
        ("folder:/nowhere/at/all", "There is no folder"),
        ("usb:front", r'"front" is not the number of a USB camera'),
        ("pi:front", r'"front" is not the number of a Pi camera'),
        ("usb:-1", r'"-1" is not the number of a USB camera'),
        ("usb:99999999999", "is not the number of a USB camera"),
        ("folder:~nobody-of-this-name/x", "The home folder in ~nobody-of-this-name/x is unknown"),
        ("folder:" + "x" * 5000, r"cannot be listed \(File name too long\)"),
    ],
)
def test_an_unknown_word_is_answered_with_the_known_ones(spec: str, says: str) -> None:
    with pytest.raises(CameraError, match=says):
        open_camera(spec)


class Shut:
    """A camera that does nothing but have a name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def capture(self, timeout: float = 2.0) -> Frame:
        raise AssertionError(f"{self.name} was asked for a frame within {timeout} s")

    def close(self) -> None:
        pass


def failing(error: CameraError) -> Callable[[], Camera]:
    def opener() -> Camera:
        raise error

    return opener


BUSY = CameraError(message("Pi camera 0 is busy").with_remedy(message("close the other program")))
MISSING = CameraMissingError(message("Pi camera 0 was not found").with_remedy(message("push the ribbon cable home")))
SILENT = CameraError(message("USB camera 1 is silent").with_remedy(message("plug it in again")))


def test_a_camera_that_fails_is_replaced_by_the_next_with_a_warning() -> None:
    said: list[Message] = []
    openers = [failing(BUSY), lambda: Shut("USB camera 0"), lambda: Shut("USB camera 2")]
    assert first_of(openers, CameraOptions(warn=said.append)).name == "USB camera 0"
    (warning,) = said
    assert str(warning) == "USB camera 0 takes its place: Pi camera 0 is busy: close the other program."


def test_a_camera_that_was_never_there_causes_no_warning() -> None:
    said: list[Message] = []
    assert (
        first_of([failing(MISSING), lambda: Shut("USB camera 0")], CameraOptions(warn=said.append)).name
        == "USB camera 0"
    )
    assert said == []


def test_if_none_opens_every_reason_is_given() -> None:
    with pytest.raises(CameraMissingError, match=r"push the ribbon cable home; or plug in a USB camera\.$"):
        first_of([failing(MISSING)], CameraOptions())
    with pytest.raises(CameraError, match=r"No camera opens: Pi camera 0 is busy.* USB camera 1 is silent.*again\."):
        first_of([failing(BUSY), failing(SILENT)], CameraOptions())


def test_the_calibration_of_another_camera_is_ignored(tmp_path: Path) -> None:
    """Such as the one of the Pi's own camera, where a USB camera stands in for it."""
    said: list[Message] = []
    path = tmp_path / "camera.toml"
    path.write_text(Calibration("USB camera 7").toml())
    with pytest.raises(CameraMissingError, match="needs picamera2"):
        open_camera(f"pi:0:{path}", CameraOptions(warn=said.append))
    assert said == []


def test_an_unreadable_calibration_is_reported_and_ignored(tmp_path: Path) -> None:
    said: list[Message] = []
    with pytest.raises(CameraMissingError, match="needs picamera2"):
        open_camera(f"pi:0:{tmp_path / 'camera.toml'}", CameraOptions(warn=said.append))
    assert "run meierbox calibrate again" in str(said[0])
