"""Trains the network that values a face and mends its outline: `python -m vision.training.train_value FOLDER`.

It learns from drawn scenes and labelled pictures: top faces with their outlines off as the finder's are, the finder's
own, and side faces, pieces of ground and outlines of other things as what is no face. Going on from weights (`--start`,
with the network written beside them), it sees again and again what that network erred about. With a `--teacher` it
learns from what that tells, too.
"""

from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.classifier import Chances, Classifier, face_patch
from vision.outlines import Floats
from vision.training.dealer import open_scenes
from vision.training.export import export
from vision.training.fallen import examples
from vision.training.lessons import lessons
from vision.training.network import ValueNet
from vision.training.patches import Patch, batches
from vision.training.plan import read_plan
from vision.training.runner import run
from vision.training.valuing import loss_of

RATE = 2e-3

VARIED = 0.5
"""Share of the scenes that are varied."""


def write(network: nn.Module, path: Path) -> None:
    """Writes the network, a ValueNet, as ONNX for any number of faces."""
    assert isinstance(network, ValueNet)
    export(network, torch.zeros(1, 1, network.side, network.side), path, {"seen": {0: "faces"}, "told": {0: "faces"}})


def _judged(classifier: Classifier, image: NDArray[np.uint8], quad: Floats) -> Chances:
    return classifier.look(image, quad).chances


def shown(seen: Tensor, patches: list[Patch]) -> Tensor:
    """Returns what the teacher sees of a batch: what the network does, unless it sees more."""
    larger = [patch.shown for patch in patches if patch.shown is not None]
    return torch.from_numpy(np.stack(larger).astype(np.float32)[:, None]) if larger else seen


def main() -> None:
    """Reads the command line and trains."""
    plan = read_plan(__doc__, "value.onnx", RATE)
    dealer, rng = open_scenes(plan)
    judge = None if plan.start is None else partial(_judged, Classifier(plan.start.with_suffix(".onnx")))
    seen = batches(examples(rng, dealer, plan.pictures, face_patch, VARIED, judge), rng)
    run(plan, ValueNet(), lessons(seen, plan.teacher, shown), loss_of, write, partial(print, flush=True))


if __name__ == "__main__":
    main()
