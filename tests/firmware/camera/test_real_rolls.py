"""Motion detection on real dice: a clip in which a hand throws and collects them eight times."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import Pipe
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.camera.messages import RollReading, WatchOrder
from firmware.camera.worker import CameraWorker
from hardware.ports import Frame, Image
from tests.firmware.camera.fake_cameras import Clock, reading
from tests.firmware.camera.worker_harness import AT_ONCE
from vision.reading import Reading

CLIPS = Path(__file__).parents[3] / "../shared/data/video"
EMPTY = [(2, 15), (66, 78), (112, 122), (257, 280), (347, 356), (540, 553)]
"""Frames in which the table is empty and at rest, according to videos.csv."""


@dataclass
class Clip:
    """A clip as a camera: time is that of its frames."""

    capturing: cv2.VideoCapture
    fps: float
    clock: Clock
    number: int = -1
    over: bool = False
    last: Frame = field(default_factory=lambda: Frame(np.zeros((8, 8, 3), np.uint8), -1.0))
    name: str = "clip"

    def capture(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002 - frames come at once
        given, image = self.capturing.read()
        self.over = not given
        if given:
            self.number += 1
            self.clock.now = self.number / self.fps
            self.last = Frame(np.asarray(image, np.uint8), self.clock.now)
        return self.last

    def close(self) -> None:
        self.capturing.release()


@dataclass
class Witness:
    """Records the frames it was given to read."""

    clip: Clip
    frames: list[int] = field(default_factory=list)

    def read(self, frames: Image | Sequence[Image], expect: int | None = None, shape: str = "") -> Reading:  # noqa: ARG002 - it does not look
        self.frames.append(self.clip.number)
        return reading(1)


@pytest.fixture
def clip() -> Iterator[Clip]:
    path = CLIPS / "ncn_dice.mp4"
    if not path.is_file():
        pytest.skip("the clips of ../shared/data are not here")
    made = Clip(cv2.VideoCapture(str(path)), 29.97, Clock(0.0))
    yield made
    made.close()


def rests() -> list[tuple[int, int]]:
    with (CLIPS / "videos.csv").open(newline="") as rows:
        (told,) = [row["rest_frames"] for row in csv.DictReader(rows) if row["video"] == "ncn_dice.mp4"]
    spans = [span.split("-") for span in told.split("|")]
    return [(int(first), int(last)) for first, last in spans]


def test_every_throw_is_answered_and_nothing_is_read_that_moves(clip: Clip) -> None:
    ours, theirs = Pipe()
    witness = Witness(clip)
    worker = CameraWorker(theirs, clip, witness, AT_ONCE, clock=clip.clock)
    answered: list[int] = []
    worker.handle_order(WatchOrder(0, 1))
    while not clip.over:
        worker.step()
        while ours.poll():
            if isinstance(ours.recv(), RollReading):
                answered.append(clip.number)
                worker.handle_order(WatchOrder(len(answered), 1))
    assert all(any(first <= at <= last for at in answered) for first, last in rests())
    at_rest = [frame for first, last in rests() + EMPTY for frame in range(first, last + 1)]
    assert sorted(set(witness.frames) - set(at_rest)) == []
    ours.close()
    theirs.close()
