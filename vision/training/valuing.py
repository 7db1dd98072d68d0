"""The loss of the networks that value faces: of their values, and of their corners."""

import numpy as np
import torch
from torch import Tensor, nn

from vision.classifier import SCORES, WORTH_MENDING
from vision.training.lessons import taught
from vision.training.patches import Patch

CORNER_WEIGHT = 12.0
"""What a corner's error weighs beside the value's."""


def _off_truth(told: Tensor, patches: list[Patch]) -> Tensor:
    """Returns the cross entropy of the values and what the corners are off; `told` is (N, 20)."""
    values = torch.tensor([patch.value for patch in patches])
    corners = torch.from_numpy(np.stack([patch.corners for patch in patches]))
    value_loss = nn.functional.cross_entropy(told[:, :SCORES], values, label_smoothing=0.01)
    return value_loss + _corner_loss(told, corners, ~torch.isnan(corners[:, 0]))


def _off_teacher(told: Tensor, teacher: Tensor) -> Tensor:
    """Returns the same of what the teacher tells (N, 20), of corners where it sees a face that can be read."""
    chances = teacher[:, :SCORES].softmax(1)
    value_loss = nn.functional.cross_entropy(told[:, :SCORES], chances)
    return value_loss + _corner_loss(told, teacher[:, SCORES:], chances[:, 1:7].sum(1) > WORTH_MENDING)


def _corner_loss(told: Tensor, corners: Tensor, known: Tensor) -> Tensor:
    """Returns what the corners that are known (N) are off."""
    if not known.any():
        return torch.zeros(())
    return CORNER_WEIGHT * nn.functional.smooth_l1_loss(told[known, SCORES:], corners[known], beta=0.02)


loss_of = taught(_off_truth, _off_teacher)
