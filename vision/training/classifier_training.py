"""Trains the classifier, which values a face and mends its outline.

It learns from scenes of all kinds and whole labelled pictures: top faces with their outlines off as the detector's are,
the detector's own, and side faces, pieces of ground and outlines of other things as what is no face.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.classifier import NO_TOP, SCORES
from vision.segmentation import Segmenter
from vision.training.config import KINDS, WHOLE, Config, NetworkTraining
from vision.training.export import export
from vision.training.fallen import fallen_for_in_scene, look_at
from vision.training.floors import Rng
from vision.training.network import ValueNet
from vision.training.patches import Patch, marks, patch_of
from vision.training.pictures import read_pictures
from vision.training.prepared import Arrays, Examples, choose, prepare
from vision.training.scenes import DrawnScene
from vision.training.shards import open_shard, shards_of
from vision.training.varied import varied

ROUNDS, OF_PICTURE = 10, 8
"""So often all whole pictures are gone through, and so many places of each are taken then."""

VARIED = 0.5
"""Share of the scenes that are varied."""

LOOKED_AT = 0.6
"""Share of the scenes of which is learned what the detector finds there."""

CORNER_WEIGHT, CORNER_KNEE = 14.0, 0.006
"""What a corner's error weighs beside the value's, and from which on it counts as it is instead of its square."""

BURNT = 0.12
"""How often a face is shown as if its brighter part were burnt out."""

CHECKED = 4096
"""So many examples for checking are looked at."""


def _arrays(patches: Iterator[Patch]) -> Arrays:
    made = list(patches)
    return {
        "pixels": np.stack([one.pixels for one in made]),
        "values": np.array([one.value for one in made], np.uint8),
        "corners": np.stack([one.corners for one in made]),
    }


def of_scene(rng: Rng, scene: DrawnScene, detector: Segmenter) -> Iterator[Patch]:
    """Yields what is learned from a scene."""
    if rng.random() < VARIED:
        scene = replace(scene, image=varied(rng, scene.image))
    found = fallen_for_in_scene(rng, scene, detector) if rng.random() < LOOKED_AT else ()
    for marked in (*marks(rng, scene), *found):
        yield patch_of(rng, scene.image, marked)


def _of_shard(rng: Rng, place: Path, detector: Segmenter, exact: bool) -> Iterator[Patch]:
    shard = open_shard(place)
    for index in range(len(shard.images)):
        for patch in of_scene(rng, shard.scene(index), detector):
            yield patch if exact else _without_corners(patch)


def _without_corners(patch: Patch) -> Patch:
    return patch._replace(corners=np.full_like(patch.corners, np.nan))


def _of_pictures(rng: Rng, folder: Path, detector: Segmenter, exact: bool) -> Iterator[Patch]:
    pieces = [look_at(rng, picture, detector) for picture in read_pictures([folder])]
    for _ in range(ROUNDS):
        for one in pieces:
            for image, marked in one.deal(rng, OF_PICTURE):
                patch = patch_of(rng, image, marked)
                yield patch if exact else _without_corners(patch)


@dataclass(frozen=True, slots=True)
class PreparedExamples:
    """Where the examples of each set lie: those learned from, and those for checking."""

    learned: dict[str, list[Path]]
    checked: list[Path]


def prepare_patches(
    config: Config, learning: NetworkTraining, scenes: Path, home: Path, detector: Path, say: Callable[[str], None]
) -> PreparedExamples:
    """Makes the examples that are not there yet; `detector` is the network whose outlines are learned from."""
    network = Segmenter(detector)
    learned: dict[str, list[Path]] = {}
    checked = []

    def made(place: Path, numbers: list[int], patches: Callable[[Rng], Iterator[Patch]]) -> Path:
        say(f"prepares {place.name}")
        return prepare(place, lambda: _arrays(patches(np.random.default_rng([learning.seed, *numbers]))))

    for name in sorted(set(learning.shares) - {WHOLE}):
        wanted = config.set_named(name)
        # An earlier reader found the outlines of photographs: its errors are not learned from.
        exact = wanted.kind != "photographs"
        places, last = shards_of(scenes, wanted)
        for number, place in enumerate((*places, last)):
            part = made(
                home / f"{name}-{number:04d}",
                [KINDS.index(wanted.kind), wanted.seed, number],
                lambda rng, place=place, exact=exact: _of_shard(rng, place, network, exact),  # type: ignore[misc]
            )
            if place is last:
                checked.append(part)
            else:
                learned.setdefault(name, []).append(part)
    for wanted in config.sets if WHOLE in learning.shares else ():
        if wanted.folder:
            exact = wanted.kind != "photographs"
            folder = config.data / wanted.folder
            part = made(
                home / f"{WHOLE}-{wanted.name}",
                [len(KINDS), wanted.seed],
                lambda rng, folder=folder, exact=exact: _of_pictures(rng, folder, network, exact),  # type: ignore[misc]
            )
            learned.setdefault(WHOLE, []).append(part)
    return PreparedExamples(learned, checked)


def batches(
    learning: NetworkTraining, learned: dict[str, list[Path]], teacher: nn.Module | None = None
) -> Callable[[int], tuple[Tensor, "Targets"]]:
    """Returns what makes the batch of a step: patches (N, 1, side, side), turned, and what is due of them."""
    parts = {name: Examples(places) for name, places in learned.items()}
    sizes = {name: len(part) for name, part in parts.items()}

    def batch_at(step: int) -> tuple[Tensor, Targets]:
        rng = np.random.default_rng([learning.seed, step])
        chosen = choose(rng, sizes, learning.shares, learning.batch)
        rows = [parts[name].rows([index]) for name, index in chosen]
        pixels = np.concatenate([row["pixels"] for row in rows]).astype(np.float32)
        corners = np.concatenate([row["corners"] for row in rows]).astype(np.float32)
        corners[[bool(learning.corners) and name not in learning.corners for name, _ in chosen]] = np.nan
        values = np.concatenate([row["values"] for row in rows]).astype(np.int64)
        for k in range(len(pixels)):
            pixels[k], corners[k] = turned(pixels[k], corners[k], int(rng.integers(4)), bool(rng.random() < 0.5))
            if rng.random() < BURNT:
                pixels[k] = burnt(rng, pixels[k])
        pixels *= rng.uniform(0.75, 1.3, (len(pixels), 1, 1)).astype(np.float32)
        noisy = (rng.random((len(pixels), 1, 1)) < 0.3) * rng.uniform(0.02, 0.3, (len(pixels), 1, 1))
        pixels += (noisy * rng.standard_normal(pixels.shape)).astype(np.float32)
        seen, word = torch.from_numpy(pixels[:, None]), None
        if teacher is not None:
            with torch.no_grad():
                word = teacher(seen)[:, :SCORES].softmax(1)
        return seen, Targets(torch.from_numpy(values), torch.from_numpy(corners), word, learning.teacher)

    return batch_at


def turned(
    pixels: NDArray[np.float32], corners: NDArray[np.float32], quarters: int, mirrored: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Returns a patch turned counter-clockwise by quarters, then mirrored, and its corners, again from the upper left.

    >>> square = np.array([-1, -1, 1, -1, 1, 1, -1, 1], np.float32) / 2
    >>> turned(np.zeros((4, 4), np.float32), square, 3, True)[1].tolist() == square.tolist()
    True
    """
    points = corners.reshape(4, 2)
    for _ in range(quarters):
        points = np.roll(np.column_stack([points[:, 1], -points[:, 0]]), -1, axis=0)
    pixels = np.rot90(pixels, quarters)
    if mirrored:
        pixels, points = pixels[:, ::-1], (points * (-1, 1))[[1, 0, 3, 2]]
    return np.ascontiguousarray(pixels), points.astype(np.float32).ravel()


def burnt(rng: Rng, pixels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns a patch as if all above some level had been white, its levels evened again."""
    low, high = np.quantile(pixels, (0.3, 0.97))
    clipped = np.minimum(pixels, rng.uniform(low, high))
    return np.asarray((clipped - clipped.mean()) / max(float(clipped.std()), 0.05), np.float32)


@dataclass(frozen=True, slots=True)
class Targets:
    """The true values (N) and corners (N×8, NaN where unknown) of a batch.

    `word` is what a teacher thinks of the values (N×12), if there is one, `weight` what that counts for.
    """

    values: Tensor
    corners: Tensor
    word: Tensor | None = None
    weight: float = 0.0


def loss_of(told: Tensor, due: Targets) -> Tensor:
    """Returns the cross entropy of the values and what the corners are off; `dice` is (N, 20)."""
    loss = nn.functional.cross_entropy(told[:, :SCORES], due.values, label_smoothing=0.01)
    if due.word is not None:
        taught = nn.functional.cross_entropy(told[:, :SCORES], due.word)
        loss = (1 - due.weight) * loss + due.weight * taught
    known = ~torch.isnan(due.corners[:, 0])
    if known.any():
        off = nn.functional.smooth_l1_loss(told[known, SCORES:], due.corners[known], beta=CORNER_KNEE)
        loss = loss + CORNER_WEIGHT * off
    return loss


def check(network: nn.Module, places: list[Path]) -> str:
    """Returns what a network is worth on scenes that it did not learn from: its values, and how far corners are off."""
    examples = Examples(places)
    rows = examples.rows(np.linspace(0, len(examples) - 1, min(CHECKED, len(examples))).astype(int).tolist())
    with torch.no_grad():
        told = network(torch.from_numpy(rows["pixels"].astype(np.float32)[:, None])).numpy()
    values, corners = rows["values"].astype(int), rows["corners"].astype(float)
    faces = (values >= 1) & (values < NO_TOP)
    right = told[faces, 1:NO_TOP].argmax(1) + 1 == values[faces]
    readable = told[:, :SCORES].argmax(1)
    false_faces = ((readable >= 1) & (readable < NO_TOP))[~faces]
    known = faces & ~np.isnan(corners[:, 0])
    due, seen = corners[known].reshape(-1, 4, 2), told[known, SCORES:].reshape(-1, 4, 2)
    edges = np.linalg.norm(due - np.roll(due, 1, axis=1), axis=2).mean(1, keepdims=True)
    off = 100 * np.linalg.norm(seen - due, axis=2) / edges
    values_right = f"values right {100 * right.mean():.2f} % of {len(right)}"
    taken = f"others taken for faces {100 * false_faces.mean():.2f} % of {len(false_faces)}"
    middle, most = np.percentile(off, (50, 90))
    return f"{values_right}, {taken}, corners off {middle:.2f} % of an edge (p90 {most:.2f} %)"


def write(network: nn.Module, path: Path) -> None:
    """Writes the network, a ValueNet, as ONNX for any number of faces."""
    assert isinstance(network, ValueNet)
    export(network, torch.zeros(1, 1, network.side, network.side), path, {"seen": {0: "faces"}, "told": {0: "faces"}})
