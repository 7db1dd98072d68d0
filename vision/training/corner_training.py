"""Trains the network that locates the corners of top faces.

Its examples are the true top faces of flat and leaning dice, with jittered outlines, in drawn and path-traced scenes
and in whole calibrated renders. Photographs have no exact corners.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import softplus

from vision.corners import SIDE, corner_patch, network_input
from vision.outlines import edge, middle
from vision.rectify import ImagePyramid
from vision.training.architectures import CornerNet
from vision.training.augmentation import augment_colours, rotate, saturate
from vision.training.backgrounds import Rng
from vision.training.config import Config, NetworkTraining
from vision.training.example_cache import Arrays, ExampleCache, ExampleFolders, cache_mixture, sample_mixture
from vision.training.export import export
from vision.training.patches import including_sides, jittered
from vision.training.scene_crops import CalibratedPicture
from vision.training.scene_geometry import FaceFault, Floats
from vision.training.scenes import TrainingScene

JITTERS = (0.015, 0.03, 0.06, 0.1)
"""Jitter of the outlines, in edges: as the first pass leaves them, to as the classifier does at worst."""

STRETCHED_PROBABILITY = 0.15
"""Probability that an outline in a scene also includes a part of the die's sides."""

TURNED_PROBABILITY, MAX_TURN = 0.2, np.radians(40.0)
"""Probability that an outline is turned about the centre of its face, and the maximum angle in radians: the classifier
does so where neither edges nor pips show how a die lies."""

SCENE_PASSES, PICTURE_PASSES = 8, 60
"""Examples of each face of a scene, and of each face of a whole render."""

MIN_EDGE = 20.0
"""Smallest mean edge of a face in the training data, in pixels."""

MAX_OFFSET = 0.49
"""Corners farther from the centre of the patch than this, in its sides, lie outside it."""

AUGMENTED_PROBABILITY, SATURATION_PROBABILITY = 0.7, 0.08
"""Probabilities that the colours of a patch are augmented, and that its brighter part is saturated."""

MIN_LOG_ERROR, MAX_LOG_ERROR = -7.0, 0.0
"""Bounds of the logarithm of the expected error, in edges, so that no example dominates the loss."""

PATCH_EDGE = 0.625
"""The edge of an outline, in sides of the patch: the reciprocal of the margin."""

VALIDATION_EXAMPLES = 4000
"""Maximum number of validation faces."""


def _outline(rng: Rng, top: Floats) -> Floats:
    """Returns an outline of a face, off by as much as those of the classifier."""
    outline = jittered(rng, top, float(rng.choice(JITTERS)))
    if rng.random() >= TURNED_PROBABILITY:
        return outline
    angle = rng.uniform(-MAX_TURN, MAX_TURN)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(middle(outline) + (outline - middle(outline)) @ turn)


def scene_faces(rng: Rng, scene: TrainingScene) -> Iterator[tuple[Floats, Floats]]:
    """Yields outlines of the top faces that lie inside a scene, each with the true one."""
    for top, label in scene.faces:
        shown = 1 <= label <= 6 or label == FaceFault.COCKED
        if shown and edge(top) >= MIN_EDGE and _inside(top, scene.image):
            for _ in range(SCENE_PASSES):
                start = including_sides(rng, top, scene) if rng.random() < STRETCHED_PROBABILITY else top
                yield _outline(rng, start), top


def picture_faces(rng: Rng, picture: CalibratedPicture) -> Iterator[tuple[Floats, Floats]]:
    """Yields outlines of the top faces that lie inside a render, each with the true one."""
    for top in (*picture.flat, *picture.leaning):
        if _inside(top, picture.image):
            for _ in range(PICTURE_PASSES):
                yield _outline(rng, top), top


def _inside(quad: Floats, image: NDArray[np.uint8]) -> bool:
    height, width = image.shape[:2]
    return bool((quad >= 0).all() and (quad <= (width - 1, height - 1)).all())


def _examples(
    rng: Rng, image: NDArray[np.uint8], faces: Iterator[tuple[Floats, Floats]]
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    """Yields the patch of each outline and its true corners (4×2, in patch sides from the patch's centre)."""
    pyramid = ImagePyramid(np.ascontiguousarray(image))
    for outline, top in faces:
        roll, direction = int(rng.integers(4)), -1 if rng.random() < 0.5 else 1
        patch, to_frame = corner_patch(pyramid, np.roll(outline, roll, axis=0)[::direction])
        ordered = np.column_stack([np.roll(top, roll, axis=0)[::direction], np.ones(4)])
        homogeneous = ordered @ np.linalg.inv(to_frame).T
        corners = (homogeneous[:, :2] / homogeneous[:, 2:] + 0.5) / SIDE - 0.5
        if np.abs(corners).max() < MAX_OFFSET:
            yield patch, corners.astype(np.float32)


def _arrays(examples: Iterator[tuple[NDArray[np.uint8], NDArray[np.float32]]]) -> Arrays:
    images, corners = zip(*examples, strict=True)
    return {"images": np.stack(images), "corners": np.stack(corners)}


def cache_faces(
    config: Config, settings: NetworkTraining, scenes: Path, folder: Path, log: Callable[[str], None]
) -> ExampleFolders:
    """Caches the missing examples."""

    def of_scenes(rng: Rng, shown: Iterator[TrainingScene]) -> Arrays:
        return _arrays(one for scene in shown for one in _examples(rng, scene.image, scene_faces(rng, scene)))

    def of_pictures(rng: Rng, shown: Iterator[CalibratedPicture]) -> Arrays:
        return _arrays(one for picture in shown for one in _examples(rng, picture.image, picture_faces(rng, picture)))

    return cache_mixture(config, settings, scenes, folder, of_scenes, of_pictures, log)


def batches(settings: NetworkTraining, training: dict[str, list[Path]]) -> Callable[[int], tuple[Tensor, Tensor]]:
    """Returns a function from the step to its batch: inputs (N, 3, side, side) and corners (N, 4, 2)."""
    caches = {name: ExampleCache(paths) for name, paths in training.items()}
    sizes = {name: len(part) for name, part in caches.items()}

    def batch_at(step: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng([settings.seed, step])
        inputs, targets = [], []
        for name, index in sample_mixture(rng, sizes, settings.mixture, settings.batch_size):
            row = caches[name].rows([index])
            patch, corners = row["images"][0].astype(np.uint8), row["corners"][0].astype(np.float32)
            if rng.random() < AUGMENTED_PROBABILITY:
                patch = augment_colours(rng, patch)
            patch, corners = rotate(patch, corners.ravel(), int(rng.integers(4)), bool(rng.random() < 0.5))
            levels = network_input(patch)
            if rng.random() < SATURATION_PROBABILITY:
                levels = saturate(rng, levels)
            inputs.append(levels)
            targets.append(corners.reshape(4, 2))
        return torch.from_numpy(np.stack(inputs)), torch.from_numpy(np.stack(targets))

    return batch_at


def _distances(outputs: Tensor, corners: Tensor) -> Tensor:
    """Returns the distances (N, 4) of located from true corners, in edges of the outline."""
    distances: Tensor = torch.linalg.vector_norm(outputs[:, :8].reshape(-1, 4, 2) - corners, dim=2)
    return distances / PATCH_EDGE


def compute_loss(outputs: Tensor, corners: Tensor) -> Tensor:
    """Returns the negative log likelihood of the corners (N, 4, 2); `outputs` is (N, 12).

    The distance of a corner from the true one is distributed exponentially about the error that the network expects:
    faces without a visible corner do not dominate (Kendall and Gal, "What uncertainties do we need", 2017).
    """
    log_error = bounded(outputs[:, 8:])
    return (_distances(outputs, corners) * torch.exp(-log_error) + log_error).mean()


def bounded(log_error: Tensor) -> Tensor:
    """Returns logarithms of errors, smoothly bounded.

    Beyond a sharp bound there would be no gradient: a corner whose error starts there would hardly be trained.
    """
    below = MAX_LOG_ERROR - softplus(MAX_LOG_ERROR - log_error)
    return MIN_LOG_ERROR + softplus(below - MIN_LOG_ERROR)


def validate(network: nn.Module, paths: list[Path]) -> str:
    """Returns the errors of the corners on validation faces."""
    examples = ExampleCache(paths)
    rows = examples.rows(
        np.linspace(0, len(examples) - 1, min(VALIDATION_EXAMPLES, len(examples))).astype(int).tolist()
    )
    inputs = torch.from_numpy(np.stack([network_input(image.astype(np.uint8)) for image in rows["images"]]))
    with torch.no_grad():
        errors = 100 * _distances(network(inputs), torch.from_numpy(rows["corners"].astype(np.float32))).numpy()
    median, p90 = np.percentile(errors, (50, 90)).tolist()
    return f"error of the corners after one pass {median:.1f} % of an edge in the median, {p90:.1f} % at p90"


def write_onnx(network: nn.Module, path: Path) -> None:
    """Exports the network, a CornerNet, as ONNX for any batch size."""
    assert isinstance(network, CornerNet)
    export(
        network, torch.zeros(1, 3, network.side, network.side), path, {"input": {0: "faces"}, "output": {0: "faces"}}
    )
