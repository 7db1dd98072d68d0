"""Trains the larger classifier of the second opinion: `python -m vision.training.train_second FOLDER`.

It learns from what the first one does, but in colours and with more of what lies about a face. Going on from weights
(`--start`, with the network written beside them), it sees again and again what that network erred about. With a
`--teacher` it learns from what that tells, too.
"""

from functools import partial
from pathlib import Path

import torch
from torch import nn

from vision.second import SIDE, LargeClassifier, wide_patch
from vision.training.dealer import open_scenes
from vision.training.export import export
from vision.training.fallen import examples
from vision.training.lessons import lessons
from vision.training.network import SecondNet
from vision.training.patches import batches
from vision.training.plan import read_plan
from vision.training.runner import run
from vision.training.valuing import loss_of

RATE = 2e-3
POOL = 6_000
"""Patches kept, from which batches are drawn: they are large."""


def write(network: nn.Module, path: Path) -> None:
    """Writes the network as ONNX for any number of faces."""
    export(network, torch.zeros(1, 3, SIDE, SIDE), path, {"seen": {0: "faces"}, "told": {0: "faces"}})


def main() -> None:
    """Reads the command line and trains."""
    plan = read_plan(__doc__, "second.onnx", RATE, glances=False)
    dealer, rng = open_scenes(plan)
    judge = None if plan.start is None else LargeClassifier(plan.start.with_suffix(".onnx")).judge
    seen = batches(examples(rng, dealer, plan.pictures, wide_patch, judge=judge), rng, POOL)
    run(plan, SecondNet(), lessons(seen, plan.teacher), loss_of, write, partial(print, flush=True))


if __name__ == "__main__":
    main()
