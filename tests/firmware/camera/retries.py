"""What a retry tells: whether throws that were asked again differ from the others in their faces.

A throw that the reader abstains on is thrown again, and everybody sees that. If sixes were abstained on more often than
ones, a throw that was not asked again would be a little more likely to be low.

`python -m tests.firmware.camera.retries` throws simulated dice, reads each throw once, and compares the rates of
abstention by face (chi-squared, five degrees of freedom). Dice that lie in trouble have no face, and are left out.
Since the reader hardly ever abstains on the others, something round lies in every picture, at a place of chance: where
it hides part of a die, the throw is asked again.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from firmware.camera.box_reader import BoxReader
from hardware.ports import Image
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_dice import BodyShape, DiceSet
from hardware.simulated.simulated_throws import Habits

CRITICAL = 20.52
"""Chi-squared of five degrees of freedom is larger than this in one of a thousand fair samples."""


@dataclass(frozen=True, slots=True)
class Retries:
    """So many dice of each face (1 to 6) were thrown, and so many of them in throws that were asked again."""

    thrown: tuple[int, ...]
    again: tuple[int, ...]

    @property
    def chi_squared(self) -> float:
        """How far the rates of the faces are from the common rate; two dice of a throw count as two.

        >>> Retries((100,) * 6, (10,) * 6).chi_squared, round(Retries((100,) * 6, (10, 10, 10, 10, 10, 40)).chi_squared)
        (0.0, 59)
        """
        rate = sum(self.again) / sum(self.thrown)
        if rate in (0, 1):
            return 0.0
        return sum(
            (again - thrown * rate) ** 2 / (thrown * rate * (1 - rate))
            for thrown, again in zip(self.thrown, self.again, strict=True)
            if thrown
        )

    @property
    def fair(self) -> bool:
        """Whether the rates differ by no more than chance would have it; pairs of dice share their fate, hence half."""
        return self.chi_squared / 2 <= CRITICAL


def count_retries(throws: int, shape: BodyShape, seed: int, habits: Habits) -> Retries:
    """Throws two dice so many times, and reads each throw once."""
    box, reader = SimulatedBox(seed, DiceSet(shape), habits, shaking=0, clock=lambda: 0.0), BoxReader()
    chance = np.random.default_rng(seed)
    thrown, again = [0] * 6, [0] * 6
    for number in range(1, throws + 1):
        box.restore_throw(2, number)
        faces = box.truth()
        if faces is None:
            continue
        abstained = reader.read(_with_something_in_it(box.capture().image, chance), 2).faces is None
        for face in faces:
            thrown[face - 1] += 1
            again[face - 1] += abstained
    return Retries(tuple(thrown), tuple(again))


def _with_something_in_it(image: Image, chance: np.random.Generator) -> Image:
    """Lays a disc as high as two fifths of the picture into it."""
    height, width = image.shape[:2]
    covered = image.copy()
    at = int(chance.integers(width)), int(chance.integers(height))
    cv2.circle(covered, at, height // 5, (90, 120, 160), -1)
    return covered


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the rates for each shape of dice; returns 1 where a retry tells of the faces."""
    parser = argparse.ArgumentParser(prog="python -m tests.firmware.camera.retries", description=__doc__)
    parser.add_argument("--throws", type=int, default=1000, help="throws of each shape of dice")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    fair = True
    for shape in BodyShape:
        found = count_retries(chosen.throws, shape, chosen.seed, Habits(touching=0.3, at_wall=0.3))
        rates = zip(found.again, found.thrown, strict=True)
        shown = "  ".join(f"{face}: {again}/{thrown}" for face, (again, thrown) in enumerate(rates, 1))
        print(f"{shape}: asked again by face {shown}; chi-squared {found.chi_squared:.1f}, fair: {found.fair}")
        fair = fair and found.fair
    return 0 if fair else 1


if __name__ == "__main__":
    sys.exit(main())
