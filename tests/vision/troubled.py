"""Readings of cocked and stacked dice in the simulated box: `python -m tests.vision.troubled 200`.

`… 200 8` throws eight dice, `… 200 2 23000` two in other boxes.

Throws two dice this many times with one of them cocked or stacked, and as many times at random, and prints how many
throws were read. The camera is known except for its small tilt and distortion. None of the former may be read. No
network and no curve was trained on this box, but the weights of `vision.leaning` were also chosen on other throws in
it.
"""

import sys
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np

from hardware.simulated.box_inside import LID
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_throws import Habits
from vision.camera_model import CameraModel
from vision.reader import Reader

THROWS_OF_A_BOX = 20
"""Number of throws with the same box, dice and light."""


CAMERA = CameraModel.straight_down((1280, 960), 640 / float(np.tan(np.radians(65 / 2))), LID)
"""The camera of the simulated box."""


def count_outcomes(reader: Reader, dice: int, throws: int, habits: Habits, seed: int) -> Counter[tuple[str, str]]:
    """Returns how often each state of the dice ("flat", "cocked" or "stacked") led to each outcome."""
    outcomes: Counter[tuple[str, str]] = Counter()
    for throw in range(throws):
        number, turn = divmod(throw, THROWS_OF_A_BOX)
        if turn == 0:
            box = SimulatedBox(seed + number, habits=habits, clock=lambda: 0.0)
            box.use_shape("oblong" if number % 2 else "cube")
        box.restore_throw(dice, turn + 1)
        reading = reader.read(box.capture().image, expect=dice, camera=CAMERA)
        lies = str(box.trouble) if box.trouble else "flat"
        said = "abstained" if reading.faces is None else "right" if reading.faces == box.truth() else "WRONG"
        outcomes[lies, said] += 1
    return outcomes


def main(arguments: list[str]) -> int:
    """Throws, prints, and returns 0."""
    throws, dice, seed = (*map(int, arguments), *(200, 2, 5000)[len(arguments) :])
    cv2.setNumThreads(1)
    reader = Reader()
    outcomes = count_outcomes(reader, dice, throws, replace(Habits(), trouble=1.0), seed)
    outcomes += count_outcomes(reader, dice, throws, Habits(), seed + 4000)
    for lies in ("flat", "cocked", "stacked"):
        of = {said: count for (kind, said), count in sorted(outcomes.items()) if kind == lies}
        print(f"{lies:8s} {sum(of.values()):5d} throws: {', '.join(f'{count} {said}' for said, count in of.items())}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
