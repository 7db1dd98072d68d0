"""Delay until dice at rest are reported as still: `python -m vision.evaluation.rest DATA`.

DATA holds the folders `video` and `photos`. Of the clips, every rest in `videos.csv` of at least `MIN_REST` counts.
Each of `PHOTOGRAPHS` photographs from above (not of the test part) becomes four streams at `FRAME_RATE`, with noise and
flicker: a shake, then rest; the same with a knock on the table afterwards, which makes the camera swing and shifts it a
little; a knock alone, on dice at rest; and a shake after which a hand stays in view.
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

MAX_DELAY = 0.6
"""The goal: maximum seconds from rest to "still"."""

MIN_REST = 0.7
"""Minimum duration of a rest in the clips, in seconds; after shorter ones the next hand appears at once."""

FRAME_RATE, WIDTH, PHOTOGRAPHS = 20, 320, 24
"""Frames per second, as the camera worker requests them; their width in pixels; number of photographs."""

NOISE_DEVIATION, FLICKER_DEVIATION = 4.0, 0.01
"""Standard deviations of the noise, in grey levels, and of the relative brightness."""

KNOCK_AMPLITUDE, KNOCK_DECAY, KNOCK_FREQUENCY = 5.0, 0.12, 9.0
"""Swing of the camera after a knock: amplitude in pixels, decay time in seconds, frequency in Hz."""

STILL_TOLERANCE = 0.1
"""Movement below this counts as rest, in pixels."""


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream: its kind, its frames with their times, and when the dice come to rest for good (None: never)."""

    kind: str
    frames: Iterator[tuple[float, Frame]]
    at_rest: float | None


def knock_offset(elapsed: float, offset: float) -> tuple[float, float]:
    """Returns the shift (x and y, pixels) of the picture some seconds after a knock; it converges to `offset`."""
    swing = KNOCK_AMPLITUDE * float(np.exp(-elapsed / KNOCK_DECAY) * np.cos(2 * np.pi * KNOCK_FREQUENCY * elapsed))
    return swing + offset * (1 - float(np.exp(-elapsed / KNOCK_DECAY))), swing / 2


def shifted(picture: Frame, x: float, y: float) -> Frame:
    """Returns a picture shifted by some pixels."""
    transform = np.array([(1, 0, x), (0, 1, y)])
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, transform, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


def draw_forearm(picture: Frame, rng: np.random.Generator) -> Frame:
    """Returns a picture with a forearm that reaches in, still except for a tremor."""
    height, width = picture.shape[:2]
    frame = picture.copy()
    skin = np.array((96, 128, 176)) if float(np.median(picture)) < 90 else np.array((40, 54, 76))
    tip = (round(width * 0.55 + rng.normal(0, 0.2)), round(height * 0.5 + rng.normal(0, 0.2)))
    cv2.line(frame, (width, round(height * 0.7)), tip, skin.tolist(), round(0.16 * width), cv2.LINE_AA)
    return frame


def streams(picture: Frame, others: Sequence[Frame], rng: np.random.Generator) -> Iterator[Stream]:
    """Yields the four streams of a photograph; `others` are shown briefly, one after another, during a shake."""
    offset = float(rng.uniform(1, 8))
    settling_time = KNOCK_DECAY * float(np.log(max(KNOCK_AMPLITUDE, offset) / STILL_TOLERANCE))

    def stream(kind: str, seconds: float, shown: Callable[[float], Frame], at_rest: float | None) -> Stream:
        def frames() -> Iterator[tuple[float, Frame]]:
            for at in np.arange(0, seconds, 1 / FRAME_RATE).tolist():
                noisy = shown(at) * (1 + FLICKER_DEVIATION * rng.normal()) + rng.normal(
                    0, NOISE_DEVIATION, picture.shape
                )
                yield at, np.asarray(np.clip(noisy, 0, 255), np.uint8)

        return Stream(kind, frames(), at_rest)

    def shake(at: float) -> Frame:
        return shifted(others[int(at * FRAME_RATE) % len(others)], *rng.uniform(-40, 40, 2).tolist())

    def settling(at: float) -> Frame:
        return shake(at) if 1 <= at < 1.5 else picture

    yield stream("shaken", 4, settling, 1.5)
    yield stream(
        "shaken, then knocked",
        5,
        lambda at: shifted(settling(at), *knock_offset(at - 1.8, offset)) if at > 1.8 else settling(at),
        1.8 + settling_time,
    )
    yield stream(
        "knocked",
        4,
        lambda at: shifted(picture, *knock_offset(at - 1, offset)) if at > 1 else picture,
        1 + settling_time,
    )
    yield stream("hand", 5, lambda at: draw_forearm(picture, rng) if at > 1.5 else settling(at), None)


def still_delay(stream: Stream) -> tuple[float | None, int]:
    """Returns the seconds from rest to "still", None if it is never reported, and the number of false reports.

    Only frames with a hand can be false reports; the remaining swing after a knock may be reported as still.
    """
    motion, false_still = MotionWatch(), 0
    for at, frame in stream.frames:
        state = motion.feed(frame, at)
        if stream.at_rest is None:
            false_still += state is Motion.STILL and at > 1.0
        elif at >= stream.at_rest and state is Motion.STILL:
            return at - stream.at_rest, false_still
    return None, false_still


def clip_delays(folder: Path) -> Iterator[tuple[str, float | None]]:
    """Yields every long rest of the clips with its delay, None if it is never detected.

    Raises FileNotFoundError if the clips are missing.
    """
    with (folder / "videos.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    for row in rows:
        rate, spans = float(row["fps"]), [tuple(map(int, span.split("-"))) for span in row["rest_frames"].split("|")]
        clip, motion = cv2.VideoCapture(str(folder / row["video"])), MotionWatch()
        states: list[Motion] = []
        while (result := clip.read())[0]:
            states.append(motion.feed(np.asarray(result[1], np.uint8), len(states) / rate))
        for first, last in spans:
            if (last - first) / rate >= MIN_REST:
                still = (k for k in range(first, last + 1) if states[k] is Motion.STILL)
                at = next(still, None)
                yield f"{row['video']} {first}-{last}", None if at is None else (at - first) / rate


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the delays; returns 0, 1 if one is too long or a hand was missed, 2 if pictures are missing."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.rest", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA")
    data = parser.parse_args(arguments).data
    rng, delays, false_still = np.random.default_rng(22), dict[str, list[float | None]](), 0
    try:
        for name, delay in clip_delays(data / "video"):
            print(f"{name}: {'never' if delay is None else f'{delay:.2f} s'}")
            delays.setdefault("clips", []).append(delay)
        above = [one for one in find_labelled(data / "photos") if one.group in ABOVE]
        chosen = [one for part in (Split.TRAINING, Split.DEVELOPMENT) for one in select(above, part)]
        chosen = chosen[:: max(1, len(chosen) // PHOTOGRAPHS)][:PHOTOGRAPHS]
        pictures = [read_picture(one.path) for one in chosen]
    except FileNotFoundError as error:
        print(f"rest: {error}", file=sys.stderr)
        return 2
    small = [
        np.asarray(cv2.resize(one, (WIDTH, WIDTH * 3 // 4), interpolation=cv2.INTER_AREA), np.uint8) for one in pictures
    ]
    for picture in small:
        for stream in streams(picture, small, rng):
            delay, wrong = still_delay(stream)
            false_still += wrong
            if stream.at_rest is not None:
                delays.setdefault(stream.kind, []).append(delay)
    missed = 0
    for kind, measured in delays.items():
        detected = sorted(one for one in measured if one is not None)
        missed += len(measured) - sum(one <= MAX_DELAY for one in detected)
        spread = f"median {detected[len(detected) // 2]:.2f} s, worst {detected[-1]:.2f} s" if detected else "none"
        in_time = sum(one <= MAX_DELAY for one in detected)
        print(f"{kind:22s} {len(detected)} of {len(measured)} rests detected, {spread}; {in_time} within {MAX_DELAY} s")
    print(f"frames with a hand reported as still: {false_still}")
    return int(bool(missed or false_still))


if __name__ == "__main__":
    sys.exit(main())
