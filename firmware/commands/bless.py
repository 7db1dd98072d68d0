"""`meierbox bless`: learns a set of dice by its name, and tests whether they fall fairly."""

import argparse
import sys
from collections.abc import Callable

from firmware.commands.play import fail, has_desktop
from firmware.dice.die_set import DieSet, DieSetError, DieSets
from firmware.installation.home import box_dir, refusal

HELP = "learn a set of dice (shape, size, pips, faces, colours), keep it by a name, and test whether it is fair"
THROWS = 8
"""So many take less than a minute and show what the dice are; to tell their fairness takes many more."""
MOST_DICE = 12


def number_up_to(most: int) -> Callable[[str], int]:
    """Makes a reader of whole numbers from 1 to `most`, which raises argparse's error for anything else."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {most}")
        return int(text)

    return read


def faces(text: str) -> tuple[int, ...]:
    """Reads faces such as 3456; raises argparse's error for what no die has.

    >>> faces("3456")
    (3, 4, 5, 6)
    """
    found = tuple(sorted({int(sign) for sign in text if sign in "123456"}))
    if not found or len(found) != len(text):
        raise argparse.ArgumentTypeError(f"{text!r} are no faces: write each once, such as 123456 or 3456")
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="what the set is called from now on, such as red-bone")
    parser.add_argument("--camera", metavar="CAMERA", help="pi[:N], usb[:N], sim[:SEED] or folder:DIR, as for play")
    parser.add_argument("--dice", type=number_up_to(MOST_DICE), default=2, metavar="N", help="dice in the box (2)")
    parser.add_argument(
        "--throws", type=number_up_to(5000), default=THROWS, metavar="N", help=f"throws ({THROWS}; 60 and more to test)"
    )
    parser.add_argument("--faces", type=faces, metavar="FACES", help="the faces that the dice have, such as 3456 (all)")
    parser.add_argument("--headless", action="store_true", help="in lines of text, without a window")
    parser.add_argument("--list", action="store_true", help="list the sets that are known")
    parser.add_argument("--remove", metavar="NAME", help="forget a set")


def run(args: argparse.Namespace) -> int:
    """Blesses, lists or removes; 0 where that was done, 1 where the dice could not be learned, 2 for anything else."""
    sets = DieSets(box_dir())
    try:
        if args.list:
            return _list(sets)
        if args.remove is not None:
            sets.remove(args.remove)
            print(f"{args.remove} is forgotten.")
            return 0
        if args.name is None:
            return fail("Which set? Give it a name, such as red-bone, or --list.")
        sets.path(args.name)
    except DieSetError as error:
        return fail(str(error))
    except OSError as error:
        return fail(refusal(box_dir(), error))
    return _bless(args, sets)


def _list(sets: DieSets) -> int:
    code = 0
    for name in sets.names():
        try:
            print(_line(sets.load(name)))
        except DieSetError as error:
            code = fail(str(error))
    if not sets.names():
        print("No set is known yet: meierbox bless NAME learns one.")
    return code


def _line(die_set: DieSet) -> str:
    size = "" if die_set.size_mm is None else f" {die_set.size_mm[0]:.1f} × {die_set.size_mm[1]:.1f} mm"
    faces_ = " ".join(map(str, die_set.faces))
    return f"{die_set.name}: {die_set.shape}{size}, {die_set.pips}, faces {faces_}, {sum(die_set.thrown)} dice thrown"


def _bless(args: argparse.Namespace, sets: DieSets) -> int:
    import queue  # noqa: PLC0415 - what follows loads pygame and OpenCV

    from display.stage import DisplayError  # noqa: PLC0415
    from firmware.app.bench.blessing import Blesser, Task  # noqa: PLC0415
    from firmware.app.bench.guide import Left  # noqa: PLC0415
    from firmware.app.bench.lighting import glide  # noqa: PLC0415
    from firmware.app.bench.setting_up import bench  # noqa: PLC0415
    from firmware.app.bench.verdicts import describe, judge  # noqa: PLC0415
    from firmware.app.calibrated import calibrated  # noqa: PLC0415
    from firmware.app.compose import OWN_DICE  # noqa: PLC0415
    from firmware.app.fittings import default_camera  # noqa: PLC0415
    from firmware.eye import SWIFT, Eye, EyeMessage  # noqa: PLC0415
    from hardware.calibration.record import NAME, CalibrationError, load  # noqa: PLC0415
    from hardware.ports import CameraError  # noqa: PLC0415

    spec = args.camera or default_camera()
    own = spec.partition(":")[0] in OWN_DICE
    messages: queue.SimpleQueue[EyeMessage] = queue.SimpleQueue()
    try:
        with bench(f"Bless: {args.name}", headless=args.headless, say=_say, fullscreen=not has_desktop()) as table:
            if table.lamp is not None:
                glide(table.lamp, 1.0, 1.0)
            eye = Eye(calibrated(spec, box_dir()), messages.put, pace=SWIFT if own else None)
            blesser = Blesser(eye, messages, table.guide, Task(args.dice, args.throws))
            try:
                eye.start()
                learned = blesser.run()
            finally:
                eye.close()
            try:
                known = load(box_dir() / NAME)
                scale = known.scale if known.suits(blesser.camera) else None
            except CalibrationError:
                scale = None
            die_set = learned.die_set(args.name, scale, args.faces)
            for finding in (*describe(die_set), *judge(die_set, learned.unread)):
                table.guide.tell(finding)
            path = sets.save(die_set)
            table.guide.end(f"{args.name} is blessed, and known from now on.")
            _say(f"{args.name} is kept in {path}.")
    except Left:
        return fail("Nothing was kept: you have left before the end.")
    except DieSetError as error:
        print(f"meierbox: {error}", file=sys.stderr)
        return 1
    except (CameraError, DisplayError) as error:
        return fail(str(error))
    except OSError as error:
        return fail(refusal(sets.path(args.name), error))
    return 0


def _say(text: str) -> None:
    print(text, flush=True)
