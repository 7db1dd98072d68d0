"""Trains the classifier, which classifies a face and regresses its four corners.

The examples come from all kinds of scenes and from whole labelled pictures: top faces with jittered outlines and with
the detector's own; and, as negatives, side faces, background and the detector's false positives.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.classifier import NO_TOP, SCORES
from vision.segmentation import Segmenter
from vision.training.architectures import ValueNet
from vision.training.augmentation import augment, rotate, saturate
from vision.training.backgrounds import Rng
from vision.training.config import KINDS, WHOLE, Config, NetworkTraining
from vision.training.example_cache import Arrays, ExampleCache, ExampleFolders, cache_examples, sample_mixture
from vision.training.export import export
from vision.training.labelled_detections import label_scene_detections, mine_picture
from vision.training.patches import FacePatch, labelled_outlines, make_patch
from vision.training.scene_crops import read_pictures
from vision.training.scenes import TrainingScene
from vision.training.shards import open_shard, split_shards

PASSES, OUTLINES_PER_PASS = 10, 8
"""Passes over all whole pictures, and outlines sampled from each picture per pass."""

AUGMENTED_SHARE = 0.5
"""Share of the scenes that are augmented."""

DETECTION_SHARE = 0.6
"""Share of the scenes from which the detector's outlines are added."""

CORNER_WEIGHT, CORNER_HUBER_THRESHOLD = 14.0, 0.006
"""Loss weight of the corners relative to the class, and the threshold of their Huber loss, in patch sides."""

SATURATION_PROBABILITY = 0.12
"""Probability that a patch is shown with its brighter part saturated."""

VALIDATION_EXAMPLES = 4096
"""Maximum number of validation examples."""


def _arrays(patches: Iterator[FacePatch]) -> Arrays:
    examples = list(patches)
    return {
        "pixels": np.stack([one.pixels for one in examples]),
        "values": np.array([one.value for one in examples], np.uint8),
        "corners": np.stack([one.corners for one in examples]),
    }


def scene_patches(rng: Rng, scene: TrainingScene, detector: Segmenter) -> Iterator[FacePatch]:
    """Yields the examples of a scene."""
    if rng.random() < AUGMENTED_SHARE:
        scene = replace(scene, image=augment(rng, scene.image))
    detections = label_scene_detections(rng, scene, detector) if rng.random() < DETECTION_SHARE else ()
    for outline in (*labelled_outlines(rng, scene), *detections):
        yield make_patch(rng, scene.image, outline)


def _shard_patches(rng: Rng, path: Path, detector: Segmenter, exact_corners: bool) -> Iterator[FacePatch]:
    shard = open_shard(path)
    for index in range(len(shard.images)):
        for patch in scene_patches(rng, shard.scene(index), detector):
            yield patch if exact_corners else _without_corners(patch)


def _without_corners(patch: FacePatch) -> FacePatch:
    return patch._replace(corners=np.full_like(patch.corners, np.nan))


def _picture_patches(rng: Rng, folder: Path, detector: Segmenter, exact_corners: bool) -> Iterator[FacePatch]:
    mined = [mine_picture(rng, picture, detector) for picture in read_pictures([folder])]
    for _ in range(PASSES):
        for pictured in mined:
            for image, outline in pictured.sample(rng, OUTLINES_PER_PASS):
                patch = make_patch(rng, image, outline)
                yield patch if exact_corners else _without_corners(patch)


def cache_patches(
    config: Config, settings: NetworkTraining, scenes: Path, folder: Path, detector: Path, log: Callable[[str], None]
) -> ExampleFolders:
    """Caches the missing examples; `detector` is the network whose outlines are added."""
    network = Segmenter(detector)
    training: dict[str, list[Path]] = {}
    validation = []

    def build(path: Path, seed: list[int], patches: Callable[[Rng], Iterator[FacePatch]]) -> Path:
        log(f"caches {path.name}")
        return cache_examples(path, lambda: _arrays(patches(np.random.default_rng([settings.seed, *seed]))))

    for name in sorted(set(settings.mixture) - {WHOLE}):
        scene_set = config.set_named(name)
        # The outlines of photographs come from an earlier reader, so their corners are not regression targets.
        exact_corners = scene_set.kind != "photographs"
        paths, last = split_shards(scenes, scene_set)
        for number, path in enumerate((*paths, last)):
            part = build(
                folder / f"{name}-{number:04d}",
                [KINDS.index(scene_set.kind), scene_set.seed, number],
                lambda rng, path=path, exact=exact_corners: _shard_patches(rng, path, network, exact),  # type: ignore[misc]
            )
            if path is last:
                validation.append(part)
            else:
                training.setdefault(name, []).append(part)
    for scene_set in config.sets if WHOLE in settings.mixture else ():
        if scene_set.folder:
            exact_corners = scene_set.kind != "photographs"
            pictures = config.data / scene_set.folder
            part = build(
                folder / f"{WHOLE}-{scene_set.name}",
                [len(KINDS), scene_set.seed],
                lambda rng, pictures=pictures, exact=exact_corners: _picture_patches(rng, pictures, network, exact),  # type: ignore[misc]
            )
            training.setdefault(WHOLE, []).append(part)
    return ExampleFolders(training, validation)


def batches(
    settings: NetworkTraining, training: dict[str, list[Path]], teacher: nn.Module | None = None
) -> Callable[[int], tuple[Tensor, "Targets"]]:
    """Returns a function from the step to its batch: augmented patches (N, 1, side, side) and their targets."""
    caches = {name: ExampleCache(paths) for name, paths in training.items()}
    sizes = {name: len(part) for name, part in caches.items()}

    def batch_at(step: int) -> tuple[Tensor, Targets]:
        rng = np.random.default_rng([settings.seed, step])
        chosen = sample_mixture(rng, sizes, settings.mixture, settings.batch_size)
        rows = [caches[name].rows([index]) for name, index in chosen]
        pixels = np.concatenate([row["pixels"] for row in rows]).astype(np.float32)
        corners = np.concatenate([row["corners"] for row in rows]).astype(np.float32)
        corners[[bool(settings.corner_sets) and name not in settings.corner_sets for name, _ in chosen]] = np.nan
        values = np.concatenate([row["values"] for row in rows]).astype(np.int64)
        for k in range(len(pixels)):
            pixels[k], corners[k] = rotate(pixels[k], corners[k], int(rng.integers(4)), bool(rng.random() < 0.5))
            if rng.random() < SATURATION_PROBABILITY:
                pixels[k] = saturate(rng, pixels[k])
        pixels *= rng.uniform(0.75, 1.3, (len(pixels), 1, 1)).astype(np.float32)
        noisy = (rng.random((len(pixels), 1, 1)) < 0.3) * rng.uniform(0.02, 0.3, (len(pixels), 1, 1))
        pixels += (noisy * rng.standard_normal(pixels.shape)).astype(np.float32)
        inputs, soft_labels = torch.from_numpy(pixels[:, None]), None
        if teacher is not None:
            with torch.no_grad():
                soft_labels = teacher(inputs)[:, :SCORES].softmax(1)
        return inputs, Targets(
            torch.from_numpy(values), torch.from_numpy(corners), soft_labels, settings.distillation_weight
        )

    return batch_at


@dataclass(frozen=True, slots=True)
class Targets:
    """The targets of a batch: classes (N) and corners (N×8, NaN if unknown).

    With distillation, `soft_labels` holds the class probabilities of the teacher (N×12) and `soft_label_weight` their
    share of the class loss.
    """

    values: Tensor
    corners: Tensor
    soft_labels: Tensor | None = None
    soft_label_weight: float = 0.0


def compute_loss(outputs: Tensor, targets: Targets) -> Tensor:
    """Returns the cross entropy of the classes plus the weighted Huber loss of the corners; `outputs` is (N, 20)."""
    loss = nn.functional.cross_entropy(outputs[:, :SCORES], targets.values, label_smoothing=0.01)
    if targets.soft_labels is not None:
        distillation = nn.functional.cross_entropy(outputs[:, :SCORES], targets.soft_labels)
        loss = (1 - targets.soft_label_weight) * loss + targets.soft_label_weight * distillation
    known = ~torch.isnan(targets.corners[:, 0])
    if known.any():
        corner_error = nn.functional.smooth_l1_loss(
            outputs[known, SCORES:], targets.corners[known], beta=CORNER_HUBER_THRESHOLD
        )
        loss = loss + CORNER_WEIGHT * corner_error
    return loss


def validate(network: nn.Module, paths: list[Path]) -> str:
    """Returns the accuracy of the values, the false-positive rate and the corner errors on validation examples."""
    examples = ExampleCache(paths)
    rows = examples.rows(
        np.linspace(0, len(examples) - 1, min(VALIDATION_EXAMPLES, len(examples))).astype(int).tolist()
    )
    with torch.no_grad():
        outputs = network(torch.from_numpy(rows["pixels"].astype(np.float32)[:, None])).numpy()
    values, corners = rows["values"].astype(int), rows["corners"].astype(float)
    faces = (values >= 1) & (values < NO_TOP)
    right = outputs[faces, 1:NO_TOP].argmax(1) + 1 == values[faces]
    classes = outputs[:, :SCORES].argmax(1)
    false_positives = ((classes >= 1) & (classes < NO_TOP))[~faces]
    known = faces & ~np.isnan(corners[:, 0])
    true, predicted = corners[known].reshape(-1, 4, 2), outputs[known, SCORES:].reshape(-1, 4, 2)
    edges = np.linalg.norm(true - np.roll(true, 1, axis=1), axis=2).mean(1, keepdims=True)
    corner_error = 100 * np.linalg.norm(predicted - true, axis=2) / edges
    median, p90 = np.percentile(corner_error, (50, 90))
    return (
        f"accuracy of values {100 * right.mean():.2f} % of {len(right)} faces,"
        f" false positives {100 * false_positives.mean():.2f} % of {len(false_positives)} others,"
        f" corner error: median {median:.2f} %, p90 {p90:.2f} % of an edge"
    )


def write_onnx(network: nn.Module, path: Path) -> None:
    """Exports the network, a ValueNet, as ONNX for any batch size."""
    assert isinstance(network, ValueNet)
    export(
        network, torch.zeros(1, 1, network.side, network.side), path, {"input": {0: "faces"}, "output": {0: "faces"}}
    )
