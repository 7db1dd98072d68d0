"""What a network learns from a batch: what is due, and, if it has a teacher, what that tells.

A teacher is a network that is shown the same, or sees it with more pixels, but is larger. What it tells says how sure
one may be, and so more than what is true: a small network comes to see nearly as well.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.training.runner import ahead

TAUGHT = 0.6
"""What a teacher's word weighs; the truth weighs the rest."""

Due = TypeVar("Due")


class Lesson(NamedTuple, Generic[Due]):
    """What is due of the pictures of a batch, and what the teacher tells of them, if there is one."""

    due: Due
    told: Tensor | None


def _alike(seen: Tensor, _: object) -> Tensor:
    return seen


def lessons(
    batches: Iterator[tuple[Tensor, Due]], teacher: Path | None, shown: Callable[[Tensor, Due], Tensor] = _alike
) -> Iterator[tuple[Tensor, Lesson[Due]]]:
    """Yields batches with what a teacher (ONNX) tells of them; raises FileNotFoundError where its file is missing.

    `shown` tells what the teacher is shown of a batch: the same, unless it sees more.
    """
    if teacher is None:
        for seen, due in batches:
            yield seen, Lesson(due, None)
        return
    if not teacher.is_file():
        raise FileNotFoundError(f"the teacher {teacher} is missing: name another with --teacher, or leave that out")
    network = cv2.dnn.readNetFromONNX(str(teacher))
    for seen, due in ahead(batches):
        network.setInput(shown(seen, due).numpy())
        yield seen, Lesson(due, torch.from_numpy(np.array(network.forward())))


def taught(
    off_truth: Callable[[Tensor, Due], Tensor], off_teacher: Callable[[Tensor, Tensor], Tensor]
) -> Callable[[Tensor, Lesson[Due]], Tensor]:
    """Returns the loss that weighs how far what is told is from the truth, and from what the teacher tells."""

    def loss_of(told: Tensor, lesson: Lesson[Due]) -> Tensor:
        truth = off_truth(told, lesson.due)
        return truth if lesson.told is None else (1 - TAUGHT) * truth + TAUGHT * off_teacher(told, lesson.told)

    return loss_of
