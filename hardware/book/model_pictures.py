"""Pictures of the model, rendered by OpenSCAD: `python -m hardware.book.model_pictures DIR`."""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from hardware.book.open_scad import OpenScadError, openscad, settings
from hardware.book.sizes import MODEL, BoxShape, Sizes
from hardware.message import message

SIZE, FINE, BORDER = (1400, 1120), 3, 24
"""Size of a picture before its border is cut, how many times finer it is rendered, and the border that stays."""
HERE = MODEL.parent / "pictures"


@dataclass(frozen=True, slots=True)
class ModelView:
    """One picture: the part of the model, and the viewpoint (OpenSCAD's seven camera numbers)."""

    name: str
    part: str
    shape: BoxShape
    camera: str


VIEWS = (
    ModelView("oblong-shut", "box", BoxShape.OBLONG, "0,-5,70,66,0,35,1150"),
    ModelView("oblong-open", "open", BoxShape.OBLONG, "0,0,100,60,0,28,1250"),
    ModelView("oblong-section", "section", BoxShape.OBLONG, "0,-5,70,84,0,80,1180"),
    ModelView("oblong-sight", "sight", BoxShape.OBLONG, "0,-110,150,90,0,90,1500"),
    ModelView("oblong-parts", "exploded", BoxShape.OBLONG, "75,-20,110,62,0,28,1650"),
    ModelView("oblong-back", "back", BoxShape.OBLONG, "0,-10,50,62,0,178,1250"),
    ModelView("oblong-screen", "screen", BoxShape.OBLONG, "0,20,140,68,0,28,1450"),
    ModelView("round-open", "open", BoxShape.ROUND, "0,0,100,55,0,25,1350"),
    ModelView("round-section", "section", BoxShape.ROUND, "0,-5,78,84,0,80,1230"),
)


def take(view: ModelView, target: Path, fine: int = FINE) -> None:
    """Renders one picture into a PNG file, with smooth edges and without empty borders; raises OpenScadError.

    It is rendered `fine` times as large as it is saved.
    """
    size = ",".join(str(fine * side) for side in SIZE)
    options = [f"--imgsize={size}", "--projection=p", "--colorscheme=Tomorrow", f"--camera={view.camera}"]
    turned = ["-D", f"view=[{','.join(view.camera.split(',')[3:6])}]"]
    openscad(["-o", str(target), "-D", f'part="{view.part}"', *turned, *settings(Sizes(shape=view.shape)), *options])
    drawn = cv2.imread(str(target))
    if drawn is None:
        raise OpenScadError(message("OpenSCAD drew no picture of {name}", name=view.name))
    drawn = cv2.resize(drawn, SIZE, interpolation=cv2.INTER_AREA)
    left, top, width, height = cv2.boundingRect((drawn != drawn[0, 0]).any(axis=2).astype(np.uint8))
    near = drawn[max(0, top - BORDER) : top + height + BORDER, max(0, left - BORDER) : left + width + BORDER]
    cv2.imwrite(str(target), near, [cv2.IMWRITE_PNG_COMPRESSION, 9])


def main() -> int:
    """Renders all pictures of the book."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "directory", type=Path, nargs="?", default=HERE, help="where to write them (default: in the book)"
    )
    directory: Path = parser.parse_args().directory
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for view in VIEWS:
            take(view, directory / f"{view.name}.png")
            print(directory / f"{view.name}.png")
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
