"""Where a run's scenes come from: the drawn ones, and pieces of labelled pictures among them."""

from typing import Protocol

import numpy as np

from vision.training.floors import Rng
from vision.training.pictures import Album
from vision.training.plan import Plan
from vision.training.scenes import Scene
from vision.training.shards import Library


class Dealer(Protocol):
    """Deals scenes without end."""

    def deal(self) -> Scene:
        """Returns the next scene."""


class _Mixed:
    """Deals of one kind with the probability `share`, else of the other."""

    def __init__(self, rng: Rng, share: float, album: Dealer, library: Dealer) -> None:
        self._rng, self._share = rng, share
        self._album, self._library = album, library

    def deal(self) -> Scene:
        return (self._album if self._rng.random() < self._share else self._library).deal()


def open_scenes(plan: Plan, straight: bool = False) -> tuple[Dealer, Rng]:
    """Returns what deals a run's scenes, and its source of chances; raises FileNotFoundError where there are none.

    `straight`: of pictures only those whose camera looks straight down.
    """
    rng = np.random.default_rng(plan.seed)
    library = Library(plan.scenes, rng)
    if not plan.pictures:
        return library, rng
    return _Mixed(rng, plan.share, Album(plan.pictures, rng, straight), library), rng
