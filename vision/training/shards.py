"""Training scenes on disk: drawn, path-traced, or cropped from labelled pictures.

A shard is a folder of some hundred scenes, fully determined by the seed of its set and its own number. Generation and
training are therefore separate stages, and a repeated run uses the same scenes.
"""

import hashlib
import multiprocessing
import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.backgrounds import NoiseBank, Rng
from vision.training.config import SceneSet
from vision.training.scene_crops import SceneCropper
from vision.training.scenes import AXIS_LENGTH, SceneRenderer, TrainingScene, draw_scene

ARRAY_NAMES = ("images", "labels", "quads", "values", "scene_indices", "axes")
"""The arrays of a shard, one .npy file each."""


def make_shard(
    folder: Path, seed: int, number: int, scene_count: int, make_source: Callable[[Rng], Callable[[], TrainingScene]]
) -> Path:
    """Writes a shard into `folder` and returns its path; an existing shard is kept.

    `make_source` takes the random generator of the shard and returns a function that makes the next scene.
    """
    path = folder / f"{seed:03d}-{number:04d}"
    if path.is_dir():
        return path
    next_scene = make_source(np.random.default_rng([seed, number]))
    scenes = [next_scene() for _ in range(scene_count)]
    # Written to a temporary folder and renamed, so that a shard is complete or absent.
    temporary = path.with_suffix(".part")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    axes = [np.full(AXIS_LENGTH, np.nan) if scene.axis is None else scene.axis for scene in scenes]
    arrays: tuple[NDArray[np.generic], ...] = (
        np.stack([scene.image for scene in scenes]),
        np.stack([scene.labels for scene in scenes]),
        np.array([quad for scene in scenes for quad, _ in scene.faces], np.float32).reshape(-1, 4, 2),
        np.array([value for scene in scenes for _, value in scene.faces], np.uint8),
        np.array([k for k, scene in enumerate(scenes) for _ in scene.faces], np.int32),
        np.array(axes, np.float32),
    )
    for name, array in zip(ARRAY_NAMES, arrays, strict=True):
        np.save(temporary / f"{name}.npy", array)
    temporary.rename(path)
    return path


def drawn_scenes(scene_set: SceneSet, renderer: SceneRenderer | None) -> Callable[[Rng], Callable[[], TrainingScene]]:
    """Returns a factory of scene sources that draw the scenes of a set."""

    def make_source(rng: Rng) -> Callable[[], TrainingScene]:
        bank = NoiseBank(rng)
        return lambda: draw_scene(
            rng,
            bank,
            hand_probability=scene_set.hand_probability,
            leaning_probability=scene_set.leaning_probability,
            outward_probability=scene_set.outward_probability,
            overhead=scene_set.overhead,
            close_up_probability=scene_set.close_up_probability,
            box_like=scene_set.box_like,
            crowded_probability=scene_set.crowded_probability,
            wide_probability=scene_set.wide_probability,
            resting_probability=scene_set.resting_probability,
            contrast_probability=scene_set.contrast_probability,
            object_probability=scene_set.object_probability,
            plug_probability=scene_set.plug_probability,
            renderer=renderer,
        )

    return make_source


def cropped_scenes(scene_set: SceneSet, data: Path) -> Callable[[Rng], Callable[[], TrainingScene]]:
    """Returns a factory of scene sources that crop pictures; they raise FileNotFoundError if there are none."""
    return lambda rng: SceneCropper([data / scene_set.folder], rng, scene_set.overhead).next_scene


def make_set(folder: Path, scene_set: SceneSet, data: Path, log: Callable[[str], None]) -> str:
    """Generates the missing shards of a set, on all processor cores; returns the SHA-256 over all of its arrays.

    Raises FileNotFoundError if there are no pictures to crop.
    """
    # Blender and OpenCV have threads of their own, so that the processes cannot be forked.
    context = multiprocessing.get_context("spawn")
    sums = hashlib.sha256()
    processes = ProcessPoolExecutor(os.cpu_count(), context, initializer=_initialise_worker)
    try:
        shards = [
            processes.submit(_make_numbered_shard, folder / scene_set.name, scene_set, data, number)
            for number in range(scene_set.shards)
        ]
        for number, shard in enumerate(shards):
            for name in ARRAY_NAMES:
                sums.update(hashlib.sha256((shard.result() / f"{name}.npy").read_bytes()).digest())
            log(f"{scene_set.name}: {number + 1} of {scene_set.shards} shards")
    finally:
        # Leaving a `with` block would generate all other shards first, even after an error or Ctrl+C.
        processes.shutdown(cancel_futures=True)
    return sums.hexdigest()


def _initialise_worker() -> None:
    """Prepares a process that makes shards: one thread, and it ends with the process that started it or by Ctrl+C."""
    # With Python's own handler Ctrl+C would only fail the current shard, and those queued already would still be made.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    cv2.setNumThreads(1)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


def _make_numbered_shard(folder: Path, scene_set: SceneSet, data: Path, number: int) -> Path:
    if scene_set.kind == "drawn":
        make_source = drawn_scenes(scene_set, None)
    elif scene_set.kind == "traced":
        from vision.training.raytraced import BlenderRenderer  # noqa: PLC0415 - imports Blender

        make_source = drawn_scenes(scene_set, BlenderRenderer(scene_set.box_like))
    else:
        make_source = cropped_scenes(scene_set, data)
    return make_shard(folder, scene_set.seed, number, scene_set.scenes_per_shard, make_source)


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """The memory-mapped scenes of one shard."""

    images: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    quads: NDArray[np.float32]
    values: NDArray[np.uint8]
    scene_indices: NDArray[np.int32]
    axes: NDArray[np.float32]

    def scene(self, index: int) -> TrainingScene:
        """Returns the scene at this index."""
        first, last = np.searchsorted(self.scene_indices, (index, index + 1))
        faces = tuple(
            (quad.astype(float), int(value))
            for quad, value in zip(self.quads[first:last], self.values[first:last], strict=True)
        )
        axis = None if np.isnan(self.axes[index, 0]) else self.axes[index].astype(float)
        return TrainingScene(np.asarray(self.images[index]), np.asarray(self.labels[index]), faces, axis)


class SceneLibrary:
    """The scenes of several shards as one sequence."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Opens the shards; raises FileNotFoundError if `paths` is empty."""
        if not paths:
            raise FileNotFoundError("there are no scenes to train on: run the stage `generate` first")
        self._shards = [open_shard(path) for path in paths]
        self._ends = np.cumsum([len(shard.images) for shard in self._shards])

    def __len__(self) -> int:
        """Returns the number of scenes."""
        return int(self._ends[-1])

    def __getitem__(self, index: int) -> TrainingScene:
        """Returns the scene at this index; raises IndexError if it is out of range."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        shard = int(np.searchsorted(self._ends, index, side="right"))
        return self._shards[shard].scene(index - (int(self._ends[shard - 1]) if shard else 0))


def split_shards(folder: Path, scene_set: SceneSet) -> tuple[list[Path], Path]:
    """Returns the paths of the training shards of a set and of its validation shard, the last one."""
    paths = [folder / scene_set.name / f"{scene_set.seed:03d}-{number:04d}" for number in range(scene_set.shards)]
    return paths[:-1], paths[-1]


def shard_scenes(path: Path) -> Iterator[TrainingScene]:
    """Yields the scenes of a shard; raises FileNotFoundError if it is missing."""
    shard = open_shard(path)
    for index in range(len(shard.images)):
        yield shard.scene(index)


def open_shard(path: Path) -> Shard:
    """Memory-maps a shard; raises FileNotFoundError if it is missing."""
    return Shard(*(np.load(path / f"{name}.npy", mmap_mode="r") for name in ARRAY_NAMES))
