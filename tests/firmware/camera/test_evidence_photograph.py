"""The photograph that proves a reading."""

import cv2
import numpy as np
import pytest

from firmware.camera.evidence_photograph import QUALITY, WIDEST, encode, to_observation
from hardware.ports import Frame, Image
from tests.firmware.camera.fake_cameras import abstention, reading
from vision.reading import Reason


def frame(width: int, height: int) -> Frame:
    x = np.linspace(0, 255, width)
    return Frame(np.repeat(np.tile(x, (height, 1))[..., None], 3, axis=2).astype(np.uint8), at=12.5)


def decoded(encoded: bytes) -> Image:
    image = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.uint8)


@pytest.mark.parametrize(
    ("width", "height", "kept_as"), [(1280, 960, (960, 1280)), (640, 480, (480, 640)), (2028, 1520, (959, 1280))]
)
def test_it_is_at_most_so_wide_and_never_enlarged(width: int, height: int, kept_as: tuple[int, int]) -> None:
    encoded, scale = encode(frame(width, height).image)
    assert decoded(encoded).shape[:2] == kept_as
    assert scale == pytest.approx(min(1, WIDEST / width))


def test_the_dice_are_given_in_pixels_of_the_photograph() -> None:
    observation = to_observation(reading(1, 2), frame(2560, 1920))
    assert [die.face for die in observation.dice] == [1, 2]
    assert observation.dice[0].polygon == ((0, 0), (8, 0), (8, 8), (0, 8))
    assert observation.dice[0].pips == ((4, 4, 1),)
    assert decoded(observation.photograph).shape == (960, 1280, 3)


def test_a_reading_becomes_a_sight_with_its_time() -> None:
    observation = to_observation(reading(2, 1), frame(64, 48))
    assert (observation.faces, observation.reason, observation.at) == ((1, 2), None, 12.5)


def test_an_abstention_keeps_its_reason_as_a_word() -> None:
    observation = to_observation(abstention(Reason.CUT_OFF), frame(64, 48))
    assert (observation.faces, observation.reason, str(observation.message)) == (
        None,
        "cut-off",
        "A die is partly outside the picture: shake again.",
    )


def test_a_sight_prints_sealed() -> None:
    assert repr(to_observation(reading(4, 4), frame(64, 48))) == "<sealed>"


def test_the_picture_survives_the_quality() -> None:
    original = frame(640, 480).image
    error = np.abs(decoded(encode(original)[0]).astype(int) - original).mean()
    assert QUALITY >= 80
    assert error < 2
