"""How the reader fares with dice in trouble: `python -m tests.vision.troubled 200`.

`… 200 8` throws eight dice, `… 200 2 23000` two in other boxes.

Throws two dice so often in the simulated box, each time one of them cocked or upon another, and as often as they
fall, and prints how many throws were read, the camera being known but for its small tilt and distortion. None of the
first may be. No network and no curve learned from this box; the weights of `vision.leaning` were chosen by other throws
in it, too.
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
"""Every so many throws there are another box, other dice and other light."""


CAMERA = CameraModel.straight_down((1280, 960), 640 / float(np.tan(np.radians(65 / 2))), LID)
"""That of the simulated box."""


def tell(reader: Reader, dice: int, throws: int, habits: Habits, seed: int) -> Counter[tuple[str, str]]:
    """Returns how often what lay there ("flat", "cocked" or "stacked") came to what was said."""
    told: Counter[tuple[str, str]] = Counter()
    for throw in range(throws):
        number, turn = divmod(throw, THROWS_OF_A_BOX)
        if turn == 0:
            box = SimulatedBox(seed + number, habits=habits, clock=lambda: 0.0)
            box.use_shape("oblong" if number % 2 else "cube")
        box.restore_throw(dice, turn + 1)
        reading = reader.read(box.capture().image, expect=dice, camera=CAMERA)
        lies = str(box.trouble) if box.trouble else "flat"
        said = "silent" if reading.faces is None else "right" if reading.faces == box.truth() else "WRONG"
        told[lies, said] += 1
    return told


def main(arguments: list[str]) -> int:
    """Throws, prints, and returns 0."""
    throws, dice, seed = (*map(int, arguments), *(200, 2, 5000)[len(arguments) :])
    cv2.setNumThreads(1)
    reader = Reader()
    told = tell(reader, dice, throws, replace(Habits(), trouble=1.0), seed)
    told += tell(reader, dice, throws, Habits(), seed + 4000)
    for lies in ("flat", "cocked", "stacked"):
        of = {said: count for (kind, said), count in sorted(told.items()) if kind == lies}
        print(f"{lies:8s} {sum(of.values()):5d} throws: {', '.join(f'{count} {said}' for said, count in of.items())}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
