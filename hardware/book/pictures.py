"""Pictures of the model, rendered by OpenSCAD: `python -m hardware.book.pictures DIR`."""

import argparse
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from hardware.book.sizes import MODEL, Shape, Sizes

HERE = MODEL.parent / "pictures"


class OpenScadError(OSError):
    """OpenSCAD is missing or refused the model; the message says which and what to do."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: what of the model, and from where (OpenSCAD's seven camera numbers)."""

    name: str
    part: str
    shape: Shape
    camera: str


SHOTS = (
    Shot("oblong-shut", "box", Shape.OBLONG, "0,15,98,62,0,35,940"),
    Shot("oblong-open", "open", Shape.OBLONG, "0,20,128,55,0,28,1000"),
    Shot("oblong-section", "section", Shape.OBLONG, "0,16,98,84,0,80,980"),
    Shot("oblong-parts", "exploded", Shape.OBLONG, "75,10,150,60,0,28,1400"),
    Shot("oblong-console", "box", Shape.OBLONG, "0,30,92,48,0,152,1050"),
    Shot("round-open", "open", Shape.ROUND, "0,20,128,50,0,25,1120"),
    Shot("round-section", "section", Shape.ROUND, "0,16,108,84,0,80,1040"),
)


def settings(sizes: Sizes) -> list[str]:
    """What OpenSCAD is told of a box that differs from the model's own measures in shape, wall or eye."""
    numbers = {"wall": sizes.wall, "eye_oblong": sizes.eye_oblong, "eye_round": sizes.eye_round}
    return [
        "-D",
        f'shape="{sizes.shape.value}"',
        *(word for name in numbers for word in ("-D", f"{name}={numbers[name]:g}")),
    ]


def openscad(arguments: list[str]) -> str:
    """Runs OpenSCAD on the model, screen or not, returns what it said; OpenScadError where it is missing or refuses."""
    program = shutil.which("openscad")
    if program is None:
        raise OpenScadError("OpenSCAD is not installed: sudo apt install openscad")
    command = [program, *arguments, str(MODEL)]
    if any(argument.endswith(".png") for argument in arguments) and not os.environ.get("DISPLAY"):
        if shutil.which("xvfb-run") is None:
            raise OpenScadError("OpenSCAD draws pictures only where there is a display: sudo apt install xvfb xauth")
        command = ["xvfb-run", "-a", *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # A failed assertion is no failure to OpenSCAD 2021: it ends with 0 all the same.
    wrong = [line for line in done.stderr.splitlines() if line.startswith(("ERROR", "WARNING"))]
    if done.returncode or wrong:
        raise OpenScadError(f"OpenSCAD refused {MODEL.name}: {' '.join(wrong) or done.stderr.strip()}")
    return done.stderr


def take(shot: Shot, target: Path) -> None:
    """Renders one picture into a PNG file; OpenScadError as above."""
    view = ["--imgsize=1000,800", "--projection=p", "--colorscheme=Tomorrow", f"--camera={shot.camera}"]
    turned = ["-D", f"view=[{','.join(shot.camera.split(',')[3:6])}]"]
    openscad(["-o", str(target), "-D", f'part="{shot.part}"', *turned, *settings(Sizes(shape=shot.shape)), *view])


def main() -> int:
    """Renders all pictures of the book."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path, nargs="?", default=HERE, help="where to (default: the book's own)")
    directory: Path = parser.parse_args().directory
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for shot in SHOTS:
            take(shot, directory / f"{shot.name}.png")
            print(directory / f"{shot.name}.png")
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
