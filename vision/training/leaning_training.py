"""Trains the network that tells leaning dice.

It learns from scenes drawn as the box's camera sees them (sets that are `straight`, with `aslant` about 0.5), and from
renders and photographs from above, few or none of whose dice lean. Of a leaning die the eye may
outline any face, or parts of two: it learns from such outlines, too. And it learns from flat dice as if the camera were
on their other side: they show it what no flat die could, so that leaning does not look like drawn dice alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.classifier import Classifier
from vision.cocked import cocked_patch
from vision.faces import find_candidates
from vision.outlines import middle, overlap
from vision.rectify import Greys
from vision.segmentation import Segmenter
from vision.training.config import KINDS, Config, NetworkTraining
from vision.training.export import export
from vision.training.fallen import LOOKS, SAME
from vision.training.floors import Rng
from vision.training.network import CockedNet
from vision.training.patches import corners_of, over_the_die, shaken
from vision.training.prepared import Arrays, Examples, choose, prepare
from vision.training.scenes import DrawnScene
from vision.training.shards import open_shard, shards_of
from vision.training.solids import FaceFault, Floats
from vision.training.varied import varied

CHECKED = 2000
"""So many dice for checking are looked at."""

FOCAL = (0.52, 1.0)
"""Focal lengths of the lenses learned for, in frame widths: 88 to 53 degrees."""

LONG, LONG_FOCAL = 0.15, (1.0, 1.8)
"""How often the lens is a long one, and the focal lengths of these: a photograph from afar is judged, too."""

IN_FRAME = 0.65
"""So far from the axis a die may lie, in frame widths: in a corner."""

BEHIND, SHOWN_FROM = 0.3, 0.25
"""How often a flat die is shown as if the camera were on its other side, where it is so far from the axis, in focal
lengths, that its side is seen."""

OFF = 0.05
"""How far outlines are off, in edges."""

FOUND, FOUND_OFF = 0.6, 0.02
"""How often outlines are those that the eye finds, and how far these are off what it found, in edges."""


class LeaningExample(NamedTuple):
    """One example: what the network sees of a die (5×side×side), and whether it leans."""

    patch: NDArray[np.float16]
    leans: bool


Outline = tuple[Floats, bool]
"""An outline on a die, and whether that leans."""


@dataclass(frozen=True, slots=True)
class PreparedDice:
    """Where the examples of each set lie: those learned from, and those for checking."""

    learned: dict[str, list[Path]]
    checked: list[Path]


class Eye:
    """What finds dice: the finder and the classifier."""

    def __init__(self, detector: Path, classifier: Path) -> None:
        """Loads the networks; raises FileNotFoundError where they are missing."""
        self._finder, self._classifier = Segmenter(detector), Classifier(classifier)

    def outlines(self, rng: Rng, image: NDArray[np.uint8]) -> list[Floats]:
        """Returns what they outline at a random size."""
        greys = Greys(image)
        seen = find_candidates(self._finder.segment(greys, int(rng.choice(LOOKS))))
        return [self._classifier.look(greys, one.quad).quad for one in seen]


def known(rng: Rng, scene: DrawnScene) -> Iterator[Outline]:
    """Yields the true top faces of dice that lie flat or lean, a little off, and at times with parts of the sides."""
    for quad, value in scene.faces:
        leans = value == FaceFault.COCKED
        if (leans or 1 <= value <= 6) and _inside(quad, scene):
            seen = over_the_die(rng, quad, scene) if rng.random() < (0.35 if leans else 0.15) else quad
            yield shaken(rng, seen, OFF), leans


def found(rng: Rng, scene: DrawnScene, outlines: Sequence[Floats]) -> Iterator[Outline]:
    """Yields those outlines that lie on the top face of a flat die or, wherever, on one that leans.

    Any other outline on a flat die is mostly of a side, and none that the eye tells.
    """
    flat = [quad for quad, value in scene.faces if 1 <= value <= 6]
    leaning = [_hull(corners_of(quad, scene)) for quad, value in scene.faces if value == FaceFault.COCKED]
    others = [_hull(corners_of(quad, scene)) for quad, value in scene.faces if value and value != FaceFault.COCKED]
    for quad in outlines:
        if not _inside(quad, scene):
            continue
        if any(overlap(top, quad) > SAME for top in flat):
            yield shaken(rng, quad, FOUND_OFF), False
        elif any(_holds(hull, quad) for hull in leaning) and not any(_holds(hull, quad) for hull in others):
            yield shaken(rng, quad, FOUND_OFF), True


def _inside(quad: Floats, scene: DrawnScene) -> bool:
    return bool((quad >= 0).all() and (quad <= scene.image.shape[0]).all())


def _hull(corners: Floats) -> NDArray[np.float32]:
    return np.asarray(cv2.convexHull(corners.astype(np.float32)), np.float32)


def _holds(hull: NDArray[np.float32], quad: Floats) -> bool:
    x, y = middle(quad).tolist()
    return cv2.pointPolygonTest(hull, (x, y), False) >= 0


def dice(rng: Rng, scene: DrawnScene, eye: Eye) -> Iterator[LeaningExample]:
    """Yields the dice of a scene that lie flat or lean, outlined within it.

    Raises ValueError where no axis is known.
    """
    if scene.axis is None:
        raise ValueError("the scenes were not drawn as the box's camera sees them: make the set `straight`")
    image = varied(rng, scene.image)
    outlined = found(rng, scene, eye.outlines(rng, image)) if rng.random() < FOUND else known(rng, scene)
    focal = float(scene.axis[2])
    for outline, leans in outlined:
        center, axis = middle(outline), scene.axis[:2]
        width = focal / rng.uniform(*(LONG_FOCAL if rng.random() < LONG else FOCAL))
        away = float(np.linalg.norm(center - axis))
        if away > IN_FRAME * width:
            continue
        behind = not leans and away > SHOWN_FROM * focal and rng.random() < BEHIND
        if behind:
            axis = 2 * center - axis
        yield LeaningExample(cocked_patch(image, outline, axis, width).astype(np.float16), leans or behind)


def prepare_dice(
    config: Config,
    learning: NetworkTraining,
    scenes: Path,
    home: Path,
    networks: tuple[Path, Path],
    say: Callable[[str], None],
) -> PreparedDice:
    """Makes the examples that are not there yet; `networks` are the detector and the classifier that outline dice."""
    eye = Eye(*networks)
    learned: dict[str, list[Path]] = {}
    checked = []

    def arrays(rng: Rng, place: Path) -> Arrays:
        shard = open_shard(place)
        seen = [one for index in range(len(shard.images)) for one in dice(rng, shard.scene(index), eye)]
        return {"patches": np.stack([one.patch for one in seen]), "leans": np.array([one.leans for one in seen])}

    for name in sorted(learning.shares):
        wanted = config.set_named(name)
        places, last = shards_of(scenes, wanted)
        for number, place in enumerate((*places, last)):
            rng = np.random.default_rng([learning.seed, KINDS.index(wanted.kind), wanted.seed, number])
            say(f"prepares {name}-{number:04d}")
            part = prepare(home / f"{name}-{number:04d}", lambda rng=rng, place=place: arrays(rng, place))  # type: ignore[misc]
            if place is last:
                checked.append(part)
            else:
                learned.setdefault(name, []).append(part)
    return PreparedDice(learned, checked)


def batches(learning: NetworkTraining, learned: dict[str, list[Path]]) -> Callable[[int], tuple[Tensor, Tensor]]:
    """Returns what makes the batch of a step: what the network sees (N, 5, side, side), and which dice lean (N, 1).

    Half of them do, as far as there are any.
    """
    parts = {name: Examples(places) for name, places in learned.items()}
    leaning = {name: np.concatenate([np.load(one / "leans.npy") for one in places]) for name, places in learned.items()}
    pools = {name: {True: np.flatnonzero(leans), False: np.flatnonzero(~leans)} for name, leans in leaning.items()}

    def batch_at(step: int) -> tuple[Tensor, Tensor]:
        rng = np.random.default_rng([learning.seed, step])
        rows = []
        for leans in (True, False):
            sizes = {name: len(pool[leans]) for name, pool in pools.items() if len(pool[leans])}
            shares = {name: learning.shares[name] for name in sizes}
            for name, index in choose(rng, sizes, shares, learning.batch // 2):
                rows.append(parts[name].rows([int(pools[name][leans][index])]))
        patches = np.concatenate([row["patches"] for row in rows]).astype(np.float32)
        mirrored = rng.random(len(patches)) < 0.5
        patches[mirrored] = patches[mirrored, :, ::-1]
        patches[:, 0] *= rng.uniform(0.75, 1.3, (len(patches), 1, 1)).astype(np.float32)
        due = np.concatenate([row["leans"] for row in rows]).astype(np.float32)
        return torch.from_numpy(patches), torch.from_numpy(due[:, None])

    return batch_at


def loss_of(told: Tensor, leans: Tensor) -> Tensor:
    """Returns the cross entropy."""
    return nn.functional.binary_cross_entropy_with_logits(told, leans)


def check(network: nn.Module, places: list[Path]) -> str:
    """Returns what a network is worth on dice that it did not learn from."""
    examples = Examples(places)
    rows = examples.rows(np.linspace(0, len(examples) - 1, min(CHECKED, len(examples))).astype(int).tolist())
    with torch.no_grad():
        told = network(torch.from_numpy(rows["patches"].astype(np.float32))).numpy().ravel() > 0
    leans = rows["leans"].astype(bool)
    caught, false = told[leans].mean() if leans.any() else np.nan, told[~leans].mean()
    return f"of {leans.sum()} leaning dice {100 * caught:.1f} % told, of {(~leans).sum()} flat ones {100 * false:.1f} %"


def write(network: nn.Module, path: Path) -> None:
    """Writes the network, a CockedNet, as ONNX for any number of dice."""
    assert isinstance(network, CockedNet)
    export(network, torch.zeros(1, 5, network.side, network.side), path, {"seen": {0: "dice"}, "told": {0: "dice"}})
