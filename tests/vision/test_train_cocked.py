"""What the judge of leaning learns from: dice in their true outlines, and in those that the eye draws."""

from collections.abc import Iterator

import numpy as np
import pytest

from vision.outlines import Floats, overlap
from vision.training.floors import NoiseBank, Rng
from vision.training.scenes import Scene, draw_scene
from vision.training.solids import Fault

pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
from vision.training.train_cocked import Eye, dice


def scenes(seed: int, count: int, straight: bool = True) -> list[Scene]:
    rng = np.random.default_rng(seed)
    bank = NoiseBank(rng)
    return [draw_scene(rng, bank, 256, straight=straight) for _ in range(count)]


class Drawing(Eye):
    """Draws one outline for each value or Fault that it is told."""

    def __init__(self, *kinds: int) -> None:
        self.kinds = kinds

    def outlines(self, _rng: Rng, _scene: Scene) -> Iterator[tuple[Floats, int]]:
        for kind in self.kinds:
            yield np.array([(80, 80), (120, 80), (120, 120), (80, 120)], float), kind


def test_dice_that_lie_flat_or_lean_are_learned_from_in_both_outlines() -> None:
    rng = np.random.default_rng(3)
    of_true_outlines = 0
    for scene in scenes(11, 8):
        whole = [
            kind
            for quad, kind in scene.faces
            if (kind == Fault.COCKED or 1 <= kind <= 6) and (quad >= 0).all() and (quad <= 256).all()
        ]
        learned = list(dice(rng, scene, Drawing(Fault.COCKED, Fault.MOVING, 3)))
        assert [one.leans for one in learned] == [kind == Fault.COCKED for kind in whole] + [True, False]
        of_true_outlines += len(whole)
    assert of_true_outlines > 5


def test_scenes_whose_axis_is_unknown_teach_nothing_about_leaning() -> None:
    rng = np.random.default_rng(3)
    (scene,) = scenes(11, 1, straight=False)
    with pytest.raises(ValueError, match="--straight"):
        next(dice(rng, scene, Drawing()))


def test_the_eye_draws_outlines_of_the_dice_in_a_scene() -> None:
    eye, rng = Eye(), np.random.default_rng(5)
    drawn = [(scene, *one) for scene in scenes(12, 8) for one in eye.outlines(rng, scene)]
    assert len(drawn) > 5
    shared = [max(overlap(quad, top) for top, kind in scene.faces if kind == value) for scene, quad, value in drawn]
    assert np.median(shared) > 0.7
