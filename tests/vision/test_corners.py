"""Corners of top faces: found from an outline that is displaced, turned or too large, and reported with a camera."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.drawing import Drawn, draw, ground, quad_of
from vision.corners import MAX_MOVED, CornerNetwork
from vision.evaluation.corners import corner_errors
from vision.evaluation.goals import cameras, read_picture
from vision.evaluation.splits import Split, load
from vision.outlines import Floats, edge, middle
from vision.reader import Reader
from vision.rectify import ImagePyramid

DIE = Drawn(5, (500, 420), edge=120, turn=20)
DATA = Path(__file__).parents[2].parent / "shared" / "data"


@pytest.fixture(scope="module")
def network() -> CornerNetwork:
    return CornerNetwork()


def turned(quad: Floats, degrees: float) -> Floats:
    """The outline turned about its centre."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(middle(quad) + (quad - middle(quad)) @ turn)


def test_an_outline_that_is_displaced_turned_or_scaled_moves_to_the_corners(network: CornerNetwork) -> None:
    true = quad_of(DIE)
    pyramid = ImagePyramid(draw([DIE]))
    for name, outline in (
        ("displaced", true + np.array((12, -9))),
        ("turned", turned(true, 25)),
        ("larger", middle(true) + 1.15 * (true - middle(true))),
        ("skewed", true + np.array([(10, 0), (0, 8), (-9, 4), (3, -7)])),
    ):
        found = network.locate(pyramid, outline)
        assert max(corner_errors(outline, true)) > 0.07, name
        assert max(corner_errors(found, true)) < 0.05, name
        # In the same order: the value of a face depends on it no less than its pips do.
        assert np.abs(found - true).max() < 0.05 * edge(true), name


def test_where_there_is_no_die_an_outline_hardly_leaves_its_place(network: CornerNetwork) -> None:
    outline = np.array([(300, 300), (400, 300), (400, 400), (300, 400)], float)
    found = network.locate(ImagePyramid(ground()), outline)
    assert np.abs(found - outline).max() <= MAX_MOVED * edge(outline)
    assert cv2.isContourConvex(found.astype(np.float32))


def test_an_outline_at_the_border_of_a_small_frame_is_no_error(network: CornerNetwork) -> None:
    pyramid = ImagePyramid(ground(48, 64))
    for corner in ((-20.0, -20.0), (50.0, 30.0), (500.0, 500.0)):
        outline = np.array([(0, 0), (30, 0), (30, 30), (0, 30)]) + corner
        assert np.isfinite(network.locate(pyramid, outline)).all()


def test_a_missing_network_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="install the program again"):
        CornerNetwork(tmp_path / "none.onnx")


@pytest.mark.parametrize("with_camera", [True, False])
def test_a_reading_has_corners_of_a_fiftieth_of_an_edge(with_camera: bool) -> None:
    """On development renders; the network was trained on neither these pictures nor their throws."""
    if not (DATA / "renders").is_dir():
        pytest.skip("the labelled renders are not there: ../shared/data/renders")
    entries, calibrations, reader = load(), cameras(DATA), Reader()
    errors: list[float] = []
    for line in (DATA / "renders" / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        name = f"renders/{truth['file']}"
        if entries[name].part is not Split.DEVELOPMENT or truth["profile"] != "bone":
            continue
        frame = read_picture(DATA / name)
        # The origin of the truth is the corner of the image, that of OpenCV the centre of its first pixel.
        tops = [np.array(die["top_poly"]) - 0.5 for die in truth["dice"]]
        reading = reader.read(frame, truth["expected_dice"], camera=calibrations[name] if with_camera else None)
        reading = reading if with_camera else reader.with_exact_outlines(frame, reading)
        for die in reading.dice if reading.faces else ():
            quad = np.array(die.polygon)
            errors.append(min(float(np.mean(corner_errors(quad, top))) for top in tops))
    assert len(errors) >= 20
    assert np.median(errors) < 0.02
