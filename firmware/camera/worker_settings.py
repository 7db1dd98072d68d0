"""What a camera worker is started with; nothing here loads OpenCV."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.dice_sets.die_set import DieSet


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that a simulated shake lasts, whether dice are watched until they rest, and frames that must agree."""

    shaking: float = 0.6
    watch: bool = True
    frames: int = 3


SWIFT = Pace(shaking=0.0, watch=False)
"""For a demo without spectators: a camera's own dice lie still as soon as they are thrown."""


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """All that a worker needs; it must be picklable, functions by their names.

    `seed` is for a simulated box whose name tells none; `memory` the file in which a camera with dice of its own keeps
    how they lie. `opener` and `reader` stand for `hardware.cameras.open_camera` and `vision.reader.Reader` where they
    are None. `die_set` are the blessed dice that are played with, None where nobody said.
    """

    camera: str
    seed: int
    pace: Pace = Pace()
    send_ground_truth: bool = False
    memory: Path | None = None
    opener: Callable[..., Any] | None = None
    reader: Callable[[], Any] | None = None
    die_set: DieSet | None = None
