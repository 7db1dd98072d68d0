"""`meierbox bench`: how fast this machine reads, on frames that the simulated box draws."""

import argparse
import json
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hardware.ports import Image

HELP = "measure how fast this machine reads dice"

EIGHT_MEGAPIXELS = (3264, 2448)
STAGES = ("find", "look", "count", "weigh")


@dataclass(frozen=True, slots=True)
class Case:
    """Frames of one kind: how many dice lie there, and the size (width, height), None as the simulated box draws."""

    name: str
    dice: int
    size: tuple[int, int] | None = None


CASES = (
    Case("two dice, 1280x960", 2),
    Case("eight dice, 1280x960", 8),
    Case("two dice, 8 megapixels", 2, EIGHT_MEGAPIXELS),
)


@dataclass(frozen=True, slots=True)
class Timing:
    """What was measured of one case: milliseconds a frame, the share of each stage, and what was read.

    `memory` is the most that the reading process has taken so far, in megabytes.
    """

    case: Case
    frames: int
    read: int
    p50: float
    p95: float
    shares: dict[str, float]
    memory: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `bench`."""
    parser.add_argument("--frames", type=_frames, default=40, metavar="N", help="frames of each kind (1 to 1000)")
    parser.add_argument("--threads", type=_frames, default=1, metavar="N", help="cores that OpenCV may use (one)")
    parser.add_argument("--seed", type=int, default=1, help="of the simulated throws")
    parser.add_argument("--json", action="store_true", help="print one JSON object a kind of frame")


def _frames(text: str) -> int:
    try:
        count = int(text)
    except ValueError:
        count = 0
    if not 1 <= count <= 1000:
        raise argparse.ArgumentTypeError(f"{text} will not do: give a whole number from 1 to 1000")
    return count


def run(args: argparse.Namespace) -> int:
    """Measures and prints; returns 0, or 2 where the eye's networks are missing."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    # A process of its own, as at the table, so that the memory told is the reader's and not the drawing's.
    child = context.Process(target=serve, args=(there, args.threads), daemon=True)
    child.start()
    there.close()
    try:
        refusal = here.recv()
        if refusal:
            print(f"meierbox bench: {refusal}", file=sys.stderr)
            return 2
        for case in CASES:
            here.send((case, draw(case.dice, min(args.frames, 8), args.seed), args.frames))
            timing: Timing = here.recv()
            print(json.dumps(as_json(timing)) if args.json else as_text(timing), flush=True)
        here.send(None)
    except EOFError:
        print("meierbox bench: the reading process ended: start it again with less beside it", file=sys.stderr)
        return 2
    finally:
        here.close()
        child.join(10)
    return 0


def draw(dice: int, count: int, seed: int) -> "list[Image]":
    """Draws that many frames (960×1280×3, BGR) of throws of so many dice."""
    from hardware.simulated import SimulatedBox  # noqa: PLC0415

    box = SimulatedBox(seed, shaking=0.0)
    frames = []
    for throw in range(1, count + 1):
        box.lay(dice, throw)
        frames.append(box.capture().image)
    return frames


def enlarge(image: "Image", size: tuple[int, int] | None) -> "Image":
    """Returns the frame at that size (width, height); at its own where there is none."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    return image if size is None else np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def serve(line: Any, threads: int) -> None:
    """Measures, in its own process, what comes over the line, until None does."""
    import cv2  # noqa: PLC0415

    cv2.setNumThreads(threads)
    try:
        measure = Measurement()
    except FileNotFoundError as error:
        line.send(str(error))
        return
    line.send("")
    while (order := line.recv()) is not None:
        line.send(measure(*order))


class Measurement:
    """Reads frames and times it."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        """Loads the eye; raises FileNotFoundError where its networks are missing."""
        from vision.classify import Classifier  # noqa: PLC0415
        from vision.reader import Reader  # noqa: PLC0415
        from vision.segment import Segmenter  # noqa: PLC0415

        self._reader, self._segmenter, self._classifier, self._clock = Reader(), Segmenter(), Classifier(), clock

    def __call__(self, case: Case, frames: "list[Image]", count: int) -> Timing:
        """Times `count` readings of these frames, one after another, after one that is not counted."""
        self._reader.read(enlarge(frames[0], case.size), case.dice)
        spent, read, stages = [], 0, dict.fromkeys(STAGES, 0.0)
        for k in range(count):
            frame = enlarge(frames[k % len(frames)], case.size)
            began = self._clock()
            reading = self._reader.read(frame, case.dice)
            spent.append((self._clock() - began) * 1000)
            read += reading.faces is not None
        whole = 0.0
        for small in frames:
            frame = enlarge(small, case.size)
            began = self._clock()
            self._reader.read(frame, case.dice)
            whole += self._clock() - began
            for stage, seconds in self._stages(frame).items():
                stages[stage] += seconds
        stages["weigh"] = max(0.0, whole - sum(stages.values()))
        total = sum(stages.values()) or 1.0
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        shares = {stage: seconds / total for stage, seconds in stages.items()}
        return Timing(case, count, read, percentile(spent, 50), percentile(spent, 95), shares, memory)

    def _stages(self, frame: "Image") -> dict[str, float]:
        """Times the stages of a first look one by one; what is left of a whole reading is the weighing."""
        from vision.faces import find_candidates  # noqa: PLC0415
        from vision.pips import count_pips  # noqa: PLC0415

        times = [self._clock()]
        candidates = find_candidates(self._segmenter.segment(frame))
        times.append(self._clock())
        quads = [self._classifier.classify(frame, one.quad)[1] for one in candidates]
        times.append(self._clock())
        for quad in quads:
            count_pips(frame, quad)
        times.append(self._clock())
        return dict(zip(STAGES, (b - a for a, b in pairwise(times)), strict=False))


def percentile(values: list[float], percent: int) -> float:
    """Returns the value below which that many percent lie, of a list that is not empty.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 50), percentile([1.0, 2.0], 95)
    (2.0, 2.0)
    """
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def as_json(timing: Timing) -> dict[str, Any]:
    """Returns what `--json` prints for a case."""
    return {
        "frames": timing.case.name,
        "dice": timing.case.dice,
        "count": timing.frames,
        "read": timing.read,
        "p50_ms": round(timing.p50, 1),
        "p95_ms": round(timing.p95, 1),
        "shares": {stage: round(share, 3) for stage, share in timing.shares.items()},
        "memory_mb": round(timing.memory),
    }


def as_text(timing: Timing) -> str:
    """Returns the line for people."""
    shares = ", ".join(f"{stage} {100 * share:.0f} %" for stage, share in timing.shares.items())
    return (
        f"{timing.case.name}: p50 {timing.p50:.1f} ms, p95 {timing.p95:.1f} ms ({shares}); "
        f"{timing.read} of {timing.frames} read; {timing.memory:.0f} MB"
    )
