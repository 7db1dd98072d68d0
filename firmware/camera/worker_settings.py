"""The settings of a camera worker; importing them does not load OpenCV."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.dice_sets.die_set import DieSet


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a simulated shake lasts (s), whether to wait until dice rest, and how many frames must agree.

    A hidden roll is answered a whole number of `answer_step` seconds after the dice came to rest (0: at once), so that
    nobody learns from the delay how long its faces took to read. The steps of a slow computer are longer
    (`answer_delay.py`).
    """

    shaking: float = 0.6
    watch: bool = True
    frames: int = 3
    answer_step: float = 0.25


SWIFT = Pace(shaking=0.0, watch=False, answer_step=0.0)
"""For a demo without spectators: simulated dice rest as soon as they are thrown."""


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """All that a worker needs; picklable, so functions must be module-level.

    `seed` is for a simulated box whose name has none; `memory` is the file in which a simulated camera remembers how
    its dice lie. `opener` and `reader` replace `hardware.cameras.open_camera` and `vision.reader.Reader` in tests.
    `die_set` is the blessed set in use, None if unknown.
    """

    camera: str
    seed: int
    pace: Pace = Pace()
    send_ground_truth: bool = False
    memory: Path | None = None
    opener: Callable[..., Any] | None = None
    reader: Callable[[], Any] | None = None
    die_set: DieSet | None = None
