"""Draws simulated photographs of Meier dice of every material on every floor: `python -m hardware.book.throws DIR`.

Each combination has a folder with a `truth.csv`, which `python -m vision.evaluation.accuracy` reads. No die touches
another or leans, so that only colours and pips matter. This is the only program of the book that needs the project's
packages.
"""

import argparse
import csv
import sys
from itertools import product
from pathlib import Path

import cv2

from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_dice import DiceSet, Floor, PipCut, Tint
from hardware.simulated.simulated_throws import Habits

STEADY = Habits(touching=0, trouble=0)


def save(dice: DiceSet, folder: Path, throws: int, seed: int) -> None:
    """Saves throws of two dice and their truth; OSError if the folder cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    box = SimulatedBox(seed, dice, STEADY)
    with (folder / "truth.csv").open("w", newline="", encoding="utf-8") as target:
        table = csv.writer(target)
        table.writerow(("file", "n_dice", "faces"))
        for number in range(1, throws + 1):
            box.restore_throw(2, number)
            name = f"{number:04}.png"
            if not cv2.imwrite(str(folder / name), box.capture().image):
                raise OSError(f"{folder / name} cannot be written: choose another directory")
            table.writerow((name, 2, " ".join(str(face) for face in box.truth() or ())))


def main() -> int:
    """Saves throws of all dice on all floors."""
    parser = argparse.ArgumentParser(description="Simulated photographs of all dice on all floors.")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--throws", type=int, default=40, help="for each folder (default: 40)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        for tint, pips, floor in product(Tint, PipCut, Floor):
            folder: Path = given.directory / f"{tint}-{pips}-on-{floor}"
            save(DiceSet(tint=tint, pips=pips, floor=floor), folder, given.throws, given.seed)
            print(folder)
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
