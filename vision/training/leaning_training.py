"""Trains the network that detects leaning dice.

Its examples come from overhead scenes, drawn and path-traced, from photographs taken from above, and from whole
calibrated renders. On a leaning die the reader may outline any face, or parts of two; such outlines are included.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.leaning_network import PLANES, SIDE, joined
from vision.outlines import overlap
from vision.training.architectures import LeaningNet
from vision.training.augmentation import augment_colours
from vision.training.backgrounds import Rng
from vision.training.config import Config, NetworkTraining
from vision.training.example_cache import Arrays, ExampleCache, ExampleFolders, cache_mixture, sample_mixture
from vision.training.export import export
from vision.training.labelled_detections import MATCH_IOU, SCENE_SIZES
from vision.training.leaning_examples import (
    DETECTED_JITTER,
    DETECTED_PROBABILITY,
    TRUE_JITTER,
    DieOutliner,
    LeaningExample,
    LeaningOutline,
    detected_outlines,
    leaning_examples,
    scene_camera,
    true_outlines,
)
from vision.training.patches import jittered
from vision.training.scene_crops import CalibratedPicture
from vision.training.scenes import TrainingScene

VALIDATION_EXAMPLES = 2000
"""Maximum number of validation dice."""

PICTURE_PASSES, SCENE_PASSES = 40, 4
"""Passes over every whole render and over every scene."""

PICTURE_SIZES = (256, 448, 640)
"""Detector input sizes for whole renders, in pixels of the longer side; at all but the first the input is the brightest
channel."""

BRIGHTEST_PROBABILITY = 0.6
"""Probability that the detector input for a scene is the brightest channel."""


def scene_examples(rng: Rng, scene: TrainingScene, outliner: DieOutliner) -> Iterator[LeaningExample]:
    """Yields examples of the flat and leaning dice that lie inside a scene."""
    camera = scene_camera(scene)
    view, outlined = outliner.outline(
        scene.image, int(rng.choice(SCENE_SIZES)), bool(rng.random() < BRIGHTEST_PROBABILITY)
    )
    for _ in range(SCENE_PASSES):
        outlines = list(
            detected_outlines(rng, scene, outlined)
            if rng.random() < DETECTED_PROBABILITY
            else true_outlines(rng, scene)
        )
        if outlines:
            yield from leaning_examples(rng, camera, scene.image, view, outlines)


def picture_examples(rng: Rng, picture: CalibratedPicture, outliner: DieOutliner) -> Iterator[LeaningExample]:
    """Yields examples of the dice of a whole render, several per die."""
    passes = [outliner.outline(picture.image, side, side > PICTURE_SIZES[0]) for side in PICTURE_SIZES]
    outlined = [quad for _, quads in passes for quad in quads]
    tops = [(top, leans) for tops, leans in ((picture.flat, False), (picture.leaning, True)) for top in tops]
    matches = [[quad for quad in outlined if overlap(top, quad) > MATCH_IOU] for top, _ in tops]
    for _ in range(PICTURE_PASSES):
        outlines: list[LeaningOutline] = []
        for (top, leans), others in zip(tops, matches, strict=True):
            detected = bool(others) and rng.random() < DETECTED_PROBABILITY
            quad = others[int(rng.integers(len(others)))] if detected else top
            outlines.append((jittered(rng, quad, DETECTED_JITTER if detected else TRUE_JITTER), leans))
        if outlines:
            view, _ = passes[int(rng.integers(len(passes)))]
            yield from leaning_examples(rng, picture.camera, picture.image, view, outlines)


def _arrays(examples: list[LeaningExample]) -> Arrays:
    return {
        "images": np.stack([one.image for one in examples]),
        "outlines": np.stack([one.outlines for one in examples]),
        "numbers": np.stack([one.numbers for one in examples]),
        "leans": np.array([one.leans for one in examples]),
    }


def cache_dice(
    config: Config,
    settings: NetworkTraining,
    scenes: Path,
    folder: Path,
    networks: tuple[Path, Path, Path],
    log: Callable[[str], None],
) -> ExampleFolders:
    """Caches the missing examples; `networks` are those that outline the dice."""
    outliner = DieOutliner(*networks)

    def of_scenes(rng: Rng, shown: Iterator[TrainingScene]) -> Arrays:
        return _arrays([one for scene in shown for one in scene_examples(rng, scene, outliner)])

    def of_pictures(rng: Rng, shown: Iterator[CalibratedPicture]) -> Arrays:
        return _arrays([one for picture in shown for one in picture_examples(rng, picture, outliner)])

    return cache_mixture(config, settings, scenes, folder, of_scenes, of_pictures, log)


def network_inputs(rows: Arrays, images: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Returns the network's inputs (N×planes×side×side) for cached rows and their augmented images."""
    numbers = np.broadcast_to(rows["numbers"][:, :, None, None], (len(images), 2, SIDE, SIDE))
    drawn = rows["outlines"].astype(np.float32) / 255
    others = np.concatenate([drawn[:, :2], numbers, drawn[:, 2:]], axis=1).astype(np.float32)
    return np.stack([joined(image, planes) for image, planes in zip(images, others, strict=True)])


def batches(settings: NetworkTraining, training: dict[str, list[Path]]) -> Callable[[int], tuple[Tensor, Tensor]]:
    """Returns a function from the step to its batch.

    A batch holds inputs (N, planes, side, side) and targets (N, 1), 1 for the half of the dice that leans.
    """
    caches = {name: ExampleCache(paths) for name, paths in training.items()}
    leaning = {name: np.concatenate([np.load(one / "leans.npy") for one in paths]) for name, paths in training.items()}
    indices = {name: {True: np.flatnonzero(leans), False: np.flatnonzero(~leans)} for name, leans in leaning.items()}

    def batch_at(step: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng([settings.seed, step])
        rows = []
        for leans in (True, False):
            sizes = {name: len(pool[leans]) for name, pool in indices.items() if len(pool[leans])}
            mixture = {name: settings.mixture[name] for name in sizes}
            for name, index in sample_mixture(rng, sizes, mixture, settings.batch_size // 2):
                rows.append(caches[name].rows([int(indices[name][leans][index])]))
        batch = {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}
        inputs = network_inputs(batch, np.stack([augment_colours(rng, one) for one in batch["images"]]))
        mirrored = rng.random(len(inputs)) < 0.5
        inputs[mirrored] = inputs[mirrored, :, ::-1]
        return torch.from_numpy(inputs), torch.from_numpy(batch["leans"].astype(np.float32)[:, None])

    return batch_at


def compute_loss(outputs: Tensor, leans: Tensor) -> Tensor:
    """Returns the binary cross entropy with logits."""
    return nn.functional.binary_cross_entropy_with_logits(outputs, leans)


def validate(network: nn.Module, paths: list[Path]) -> str:
    """Returns the recall of leaning dice and the false-positive rate of flat ones, on validation dice."""
    examples = ExampleCache(paths)
    rows = examples.rows(
        np.linspace(0, len(examples) - 1, min(VALIDATION_EXAMPLES, len(examples))).astype(int).tolist()
    )
    with torch.no_grad():
        outputs = network(torch.from_numpy(network_inputs(rows, rows["images"].astype(np.uint8)))).numpy().ravel() > 0
    leans = rows["leans"].astype(bool)
    recall, false_positives = outputs[leans].mean() if leans.any() else np.nan, outputs[~leans].mean()
    return (
        f"recall {100 * recall:.1f} % of {leans.sum()} leaning dice,"
        f" false positives {100 * false_positives:.1f} % of {(~leans).sum()} flat ones"
    )


def write_onnx(network: nn.Module, path: Path) -> None:
    """Exports the network, a LeaningNet, as ONNX for any batch size."""
    assert isinstance(network, LeaningNet)
    export(
        network, torch.zeros(1, PLANES, network.side, network.side), path, {"input": {0: "dice"}, "output": {0: "dice"}}
    )
