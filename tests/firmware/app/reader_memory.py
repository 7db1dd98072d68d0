"""What the reader takes of the camera process: `python -m tests.firmware.app.reader_memory`.

Prints the memory (PSS, MB) of a process of its own after it has loaded its libraries, after it has read pictures, and
after it has drawn a simulated box, which a box with a real camera does without.
"""

from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from hardware.simulated.simulated_box import SimulatedBox
from vision.reader import Reader


def proportional_share() -> int:
    """Returns this process's share of memory in MB: shared pages are divided among those who share them."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("Pss:"))) // 1024


def main() -> None:
    """Prints the three figures; the pictures that are read are the box's own, drawn by another process."""
    print(f"libraries {proportional_share():4} MB")
    with TemporaryDirectory() as folder:
        picture = Path(folder, "throw.png")
        draw_elsewhere(picture)
        image = cv2.imread(str(picture))
    assert image is not None
    reader = Reader()
    for _ in range(5):
        reader.read(np.asarray(image, np.uint8))
    print(f"reading   {proportional_share():4} MB")
    draw(None)
    print(f"drawing   {proportional_share():4} MB")


def draw(target: Path | None) -> None:
    """Draws a throw of two dice, into a file if one is named."""
    box = SimulatedBox(5, shaking=0)
    box.restore_throw(2, 1)
    image = box.capture().image
    if target is not None:
        cv2.imwrite(str(target), image)


def draw_elsewhere(target: Path) -> None:
    """Draws it in a process of its own, which leaves nothing in this one."""
    process = get_context("spawn").Process(target=draw, args=(target,))
    process.start()
    process.join()


if __name__ == "__main__":
    main()
