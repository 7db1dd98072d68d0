"""`meierbox read`: reads the dice in photographs."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.camera.reading_text import reading_message
from firmware.commands import MAX_PIXELS
from firmware.commands.calibration_file import UnreadableInputError, load_cameras
from firmware.commands.picture_size import too_much_to_decode
from firmware.commands.terminal_text import one_line
from firmware.config.bounded_files import read_bytes
from firmware.config.errors import UnusableFileError
from firmware.deploy.state_folder import box_dir
from firmware.dice_sets.die_set import DieSets
from firmware.dice_sets.errors import DieSetError

if TYPE_CHECKING:
    from vision.reading import KnownDice, Reading

HELP = "read the dice in photographs"

LARGEST = 64 << 20
"""The largest photograph in bytes."""
READ, ABSTAINED, UNUSABLE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `read`."""
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="a photograph of dice")
    parser.add_argument("--json", action="store_true", help="print one JSON object per photograph, one per line")
    parser.add_argument(
        "--annotate", type=Path, metavar="DIR", help="write an annotated copy of each photograph to DIR"
    )
    parser.add_argument("--expect", type=_count, metavar="N", help="the number of dice (1 to 40)")
    parser.add_argument("--dice", metavar="SET", help="the name of the set of dice, as stored by `meierbox bless`")
    parser.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="the camera that took them: one JSON object, or JSON lines with a file and its calibration",
    )
    parser.add_argument("--burst", action="store_true", help="all IMAGEs are frames of one throw at rest")
    parser.add_argument("--left", type=Path, metavar="FILE", help="the same throw, lit by the left lamp alone")
    parser.add_argument("--right", type=Path, metavar="FILE", help="the same throw, lit by the right lamp alone")


def _count(text: str) -> int:
    try:
        count = int(text)
    except ValueError:
        count = 0
    if not 1 <= count <= 40:
        raise argparse.ArgumentTypeError(f"{text} is not a number of dice: give a whole number from 1 to 40")
    return count


def run(args: argparse.Namespace) -> int:
    """Reads the images in order; returns 0 if all are read, 1 if one is an abstention, 2 if a file is not an image."""
    try:
        throws = _throws(args)
        read = _Session(args)
    except UnreadableInputError as error:
        print(f"meierbox read: {one_line(str(error))}", file=sys.stderr)
        return UNUSABLE
    return max(read(files) for files in throws)


def _throws(args: argparse.Namespace) -> list[list[Path]]:
    """Returns the images that are read together; raises UnusableError if the lamps' images belong to several throws."""
    throws = [args.images] if args.burst else [[image] for image in args.images]
    if (args.left is None) != (args.right is None):
        raise UnreadableInputError("one lamp channel tells nothing: give both --left and --right")
    if args.left is not None and len(throws) > 1:
        raise UnreadableInputError("--left and --right are of one throw: give one IMAGE, or --burst with its frames")
    return throws


class _Session:
    """Reads one throw after another with the options of the command line."""

    def __init__(self, args: argparse.Namespace) -> None:
        """Loads calibration and die set; raises UnusableError if something is missing."""
        # Imported here, because OpenCV and the networks load slowly, and other commands need not wait.
        from vision.reader import Reader  # noqa: PLC0415

        self._args, self._names = args, set[str]()
        try:
            self._known = _known(args.dice)
            self._reader = Reader()
            if args.annotate is not None:
                args.annotate.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnreadableInputError(_reason(error, args.annotate)) from error
        except DieSetError as error:
            raise UnreadableInputError(str(error)) from error
        self._cameras = None if args.calibration is None else load_cameras(args.calibration)

    def __call__(self, files: list[Path]) -> int:
        """Reads a throw and prints the result; returns the exit code."""
        try:
            frames = self._frames(files)
            reading = self._read(files[0], frames)
        except OSError as error:
            print(f"meierbox read: {one_line(str(error))}", file=sys.stderr)
            if self._args.json:
                print(json.dumps(_unusable(files[0], str(error)), ensure_ascii=False), flush=True)
            return UNUSABLE
        if self._args.json:
            line = as_json(files[0], reading)
            if self._args.burst:
                line["frames"] = reading.frames
            print(json.dumps(line, ensure_ascii=False), flush=True)
        else:
            print(one_line(as_text(files[0], reading)), flush=True)
        code = READ if reading.faces is not None else ABSTAINED
        return code if self._args.annotate is None else max(code, self._annotate(files[0], frames[0], reading))

    def _frames(self, files: list[Path]) -> list[Any]:
        """Returns the frames of a throw; raises OSError with a complete sentence."""
        from vision.cross_light import matt  # noqa: PLC0415

        frames = [_decode(file) for file in files]
        lamps = [_decode(file) for file in (self._args.left, self._args.right) if file is not None]
        for file, frame in zip((*files, self._args.left, self._args.right), (*frames, *lamps), strict=False):
            if frame.shape != frames[0].shape:
                raise OSError(f"{file} has another size than {files[0]}: give frames of one camera")
        return frames if not lamps else [*frames, matt(*lamps)]

    def _read(self, file: Path, frames: list[Any]) -> "Reading":
        """Returns the reading of a throw; raises OSError if the calibration belongs to another picture."""
        from vision.camera_model import CameraModelError  # noqa: PLC0415

        camera = None if self._cameras is None else self._cameras.of(file)
        if self._cameras is not None and camera is None:
            raise OSError(f"{self._args.calibration} has no camera for {file}: add it, or read without --calibration")
        try:
            reading = self._reader.read(frames, self._args.expect, camera=camera, dice=self._known)
        except CameraModelError as error:
            raise OSError(f"the calibration does not suit {file} ({error}): calibrate at this size") from error
        # With a calibrated camera outlines are exact already, and the text shows none.
        is_shown = self._args.json or self._args.annotate
        return self._reader.with_exact_outlines(frames[0], reading) if is_shown and camera is None else reading

    def _annotate(self, file: Path, frame: Any, reading: "Reading") -> int:
        """Writes the annotated picture; returns the exit code."""
        import cv2  # noqa: PLC0415

        from vision.annotate import annotate  # noqa: PLC0415

        target = self._args.annotate / _free_name(file, self._names)
        coded, data = cv2.imencode(".png", annotate(frame, reading, str(reading_message(reading) or "")))
        try:
            if not coded:
                raise OSError("the picture could not be encoded")
            target.write_bytes(data.tobytes())
        except OSError as error:
            print(f"meierbox read: {one_line(_reason(error, target))}", file=sys.stderr)
            return UNUSABLE
        return READ


def _known(name: str | None) -> "KnownDice":
    """Returns what is known about the dice of the named set; raises DieSetError if there is no such set."""
    from vision.reading import ANY_DICE, KnownDice  # noqa: PLC0415

    if name is None:
        return ANY_DICE
    die_set = DieSets(box_dir()).load(name)
    return KnownDice(frozenset(die_set.faces), die_set.size_mm)


def _decode(path: Path) -> Any:
    """Returns the image in a file, rotated as its EXIF says; raises OSError with a message for people."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    try:
        data = read_bytes(path, LARGEST)
    except FileNotFoundError:
        raise OSError(f"{path} does not exist: check the name") from None
    except UnusableFileError as error:
        if path.is_dir():
            raise OSError(f"{path} is a folder: name the photographs in it") from None
        remedy = "name a JPEG or PNG photograph" if error.damaged else "check its permissions"
        raise OSError(f"{path} cannot be opened ({error.problem}): {remedy}") from None
    if (why := too_much_to_decode(data, MAX_PIXELS)) is not None:
        raise OSError(f"{path} is not decoded ({why}): give a photograph of at most {MAX_PIXELS // 10**6} megapixels")
    try:
        frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        frame = None
    if frame is None:
        raise OSError(f"{path} is not an image that can be read: give a JPEG or PNG photograph")
    return frame


def _reason(error: OSError, place: Path | None) -> str:
    if error.strerror is None:
        return str(error)
    return f"{error.filename or place} cannot be written ({error.strerror}): choose another folder"


def _free_name(path: Path, names: set[str]) -> str:
    """Returns a name for the annotated picture that is unique in this run."""
    name, number = f"{path.stem}.png", 2
    while name in names:
        name, number = f"{path.stem}-{number}.png", number + 1
    names.add(name)
    return name


def as_json(path: Path, reading: "Reading") -> dict[str, Any]:
    """Returns the object that `--json` prints for a reading."""
    line: dict[str, Any] = {
        "file": str(path),
        "verdict": "read" if reading.faces is not None else "abstain",
        "faces": list(reading.faces) if reading.faces is not None else None,
        "reason": str(reading.reason) if reading.reason is not None else None,
    }
    if (said := reading_message(reading)) is not None:
        line["message"] = str(said)
    line["probability"] = round(reading.confidence, 4)
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
        "probability": 0.0,
        "ms": 0.0,
        "dice": [],
    }


def as_text(path: Path, reading: "Reading") -> str:
    """Returns the line that is printed without `--json`."""
    if reading.faces is None:
        return f"{path}: {reading.reason} - {reading_message(reading)}"
    return f"{path}: {' '.join(map(str, reading.faces))} ({100 * min(reading.confidence, 0.999):.1f} % sure)"
