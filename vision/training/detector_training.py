"""Trains the detector, which tells for every fourth pixel what it shows."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.segmentation import FINE, GROUND, HAND, SEEN, UNREADABLE
from vision.training.config import Config, NetworkTraining
from vision.training.export import export
from vision.training.pictures import UNKNOWN
from vision.training.prepared import choose
from vision.training.shards import Library, shards_of
from vision.training.varied import varied

UNTOLD = -100
"""What the loss passes over."""

KINDS = np.array([SEEN.index(label if label > 6 else min(label, 1)) for label in range(UNKNOWN)] + [UNTOLD])
"""What the detector tells of each label: all values are one to it."""

CHECKED = 200
"""So many scenes for checking are looked at."""


def batches(
    config: Config, learning: NetworkTraining, scenes: Path
) -> tuple[Callable[[int], tuple[Tensor, Tensor]], Library]:
    """Returns what makes the batch of a step, and the scenes for checking.

    A batch holds pictures (N, 3, H, W) in 0..1, turned and varied, and labels (N, H/4, W/4).
    """
    places = {name: shards_of(scenes, config.set_named(name)) for name in sorted(learning.shares)}
    libraries = {name: Library(learned) for name, (learned, _) in places.items()}
    sizes = {name: len(library) for name, library in libraries.items()}

    def batch_at(step: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng([learning.seed, step])
        pairs = []
        for name, index in choose(rng, sizes, learning.shares, learning.batch):
            scene = libraries[name][index]
            turns, mirror = int(rng.integers(4)), bool(rng.random() < 0.5)
            image, labels = np.rot90(scene.image, turns), np.rot90(scene.labels, turns)
            if mirror:
                image, labels = image[:, ::-1], labels[:, ::-1]
            pairs.append((varied(rng, np.ascontiguousarray(image)), np.ascontiguousarray(labels)))
        pixels = torch.from_numpy(np.stack([image for image, _ in pairs])).permute(0, 3, 1, 2).float() / 255
        return pixels, torch.from_numpy(KINDS[np.stack([labels for _, labels in pairs])])

    return batch_at, Library([checked for _, checked in places.values()])


def loss_of(told: Tensor, labels: Tensor) -> Tensor:
    """Returns the cross entropy by cell; faces and hands weigh twice, faces that nobody should read three times."""
    weights = torch.tensor([{1: 2.0, HAND: 2.0, UNREADABLE: 3.0}.get(kind, 1.0) for kind in SEEN])
    by_cell = nn.functional.pixel_shuffle(told, FINE)
    return nn.functional.cross_entropy(by_cell, labels, weight=weights, ignore_index=UNTOLD)


def check(network: nn.Module, scenes: Library) -> str:
    """Returns what a network is worth on scenes that it did not learn from: cells found, and cells that are none."""
    counts = np.zeros((len(SEEN), len(SEEN)), int)
    for index in np.linspace(0, len(scenes) - 1, min(CHECKED, len(scenes))).astype(int).tolist():
        scene = scenes[index]
        pixels = torch.from_numpy(np.array(scene.image)).permute(2, 0, 1)[None].float() / 255
        with torch.no_grad():
            told = nn.functional.pixel_shuffle(network(pixels), FINE)[0].argmax(0).numpy()
        due = KINDS[scene.labels]
        known = due != UNTOLD
        np.add.at(counts, (due[known], told[known]), 1)
    face, ground = SEEN.index(1), SEEN.index(GROUND)
    found = counts[face, face] / max(1, counts[face].sum())
    false = counts[ground, face] / max(1, counts[ground].sum())
    unreadable = SEEN.index(UNREADABLE)
    known = counts[unreadable, unreadable] / max(1, counts[unreadable].sum())
    return (
        f"of the cells of readable faces {100 * found:.2f} % found, of unreadable ones {100 * known:.2f} %,"
        f" of the ground {100 * false:.3f} % taken for faces"
    )


def write(network: nn.Module, path: Path) -> None:
    """Writes the network as ONNX for any height and width that are multiples of 32."""
    free = {"seen": {2: "height", 3: "width"}, "told": {2: "rows", 3: "columns"}}
    export(network, torch.zeros(1, 3, 384, 512), path, free)
