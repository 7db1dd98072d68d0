"""Trains the network that tells leaning dice: `python -m vision.training.train_cocked FOLDER`.

It learns from scenes drawn as the box's camera sees them (`vision.training.shards FOLDER --straight --aslant 0.5`), and
from renders and photographs from above (`--pictures`), few or none of whose dice lean. Of a leaning die the eye may
outline any face, or parts of two: it learns from such outlines, too. And it learns from flat dice as if the camera were
on their other side: they show it what no flat die could, so that leaning does not look like drawn dice alone.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.classifier import Classifier
from vision.cocked import SIDE, cocked_patch
from vision.detector import Segmenter
from vision.faces import find_candidates
from vision.outlines import middle, overlap
from vision.rectify import Greys
from vision.training.dealer import Dealer, open_scenes
from vision.training.export import export
from vision.training.fallen import LOOKS, SAME
from vision.training.floors import Rng
from vision.training.lessons import lessons, taught
from vision.training.network import CockedNet
from vision.training.patches import corners_of, over_the_die, shaken
from vision.training.plan import read_plan
from vision.training.runner import run
from vision.training.scenes import Scene
from vision.training.solids import Fault, Floats
from vision.training.varied import varied

BATCH = 64
RATE = 2e-3
POOL = 6_000
"""Dice kept, from which batches are drawn, so that those of one scene lie apart."""

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


class Seen(NamedTuple):
    """One example: what networks see of a die, by how many pixels they see, and whether it leans."""

    patches: dict[int, NDArray[np.float16]]
    leans: bool


class Due(NamedTuple):
    """Whether each die of a batch leans (N, 1), and what the teacher, if there is one, sees (N, 5, side, side)."""

    leans: Tensor
    shown: Tensor


Outline = tuple[Floats, bool]
"""An outline on a die, and whether that leans."""


class Eye:
    """What finds dice: the finder and the classifier."""

    def __init__(self) -> None:
        """Loads the networks; raises FileNotFoundError where they are missing."""
        self._finder, self._classifier = Segmenter(), Classifier()

    def outlines(self, rng: Rng, image: NDArray[np.uint8]) -> list[Floats]:
        """Returns what they outline at a random size."""
        greys = Greys(image)
        seen = find_candidates(self._finder.segment(greys, int(rng.choice(LOOKS))))
        return [self._classifier.look(greys, one.quad).quad for one in seen]


def known(rng: Rng, scene: Scene) -> Iterator[Outline]:
    """Yields the true top faces of dice that lie flat or lean, a little off, and at times with parts of the sides."""
    for quad, value in scene.faces:
        leans = value == Fault.COCKED
        if (leans or 1 <= value <= 6) and _inside(quad, scene):
            seen = over_the_die(rng, quad, scene) if rng.random() < (0.35 if leans else 0.15) else quad
            yield shaken(rng, seen, OFF), leans


def found(rng: Rng, scene: Scene, outlines: Sequence[Floats]) -> Iterator[Outline]:
    """Yields those outlines that lie on the top face of a flat die or, wherever, on one that leans.

    Any other outline on a flat die is mostly of a side, and none that the eye tells.
    """
    flat = [quad for quad, value in scene.faces if 1 <= value <= 6]
    leaning = [_hull(corners_of(quad, scene)) for quad, value in scene.faces if value == Fault.COCKED]
    others = [_hull(corners_of(quad, scene)) for quad, value in scene.faces if value and value != Fault.COCKED]
    for quad in outlines:
        if not _inside(quad, scene):
            continue
        if any(overlap(top, quad) > SAME for top in flat):
            yield shaken(rng, quad, FOUND_OFF), False
        elif any(_holds(hull, quad) for hull in leaning) and not any(_holds(hull, quad) for hull in others):
            yield shaken(rng, quad, FOUND_OFF), True


def _inside(quad: Floats, scene: Scene) -> bool:
    return bool((quad >= 0).all() and (quad <= scene.image.shape[0]).all())


def _hull(corners: Floats) -> NDArray[np.float32]:
    return np.asarray(cv2.convexHull(corners.astype(np.float32)), np.float32)


def _holds(hull: NDArray[np.float32], quad: Floats) -> bool:
    x, y = middle(quad).tolist()
    return cv2.pointPolygonTest(hull, (x, y), False) >= 0


def dice(rng: Rng, scene: Scene, eye: Eye, sides: Sequence[int]) -> Iterator[Seen]:
    """Yields the dice of a scene that lie flat or lean, outlined within it, with so many pixels a side.

    Raises ValueError where no axis is known.
    """
    if scene.axis is None:
        raise ValueError("the scenes were not drawn as the box's camera sees them: draw them with --straight")
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
        patches = {n: cocked_patch(image, outline, axis, width, n).astype(np.float16) for n in set(sides)}
        yield Seen(patches, leans or behind)


def batches(dealer: Dealer, rng: Rng, sides: Sequence[int]) -> Iterator[tuple[Tensor, Due]]:
    """Yields what a network sees (N, 5, side, side) and what is due: half of the dice lean.

    The first of `sides` is the network's, the last its teacher's, if it has one.
    """
    pools: dict[bool, list[Seen]] = {False: [], True: []}
    eye = Eye()
    while True:
        added = 0
        while added < BATCH // 4 or min(map(len, pools.values())) < BATCH:
            for one in dice(rng, dealer.deal(), eye, sides):
                pool = pools[one.leans]
                if len(pool) < POOL:
                    pool.append(one)
                else:
                    pool[int(rng.integers(POOL))] = one
                added += 1
        chosen = [pools[k % 2 == 0][int(rng.integers(len(pools[k % 2 == 0])))] for k in range(BATCH)]
        mirrored, bright = rng.random(BATCH) < 0.5, rng.uniform(0.75, 1.3, (BATCH, 1, 1))
        seen = {}
        for n in chosen[0].patches:
            patches = np.stack([one.patches[n] for one in chosen]).astype(np.float32)
            patches[mirrored] = patches[mirrored, :, ::-1]
            patches[:, 0] *= bright
            seen[n] = torch.from_numpy(patches)
        yield seen[sides[0]], Due(torch.tensor([[float(one.leans)] for one in chosen]), seen[sides[-1]])


def _off_truth(told: Tensor, due: Due) -> Tensor:
    """Returns the cross entropy."""
    return nn.functional.binary_cross_entropy_with_logits(told, due.leans)


def _off_teacher(told: Tensor, teacher: Tensor) -> Tensor:
    """Returns the same of what the teacher tells."""
    return nn.functional.binary_cross_entropy_with_logits(told, teacher.sigmoid())


loss_of = taught(_off_truth, _off_teacher)


def write(network: nn.Module, path: Path) -> None:
    """Writes the network, a CockedNet, as ONNX for any number of dice."""
    assert isinstance(network, CockedNet)
    export(network, torch.zeros(1, 5, network.side, network.side), path, {"seen": {0: "dice"}, "told": {0: "dice"}})


def main() -> None:
    """Reads the command line and trains."""
    plan = read_plan(__doc__, "cocked.onnx", RATE)
    network = CockedNet()
    seen = batches(*open_scenes(plan, straight=True), (network.side, SIDE) if plan.teacher else (network.side,))
    taught_by = lessons(seen, plan.teacher, lambda _, due: due.shown)
    run(plan, network, taught_by, loss_of, write, partial(print, flush=True))


if __name__ == "__main__":
    main()
