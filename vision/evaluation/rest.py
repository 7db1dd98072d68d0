"""How soon dice at rest are seen to be: `python -m vision.evaluation.rest DATA`.

DATA holds the folders `video` and `photos`. Of the clips every rest in `videos.csv` that lasts `LONG_ENOUGH` counts.
Each of `PICTURES` photographs of tables from above (not of the test part) becomes four streams at `RATE` frames a
second: a shake, then the dice at rest; the same, and then the table is knocked, so that the camera trembles and ends up
a little to one side; a knock alone, over dice that were at rest already; and a shake after which a hand stays in view.
Noise and a flickering lamp are over all of them.
"""

import argparse
import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.evaluation.goals import ABOVE, read_picture
from vision.evaluation.labelled import find_labelled
from vision.evaluation.splits import Split, select
from vision.motion import Motion, MotionWatch
from vision.segmentation import Frame

GOAL = 0.6
"""Seconds from the moment at which dice lie still to that at which they are seen to."""

LONG_ENOUGH = 0.7
"""Seconds; in shorter rests of the clips the next hand, or its shadow, comes at once."""

RATE, WIDTH, PICTURES = 20, 320, 24
"""Frames a second as the worker asks for them, their width in pixels, and how many photographs are used."""

NOISE, FLICKER = 4.0, 0.01
"""Deviations of the noise (grey levels) and of the light (part of it)."""

TREMBLE, FADES, HERTZ = 5.0, 0.12, 9.0
"""A knock moves the picture by so many pixels at first, less by a factor e after so many seconds, so often a second."""

STEADY = 0.1
"""Pixels of movement that nobody sees."""


@dataclass(frozen=True, slots=True)
class Stream:
    """Frames, when the dice lie still for good (seconds; None: they never may be called still), and what it shows."""

    kind: str
    frames: Iterator[tuple[float, Frame]]
    at_rest: float | None


def knock(after: float, offset: float) -> tuple[float, float]:
    """Returns how far (x and y, pixels) a knock has moved the picture so many seconds later; it ends `offset` off."""
    swing = TREMBLE * float(np.exp(-after / FADES) * np.cos(2 * np.pi * HERTZ * after))
    return swing + offset * (1 - float(np.exp(-after / FADES))), swing / 2


def moved(picture: Frame, x: float, y: float) -> Frame:
    """Returns a picture moved by so many pixels."""
    way = np.array([(1, 0, x), (0, 1, y)])
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, way, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


def with_hand(picture: Frame, rng: np.random.Generator) -> Frame:
    """Returns a picture into which a forearm reaches over the border, held still but for a tremor."""
    height, width = picture.shape[:2]
    held = picture.copy()
    skin = np.array((96, 128, 176)) if float(np.median(picture)) < 90 else np.array((40, 54, 76))
    tip = (round(width * 0.55 + rng.normal(0, 0.2)), round(height * 0.5 + rng.normal(0, 0.2)))
    cv2.line(held, (width, round(height * 0.7)), tip, skin.tolist(), round(0.16 * width), cv2.LINE_AA)
    return held


def streams(picture: Frame, others: Sequence[Frame], rng: np.random.Generator) -> Iterator[Stream]:
    """Yields the four streams of a photograph; `others` are what is seen, for a moment each, while dice fly."""
    offset = float(rng.uniform(1, 8))
    fades = FADES * float(np.log(max(TREMBLE, offset) / STEADY))

    def stream(kind: str, seconds: float, shown: Callable[[float], Frame], at_rest: float | None) -> Stream:
        def frames() -> Iterator[tuple[float, Frame]]:
            for at in np.arange(0, seconds, 1 / RATE).tolist():
                lit = shown(at) * (1 + FLICKER * rng.normal()) + rng.normal(0, NOISE, picture.shape)
                yield at, np.asarray(np.clip(lit, 0, 255), np.uint8)

        return Stream(kind, frames(), at_rest)

    def shake(at: float) -> Frame:
        return moved(others[int(at * RATE) % len(others)], *rng.uniform(-40, 40, 2).tolist())

    def settled(at: float) -> Frame:
        return shake(at) if 1 <= at < 1.5 else picture

    yield stream("shaken", 4, settled, 1.5)
    yield stream(
        "shaken, then knocked",
        5,
        lambda at: moved(settled(at), *knock(at - 1.8, offset)) if at > 1.8 else settled(at),
        1.8 + fades,
    )
    yield stream("knocked", 4, lambda at: moved(picture, *knock(at - 1, offset)) if at > 1 else picture, 1 + fades)
    yield stream("hand", 5, lambda at: with_hand(picture, rng) if at > 1.5 else settled(at), None)


def watch(stream: Stream) -> tuple[float | None, int]:
    """Returns the seconds from rest to "still", None if that never came, and how many frames were called still amiss.

    Those are the frames of a hand. What a knock leaves of trembling may be called still.
    """
    motion, amiss = MotionWatch(), 0
    for at, frame in stream.frames:
        said = motion.feed(frame, at)
        if stream.at_rest is None:
            amiss += said is Motion.STILL and at > 1.0
        elif at >= stream.at_rest and said is Motion.STILL:
            return at - stream.at_rest, amiss
    return None, amiss


def clip_delays(folder: Path) -> Iterator[tuple[str, float | None]]:
    """Yields each long rest of the clips, and the seconds until it is called still; FileNotFoundError without them."""
    with (folder / "videos.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    for row in rows:
        rate, spans = float(row["fps"]), [tuple(map(int, span.split("-"))) for span in row["rest_frames"].split("|")]
        clip, motion = cv2.VideoCapture(str(folder / row["video"])), MotionWatch()
        said: list[Motion] = []
        while (got := clip.read())[0]:
            said.append(motion.feed(np.asarray(got[1], np.uint8), len(said) / rate))
        for first, last in spans:
            if (last - first) / rate >= LONG_ENOUGH:
                still = (k for k in range(first, last + 1) if said[k] is Motion.STILL)
                at = next(still, None)
                yield f"{row['video']} {first}-{last}", None if at is None else (at - first) / rate


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints delays; returns 0, 1 where one is too long or a hand was overlooked, 2 where pictures are missing."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.rest", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA")
    data = parser.parse_args(arguments).data
    rng, delays, amiss = np.random.default_rng(22), dict[str, list[float | None]](), 0
    try:
        for name, delay in clip_delays(data / "video"):
            print(f"{name}: {'never' if delay is None else f'{delay:.2f} s'}")
            delays.setdefault("clips", []).append(delay)
        above = [one for one in find_labelled(data / "photos") if one.group in ABOVE]
        chosen = [one for part in (Split.TRAINING, Split.DEVELOPMENT) for one in select(above, part)]
        chosen = chosen[:: max(1, len(chosen) // PICTURES)][:PICTURES]
        pictures = [read_picture(one.path) for one in chosen]
    except FileNotFoundError as error:
        print(f"rest: {error}", file=sys.stderr)
        return 2
    small = [
        np.asarray(cv2.resize(one, (WIDTH, WIDTH * 3 // 4), interpolation=cv2.INTER_AREA), np.uint8) for one in pictures
    ]
    for picture in small:
        for stream in streams(picture, small, rng):
            delay, wrong = watch(stream)
            amiss += wrong
            if stream.at_rest is not None:
                delays.setdefault(stream.kind, []).append(delay)
    late = 0
    for kind, found in delays.items():
        seen = sorted(one for one in found if one is not None)
        late += len(found) - sum(one <= GOAL for one in seen)
        spread = f"median {seen[len(seen) // 2]:.2f} s, worst {seen[-1]:.2f} s" if seen else "none"
        soon = sum(one <= GOAL for one in seen)
        print(f"{kind:22s} {len(seen)} of {len(found)} rests seen, {spread}; {soon} within {GOAL} s")
    print(f"frames with a hand that were called still: {amiss}")
    return int(bool(late or amiss))


if __name__ == "__main__":
    sys.exit(main())
