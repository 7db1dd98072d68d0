"""Trains the detector, which classifies every cell of 4×4 pixels."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.segmentation import FINE, GROUND, HAND, SEEN, UNREADABLE
from vision.training.augmentation import augment
from vision.training.config import Config, NetworkTraining
from vision.training.example_cache import sample_mixture
from vision.training.export import export
from vision.training.scene_crops import UNLABELLED
from vision.training.shards import SceneLibrary, split_shards

IGNORED = -100
"""Target of the cells that the loss ignores."""

CLASS_OF_LABEL = np.array(
    [SEEN.index(label if label > 6 else min(label, 1)) for label in range(UNLABELLED)] + [IGNORED]
)
"""Target class of each label: the detector does not distinguish the values 1 to 6."""

VALIDATION_SCENES = 200
"""Maximum number of validation scenes."""


def batches(
    config: Config, settings: NetworkTraining, scenes: Path
) -> tuple[Callable[[int], tuple[Tensor, Tensor]], SceneLibrary]:
    """Returns a function from the step to its batch, and the validation scenes.

    A batch holds augmented images (N, 3, H, W) from 0 to 1 and target classes (N, H/4, W/4).
    """
    paths = {name: split_shards(scenes, config.set_named(name)) for name in sorted(settings.mixture)}
    libraries = {name: SceneLibrary(training) for name, (training, _) in paths.items()}
    sizes = {name: len(library) for name, library in libraries.items()}

    def batch_at(step: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng([settings.seed, step])
        pairs = []
        for name, index in sample_mixture(rng, sizes, settings.mixture, settings.batch_size):
            scene = libraries[name][index]
            quarters, mirror = int(rng.integers(4)), bool(rng.random() < 0.5)
            image, labels = np.rot90(scene.image, quarters), np.rot90(scene.labels, quarters)
            if mirror:
                image, labels = image[:, ::-1], labels[:, ::-1]
            pairs.append((augment(rng, np.ascontiguousarray(image)), np.ascontiguousarray(labels)))
        pixels = torch.from_numpy(np.stack([image for image, _ in pairs])).permute(0, 3, 1, 2).float() / 255
        return pixels, torch.from_numpy(CLASS_OF_LABEL[np.stack([labels for _, labels in pairs])])

    return batch_at, SceneLibrary([validation for _, validation in paths.values()])


def compute_loss(outputs: Tensor, labels: Tensor) -> Tensor:
    """Returns the cross entropy per cell, class weights: 2 for faces and hands, 3 for unreadable faces, else 1."""
    weights = torch.tensor([{1: 2.0, HAND: 2.0, UNREADABLE: 3.0}.get(kind, 1.0) for kind in SEEN])
    by_cell = nn.functional.pixel_shuffle(outputs, FINE)
    return nn.functional.cross_entropy(by_cell, labels, weight=weights, ignore_index=IGNORED)


def validate(network: nn.Module, scenes: SceneLibrary) -> str:
    """Returns the recall for readable and unreadable faces, and the false-positive rate of the ground, in percent of
    cells.
    """
    counts = np.zeros((len(SEEN), len(SEEN)), int)
    for index in np.linspace(0, len(scenes) - 1, min(VALIDATION_SCENES, len(scenes))).astype(int).tolist():
        scene = scenes[index]
        pixels = torch.from_numpy(np.array(scene.image)).permute(2, 0, 1)[None].float() / 255
        with torch.no_grad():
            outputs = nn.functional.pixel_shuffle(network(pixels), FINE)[0].argmax(0).numpy()
        targets = CLASS_OF_LABEL[scene.labels]
        known = targets != IGNORED
        np.add.at(counts, (targets[known], outputs[known]), 1)
    face, ground = SEEN.index(1), SEEN.index(GROUND)
    found = counts[face, face] / max(1, counts[face].sum())
    false = counts[ground, face] / max(1, counts[ground].sum())
    unreadable = SEEN.index(UNREADABLE)
    known = counts[unreadable, unreadable] / max(1, counts[unreadable].sum())
    return (
        f"recall of cells of readable faces {100 * found:.2f} %, of unreadable faces {100 * known:.2f} %,"
        f" {100 * false:.3f} % of the ground classified as faces"
    )


def write_onnx(network: nn.Module, path: Path) -> None:
    """Exports the network as ONNX for heights and widths that are multiples of 32."""
    dynamic_axes = {"input": {2: "height", 3: "width"}, "output": {2: "rows", 3: "columns"}}
    export(network, torch.zeros(1, 3, 384, 512), path, dynamic_axes)
