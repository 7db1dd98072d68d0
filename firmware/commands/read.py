"""`meierbox read`: what the eye makes of photographs."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.camera.reading_text import reading_message
from firmware.deploy.state_folder import box_dir
from firmware.dice_sets.die_set import DieSetError, DieSets, Shape

if TYPE_CHECKING:
    from vision.reading import Known, Reading

HELP = "read the dice in photographs"

READ, ABSTAINED, UNUSABLE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `read`."""
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="a photograph of dice, seen from above")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--annotate", type=Path, metavar="DIR", help="write each photograph with what was seen in it")
    parser.add_argument(
        "--expect", type=_count, metavar="N", help="how many dice must lie there (1 to 40), seen from straight above"
    )
    parser.add_argument("--dice", metavar="SET", help="the set that the dice are of, as `meierbox bless` named it")


def _count(text: str) -> int:
    try:
        count = int(text)
    except ValueError:
        count = 0
    if not 1 <= count <= 40:
        raise argparse.ArgumentTypeError(f"{text} is no number of dice: give a whole number from 1 to 40")
    return count


def run(args: argparse.Namespace) -> int:
    """Reads the images in their order; returns 0 if all were read, 1 if some abstained, 2 if a file was no image."""
    # Imported here, for OpenCV and the network take a while that other commands need not wait.
    import cv2  # noqa: PLC0415

    from vision.annotate import annotate  # noqa: PLC0415
    from vision.reader import Reader  # noqa: PLC0415

    try:
        known = _known(args.dice)
        reader = Reader()
        if args.annotate is not None:
            args.annotate.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"meierbox read: {_reason(error, args.annotate)}", file=sys.stderr)
        return UNUSABLE
    except DieSetError as error:
        print(f"meierbox read: {error}", file=sys.stderr)
        return UNUSABLE
    worst = READ
    names: set[str] = set()
    for path in args.images:
        try:
            frame = _decode(path)
        except OSError as error:
            print(f"meierbox read: {error}", file=sys.stderr)
            if args.json:
                print(json.dumps(_unusable(path, str(error)), ensure_ascii=False), flush=True)
            worst = UNUSABLE
            continue
        reading = reader.read(frame, args.expect, known)
        if reading.faces is None:
            worst = max(worst, ABSTAINED)
        print(
            json.dumps(as_json(path, reading), ensure_ascii=False) if args.json else as_text(path, reading), flush=True
        )
        if args.annotate is not None:
            target = args.annotate / _free_name(path, names)
            coded, data = cv2.imencode(".png", annotate(frame, reading, str(reading_message(reading) or "")))
            try:
                if not coded:
                    raise OSError("the picture could not be encoded")
                target.write_bytes(data.tobytes())
            except OSError as error:
                print(f"meierbox read: {_reason(error, target)}", file=sys.stderr)
                worst = UNUSABLE
    return worst


def _known(name: str | None) -> "Known":
    """Returns what is known of the dice of the set of that name; raises DieSetError where there is none."""
    from vision.reading import ANY_DICE, Known  # noqa: PLC0415

    if name is None:
        return ANY_DICE
    die_set = DieSets(box_dir()).load(name)
    return Known(die_set.shape is Shape.OBLONG, frozenset(die_set.faces))


def _decode(path: Path) -> Any:
    """Returns the picture in a file, upright as its EXIF says; raises OSError with a whole sentence."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise OSError(f"{path} does not exist: check the name") from None
    except IsADirectoryError:
        raise OSError(f"{path} is a folder: name the photographs in it") from None
    except OSError as error:
        raise OSError(f"{path} cannot be opened ({error.strerror}): check its permissions") from None
    try:
        frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        frame = None
    if frame is None:
        raise OSError(f"{path} is no image that can be read: give a JPEG or PNG photograph")
    return frame


def _reason(error: OSError, place: Path | None) -> str:
    if error.strerror is None:
        return str(error)
    return f"{error.filename or place} cannot be written ({error.strerror}): choose another folder"


def _free_name(path: Path, names: set[str]) -> str:
    """Returns a name for the annotated picture that no earlier image of the run has taken."""
    name, number = f"{path.stem}.png", 2
    while name in names:
        name, number = f"{path.stem}-{number}.png", number + 1
    names.add(name)
    return name


def as_json(path: Path, reading: "Reading") -> dict[str, Any]:
    """Returns what `--json` prints for a reading."""
    line: dict[str, Any] = {
        "file": str(path),
        "verdict": "read" if reading.faces is not None else "abstain",
        "faces": list(reading.faces) if reading.faces is not None else None,
        "reason": str(reading.reason) if reading.reason is not None else None,
    }
    if (said := reading_message(reading)) is not None:
        line["message"] = str(said)
    line["ms"] = round(reading.ms, 1)
    line["dice"] = [
        {
            "face": die.face,
            "confidence": round(die.confidence, 4),
            "center": _rounded(die.center),
            "polygon": [_rounded(corner) for corner in die.polygon],
            "pips": [_rounded((pip.x, pip.y, pip.r)) for pip in die.pips],
        }
        for die in reading.dice
    ]
    return line


def _rounded(numbers: tuple[float, ...]) -> list[float]:
    return [round(number, 1) for number in numbers]


def _unusable(path: Path, message: str) -> dict[str, Any]:
    return {
        "file": str(path),
        "verdict": "abstain",
        "faces": None,
        "reason": "camera",
        "message": message,
        "ms": 0.0,
        "dice": [],
    }


def as_text(path: Path, reading: "Reading") -> str:
    """Returns the line for people."""
    if reading.faces is None:
        return f"{path}: {reading.reason} - {reading_message(reading)}"
    return f"{path}: {' '.join(map(str, reading.faces))} ({100 * min(reading.confidence, 0.999):.1f} % sure)"
