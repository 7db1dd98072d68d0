"""The throws of `tests.vision.unseen`, and how their readings are counted."""

from itertools import islice

import numpy as np
import pytest

from tests.vision.unseen import BORDER, SIDE, main, outcome_of, state_of, tops_of, unseen_throws
from vision.reading import Reading, Reason
from vision.training.flat_renderer import FlatRenderer
from vision.training.scene_geometry import FaceFault
from vision.training.scenes import TrainingScene


def throws(seed: int, count: int, *, leaning: bool = False) -> list[TrainingScene]:
    return list(islice(unseen_throws(seed, FlatRenderer(), leaning=leaning), count))


def test_all_dice_of_a_throw_are_wholly_inside_the_picture() -> None:
    for scene in throws(3, 8):
        assert scene.image.shape == (SIDE, SIDE, 3)
        assert scene.faces
        for quad, _ in scene.faces:
            assert quad.min() >= BORDER
            assert quad.max() <= SIDE - 1 - BORDER


def test_a_seed_determines_its_throws() -> None:
    (first,), (again,), (other,) = throws(4, 1), throws(4, 1), throws(5, 1)
    assert np.array_equal(first.image, again.image)
    assert not np.array_equal(first.image, other.image)


def test_dice_lean_only_if_they_are_to() -> None:
    flat, leaning = throws(6, 12), throws(6, 12, leaning=True)
    assert sum(state_of(tops_of(scene)) == "leaning" for scene in flat) <= 1
    assert sum(state_of(tops_of(scene)) == "leaning" for scene in leaning) >= 4


@pytest.mark.parametrize(
    ("tops", "faces", "outcome"),
    [
        ((2, 5), (2, 5), "right"),
        ((2, 5), (2, 6), "WRONG"),
        ((2, FaceFault.COCKED), (2, 5), "WRONG"),
        ((2, 5), None, "unclear"),
    ],
)
def test_a_leaning_die_must_not_be_read(tops: tuple[int, ...], faces: tuple[int, ...] | None, outcome: str) -> None:
    reading = Reading(faces, None if faces else Reason.UNCLEAR, 0.9, (), 1.0, len(tops))
    assert outcome_of(tops, reading) == outcome


def test_every_throw_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["3", "--seed", "9"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(int(line.split()[1]) for line in lines) == 3
