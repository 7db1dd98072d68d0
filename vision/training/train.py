"""Trains the finder and writes it as ONNX: `python -m vision.training.train FOLDER --pictures FOLDER… --steps 10000`.

Needs the development extra `train` (PyTorch) and scenes drawn by `vision.training.shards`; of labelled pictures it
learns from those that are not held out.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.detector import FINE, HAND, SEEN, UNREADABLE
from vision.training.dealer import Dealer, open_scenes
from vision.training.export import export
from vision.training.floors import Rng
from vision.training.lessons import lessons, taught
from vision.training.network import FaceNet
from vision.training.pictures import UNKNOWN
from vision.training.plan import read_plan
from vision.training.runner import run
from vision.training.varied import varied

BATCH = 16
RATE = 4e-3

UNTOLD = -100
"""What the loss passes over."""

KINDS = np.array([SEEN.index(label if label > 6 else min(label, 1)) for label in range(UNKNOWN)] + [UNTOLD])
"""What the finder tells of each label: all values are one to it."""


def batches(dealer: Dealer, rng: Rng) -> Iterator[tuple[Tensor, Tensor]]:
    """Yields pictures (N, 3, H, W) in 0..1 and labels (N, H/4, W/4)."""
    while True:
        pairs = []
        for _ in range(BATCH):
            scene = dealer.deal()
            turns, mirror = int(rng.integers(4)), bool(rng.random() < 0.5)
            image, labels = np.rot90(scene.image, turns), np.rot90(scene.labels, turns)
            if mirror:
                image, labels = image[:, ::-1], labels[:, ::-1]
            pairs.append((varied(rng, np.ascontiguousarray(image)), np.ascontiguousarray(labels)))
        pixels = torch.from_numpy(np.stack([image for image, _ in pairs])).permute(0, 3, 1, 2).float() / 255
        yield pixels, torch.from_numpy(KINDS[np.stack([labels for _, labels in pairs])])


def _weights() -> Tensor:
    return torch.tensor([{1: 2.0, HAND: 2.0, UNREADABLE: 3.0}.get(kind, 1.0) for kind in SEEN])


def _off_truth(told: Tensor, labels: Tensor) -> Tensor:
    """Returns the cross entropy by cell; faces and hands weigh twice, faces that nobody should read three times."""
    return nn.functional.cross_entropy(
        nn.functional.pixel_shuffle(told, FINE), labels, weight=_weights(), ignore_index=UNTOLD
    )


def _off_teacher(told: Tensor, teacher: Tensor) -> Tensor:
    """Returns the same of what the teacher tells of the cells, those too of which nothing else is known."""
    chances, weights = nn.functional.pixel_shuffle(teacher, FINE).softmax(1), _weights()
    loss = nn.functional.cross_entropy(nn.functional.pixel_shuffle(told, FINE), chances, weight=weights)
    # Of probabilities PyTorch does not divide by what the classes weigh.
    return loss / torch.einsum("nchw,c->nhw", chances, weights).mean()


loss_of = taught(_off_truth, _off_teacher)


def write(network: nn.Module, path: Path) -> None:
    """Writes the network as ONNX for any height and width that are multiples of 32."""
    free = {"seen": {2: "height", 3: "width"}, "told": {2: "rows", 3: "columns"}}
    export(network, torch.zeros(1, 3, 384, 512), path, free)


def main() -> None:
    """Reads the command line and trains."""
    plan = read_plan(__doc__, "faces.onnx", RATE)
    seen = batches(*open_scenes(plan))
    network = FaceNet()
    run(plan, network, lessons(seen, plan.teacher), loss_of, write, partial(print, flush=True))


if __name__ == "__main__":
    main()
