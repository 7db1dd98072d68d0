"""`meierbox calibrate`: the empty box, the light, the lamp, the focus, the floor and the scale."""

import argparse
import re
import sys
from pathlib import Path

from firmware.commands.play import fail, has_desktop
from firmware.installation.home import box_dir, refusal

HELP = "measure the light, the focus, the floor and the scale of the camera in its box, and keep them"


def die_size(text: str) -> tuple[float, float]:
    """Reads `16` or `25.4x19.05` (mm), the longer edge first; raises argparse's error for anything else.

    >>> die_size("16"), die_size("19.05x25.4")
    ((16.0, 16.0), (25.4, 19.05))
    """
    found = re.fullmatch(r"(\d{1,2}(?:\.\d+)?)(?:x(\d{1,2}(?:\.\d+)?))?", text)
    edges = sorted((float(found[1]), float(found[2] or found[1])), reverse=True) if found else [0.0]
    if min(edges) < 4 or max(edges) > 60:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no die: write its edges in millimetres, such as 16 or 25.4x19.05"
        )
    return edges[0], edges[1]


def height(text: str) -> float:
    """Reads a distance in mm; raises argparse's error for what no box is."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 60 <= number <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no height: write millimetres from lens to floor, such as 155")
    return number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("--camera", metavar="CAMERA", help="pi[:N], usb[:N], sim[:SEED] or folder:DIR, as for play")
    parser.add_argument("--headless", action="store_true", help="in lines of text, without a window")
    parser.add_argument(
        "--die", type=die_size, metavar="MM", help="the edges of the dice laid down (Meier dice 25.4x19.05, cubes 16)"
    )
    parser.add_argument("--height", type=height, default=155.0, metavar="MM", help="from the lens to the floor (155)")
    parser.add_argument("--card", type=Path, metavar="FILE", help="write the card to be printed (SVG), and do no more")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep the calibration here (camera.toml in the state)")


def run(args: argparse.Namespace) -> int:
    """Calibrates; 0 where it was kept, 1 where something is too wrong, 2 where it could not begin."""
    from display.stage import DisplayError  # noqa: PLC0415 - what follows loads pygame and OpenCV
    from firmware import atomic  # noqa: PLC0415
    from firmware.app.bench.calibrating import Calibrator, Wishes  # noqa: PLC0415
    from firmware.app.bench.camera_thread import CameraThread  # noqa: PLC0415
    from firmware.app.bench.guide import Left  # noqa: PLC0415
    from firmware.app.bench.setting_up import bench  # noqa: PLC0415
    from firmware.app.fittings import default_camera  # noqa: PLC0415
    from hardware.calibration.card import card_svg  # noqa: PLC0415
    from hardware.calibration.record import NAME, kept_of_another  # noqa: PLC0415
    from hardware.cameras import open_camera  # noqa: PLC0415
    from hardware.ports import CameraError, Shakeable  # noqa: PLC0415
    from vision.reader import Reader  # noqa: PLC0415

    if args.card is not None:
        try:
            args.card.write_text(card_svg(), "utf-8")
        except OSError as error:
            return fail(f"{args.card} cannot be written ({error.strerror}): give another file.")
        print(f"Print {args.card} at 100 % and lay it flat on the floor of the box.")
        return 0
    path = args.out or box_dir() / NAME
    try:
        with bench("Calibrate", headless=args.headless, say=_say, fullscreen=not has_desktop()) as table:
            camera = CameraThread(lambda: open_camera(args.camera or default_camera()))
            try:
                rehearsal = isinstance(camera.camera, Shakeable)
                other = kept_of_another(path, camera.name)
                if rehearsal and other:
                    return fail(f"{path} is the calibration of {other}: give --out FILE to rehearse with this camera.")
                lamp = table.lamp_over(camera.camera)
                wishes = Wishes(args.die, args.height)
                known = Calibrator(camera, lamp, Reader(), table.guide, wishes)
                calibration = known.run()
            finally:
                camera.close()
            if calibration is None:
                table.guide.end("Nothing was kept: mend what is named and calibrate again.")
                return 1
            path.parent.mkdir(parents=True, exist_ok=True)
            atomic.write(path, calibration.toml())
            table.guide.end("All is well, and it is kept." if known.faultless else "It is kept; mend what is named.")
            _say(f"The calibration of {calibration.camera} is {path}.")
    except Left:
        return fail("Nothing was kept: you have left before the end.")
    except (CameraError, DisplayError) as error:
        return fail(str(error))
    except OSError as error:
        return fail(refusal(path, error))
    return 0


def _say(text: str) -> None:
    print(text, file=sys.stdout, flush=True)
