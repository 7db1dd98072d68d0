"""What a roll tells before its reveal: by whether it is asked again, by how many frames it takes, by the time it takes.

A throw that the reader abstains on is thrown again, and everybody sees that. If sixes were abstained on more often than
ones, a throw that was not asked again would be a little more likely to be low. Likewise everybody sees how long it
takes until the seal: three frames, or up to five where they do not agree, each read in a time of its own.

`python -m tests.firmware.camera.retries` has the camera's worker roll simulated dice as at a table, frames fused, and
compares the faces: the rates of abstention and of further frames (chi-squared, five degrees of freedom), and the
processor time from the order to the answer, with the wait for the time of the answer and without the drawing of
simulated pictures (Kruskal-Wallis, which is distributed alike). `--answer-step 0` answers without that wait, and
`--slower 7` as a computer that takes seven times as long to read. Dice that
lie in trouble have no face, and are left out. Since the reader hardly ever abstains on the others, something round lies
in every other picture, at a place of chance: where it hides part of a die, the throw is asked again.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing import Pipe

import cv2
import numpy as np

from firmware.camera.box_reader import BoxReader
from firmware.camera.messages import RollReading, WatchOrder
from firmware.camera.worker import CameraWorker
from firmware.camera.worker_settings import SWIFT, Pace
from hardware.ports import Frame
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_dice import BodyShape, DiceSet
from hardware.simulated.simulated_throws import Habits

CRITICAL = 20.52
"""Chi-squared with five degrees of freedom exceeds this in one of a thousand fair samples."""
DISC_IN = 0.5
"""In this part of the throws the picture has an obstacle."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The faces of a roll, and what everybody at the table could see of its reading."""

    faces: tuple[int, ...]
    again: bool
    frames: int
    seconds: float


@dataclass(frozen=True, slots=True)
class FaceComparison:
    """A statistic of five degrees of freedom, over dice: the faces of a throw's two dice do not depend on each other.

    `told` is what was compared, for people.
    """

    told: str
    statistic: float

    @property
    def fair(self) -> bool:
        """Whether the faces differ by no more than chance."""
        return self.statistic <= CRITICAL


def compare_rates(what: str, rolls: Sequence[Roll], happened: Sequence[bool]) -> FaceComparison:
    """Compares by face how often something happened to a roll: how far are the rates from the common one?"""
    thrown, hits = [0] * 6, [0] * 6
    for roll, hit in zip(rolls, happened, strict=True):
        for face in roll.faces:
            thrown[face - 1] += 1
            hits[face - 1] += hit
    rate = sum(hits) / max(1, sum(thrown))
    told = "  ".join(f"{face}: {hits[face - 1]}/{thrown[face - 1]}" for face in range(1, 7))
    if rate in (0, 1):
        return FaceComparison(f"{what} {told}", 0.0)
    distances = (
        (hit - dice * rate) ** 2 / (dice * rate * (1 - rate)) for hit, dice in zip(hits, thrown, strict=True) if dice
    )
    return FaceComparison(f"{what} {told}", sum(distances))


def compare_times(rolls: Sequence[Roll]) -> FaceComparison:
    """Compares by face the ranks of the times that rolls took (Kruskal-Wallis)."""
    dice = [(face, roll.seconds) for roll in rolls for face in roll.faces]
    ranks = np.empty(len(dice))
    ranks[np.argsort([seconds for _, seconds in dice], kind="stable")] = np.arange(1, len(dice) + 1)
    groups = [[rank for rank, (each, _) in zip(ranks, dice, strict=True) if each == face] for face in range(1, 7)]
    middle = (len(dice) + 1) / 2
    spread = sum(len(group) * (float(np.mean(group)) - middle) ** 2 for group in groups if group)
    medians = [float(np.median([seconds for each, seconds in dice if each == face] or [0])) for face in range(1, 7)]
    told = "  ".join(f"{face}: {1000 * median:.0f}" for face, median in enumerate(medians, 1))
    return FaceComparison(f"median ms until the seal {told}", 12 / (len(dice) * (len(dice) + 1)) * spread)


class BoxWithDisc(SimulatedBox):
    """A simulated box in whose pictures something round lies after some of the throws.

    It counts its captures and the time that they take, which a camera takes whatever lies there.
    """

    captures, drawing = 0, 0.0
    disc: tuple[int, int] | None = None

    def capture(self, timeout: float = 2.0) -> Frame:
        """Takes a frame, with the disc in it."""
        self.captures += 1
        began = time.process_time()
        frame = super().capture(timeout)
        self.drawing += time.process_time() - began
        if self.disc is None:
            return frame
        covered = frame.image.copy()
        cv2.circle(covered, self.disc, covered.shape[0] // 5, (90, 120, 160), -1)
        return Frame(covered, frame.at)


def roll_dice(
    throws: int,
    shape: BodyShape,
    seed: int,
    habits: Habits,
    answer_step: float = Pace().answer_step,
    slower: float = 1.0,
) -> list[Roll]:
    """Has the worker roll two dice this many times; waiting takes no time, but counts."""
    box = BoxWithDisc(seed, DiceSet(shape), habits, shaking=0)
    (ours, theirs), chance, rolls = Pipe(), np.random.default_rng(seed), []
    waited = 0.0

    def spent() -> float:
        return slower * (time.process_time() - box.drawing) + waited

    pace = replace(SWIFT, answer_step=answer_step)
    worker = CameraWorker(theirs, box, BoxReader(), pace, clock=spent)
    for serial in range(throws):
        places = int(chance.integers(1280)), int(chance.integers(960))
        box.disc = places if chance.random() < DISC_IN else None
        before, began = box.captures, spent()
        worker.handle_order(WatchOrder(serial, 2, shape.value))
        answer = None
        while answer is None:
            waited += worker.step()
            while ours.poll():
                said = ours.recv()
                answer = said if isinstance(said, RollReading) else answer
        seconds, faces = spent() - began, box.truth()
        if faces is not None:
            rolls.append(Roll(faces, answer.observation.faces is None, box.captures - before, seconds))
    return rolls


def compared(rolls: Sequence[Roll]) -> tuple[FaceComparison, ...]:
    """Compares all that can be seen; times only of rolls that were sealed, as the others are open anyway."""
    sealed = [roll for roll in rolls if not roll.again]
    return (
        compare_rates("asked again", rolls, [roll.again for roll in rolls]),
        compare_rates("more frames than three", sealed, [roll.frames > SWIFT.frames for roll in sealed]),
        compare_times(sealed),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the comparisons for each shape of dice; returns 1 if anything depends on the faces."""
    parser = argparse.ArgumentParser(prog="python -m tests.firmware.camera.retries", description=__doc__)
    parser.add_argument("--throws", type=int, default=1000, help="throws of each shape of dice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shape", type=BodyShape, choices=list(BodyShape), action="append", help="only these dice")
    parser.add_argument("--answer-step", type=float, default=Pace().answer_step, help="0 answers at once")
    parser.add_argument("--slower", type=float, default=1.0, help="times as long as this computer takes to read")
    chosen = parser.parse_args(arguments)
    fair = True
    for shape in chosen.shape or BodyShape:
        habits = Habits(touching=0.3, at_wall=0.3)
        rolls = roll_dice(chosen.throws, shape, chosen.seed, habits, chosen.answer_step, chosen.slower)
        print(f"{shape}: {len(rolls)} rolls", flush=True)
        for each in compared(rolls):
            print(f"  {each.told}; statistic {each.statistic:.1f}, fair: {each.fair}", flush=True)
            fair = fair and each.fair
    return 0 if fair else 1


if __name__ == "__main__":
    sys.exit(main())
