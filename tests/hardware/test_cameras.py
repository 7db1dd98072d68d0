"""Cameras by the words of the command line."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras import Wishes, open_camera
from hardware.folder import FolderCamera
from hardware.ports import CameraError
from hardware.simulated import SimulatedBox


def truth_of(spec: str, wishes: Wishes | None = None) -> tuple[int, ...] | None:
    camera = open_camera(spec, wishes)
    assert isinstance(camera, SimulatedBox)
    for _ in range(3):
        camera.shake(6)
    return camera.truth()


def test_sim_takes_its_seed_from_the_word_or_else_from_the_wishes() -> None:
    assert truth_of("sim:5") == truth_of("sim", Wishes(seed=5)) == truth_of("sim:5", Wishes(seed=9))
    assert truth_of("sim:5") != truth_of("sim:6")


@pytest.mark.parametrize("spec", ["sim", "sim:", "sim:3", "sim:cube", "sim:3:cube,horn", "sim:bone,rings,plank,steady"])
def test_words_say_what_lies_in_a_simulated_box(spec: str) -> None:
    assert open_camera(spec).name == "simulated box"


def test_folder_takes_a_path(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    (tmp_path / "b.png").write_bytes(b"nothing")
    said: list[str] = []
    camera = open_camera(f"folder:{tmp_path}", Wishes(warn=said.append))
    assert isinstance(camera, FolderCamera)
    camera.lay(2, 2)
    camera.capture()
    assert len(said) == 1


def test_usb_takes_a_number() -> None:
    with pytest.raises(CameraError, match="USB camera 98 cannot be opened"):
        open_camera("usb:98")


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("webcam", r'There is no camera "webcam": give sim\[:SEED\], folder:DIR or usb\[:N\]\.'),
        ("", r'There is no camera ""'),
        ("sim:7:glass", r'knows no "glass": give a seed \(sim:7\) or one of oblong, cube, bone'),
        ("sim:-1", r'knows no "-1"'),
        ("folder", "Which folder"),
        ("folder:/nowhere/at/all", "There is no folder"),
        ("usb:front", r'"front" is no number of a USB camera'),
        ("usb:-1", r'"-1" is no number of a USB camera'),
        ("usb:99999999999", "is no number of a USB camera"),
        ("folder:~nobody-of-this-name/x", "Nobody knows whose home"),
        ("folder:" + "x" * 5000, r"cannot be listed \(File name too long\)"),
    ],
)
def test_another_word_is_answered_with_the_known_ones(spec: str, says: str) -> None:
    with pytest.raises(CameraError, match=says):
        open_camera(spec)
