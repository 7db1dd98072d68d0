"""Training examples of the network that locates corners: the target corners surround the face in its patch."""

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.corners import SIDE
from vision.training.config import Config, NetworkTraining, SceneSet, read_config
from vision.training.scene_geometry import FaceFault
from vision.training.scenes import TrainingScene
from vision.training.shards import make_shard

pytest.importorskip("torch", reason="training needs PyTorch: the extra `train`")
pytest.importorskip("onnx", reason="training needs ONNX: the extra `train`")

import torch

from vision.training.corner_training import (
    MAX_LOG_ERROR,
    MIN_LOG_ERROR,
    batches,
    bounded,
    cache_faces,
    compute_loss,
    scene_faces,
)

SETTINGS = NetworkTraining(seed=1, steps=10, learning_rate=1e-3, mixture={"drawn": 1.0}, batch_size=32)
SQUARE = np.array([(90, 70), (150, 82), (138, 142), (78, 130)], float)


def scene(label: int = 5) -> TrainingScene:
    """A white square on dark ground, and the same face beyond the border of the image."""
    image = np.full((256, 256, 3), 40, np.uint8)
    cv2.fillConvexPoly(image, SQUARE.astype(np.int32), (230, 230, 230))
    labels = np.zeros((64, 64), np.uint8)
    return TrainingScene(image, labels, ((SQUARE, label), (SQUARE + np.array((170.0, 0.0)), label)))


def shared(levels: NDArray[np.float32], corners: NDArray[np.float32]) -> float:
    """Intersection over union of the bright (or, inverted, dark) part of a patch and what its corners surround."""
    inside = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillConvexPoly(inside, np.round((corners + 0.5) * SIDE - 0.5).astype(np.int32), (1,))
    bright = levels > (levels.max() + levels.min()) / 2
    masks = (bright, ~bright)
    return max(float((mask & (inside > 0)).sum() / (mask | (inside > 0)).sum()) for mask in masks)


@pytest.fixture
def config(tmp_path: Path) -> Config:
    drawn = SceneSet("drawn", "drawn", 4, 2, scenes_per_shard=3)
    for number in range(2):
        make_shard(tmp_path / "scenes" / "drawn", 4, number, 3, lambda _: scene)
    return Config(tmp_path, (drawn,), None, None, SETTINGS, None)


def test_the_target_corners_surround_the_face_before_and_after_augmentation(config: Config, tmp_path: Path) -> None:
    examples = cache_faces(config, SETTINGS, tmp_path / "scenes", tmp_path / "cache", lambda _: None)
    assert [len(paths) for paths in (*examples.training.values(), examples.validation)] == [1, 1]
    patches, corners = (np.load(examples.validation[0] / f"{name}.npy") for name in ("images", "corners"))
    cached = [shared(patch.mean(2), true) for patch, true in zip(patches, corners, strict=True)]
    assert len(cached) >= 18, "eight of each face inside its image, less those with a corner outside the patch"
    assert min(cached) > 0.9
    inputs, targets = batches(SETTINGS, examples.training)(7)
    assert (inputs.shape, targets.shape) == ((32, 3, SIDE, SIDE), (32, 4, 2))
    drawn = [shared(one.mean(0), true) for one, true in zip(inputs.numpy(), targets.numpy(), strict=True)]
    assert np.median(drawn) > 0.9


def test_cached_examples_need_their_scenes_no_longer(config: Config, tmp_path: Path) -> None:
    first = cache_faces(config, SETTINGS, tmp_path / "scenes", tmp_path / "cache", lambda _: None)
    shutil.rmtree(tmp_path / "scenes")
    assert cache_faces(config, SETTINGS, tmp_path / "scenes", tmp_path / "cache", lambda _: None) == first


def test_the_corners_begin_at_the_upper_left_and_run_clockwise(config: Config, tmp_path: Path) -> None:
    examples = cache_faces(config, SETTINGS, tmp_path / "scenes", tmp_path / "cache", lambda _: None)
    _, targets = batches(SETTINGS, examples.training)(3)
    middles = targets.numpy() - targets.numpy().mean(1, keepdims=True)
    signs = np.sign(np.median(middles, axis=0))
    assert signs.tolist() == [[-1, -1], [1, -1], [1, 1], [-1, 1]]


@pytest.mark.parametrize(("label", "count"), [(5, 8), (int(FaceFault.COCKED), 8), (int(FaceFault.COVERED), 0), (0, 0)])
def test_top_faces_of_flat_and_leaning_dice_inside_the_image_are_examples(label: int, count: int) -> None:
    assert len(list(scene_faces(np.random.default_rng(1), scene(label)))) == count


def test_the_shipped_configuration_trains_this_network_alone() -> None:
    config = read_config(Path(__file__).parents[2] / "vision" / "training" / "corners.toml")
    assert config.corners is not None
    assert (config.detector, config.classifier, config.leaning) == (None, None, None)


@pytest.mark.parametrize("log_error", [-12.0, -3.0, 0.5, 4.0])
def test_every_corner_is_trained_whatever_error_is_expected_of_it_at_first(log_error: float) -> None:
    expected = torch.full((1, 4), log_error, requires_grad=True)
    outputs = torch.cat([torch.zeros(1, 8), expected], 1)
    loss = compute_loss(outputs, torch.full((1, 4, 2), 0.01))
    (gradient,) = torch.autograd.grad(loss, expected)
    assert (gradient.abs() > 1e-4).all()
    assert bounded(expected).min() >= MIN_LOG_ERROR
    assert bounded(expected).max() <= MAX_LOG_ERROR
    assert float(bounded(torch.tensor(-3.0))) == pytest.approx(-3.0, abs=0.1)
