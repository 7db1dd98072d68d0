"""Trains the network that values a face and mends its outline: `python -m vision.training.train_value FOLDER`.

It learns from drawn scenes and labelled pictures: top faces with their outlines off as the finder's are, the finder's
own, and side faces, pieces of ground and outlines of other things as what is no face. Going on from weights (`--start`,
with the network written beside them), it sees again and again what that network erred about.
"""

from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.classify import SIDE, Classifier, face_patch
from vision.outlines import Floats
from vision.training.dealer import open_scenes
from vision.training.export import export
from vision.training.fallen import examples
from vision.training.network import VALUE_SCORES, ValueNet
from vision.training.patches import Patch, batches
from vision.training.plan import read_plan
from vision.training.runner import run

RATE = 2e-3

VARIED = 0.5
"""Share of the scenes that are varied."""

CORNER_WEIGHT = 12.0
"""What a corner's error weighs beside the value's."""


def loss_of(told: Tensor, chosen: list[Patch]) -> Tensor:
    """Returns the cross entropy of the values and what the corners are off."""
    values = torch.tensor([patch.value for patch in chosen])
    corners = torch.from_numpy(np.stack([patch.corners for patch in chosen]))
    value_loss = nn.functional.cross_entropy(told[:, :VALUE_SCORES], values, label_smoothing=0.01)
    known = ~torch.isnan(corners[:, 0])
    if not known.any():
        return value_loss
    off = nn.functional.smooth_l1_loss(told[known, VALUE_SCORES:], corners[known], beta=0.02)
    return value_loss + CORNER_WEIGHT * off


def write(network: nn.Module, path: Path) -> None:
    """Writes the network as ONNX for any number of faces."""
    export(network, torch.zeros(1, 1, SIDE, SIDE), path, {"seen": {0: "faces"}, "told": {0: "faces"}})


def _judged(classifier: Classifier, image: NDArray[np.uint8], quad: Floats) -> Floats:
    return classifier.look(image, quad).chances


def main() -> None:
    """Reads the command line and trains."""
    plan = read_plan(__doc__, "value.onnx", RATE)
    dealer, rng = open_scenes(plan)
    judge = None if plan.start is None else partial(_judged, Classifier(plan.start.with_suffix(".onnx")))
    seen = batches(examples(rng, dealer, plan.pictures, face_patch, VARIED, judge), rng)
    run(plan, ValueNet(), seen, loss_of, write, partial(print, flush=True))


if __name__ == "__main__":
    main()
