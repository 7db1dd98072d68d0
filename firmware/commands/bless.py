"""`meierbox bless`: learns a set of dice, stores it under a name, and tests whether the dice fall fairly."""

import argparse
from collections.abc import Callable

from firmware.commands.calibrate import report, say
from firmware.commands.play import fail, wants_fullscreen
from firmware.config.settings import Preferences
from firmware.deploy.state_folder import box_dir, settings_dir, why_not_written
from firmware.dice_sets.die_set import DieSet, DieSets
from firmware.dice_sets.errors import DieSetError

HELP = "learn a set of dice (shape, size, pips, faces, colours), store it under a name, and test its fairness"
THROWS = 8
"""Enough to learn the dice in under a minute; a fairness test needs many more."""
MAX_DICE = 12


def number_up_to(most: int) -> Callable[[str], int]:
    """Returns a parser of whole numbers from 1 to `most`, which raises argparse's error for anything else."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {most}")
        return int(text)

    return read


def faces(text: str) -> tuple[int, ...]:
    """Parses faces such as 3456; raises argparse's error for anything else.

    >>> faces("3456")
    (3, 4, 5, 6)
    """
    found = tuple(sorted({int(sign) for sign in text if sign in "123456"}))
    if not found or len(found) != len(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a list of faces: write each face once, such as 123456 or 3456"
        )
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="the name to store the set under, such as red-bone")
    parser.add_argument("--camera", metavar="CAMERA", help="pi[:N], usb[:N], sim[:SEED] or folder:DIR, as for `play`")
    parser.add_argument(
        "--dice", type=number_up_to(MAX_DICE), default=2, metavar="N", help="number of dice in the box (default: 2)"
    )
    parser.add_argument(
        "--throws",
        type=number_up_to(5000),
        default=THROWS,
        metavar="N",
        help=f"number of throws (default: {THROWS}; at least 60 to test fairness)",
    )
    parser.add_argument(
        "--faces", type=faces, metavar="FACES", help="the faces of the dice, such as 3456 (default: all six)"
    )
    parser.add_argument("--headless", action="store_true", help="show text in the terminal instead of a window")
    parser.add_argument("--list", action="store_true", help="list the stored sets")
    parser.add_argument("--remove", metavar="NAME", help="remove a stored set")


def run(args: argparse.Namespace) -> int:
    """Blesses, lists or removes a set; returns 0 on success, 1 if the dice show too little, 2 on any other error."""
    sets = DieSets(box_dir())
    try:
        if args.list:
            return _list(sets)
        if args.remove is not None:
            sets.remove(args.remove)
            print(f"Removed {args.remove}.")
            return 0
        if args.name is None:
            return fail("Which set? Give it a name, such as red-bone, or --list.")
        sets.path(args.name)
    except DieSetError as error:
        return fail(str(error))
    except OSError as error:
        return fail(str(why_not_written(box_dir(), error)))
    return _bless(args)


def _list(sets: DieSets) -> int:
    code = 0
    for name in sets.names():
        try:
            print(_line(sets.load(name)))
        except DieSetError as error:
            code = fail(str(error))
    if not sets.names():
        print("There are no sets yet: meierbox bless NAME adds one.")
    return code


def _line(die_set: DieSet) -> str:
    size = "" if die_set.size_mm is None else f" {die_set.size_mm[0]:.1f} × {die_set.size_mm[1]:.1f} mm"
    faces_ = " ".join(map(str, die_set.faces))
    return f"{die_set.name}: {die_set.shape}{size}, {die_set.pips}, faces {faces_}, {sum(die_set.thrown)} dice thrown"


def _bless(args: argparse.Namespace) -> int:
    from display.window import DisplayError  # noqa: PLC0415 - these imports load pygame and OpenCV
    from firmware.calibrate.blessing import ThrowPlan  # noqa: PLC0415
    from firmware.calibrate.devices import calibration_devices  # noqa: PLC0415
    from firmware.calibrate.tasks import BlessingOrder, bless  # noqa: PLC0415
    from firmware.camera import SWIFT  # noqa: PLC0415
    from firmware.texts import text  # noqa: PLC0415
    from hardware.camera_names import OWN_DICE, default_camera  # noqa: PLC0415

    camera = args.camera or default_camera()
    own = camera.partition(":")[0] in OWN_DICE
    order = BlessingOrder(args.name, ThrowPlan(args.dice, args.throws), args.faces, SWIFT if own else None)
    settings = Preferences(settings_dir(), keeps_damaged=True).settings
    title, fullscreen = text("calibration.bless", name=args.name), wants_fullscreen(settings)
    try:
        with calibration_devices(title, settings, headless=args.headless, say=say, fullscreen=fullscreen) as devices:
            result = bless(devices.guide, camera, devices.lamp, order, box_dir())
    except DisplayError as error:
        return fail(str(error))
    return report(result)
