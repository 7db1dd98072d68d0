"""The file of a calibration: read as it was written, refused with the remedy, and used for its own camera only."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.calibration.camera_settings import CameraSettings
from hardware.calibration.record import Calibration, load, parsed
from hardware.calibration.region import LEAST, Region
from hardware.calibration.scale import Scale, Source, scale_of_edge
from hardware.errors import CalibrationError

SETTINGS = "[camera]\nexposure = 12345\ngain = 2.5\nred = 1.75\nblue = 1.2\n"


@pytest.mark.parametrize("lens", [None, 6.5])
def test_a_calibration_is_written_and_read(tmp_path: Path, lens: float | None) -> None:
    known = Calibration(
        'Pi "camera" 0',
        CameraSettings(12_345, 2.5, 1.75, 1.2, lens),
        Region(0.1, 0.125, 0.75),
        Scale(0.1488, 1280, 155.0, Source.CARD),
        104.5,
    )
    path = tmp_path / "camera.toml"
    path.write_text(known.toml() + "\n[others]\nnumber = 1\n")
    assert load(path) == known


def test_a_usb_camera_has_a_calibration_without_settings() -> None:
    assert parsed(Calibration("USB camera 0").toml()) == Calibration("USB camera 0")


def test_a_file_written_by_hand_suits_any_camera() -> None:
    known = parsed(SETTINGS)
    assert known.settings == CameraSettings(12_345, 2.5, 1.75, 1.2)
    assert known.suits("Pi camera 0")
    assert not Calibration("USB camera 0").suits("Pi camera 0")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no TOML at all",
        "camera = 3",
        "[camera]\nexposure = 100",
        SETTINGS.replace("12345", "'long'"),
        SETTINGS.replace("12345", "0"),
        SETTINGS.replace("2.5", "nan"),
        SETTINGS.replace("1.75", "-1.0"),
        SETTINGS + "[region]\nleft = 0.1",
        SETTINGS + "[region]\nleft = 0.5\ntop = 0.0\nsize = 0.75",
        SETTINGS + "[region]\nleft = nan\ntop = 0.0\nsize = 0.75",
        SETTINGS + "[scale]\nmm_per_pixel = 0.0\nwidth = 1280\nsource = 'card'",
        SETTINGS + "[scale]\nmm_per_pixel = 0.1\nwidth = 1280\nsource = 'guess'",
        SETTINGS + "[light]\nlevel = 'bright'",
    ],
)
def test_an_impossible_file_is_rejected_with_the_remedy(tmp_path: Path, text: str) -> None:
    path = tmp_path / "camera.toml"
    path.write_text(text)
    with pytest.raises(CalibrationError, match=r"is not a calibration \(.+\): run meierbox calibrate again"):
        load(path)


def test_an_endless_or_deep_file_is_rejected_at_once(tmp_path: Path) -> None:
    path = tmp_path / "camera.toml"
    texts = (
        "[camera]\nname = " + "[" * 9999,
        "[camera]\nexposure = " + "9" * 5000,
        "[camera" + ".a" * 9999 + "]",
        " " * 999_999,
    )
    for text in texts:
        path.write_text(text)
        with pytest.raises(CalibrationError, match="is not a calibration"):
            load(path)
    for target in ("/dev/zero", "pipe"):
        path.unlink()
        path.symlink_to(target)
        if target == "pipe":
            os.mkfifo(tmp_path / target)
        with pytest.raises(CalibrationError, match="not a regular file"):
            load(path)


def test_a_missing_file_is_rejected() -> None:
    with pytest.raises(CalibrationError, match="No such file"):
        load(Path("nowhere.toml"))


@given(st.text())
def test_no_text_raises_anything_else(text: str) -> None:
    with pytest.raises(CalibrationError):
        parsed(text)


parts = st.floats(-2, 2)


@given(st.floats(LEAST, 1), parts, parts, st.floats(0.01, 10), st.integers(320, 4000), st.integers(240, 3000))
def test_a_region_stays_within_the_picture_however_it_is_moved(
    size: float, across: float, down: float, factor: float, width: int, height: int
) -> None:
    region = Region(0, 0, size).moved(across, down).grown(factor)
    x, y, wide, high = region.within((10, 20, width, height))
    assert 10 <= x <= x + wide <= 10 + width + 2
    assert 20 <= y <= y + high <= 20 + height + 2
    assert abs(wide / width - high / height) < 0.02, "nothing is squeezed"


def test_the_scale_of_dice_gives_their_own_edge_back_and_that_of_others() -> None:
    scale = scale_of_edge(16.0, 120.0, 1280)
    assert scale.lying_edge(120.0) == pytest.approx(16.0)
    assert scale.lying_edge(60.0, width=640) == pytest.approx(16.0)
    assert scale.at(0) > scale.at(16)
    assert 9.0 < scale.lying_edge(75.0) < 10.6, "a smaller die lies farther from the lens"


def test_a_part_of_the_picture_enlarged_has_a_finer_scale() -> None:
    assert Scale(0.15, 1280, 155.0, Source.CARD).through(0.8).mm_per_pixel == pytest.approx(0.12)
