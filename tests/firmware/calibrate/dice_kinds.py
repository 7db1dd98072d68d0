"""Measurements of each kind of simulated dice: `python -m tests.firmware.calibrate.dice_kinds`."""

import itertools

from firmware.calibrate.dice_survey import DiceSurvey
from firmware.camera.evidence_photograph import to_observation
from hardware.calibration.scale import Scale, Source
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_dice import BodyShape, DiceSet, PipCut, Tint
from hardware.simulated.simulated_throws import Habits
from vision.reader import Reader

SCALE = Scale(0.1494, 1280, 150.0, Source.CARD)
"""The simulated camera: 65 degrees from 150 mm."""
THROWS = 8


def surveyed(kind: DiceSet, reader: Reader) -> DiceSurvey:
    """Surveys two dice of a kind in this many throws."""
    box, found = SimulatedBox(3, kind, Habits(0, 0, 0), shaking=0), DiceSurvey()
    for number in range(1, THROWS + 1):
        box.restore_throw(2, number)
        frame = box.capture()
        found.add(to_observation(reader.read(frame.image, 2), frame))
    return found


def main() -> None:
    """Prints a line for each kind."""
    reader = Reader()
    for shape, pips, tint in itertools.product(BodyShape, PipCut, Tint):
        found = surveyed(DiceSet(shape, tint, pips), reader)
        die_set = found.die_set("kind", SCALE)
        size = " × ".join(f"{edge:.1f}" for edge in die_set.size_mm or ())
        true = f"{shape} {pips} {tint}"
        print(f"{true:24s} {die_set.shape} {die_set.pips} {size} mm, {die_set.pip_colour} on {die_set.colour}, "
              f"{found.unread} of {THROWS} throws not read")  # fmt: skip


if __name__ == "__main__":
    main()
