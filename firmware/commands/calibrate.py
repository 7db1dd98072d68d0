"""`meierbox calibrate`: measures the light, the lamp, the focus, the floor and the scale of the box."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands.play import fail, wants_fullscreen
from firmware.config.settings import Preferences
from firmware.deploy.state_folder import box_dir, settings_dir

if TYPE_CHECKING:
    from firmware.calibrate.tasks import TaskResult

HELP = "measure the light, focus, floor and scale of the camera in its box, and store them"


def die_size(text: str) -> tuple[float, float]:
    """Parses `16` or `25.4x19.05` (mm), the longer edge first; raises argparse's error for anything else.

    >>> die_size("16"), die_size("19.05x25.4")
    ((16.0, 16.0), (25.4, 19.05))
    """
    found = re.fullmatch(r"(\d{1,2}(?:\.\d+)?)(?:x(\d{1,2}(?:\.\d+)?))?", text)
    edges = sorted((float(found[1]), float(found[2] or found[1])), reverse=True) if found else [0.0]
    if min(edges) < 4 or max(edges) > 60:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not the size of a die: write its edges in millimetres, such as 16 or 25.4x19.05"
        )
    return edges[0], edges[1]


def height(text: str) -> float:
    """Parses a distance in mm; raises argparse's error if no box could have it."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 60 <= number <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a height: write millimetres from lens to floor, such as 155")
    return number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("--camera", metavar="CAMERA", help="pi[:N], usb[:N], sim[:SEED] or folder:DIR, as for `play`")
    parser.add_argument("--headless", action="store_true", help="show text in the terminal instead of a window")
    parser.add_argument(
        "--die",
        type=die_size,
        metavar="MM",
        help="the edges of the dice in mm, such as 25.4x19.05 (Meier dice) or 16 (cubes)",
    )
    parser.add_argument(
        "--height", type=height, default=155.0, metavar="MM", help="distance from the lens to the floor (default: 155)"
    )
    parser.add_argument("--card", type=Path, metavar="FILE", help="write the card to print (SVG) to FILE, and exit")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="where to store the calibration (default: camera.toml in the state directory)",
    )


def run(args: argparse.Namespace) -> int:
    """Calibrates; returns 0 if the result was stored, 1 if too much is wrong, 2 if it could not be done."""
    from display.window import DisplayError  # noqa: PLC0415 - these imports load pygame and OpenCV
    from firmware.calibrate.calibration import KnownSizes  # noqa: PLC0415
    from firmware.calibrate.devices import calibration_devices  # noqa: PLC0415
    from firmware.calibrate.tasks import calibrate  # noqa: PLC0415
    from firmware.texts import text  # noqa: PLC0415
    from hardware.calibration.printed_card import card_svg  # noqa: PLC0415
    from hardware.calibration.record import NAME  # noqa: PLC0415
    from hardware.camera_names import default_camera  # noqa: PLC0415
    from vision.reader import Reader  # noqa: PLC0415

    if args.card is not None:
        try:
            args.card.write_text(card_svg(), "utf-8")
        except OSError as error:
            return fail(f"{args.card} cannot be written ({error.strerror}): give another file.")
        print(f"Print {args.card} at 100 % and lay it flat on the floor of the box.")
        return 0
    settings = Preferences(settings_dir(), keeps_damaged=True).settings
    camera, sizes = args.camera or default_camera(), KnownSizes(args.die, args.height)
    title, fullscreen = text("calibration.calibrate"), wants_fullscreen(settings)
    try:
        with calibration_devices(title, settings, headless=args.headless, say=say, fullscreen=fullscreen) as devices:
            path = args.out or box_dir() / NAME
            result = calibrate(devices.guide, camera, devices.lamp_over, sizes, path, Reader)
    except DisplayError as error:
        return fail(str(error))
    return report(result)


def report(result: "TaskResult") -> int:
    """Prints how a task ended, on standard error if nothing was stored; returns the exit code."""
    if result.code:
        fail(str(result.says))
    else:
        say(str(result.says))
    return result.code


def say(text: str) -> None:
    """Prints a line and flushes it."""
    print(text, flush=True)
