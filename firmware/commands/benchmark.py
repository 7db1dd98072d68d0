"""`meierbox bench`: measures how fast this machine reads, on frames of the simulated box or on folders of pictures."""

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from firmware.commands.calibration_file import UnreadableInputError, load_cameras

if TYPE_CHECKING:
    from hardware.ports import Image
    from vision.camera_model import Calibrations, CameraModel

HELP = "measure how fast this machine reads dice"

EIGHT_MEGAPIXELS = (3264, 2448)
STAGES = ("find", "look", "count", "weigh")

PICTURES = (".jpg", ".jpeg", ".png")

Shown = TypeVar("Shown")
"""A frame, or the file that holds it."""


@dataclass(frozen=True, slots=True)
class Case:
    """Frames of one kind, and what is told of them.

    That is the number of dice and the camera (None: not given), and the size (width, height; None: unchanged).
    """

    name: str
    dice: int | None
    size: tuple[int, int] | None = None
    camera: "CameraModel | None" = None


CASES = (
    Case("two dice, 1280x960", 2),
    Case("eight dice, 1280x960", 8),
    Case("two dice, 8 megapixels", 2, EIGHT_MEGAPIXELS),
)


@dataclass(frozen=True, slots=True)
class ReadingTime:
    """The measurements of one reading: wall time in milliseconds, and whether the dice were read.

    `stages` has the seconds of processor time of each stage, which other programs lengthen less than the wall time.
    `memory` is the peak memory of the reading process so far, in megabytes.
    """

    ms: float
    stages: dict[str, float]
    read: bool
    memory: float


@dataclass(frozen=True, slots=True)
class Timing:
    """The measurements of one case: milliseconds per frame, the share of each stage, and how many were read.

    `undisturbed` is the p50 over the fastest reading of each throw: other load on the machine can only lengthen a
    reading, so this comes closest to what the program itself needs. `memory` is the peak memory of the reading process
    so far, in megabytes.
    """

    case: Case
    frames: int
    read: int
    p50: float
    p95: float
    undisturbed: float
    worst: float
    shares: dict[str, float]
    memory: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "pictures",
        nargs="*",
        type=Path,
        metavar="FOLDER",
        help="folders of pictures to read instead (with the number of dice, where a truth file tells it)",
    )
    parser.add_argument(
        "--frames",
        type=_frames,
        default=40,
        metavar="N",
        help="frames of each kind, 1 to 1000 (default: 40); with eight or fewer, `undisturbed` equals p50",
    )
    parser.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="the camera that took the pictures: they are read with it as well, as in the box",
    )
    parser.add_argument(
        "--threads", type=_frames, default=1, metavar="N", help="cores that OpenCV may use (default: 1)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the simulated throws (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each kind of frame")


def _frames(text: str) -> int:
    try:
        count = int(text)
    except ValueError:
        count = 0
    if not 1 <= count <= 1000:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 to 1000")
    return count


def run(args: argparse.Namespace) -> int:
    """Measures every case and prints it; returns 0, or 2 if networks, pictures or the calibration cannot be used."""
    if args.calibration and not args.pictures:
        print("meierbox bench: --calibration is for pictures: name their folder as well", file=sys.stderr)
        return 2
    try:
        cameras = None if args.calibration is None else load_cameras(args.calibration)
    except UnreadableInputError as error:
        print(f"meierbox bench: {error}", file=sys.stderr)
        return 2
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    # The reader runs in a process of its own, as in a game, so that its memory is measured without the renderer's.
    worker = context.Process(target=serve, args=(there, args.threads), daemon=True)
    worker.start()
    there.close()
    try:
        refusal = here.recv()
        if refusal:
            print(f"meierbox bench: {refusal}", file=sys.stderr)
            return 2
        for timing in _timings(args, cameras, partial(_ask, here)):
            print(json.dumps(as_json(timing)) if args.json else as_text(timing), flush=True)
        here.send(None)
    except (FileNotFoundError, UnreadableInputError) as error:
        print(f"meierbox bench: {error}", file=sys.stderr)
        return 2
    except EOFError:
        print("meierbox bench: the reading process ended: close other programs and try again", file=sys.stderr)
        return 2
    finally:
        here.close()
        worker.join(10)
    return 0


def _timings(
    args: argparse.Namespace, cameras: "Calibrations | None", ask: "Callable[[Case, Path], ReadingTime]"
) -> Iterator[Timing]:
    """Yields the measurements, one kind of frames after another."""
    for folder in args.pictures:
        for pictures in in_folder(folder, cameras):
            yield measure_pictures(pictures, ask)
    for case in () if args.pictures else CASES:
        with tempfile.TemporaryDirectory() as folder:
            frames = save(draw(case.dice or 0, min(args.frames, 8), args.seed), Path(folder))
            yield measure(case, frames, args.frames, ask)


def in_folder(folder: Path, cameras: "Calibrations | None" = None) -> list[list[tuple[Case, Path]]]:
    """Returns the pictures of a folder with their numbers of dice where known, again without, and with their cameras.

    Raises FileNotFoundError where there are none, UnreadableInputError where no picture can be read with its camera.
    """
    from vision.evaluation.labelled import find_labelled  # noqa: PLC0415

    try:
        labelled = find_labelled(folder)
    except FileNotFoundError:
        labelled = []
    files = [one.path for one in labelled] or sorted(one for one in folder.rglob("*") if one.suffix.lower() in PICTURES)
    if not files:
        raise FileNotFoundError(f"{folder} holds no pictures: name another folder")
    counted = [(one.path, one.expect or len(one.faces)) for one in labelled]
    told = [(Case(f"{folder.name}, number told", dice), file) for file, dice in counted if dice]
    untold = [(Case(f"{folder.name}, unknown number", None), file) for file in files]
    known = [
        (Case(f"{folder.name}, number and calibration", dice, camera=camera), file)
        for file, dice in counted
        if dice and cameras and (camera := cameras.of(file))
    ]
    if cameras and not known:
        raise UnreadableInputError(
            f"no picture in {folder} has both a known number of dice and a calibrated camera: add what is missing"
        )
    return [pictures for pictures in (told, untold, known) if pictures]


def draw(dice: int, count: int, seed: int) -> "list[Image]":
    """Renders `count` frames (960×1280×3, BGR), each of a throw of `dice` dice."""
    from hardware.simulated.simulated_box import SimulatedBox  # noqa: PLC0415

    box = SimulatedBox(seed, shaking=0.0)
    frames = []
    for throw in range(1, count + 1):
        box.restore_throw(dice, throw)
        frames.append(box.capture().image)
    return frames


def save(frames: "Sequence[Image]", folder: Path) -> list[Path]:
    """Writes each frame to a file in `folder`, for `serve` to load, and returns the files."""
    import numpy as np  # noqa: PLC0415

    files = [folder / f"{number}.npy" for number in range(len(frames))]
    for file, frame in zip(files, frames, strict=True):
        np.save(file, frame)
    return files


def enlarge(image: "Image", size: tuple[int, int] | None) -> "Image":
    """Returns the frame resized to `size` (width, height), or unchanged if that is None."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    return image if size is None else np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def measure(case: Case, frames: Sequence[Shown], count: int, ask: Callable[[Case, Shown], ReadingTime]) -> Timing:
    """Reads `count` frames one after another, after a warm-up; cycles through `frames`."""
    ask(case, frames[0])
    return _timing(case, [ask(case, frames[k % len(frames)]) for k in range(count)], len(frames))


def measure_pictures(pictures: Sequence[tuple[Case, Shown]], ask: Callable[[Case, Shown], ReadingTime]) -> Timing:
    """Reads each of these pictures once, after a warm-up."""
    ask(*pictures[0])
    return _timing(pictures[0][0], [ask(case, picture) for case, picture in pictures], len(pictures))


def _timing(case: Case, told: Sequence[ReadingTime], throws: int) -> Timing:
    """Summarises the measurements of a case; after a number of readings the same throws are read again."""
    spent = [one.ms for one in told]
    stages = {stage: percentile([one.stages[stage] for one in told], 50) for stage in STAGES}
    total = sum(stages.values()) or 1.0
    return Timing(
        case,
        frames=len(told),
        read=sum(one.read for one in told),
        p50=percentile(spent, 50),
        p95=percentile(spent, 95),
        undisturbed=percentile([min(spent[k::throws]) for k in range(min(len(told), throws))], 50),
        worst=max(spent),
        shares={stage: seconds / total for stage, seconds in stages.items()},
        memory=told[-1].memory,
    )


def _ask(pipe: Any, case: Case, file: Path) -> ReadingTime:
    """Has the process at the other end of the pipe read the frame in a file.

    Raises UnreadableInputError if the camera of the case cannot have taken it.
    """
    pipe.send((case, file))
    told: ReadingTime | str = pipe.recv()
    if isinstance(told, str):
        raise UnreadableInputError(told)
    return told


def serve(pipe: Any, threads: int) -> None:
    """Reads the frames in the files named over the pipe, until None arrives or it is closed.

    It runs in a process of its own and holds one frame at a time, without copies, as with a camera, so that its memory
    is that of a camera process.
    """
    import cv2  # noqa: PLC0415

    from vision.camera_model import CameraModelError  # noqa: PLC0415

    cv2.setNumThreads(threads)
    try:
        stopwatch = Stopwatch()
    except FileNotFoundError as error:
        pipe.send(str(error))
        return
    pipe.send("")
    try:
        while (order := pipe.recv()) is not None:
            case, file = order
            try:
                pipe.send(stopwatch(case, enlarge(_load(file), case.size)))
            except CameraModelError as error:
                pipe.send(f"the calibration does not suit {file} ({error}): calibrate at this size")
    except (EOFError, BrokenPipeError):
        # The parent process has ended (`| head`).
        return


def _load(file: Path) -> "Image":
    """Returns the frame in a file of `save` or in a picture; black if it cannot be decoded."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    frame = np.load(file) if file.suffix == ".npy" else cv2.imread(str(file), cv2.IMREAD_COLOR)
    return np.zeros((960, 1280, 3), np.uint8) if frame is None else np.asarray(frame, np.uint8)


class Stopwatch:
    """Times the reading of frames."""

    def __init__(
        self, clock: Callable[[], float] = time.perf_counter, work: Callable[[], float] = time.process_time
    ) -> None:
        """Loads the reader; raises FileNotFoundError if its networks are missing."""
        from vision.detection import DetectionPipeline  # noqa: PLC0415
        from vision.reader import Reader  # noqa: PLC0415

        self._looker, self._clock, self._work = DetectionPipeline(), clock, work
        self._reader = Reader(self._looker)

    def __call__(self, case: Case, frame: "Image") -> ReadingTime:
        """Measures the wall time of a reading of the frame, then the processor time of each of its stages."""
        began, idle = self._clock(), self._work()
        reading = self._reader.read(frame, case.dice, camera=case.camera)
        busy, spent = self._work() - idle, self._clock() - began
        stages = self._stages(frame)
        stages["weigh"] = max(0.0, busy - sum(stages.values()))
        return ReadingTime(spent * 1000, stages, reading.faces is not None, peak_memory())

    def _stages(self, frame: "Image") -> dict[str, float]:
        """Times the stages of a first look one by one; the rest of a reading is counted as the decision."""
        from vision.detection import FIRST_SIDE  # noqa: PLC0415
        from vision.faces import find_candidates  # noqa: PLC0415
        from vision.pip_count import count_pips  # noqa: PLC0415
        from vision.rectify import Greys  # noqa: PLC0415

        greys = Greys(frame)
        times = [self._work()]
        candidates = find_candidates(self._looker.segmenter.segment(greys, FIRST_SIDE))
        times.append(self._work())
        seen = [self._looker.classifier.look(greys, quad) for quad in candidates]
        times.append(self._work())
        count_pips([(one.piece, one.quad) for one in seen])
        times.append(self._work())
        return dict(zip(STAGES, (b - a for a, b in pairwise(times)), strict=False))


def peak_memory(status: Path = Path("/proc/self/status")) -> float:
    """Returns the peak memory of this process so far, in megabytes.

    `getrusage` does not help: it returns the peak of the parent process if that was higher.
    """
    for line in status.read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


def percentile(values: list[float], percent: int) -> float:
    """Returns the nearest-rank percentile of a list that is not empty.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 50), percentile([1.0, 2.0], 95)
    (2.0, 2.0)
    """
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def as_json(timing: Timing) -> dict[str, Any]:
    """Returns the object that `--json` prints for a case."""
    return {
        "frames": timing.case.name,
        "dice": timing.case.dice,
        "count": timing.frames,
        "read": timing.read,
        "p50_ms": round(timing.p50, 1),
        "p95_ms": round(timing.p95, 1),
        "undisturbed_ms": round(timing.undisturbed, 1),
        "worst_ms": round(timing.worst, 1),
        "shares": {stage: round(share, 3) for stage, share in timing.shares.items()},
        "memory_mb": round(timing.memory),
    }


def as_text(timing: Timing) -> str:
    """Returns the line that is printed without `--json`."""
    shares = ", ".join(f"{stage} {100 * share:.0f} %" for stage, share in timing.shares.items())
    return (
        f"{timing.case.name}: p50 {timing.p50:.1f} ms, p95 {timing.p95:.1f} ms, "
        f"undisturbed {timing.undisturbed:.1f} ms, worst {timing.worst:.1f} ms ({shares}); "
        f"{timing.read} of {timing.frames} read; {timing.memory:.0f} MB"
    )
