"""Runs OpenSCAD on the model of the box."""

import os
import shutil
import subprocess

from hardware.book.sizes import MODEL, Sizes
from hardware.errors import HardwareError
from hardware.message import message


class OpenScadError(HardwareError, OSError):
    """OpenSCAD is missing or rejected the model."""


def settings(sizes: Sizes) -> list[str]:
    """Returns the options of OpenSCAD for a box that differs from the model in shape, wall or lens height."""
    numbers = {"wall": sizes.wall, "lens_oblong": sizes.lens_oblong, "lens_round": sizes.lens_round}
    return [
        "-D",
        f'shape="{sizes.shape.value}"',
        *(word for name in numbers for word in ("-D", f"{name}={numbers[name]:g}")),
    ]


def openscad(arguments: list[str]) -> str:
    """Runs OpenSCAD on the model, with or without a display; returns its output, raises OpenScadError if it fails."""
    program = shutil.which("openscad")
    if program is None:
        raise OpenScadError(message("OpenSCAD is not installed").with_remedy(message("sudo apt install openscad")))
    command = [program, *arguments, str(MODEL)]
    if any(argument.endswith(".png") for argument in arguments) and not os.environ.get("DISPLAY"):
        if shutil.which("xvfb-run") is None:
            raise OpenScadError(
                message("OpenSCAD needs a display to draw pictures").with_remedy(message("sudo apt install xvfb xauth"))
            )
        command = ["xvfb-run", "-a", *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # OpenSCAD 2021 exits with 0 even if an assertion failed.
    wrong = [line for line in done.stderr.splitlines() if line.startswith(("ERROR", "WARNING"))]
    if done.returncode or wrong:
        why = " ".join(wrong) or done.stderr.strip()
        raise OpenScadError(message("OpenSCAD rejected {name} ({why})", name=MODEL.name, why=why))
    return done.stderr
