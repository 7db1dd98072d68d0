"""Trains the network that tells leaning dice: `python -m vision.training.train_cocked FOLDER`.

It learns from scenes drawn as the box's camera sees them (`vision.training.shards FOLDER --straight --aslant 0.5`), and
from renders (`--pictures`), few of whose dice lean.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.cocked import GLANCE_SIDE, SIDE, cocked_patch
from vision.rectify import GLANCE_CUT
from vision.training.dealer import Dealer, open_scenes
from vision.training.export import export
from vision.training.floors import Rng
from vision.training.lessons import lessons, taught
from vision.training.network import CockedNet, GlanceCockedNet
from vision.training.patches import over_the_die, shaken
from vision.training.plan import read_plan
from vision.training.runner import run
from vision.training.scenes import Scene
from vision.training.solids import Fault
from vision.training.varied import varied

BATCH = 64
RATE = 2e-3
POOL = 6_000
"""Dice kept, from which batches are drawn, so that those of one scene lie apart."""

FOCAL = (0.6, 1.0)
"""Focal lengths of the lenses learned for, in frame widths: 80 to 53 degrees."""

OFF = 0.05
"""How far outlines are off, in edges."""


class Seen(NamedTuple):
    """One example: what networks see of a die, by how many pixels they see, and whether it leans."""

    patches: dict[int, NDArray[np.float16]]
    leans: bool


class Due(NamedTuple):
    """Whether each die of a batch leans (N, 1), and what the teacher, if there is one, sees (N, 5, side, side)."""

    leans: Tensor
    shown: Tensor


def dice(rng: Rng, scene: Scene, sides: Sequence[int]) -> Iterator[Seen]:
    """Yields the dice of a scene that lie flat or lean, wholly seen, with so many pixels a side.

    Raises ValueError where no axis is known.
    """
    if scene.axis is None:
        raise ValueError("the scenes were not drawn as the box's camera sees them: draw them with --straight")
    image = varied(rng, scene.image)
    border = image.shape[0]
    for quad, value in scene.faces:
        leans = value == Fault.COCKED
        if not (leans or 1 <= value <= 6) or (quad < 0).any() or (quad > border).any():
            continue
        seen = over_the_die(rng, quad, scene) if rng.random() < (0.35 if leans else 0.15) else quad
        outline = shaken(rng, seen, OFF)
        width = scene.axis[2] / rng.uniform(*FOCAL)
        axis = scene.axis[:2]
        patches = {
            n: cocked_patch(image, outline, axis, width, n, GLANCE_CUT if n == GLANCE_SIDE else None).astype(np.float16)
            for n in set(sides)
        }
        yield Seen(patches, leans)


def batches(dealer: Dealer, rng: Rng, sides: Sequence[int]) -> Iterator[tuple[Tensor, Due]]:
    """Yields what a network sees (N, 5, side, side) and what is due: half of the dice lean.

    The first of `sides` is the network's, the last its teacher's, if it has one.
    """
    pools: dict[bool, list[Seen]] = {False: [], True: []}
    while True:
        added = 0
        while added < BATCH // 4 or min(map(len, pools.values())) < BATCH:
            for one in dice(rng, dealer.deal(), sides):
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
    network = GlanceCockedNet() if plan.glance else CockedNet()
    seen = batches(*open_scenes(plan, straight=True), (network.side, SIDE) if plan.teacher else (network.side,))
    taught_by = lessons(seen, plan.teacher, lambda _, due: due.shown)
    run(plan, network, taught_by, loss_of, write, partial(print, flush=True))


if __name__ == "__main__":
    main()
