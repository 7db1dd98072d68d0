"""What the eye reads and when it keeps silent, on plain drawings."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated.box import SimulatedBox
from hardware.simulated.throws import Habits
from tests.vision.drawing import Drawn, draw, ground, quad_of
from tests.vision.seen import WatchedSegmenter, look, opinion, sighting, square, view_of
from vision.calibration import ALL, ENOUGH, FIRST, POSSIBLE
from vision.classify import Classifier
from vision.cocked import GLIMPSED, glance_judge
from vision.looks import Gaze, Look, Looker
from vision.outlines import grown
from vision.reader import Judgement, Reader, judge
from vision.reading import Reading, Reason
from vision.rectify import Greys
from vision.segment import STRIDE, Segmenter


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turn", [0.0, 20.0, 45.0, 71.0])
def test_every_face_is_read_however_it_is_turned(reader: Reader, value: int, turn: float) -> None:
    frame = draw([Drawn(value, (420, 380), turn=turn), Drawn(7 - value, (850, 600), turn=90 - turn)])
    assert reader.read(frame).faces == tuple(sorted((value, 7 - value)))


@pytest.mark.parametrize("value", range(3, 7))
def test_long_faces_of_oblong_dice_are_read(reader: Reader, value: int) -> None:
    frame = draw([Drawn(value, (420, 380), turn=25, length=1.35), Drawn(2, (850, 600), turn=50)])
    assert reader.read(frame, expect=2).faces == tuple(sorted((2, value)))


@pytest.mark.parametrize("value", range(1, 7))
def test_ring_and_dot_counts_as_one_pip_each(reader: Reader, value: int) -> None:
    frame = draw([Drawn(value, (420, 380), 150, 15, style="ring"), Drawn(5, (850, 600), 150, 60, style="ring")])
    assert reader.read(frame).faces == tuple(sorted((5, value)))


@pytest.mark.parametrize("value", range(1, 7))
def test_pale_pips_on_dark_dice_are_read(reader: Reader, value: int) -> None:
    light = np.asarray(np.clip(ground().astype(int) * 2, 0, 255), np.uint8)
    frame = draw([Drawn(value, (500, 420), turn=30, pale_pips=True)], light)
    assert reader.read(frame).faces == (value,)


@pytest.mark.parametrize(("top", "side"), [(1, 6), (2, 4), (3, 5), (4, 1), (5, 3), (6, 2)])
def test_the_pips_of_a_side_face_are_not_counted(reader: Reader, top: int, side: int) -> None:
    frame = draw([Drawn(top, (420, 230), 130, -20, side=side), Drawn(top, (860, 240), 130, 25, side=side)])
    assert reader.read(frame, expect=2).faces == (top, top)


@pytest.mark.parametrize("edge", [60, 110, 220])
def test_the_size_of_the_dice_does_not_matter(reader: Reader, edge: float) -> None:
    frame = draw([Drawn(5, (400, 400), edge, 10), Drawn(3, (850, 550), edge, 33)])
    assert reader.read(frame).faces == (3, 5)


@pytest.mark.parametrize("value", [1, 2, 4, 6])
def test_a_die_that_fills_the_picture_is_read(reader: Reader, value: int) -> None:
    """Further looks make the picture smaller, too: at the size of the first one it is no die but a landscape."""
    frame = draw([Drawn(value, (640, 480), 800, 8)])
    clouds = np.random.default_rng(value).normal(0, 22, (60, 80, 3))
    frame = np.clip(frame + cv2.resize(clouds, (1280, 960), interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)
    assert reader.read(frame).faces == (value,)


def test_dice_far_away_are_read(reader: Reader) -> None:
    """Where all dice are small, there is one look more that makes them larger."""
    assert reader.read(draw([Drawn(5, (400, 400), 20, 10), Drawn(3, (850, 550), 20, 33)])).faces == (3, 5)


def test_dice_that_touch_are_told_apart(reader: Reader) -> None:
    first = Drawn(4, (500, 420), 120, 30)
    beside = quad_of(first)[1] - quad_of(first)[0]
    second = Drawn(6, (500 + beside[0] * 1.01, 420 + beside[1] * 1.01), 120, 30)
    assert reader.read(draw([first, second]), expect=2).faces == (4, 6)


def test_what_was_seen_lies_where_the_die_lies(reader: Reader) -> None:
    die = Drawn(3, (500, 420), 140, 20)
    (seen,) = reader.read(draw([die])).dice
    assert np.hypot(seen.center[0] - 500, seen.center[1] - 420) < 14
    assert seen.face == 3
    assert len(seen.pips) == 3
    assert 0.75 < np.linalg.norm(np.subtract(seen.polygon[1], seen.polygon[0])) / 140 < 1.25
    assert all(np.hypot(pip.x - 500, pip.y - 420) < 70 for pip in seen.pips)


def test_the_reading_depends_on_the_frame_alone(reader: Reader) -> None:
    first, other = draw([Drawn(2, (500, 420))]), draw([Drawn(6, (300, 700), 160, 45)])

    def told(reading: Reading) -> tuple[object, ...]:
        return reading.faces, reading.reason, reading.confidence, reading.dice

    before = told(reader.read(first))
    reader.read(other)
    assert told(reader.read(first)) == before
    assert told(Reader().read(first)) == before


class Hasty(Looker):
    """Draws the outlines of its first look too large."""

    def looks(self, greys: Greys, alone: bool = True) -> Iterator[tuple[Look, ...]]:
        looks = super().looks(greys, alone)
        (first,) = next(looks)
        yield (replace(first, sightings=tuple(replace(one, quad=grown(one.quad, 1.2)) for one in first.sightings)),)
        yield from looks


def test_a_first_look_that_would_be_silent_is_not_the_last() -> None:
    frame = draw([Drawn(4, (420, 380), 140), Drawn(6, (1198, 600), 140)])
    hasty = Hasty()
    judged = judge(next(hasty.looks(Greys(frame))), FIRST, expect=2)
    assert judged.chance > ENOUGH**2, "sure enough of the faces"
    assert any(one.over_border(*frame.shape[:2]) for one in judged.told), "but one is cut off"
    assert Reader(hasty).read(frame, expect=2).faces == (4, 6)


class Watched(Looker):
    """Counts how often it was asked for more looks, and how many it gave at last."""

    asked, given = 0, 0

    def looks(self, greys: Greys, alone: bool = True) -> Iterator[tuple[Look, ...]]:
        for looks in super().looks(greys, alone):
            self.asked, self.given = self.asked + 1, len(looks)
            yield looks


def test_what_is_surely_seen_at_once_is_not_looked_at_again() -> None:
    """That is what makes the usual reading quick."""
    watched, box = Watched(), SimulatedBox(5001, clock=lambda: 0.0)
    reader, at_once = Reader(watched), 0
    for throw in range(1, 9):
        box.lay(2, throw)
        watched.asked = 0
        reader.read(box.capture().image, expect=2)
        at_once += watched.asked == 1
    assert at_once >= 6


def test_the_glance_is_not_among_the_looks_that_are_weighed_together() -> None:
    frame = draw([Drawn(4, (420, 380), 140), Drawn(5, (850, 600), 140)])
    (glance,), (second,), every = Looker().looks(Greys(frame))
    assert second in every
    assert glance not in every
    sizes = [look.view.size for look in every]
    assert glance.view.size in sizes, "the wide networks see the frame at that size themselves"
    assert len(set(sizes)) == len(sizes)
    wide = every[sizes.index(glance.view.size)].view
    assert not np.array_equal(wide.face, glance.view.face)


@pytest.mark.parametrize(("edge", "in_brightest"), [(140, {640}), (40, {640, 1280})])
def test_at_two_sizes_the_finder_is_shown_brightness_for_colours(edge: int, in_brightest: set[int]) -> None:
    looker, finder = Looker(), WatchedSegmenter()
    looker.gaze = Gaze(finder, Classifier())
    *_, every = looker.looks(Greys(draw([Drawn(4, (420, 380), edge), Drawn(5, (850, 600), edge)])))
    assert finder.in_brightest == in_brightest, "the larger one only where dice are small"
    assert finder.in_colours == {128, 192, 256, 384, 960}
    assert len(every) == len(finder.in_brightest | finder.in_colours)


def test_who_is_shown_brightness_sees_what_is_seen_of_a_grey_frame() -> None:
    segmenter, colours = Segmenter(), draw([Drawn(4, (420, 380), 140)])[:480, :640]
    colours[..., 0] //= 2
    grey = np.repeat(colours.max(2)[..., None], 3, axis=2)
    shown, due = segmenter.segment(colours, 640, in_brightest=True), segmenter.segment(grey, 640)
    assert np.array_equal(shown.face, due.face)
    assert not np.array_equal(segmenter.segment(colours, 640).face, due.face)


def test_brightness_is_that_of_the_brightest_colour() -> None:
    colours = np.zeros((480, 640, 3), np.uint8)
    for part, colour in enumerate([(200, 10, 30), (5, 90, 60), (1, 2, 7)]):
        colours[160 * part : 160 * part + 160] = colour
    bright = Segmenter().segment(colours, 640).bright
    assert bright.shape == (480 // STRIDE, 640 // STRIDE)
    assert [bright[row].tolist() for row in (20, 60, 100)] == [[level] * 160 for level in (200, 90, 7)]


def test_dice_of_unknown_number_are_not_glanced_at() -> None:
    watched = Watched()
    assert Reader(watched).read(draw([Drawn(4, (420, 380), 140), Drawn(5, (850, 600), 140)])).faces == (4, 5)
    assert watched.asked == 1
    assert watched.given > 4, "all looks"


def test_a_die_that_a_first_look_suspects_of_leaning_is_looked_at_again() -> None:
    suspected = 0
    for throw in range(1, 9):
        box = SimulatedBox(5001, habits=replace(Habits(), trouble=1.0), clock=lambda: 0.0)
        box.lay(2, throw)
        watched = Watched()
        reading = Reader(watched).read(box.capture().image, expect=2)
        if reading.reason is Reason.COCKED:
            suspected += 1
            assert watched.asked == 3
    assert suspected


# Of the last three a first look tells no more than that they may lean.
@pytest.mark.parametrize(("seed", "throw"), [(5001, 2), (5002, 5), (5002, 19), (5006, 1), (7002, 1), (7020, 7)])
def test_whoever_would_tell_a_leaning_die_at_a_glance_looks_again_and_is_silent(seed: int, throw: int) -> None:
    box, watched = SimulatedBox(seed, habits=replace(Habits(), trouble=1.0), clock=lambda: 0.0), Watched()
    box.lay(2, throw)
    frame = box.capture().image
    assert judge(next(Looker().looks(Greys(frame))), FIRST, expect=2).chance > ENOUGH**2, "sure of the faces"
    assert Reader(watched).read(frame, expect=2).faces is None
    assert watched.asked > 1


def test_a_die_of_another_size_than_the_others_is_looked_at_again_however_sure_its_face_is() -> None:
    alike = opinion((200, 200))
    usual, odd = (replace(alike.evidence, odd_size=size) for size in (0.15, 0.25))
    assert Judgement((alike, replace(alike, evidence=usual)), (), 0.95).enough(2)
    assert not Judgement((alike, replace(alike, evidence=odd)), (), 0.95).enough(2)
    assert Judgement((alike, alike), (replace(alike, evidence=odd),), 0.95).enough(2), "what is not told matters not"
    assert not Judgement((alike, alike), (), 0.8).enough(2)


@pytest.mark.parametrize(("edge", "at_once"), [(120, True), (170, False)])
def test_dice_of_unlike_size_are_not_told_at_a_glance(edge: float, at_once: bool) -> None:
    watched = Watched()
    frame = draw([Drawn(4, (420, 380), 120, 20), Drawn(5, (850, 600), edge, 60)])
    assert Reader(watched).read(frame, expect=2).faces == (4, 5)
    assert (watched.asked == 1) is at_once


def test_whom_the_narrow_network_suspects_of_leaning_the_wide_one_clears_without_another_look() -> None:
    narrow, looker, suspected, cleared = glance_judge(), Looker(), 0, 0
    for seed in range(9000, 9020):
        box = SimulatedBox(seed, clock=lambda: 0.0)
        for throw in range(1, 5):
            box.lay(2, throw)
            frame = box.capture().image
            greys, watched = Greys(frame), Watched()
            told = judge(next(looker.looks(greys)), FIRST, expect=2).told
            if any(narrow.judge(greys, one.quad) > GLIMPSED for one in told):
                reading = Reader(watched).read(frame, expect=2)
                suspected += 1
                cleared += watched.asked == 1 and reading.faces == box.truth()
    assert suspected > 5
    assert cleared > suspected / 3, "about half are: the rest lean, or need another look"


class TestSilence:
    def test_an_empty_ground_is_empty(self, reader: Reader) -> None:
        assert reader.read(ground()).reason is Reason.EMPTY

    def test_a_black_frame_is_too_dark(self, reader: Reader) -> None:
        assert reader.read(np.zeros((480, 640, 3), np.uint8)).reason is Reason.TOO_DARK

    def test_one_pixel_that_is_stuck_makes_no_light(self, reader: Reader) -> None:
        frame = np.zeros((480, 640, 3), np.uint8)
        frame[0, 0] = 255
        assert reader.read(frame).reason is Reason.TOO_DARK

    def test_a_white_frame_is_too_bright(self, reader: Reader) -> None:
        assert reader.read(np.full((480, 640, 3), 255, np.uint8)).reason is Reason.TOO_BRIGHT

    def test_a_missing_die_is_too_few(self, reader: Reader) -> None:
        reading = reader.read(draw([Drawn(4, (500, 420))]), expect=2)
        assert reading.reason is Reason.TOO_FEW
        assert (len(reading.dice), reading.expected) == (1, 2)

    def test_a_die_too_many_is_said(self, reader: Reader) -> None:
        dice = [Drawn(4, (300, 420)), Drawn(2, (600, 420)), Drawn(5, (900, 520))]
        assert reader.read(draw(dice), expect=2).reason is Reason.TOO_MANY

    def test_a_die_half_out_of_the_picture_is_cut_off(self, reader: Reader) -> None:
        frame = draw([Drawn(6, (500, 420), 140), Drawn(6, (1275, 500), 140)])
        assert reader.read(frame).reason is Reason.CUT_OFF

    def test_a_blank_face_is_not_guessed(self, reader: Reader) -> None:
        frame = draw([Drawn(6, (500, 420), 140)])
        frame[360:480, 440:560] = (196, 222, 236)
        assert reader.read(frame).faces is None

    @pytest.mark.parametrize("size", [(1, 1), (8, 600), (600, 8), (31, 33)])
    def test_tiny_frames_are_answered_too(self, reader: Reader, size: tuple[int, int]) -> None:
        assert reader.read(np.zeros((*size, 3), np.uint8)).faces is None

    @pytest.mark.parametrize("seed", range(5))
    def test_pure_noise_is_no_dice(self, reader: Reader, seed: int) -> None:
        noise = np.random.default_rng(seed).integers(0, 256, (240, 320, 3), np.uint8)
        assert reader.read(noise).faces is None


def test_what_is_hardly_a_die_is_neither_told_nor_shown_as_one_though_a_die_must_lie_somewhere() -> None:
    seen = [sighting(5, square((300, 300)), counted=5), sighting(2, square((700, 300)), 0.12, rest=0)]
    judged = judge([look(*seen, view=view_of({5: seen[0].quad}))], ALL, expect=2)
    assert len(judged.told) == 2
    assert judged.told[1].die < POSSIBLE
    assert judged.chance == 0.0
    assert judged.possible == judged.told[:1], "nor is it shown where nothing is told"
