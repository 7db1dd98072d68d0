"""What the networks that value faces learn from a batch: the truth, and, if they have a teacher, what that tells.

A teacher is a network that is shown the same, but is larger. What it tells says how sure one may be of a face, and so
more than which it is: a small network comes to see nearly as well.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.classify import SCORES, WORTH_MENDING
from vision.training.patches import Patch

CORNER_WEIGHT = 12.0
"""What a corner's error weighs beside the value's."""

TAUGHT = 0.6
"""What a teacher's word weighs; the truth weighs the rest."""


class Lesson(NamedTuple):
    """The patches of a batch, and what the teacher tells of them (N, 20), if there is one."""

    patches: list[Patch]
    told: Tensor | None


def lessons(batches: Iterator[tuple[Tensor, list[Patch]]], teacher: Path | None) -> Iterator[tuple[Tensor, Lesson]]:
    """Yields batches with what a teacher (ONNX) tells of them; raises FileNotFoundError where its file is missing."""
    if teacher is not None and not teacher.is_file():
        raise FileNotFoundError(f"the teacher {teacher} is missing: name another with --teacher, or leave that out")
    network = None if teacher is None else cv2.dnn.readNetFromONNX(str(teacher))
    for seen, patches in batches:
        told = None
        if network is not None:
            network.setInput(seen.numpy())
            told = torch.from_numpy(np.array(network.forward()))
        yield seen, Lesson(patches, told)


def loss_of(told: Tensor, lesson: Lesson) -> Tensor:
    """Returns how far what is told (N, 20) is from the truth, and from what the teacher tells."""
    truth = _off_truth(told, lesson.patches)
    return truth if lesson.told is None else (1 - TAUGHT) * truth + TAUGHT * _off_teacher(told, lesson.told)


def _off_truth(told: Tensor, patches: list[Patch]) -> Tensor:
    """Returns the cross entropy of the values and what the corners are off."""
    values = torch.tensor([patch.value for patch in patches])
    corners = torch.from_numpy(np.stack([patch.corners for patch in patches]))
    value_loss = nn.functional.cross_entropy(told[:, :SCORES], values, label_smoothing=0.01)
    return value_loss + _corner_loss(told, corners, ~torch.isnan(corners[:, 0]))


def _off_teacher(told: Tensor, taught: Tensor) -> Tensor:
    """Returns the same of what the teacher tells, of corners where it sees a face that can be read."""
    chances = taught[:, :SCORES].softmax(1)
    value_loss = nn.functional.cross_entropy(told[:, :SCORES], chances)
    return value_loss + _corner_loss(told, taught[:, SCORES:], chances[:, 1:7].sum(1) > WORTH_MENDING)


def _corner_loss(told: Tensor, corners: Tensor, known: Tensor) -> Tensor:
    """Returns what the corners that are known (N) are off."""
    if not known.any():
        return torch.zeros(())
    return CORNER_WEIGHT * nn.functional.smooth_l1_loss(told[known, SCORES:], corners[known], beta=0.02)
