"""Dice are at rest when nothing in the picture moves any more; noise and slow light are no motion."""

import csv
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.motion import REST_SECONDS, STATIC_SECONDS, Motion, MotionWatch

RATE = 30.0
CLIPS = Path(__file__).parents[2].parent / "shared" / "data" / "video"


@cache
def grain() -> NDArray[np.float32]:
    """Noise of unit deviation, from which every frame cuts a piece of its own."""
    return np.random.default_rng(0).standard_normal((480, 640, 3), np.float32)


def noisy(rng: np.random.Generator, frame: NDArray[np.float32], light: float, noise: float) -> NDArray[np.uint8]:
    """A frame of 320 × 240 pixels in this light, with noise of this deviation."""
    y, x = rng.integers(0, 240), rng.integers(0, 320)
    cut = grain()[y : y + 240, x : x + 320]
    return np.asarray(cv2.addWeighted(frame, light, cut, noise, 0, dtype=cv2.CV_8U), np.uint8)


def picture(
    rng: np.random.Generator, dice: tuple[tuple[int, int], ...], light: float = 1.0, noise: float = 3.0
) -> NDArray[np.uint8]:
    frame = np.full((240, 320, 3), 90, np.float32) + np.linspace(0, 40, 320, dtype=np.float32)[None, :, None]
    for x, y in dice:
        cv2.rectangle(frame, (x, y), (x + 22, y + 22), (225, 235, 240), -1)
    return noisy(rng, frame, light, noise)


def watched(frames: list[NDArray[np.uint8]], watch: MotionWatch | None = None, start: float = 0.0) -> list[Motion]:
    watch = watch or MotionWatch()
    return [watch.feed(frame, start + k / RATE) for k, frame in enumerate(frames)]


def test_a_quiet_picture_becomes_still_after_the_rest() -> None:
    rng = np.random.default_rng(0)
    said = watched([picture(rng, ((100, 100), (200, 60))) for _ in range(30)])
    first = said.index(Motion.STILL)
    assert first / RATE >= REST_SECONDS
    assert set(said[first:]) == {Motion.STILL}


@pytest.mark.parametrize("noise", [0.0, 3.0, 10.0])
def test_noise_is_no_motion(noise: float) -> None:
    rng = np.random.default_rng(1)
    said = watched([picture(rng, ((100, 100),), noise=noise) for _ in range(60)])
    assert said[-1] is Motion.STILL


def test_slowly_changing_light_is_no_motion() -> None:
    rng = np.random.default_rng(2)
    said = watched([picture(rng, ((100, 100),), light=0.8 + 0.002 * k) for k in range(90)])
    assert set(said[30:]) == {Motion.STILL}


def test_a_die_that_still_turns_is_not_at_rest() -> None:
    rng = np.random.default_rng(3)
    said = watched([picture(rng, ((100 + k // 2, 100), (200, 60))) for k in range(60)])
    assert Motion.STILL not in said


def test_a_die_that_creeps_is_not_at_rest() -> None:
    rng = np.random.default_rng(4)
    said = watched([picture(rng, ((100 + k // 8, 100),), noise=1.0) for k in range(120)])
    assert said.count(Motion.STILL) < 20


def test_a_shaken_box_is_shaking_and_comes_to_rest_again() -> None:
    rng = np.random.default_rng(5)
    flying = [picture(rng, tuple((int(x), int(y)) for x, y in rng.uniform(0, 200, (6, 2)))) for _ in range(20)]
    resting = [picture(rng, ((40, 60), (180, 90))) for _ in range(40)]
    said = watched(flying + resting)
    assert said[10] is Motion.SHAKING
    assert said[-1] is Motion.STILL


def test_after_a_change_of_size_it_begins_again() -> None:
    rng = np.random.default_rng(6)
    watch = MotionWatch()
    watched([picture(rng, ()) for _ in range(30)], watch)
    assert watch.feed(np.zeros((480, 320, 3), np.uint8), 2.0) is Motion.SETTLING


def hand(frame: NDArray[np.uint8], reach: int = 150, wide: int = 70) -> NDArray[np.uint8]:
    """A hand that comes in from the right."""
    held = frame.copy()
    cv2.ellipse(held, (320, 120), (reach, wide // 2), 0, 0, 360, (120, 150, 200), -1)
    return held


def test_a_hand_that_is_held_still_is_not_still() -> None:
    rng = np.random.default_rng(7)
    watch = MotionWatch()
    assert watched([picture(rng, ()) for _ in range(30)], watch)[-1] is Motion.STILL
    said = watched([hand(picture(rng, ((60, 60), (90, 150)))) for _ in range(90)], watch, 1.0)
    assert Motion.STILL not in said
    assert said[-1] is Motion.DISTURBED
    said = watched([picture(rng, ((60, 60), (90, 150))) for _ in range(30)], watch, 4.0)
    assert said[-1] is Motion.STILL, "the hand has gone"


def test_an_object_that_stays_put_is_not_a_hand() -> None:
    rng = np.random.default_rng(8)
    watch = MotionWatch()
    watched([picture(rng, ()) for _ in range(30)], watch)
    said = watched([hand(picture(rng, ())) for _ in range(int((STATIC_SECONDS + 1) * RATE))], watch, 1.0)
    assert said[-1] is Motion.STILL


@pytest.mark.parametrize("dice", [((298, 100), (276, 100), (298, 124)), ((0, 0), (298, 0), (0, 218), (298, 218))])
def test_dice_at_the_border_are_no_hand(dice: tuple[tuple[int, int], ...]) -> None:
    rng = np.random.default_rng(9)
    watch = MotionWatch()
    watched([picture(rng, ()) for _ in range(30)], watch)
    assert watched([picture(rng, dice) for _ in range(30)], watch, 1.0)[-1] is Motion.STILL


def test_another_view_is_no_hand() -> None:
    rng = np.random.default_rng(10)
    watch = MotionWatch()
    watched([picture(rng, ()) for _ in range(30)], watch)
    other = np.asarray(255 - picture(rng, ()).astype(int), np.uint8)
    assert watched([other for _ in range(30)], watch, 1.0)[-1] is Motion.STILL


def textured(rng: np.random.Generator, moved: int, light: float = 1.0) -> NDArray[np.uint8]:
    """A table with a pattern, seen by a camera that was moved by so many pixels, and half of it burnt out."""
    table = pattern()[:240, moved : moved + 320].copy()
    table[:, 160:] += 150
    return noisy(rng, table, light, 2.0)


@cache
def pattern() -> NDArray[np.float32]:
    """Squares of any brightness, in three equal channels."""
    squares = np.kron(np.random.default_rng(11).uniform(30, 220, (40, 50)), np.ones((8, 8)))
    return np.repeat(squares[..., None], 3, axis=2).astype(np.float32)


@pytest.mark.parametrize("ends_at", [1, 4, 9, 17])
def test_after_a_knock_that_moved_the_camera_dice_are_still_at_once(ends_at: int) -> None:
    rng = np.random.default_rng(12)
    watch = MotionWatch()
    watched([textured(rng, 0) for _ in range(30)], watch)
    watched([textured(rng, int(moved)) for moved in rng.integers(0, 30, 6)], watch, 1.0)
    said = watched([textured(rng, ends_at) for _ in range(18)], watch, 1.2)
    assert said[-1] is Motion.STILL, "0.6 seconds later"


def test_a_lamp_that_flickers_is_no_motion_where_the_picture_is_burnt_out() -> None:
    rng = np.random.default_rng(13)
    said = watched([textured(rng, 0, 1.0 + 0.02 * (k % 2)) for k in range(40)])
    assert set(said[20:]) == {Motion.STILL}


HANDS = {"tirada_1.mp4": (60, (105, 110)), "tirada_2.mp4": (4, (80, 90, 100))}
"""A frame without a hand and frames with one, by eye, before the camera set its exposure anew."""


@cache
def clip(name: str) -> tuple[NDArray[np.uint8], ...]:
    """A clip to its last frame with a hand, as small as the camera of a box hands frames over for motion."""
    capturing = cv2.VideoCapture(str(CLIPS / name))
    frames = (capturing.read()[1] for _ in range(HANDS[name][1][-1] + 1))
    return tuple(np.asarray(cv2.resize(frame, (320, 240), interpolation=cv2.INTER_AREA), np.uint8) for frame in frames)


def rests(row: dict[str, str]) -> list[tuple[int, int]]:
    spans = (span.split("-") for span in row["rest_frames"].split("|"))
    return [(int(first), int(last)) for first, last in spans]


@pytest.mark.skipif(
    not (CLIPS / "videos.csv").is_file(), reason="the clips of real rolls are not at ../shared/data/video"
)
@pytest.mark.parametrize("name", HANDS)
def test_in_a_real_clip_the_dice_never_rest_before_they_do(name: str) -> None:
    """That they do rest where they do is seen in a longer clip, by the camera's worker in test_real_rolls.py."""
    with (CLIPS / "videos.csv").open(encoding="utf-8") as lines:
        (row,) = [row for row in csv.DictReader(lines) if row["video"] == name]
    watch = MotionWatch()
    said = [watch.feed(frame, number / float(row["fps"])) for number, frame in enumerate(clip(name))]
    # The table is at rest before the throw too: only flight and hands, just before the rests, must not be still.
    for first, _ in rests(row):
        assert Motion.STILL not in said[max(0, first - 5) : first + 5]


@pytest.mark.skipif(
    not (CLIPS / "videos.csv").is_file(), reason="the clips of real rolls are not at ../shared/data/video"
)
@pytest.mark.parametrize("name", HANDS)
def test_a_real_hand_that_is_held_still_is_not_still(name: str) -> None:
    free, numbers = HANDS[name]
    rng = np.random.default_rng(free)
    frames = clip(name)

    def held(frame: NDArray[np.uint8], count: int) -> list[NDArray[np.uint8]]:
        return [noisy(rng, frame.astype(np.float32), 1.0, 2.0) for _ in range(count)]

    for number in numbers:
        watch = MotionWatch()
        assert watched(held(frames[free], 20), watch)[-1] is Motion.STILL
        assert Motion.STILL not in watched(held(frames[number], 40), watch, 1.0)
