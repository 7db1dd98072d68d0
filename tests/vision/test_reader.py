"""What the reader reads and when it abstains, on plain drawings and in the simulated box."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_throws import Habits
from tests.vision.drawing import Drawn, draw, ground, quad_of
from tests.vision.seen import WatchedSegmenter, detection, look, square, view_of
from tests.vision.troubled import CAMERA
from vision.abstention import shows_hand
from vision.camera_model import CameraModel, CameraModelError
from vision.classifier import Chances
from vision.decision import decide
from vision.detection import FIRST_SIDE, SECOND_SIDE, THIRD_SIDE, DetectionPass, DetectionPipeline
from vision.leaning import LEANING_THRESHOLD, LeaningJudge
from vision.outlines import overlap
from vision.probability import BOTH_PASSES_WEIGHTS, CANDIDATE_THRESHOLD
from vision.reader import Reader
from vision.reading import Reading, Reason
from vision.rectify import Greys
from vision.segmentation import STRIDE, Segmenter


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
    """One look makes the picture smaller: at the size of the others it is no die but a landscape."""
    frame = draw([Drawn(value, (640, 480), 800, 8)])
    clouds = np.random.default_rng(value).normal(0, 22, (60, 80, 3))
    frame = np.clip(frame + cv2.resize(clouds, (1280, 960), interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)
    assert reader.read(frame).faces == (value,)


def test_dice_far_away_are_read(reader: Reader) -> None:
    assert reader.read(draw([Drawn(5, (400, 400), 34, 10), Drawn(3, (850, 550), 34, 33)])).faces == (3, 5)


def test_touching_dice_are_separated(reader: Reader) -> None:
    first = Drawn(4, (500, 420), 120, 30)
    beside = quad_of(first)[1] - quad_of(first)[0]
    second = Drawn(6, (500 + beside[0] * 1.01, 420 + beside[1] * 1.01), 120, 30)
    assert reader.read(draw([first, second]), expect=2).faces == (4, 6)


@pytest.mark.parametrize("turn", [0.0, 20.0, 45.0, 70.0])
def test_an_outline_that_is_rotated_against_its_die_is_made_exact(reader: Reader, turn: float) -> None:
    die = Drawn(5, (500, 420), 140, turn)
    frame, exact = draw([die]), quad_of(die)
    reading = reader.read(frame, expect=1)
    rotated = (exact - exact.mean(0)) @ cv2.getRotationMatrix2D((0, 0), 25, 1)[:, :2] + exact.mean(0)
    polygon = tuple((x, y) for x, y in rotated.tolist())
    assert overlap(rotated, exact) < 0.8
    (seen,) = reader.with_exact_outlines(
        frame, replace(reading, dice=(replace(reading.dice[0], polygon=polygon),))
    ).dice
    assert overlap(np.array(seen.polygon), exact) > 0.9
    assert len(seen.pips) == 5


def test_without_a_reading_no_outline_is_made_exact(reader: Reader) -> None:
    nothing = reader.read(ground(), expect=1)
    assert reader.with_exact_outlines(ground(), nothing) is nothing


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


class Watched(DetectionPipeline):
    """Keeps which looks were taken."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[str] = []

    def first(self, greys: Greys) -> DetectionPass:
        self.taken.append("first")
        return super().first(greys)

    def second(self, greys: Greys) -> DetectionPass:
        self.taken.append("second")
        return super().second(greys)

    def third(self, greys: Greys) -> DetectionPass:
        self.taken.append("third")
        return super().third(greys)

    def close_up(self, greys: Greys) -> DetectionPass:
        self.taken.append("close-up")
        return super().close_up(greys)


class Doubtful(Watched):
    """Takes every face rather for a four at the first look, for a three at the second, and at the third if wanted."""

    def __init__(self, third_too: bool) -> None:
        super().__init__()
        self._third_too = third_too

    def first(self, greys: Greys) -> DetectionPass:
        return with_chances(super().first(greys), RATHER_A_FOUR)

    def second(self, greys: Greys) -> DetectionPass:
        return with_chances(super().second(greys), RATHER_A_THREE)

    def third(self, greys: Greys) -> DetectionPass:
        look = super().third(greys)
        return with_chances(look, RATHER_A_THREE) if self._third_too else look


RATHER_A_THREE, RATHER_A_FOUR = (0.0, 0.0, 0.0, 0.8, 0.2, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.2, 0.8, 0.0, 0.0, 0.0)


def with_chances(look: DetectionPass, chances: Chances) -> DetectionPass:
    """The same look, with these probabilities for every face."""
    return replace(look, detections=tuple(replace(one, chances=chances) for one in look.detections))


def test_what_is_surely_seen_at_once_is_not_looked_at_again() -> None:
    """That is what makes the usual reading quick."""
    watched, box = Watched(), SimulatedBox(5001, clock=lambda: 0.0)
    reader, at_once = Reader(watched), 0
    for throw in range(1, 5):
        box.restore_throw(2, throw)
        watched.taken.clear()
        reader.read(box.capture().image, expect=2)
        at_once += watched.taken == ["first"]
    assert at_once >= 3


def test_dice_of_unknown_number_are_looked_at_twice() -> None:
    watched = Watched()
    assert Reader(watched).read(draw([Drawn(4, (420, 380), 140), Drawn(5, (850, 600), 140)])).faces == (4, 5)
    assert watched.taken == ["first", "second"]


@pytest.mark.parametrize(
    ("expect", "third_too", "width", "taken", "faces"),
    [
        (2, False, THIRD_SIDE, 3, (4, 4)),
        (2, True, THIRD_SIDE, 3, None),
        (None, False, THIRD_SIDE, 2, None),
        (2, False, THIRD_SIDE - 1, 2, None),
    ],
    ids=["is read", "remains uncertain", "unknown number", "small frame"],
)
def test_what_the_second_look_leaves_uncertain_is_looked_at_more_closely_if_the_number_is_known(
    expect: int | None, third_too: bool, width: int, taken: int, faces: tuple[int, ...] | None
) -> None:
    doubtful = Doubtful(third_too)
    dice = draw([Drawn(4, (420, 380), 140), Drawn(4, (850, 600), 140)])
    reading = Reader(doubtful).read(np.asarray(cv2.resize(dice, (width, 720)), np.uint8), expect)
    assert doubtful.taken == ["first", "second", "third"][:taken]
    assert reading.faces == faces
    assert reading.reason is (None if faces else Reason.UNCLEAR)


def test_only_where_nothing_or_a_very_large_die_is_seen_there_is_a_look_from_afar() -> None:
    for dice, close_up in (([], True), ([Drawn(3, (100, 100), 18), Drawn(4, (850, 600), 140)], False)):
        watched = Watched()
        assert Reader(watched).read(draw(dice), expect=3).faces is None
        assert ("close-up" in watched.taken) is close_up


def test_the_number_of_dice_says_nothing_of_the_camera(reader: Reader) -> None:
    """Seen from the side, and at the border, dice are read with the number told as they are without it."""
    frame = draw([Drawn(5, (420, 230), 130, -20, side=3), Drawn(4, (860, 240), 130, 25, side=1)])
    squeezed = np.asarray(cv2.resize(frame, (1280, 700)), np.uint8)
    at_border = draw([Drawn(4, (420, 380), 140), Drawn(6, (1209, 600), 140)])
    for picture, faces in ((squeezed, (4, 5)), (at_border, (4, 6))):
        assert reader.read(picture).faces == faces
        assert reader.read(picture, expect=2).faces == faces


class TestSeveralFrames:
    def test_no_more_frames_are_looked_at_than_it_takes(self, reader: Reader) -> None:
        clear, empty = draw([Drawn(4, (420, 380), 140), Drawn(6, (850, 600), 140)]), ground()
        assert reader.read([clear, empty], expect=2).frames == 1
        assert reader.read([clear], expect=2).faces == reader.read(clear, expect=2).faces == (4, 6)

    def test_a_frame_that_hides_a_die_is_made_up_for_by_others(self, reader: Reader) -> None:
        clear = draw([Drawn(4, (420, 380), 140), Drawn(6, (850, 600), 140)])
        hidden = clear.copy()
        hidden[500:700, 750:950] = ground()[500:700, 750:950]
        assert reader.read(hidden, expect=2).faces is None
        together = reader.read([hidden, clear, clear], expect=2)
        assert together.faces == (4, 6)
        assert together.frames == 3, "a die that is in one of two frames was moved"

    def test_dice_that_were_moved_between_the_frames_are_not_read(self, reader: Reader) -> None:
        frames = [draw([Drawn(4, at, 140)]) for at in ((300, 300), (700, 300), (1000, 700))]
        assert reader.read(frames, expect=2).faces is None

    def test_frames_of_unlike_size_and_none_at_all_are_refused(self, reader: Reader) -> None:
        for frames in ([], [ground(), ground()[:480]]):
            with pytest.raises(ValueError, match="at least one frame, and all of one size"):
                reader.read(frames)


class TestCalibratedCamera:
    def test_two_faces_of_a_leaning_die_that_are_taken_for_one_lean(self) -> None:
        box = SimulatedBox(2006, habits=replace(Habits(), trouble=1.0), clock=lambda: 0.0)
        box.use_shape("oblong")
        box.restore_throw(2, 1)
        assert box.trouble
        pipeline, greys = DetectionPipeline(), Greys(box.capture().image)
        passes = [pipeline.first(greys), pipeline.second(greys)]
        decision = decide(passes, BOTH_PASSES_WEIGHTS, 2)
        assert not all(one.counted for one in decision.dice), "no six has eight pips"
        quads = [one.quad for one in decision.dice]
        for one in passes:
            signs = LeaningJudge().signs(CAMERA, greys.colours, one.view, quads)
            assert signs is not None
            assert max(one.score for one in signs) > LEANING_THRESHOLD

    @pytest.mark.parametrize(("seed", "turn", "shape"), [(310007, 10, "oblong"), (500018, 19, "cube")])
    def test_two_faces_of_a_die_at_45_degrees_are_no_top_face(
        self, reader: Reader, seed: int, turn: int, shape: str
    ) -> None:
        """Both look like a flat die of the right size, whose pips were once counted wrongly."""
        box = SimulatedBox(seed, habits=replace(Habits(), trouble=1.0), clock=lambda: 0.0)
        box.use_shape(shape)
        box.restore_throw(2, turn + 1)
        assert box.trouble
        assert reader.read(box.capture().image, expect=2, camera=CAMERA).reason is Reason.COCKED

    @pytest.mark.parametrize(("seed", "turn"), [(21015, 16), (883025, 3), (883027, 17)])
    def test_a_die_that_leans_a_little_is_not_read(self, reader: Reader, seed: int, turn: int) -> None:
        """The first leans on another die; the others were once read."""
        box = SimulatedBox(seed, habits=replace(Habits(), trouble=1.0), clock=lambda: 0.0)
        box.use_shape("oblong")
        box.restore_throw(2, turn)
        assert box.trouble
        assert reader.read(box.capture().image, expect=2, camera=CAMERA).reason is Reason.COCKED

    def test_only_the_die_that_leans_is_shown_as_unread(self, reader: Reader) -> None:
        box = SimulatedBox(883027, habits=replace(Habits(), trouble=1.0), clock=lambda: 0.0)
        box.use_shape("oblong")
        box.restore_throw(2, 17)
        reading = reader.read(box.capture().image, expect=2, camera=CAMERA)
        assert reading.reason is Reason.COCKED
        (leaning,) = (die for die in reading.dice if die.face is None)
        assert leaning.confidence == 0
        assert not leaning.pips
        (flat,) = (die for die in reading.dice if die.face is not None)
        assert len(flat.pips) == flat.face

    def test_a_leaning_die_among_eight_is_not_read_though_the_first_pass_takes_it_for_flat(
        self, reader: Reader
    ) -> None:
        """No count confirms it there: in the second pass its pips are counted, and it clearly leans."""
        box = SimulatedBox(884003, habits=replace(Habits(), trouble=1.0), clock=lambda: 0.0)
        box.use_shape("oblong")
        box.restore_throw(8, 1)
        assert box.trouble
        assert reader.read(box.capture().image, expect=8, camera=CAMERA).reason is Reason.COCKED

    def test_empty_felt_that_the_first_pass_takes_for_a_hand_is_none(self, reader: Reader) -> None:
        box = SimulatedBox(885003, clock=lambda: 0.0)
        box.use_shape("oblong")
        box.restore_throw(2, 3)
        image = box.capture().image
        assert shows_hand([DetectionPipeline().first(Greys(image)).view])
        assert reader.read(image, expect=2, camera=CAMERA).faces == box.truth()

    def test_a_top_face_that_goes_on_beyond_the_frame_is_cut_off(self, reader: Reader) -> None:
        frame = draw([Drawn(4, (420, 380), 140), Drawn(6, (1213, 600), 140)])
        camera = CameraModel.straight_down((1280, 960), 1000, 150)
        assert reader.read(frame, expect=2).faces == (4, 6)
        reading = reader.read(frame, expect=2, camera=camera)
        assert reading.reason is Reason.CUT_OFF
        assert sorted((die.center[0] > 1100, die.face) for die in reading.dice) == [(False, 4), (True, None)]

    def test_a_camera_of_another_crop_is_refused(self, reader: Reader) -> None:
        with pytest.raises(CameraModelError, match="it is for pictures of 640×640 pixels"):
            reader.read(ground(), camera=CameraModel.straight_down((640, 640), 600, 150))


def test_the_finder_is_shown_brightness_for_colours_in_the_second_look() -> None:
    pipeline, detector = DetectionPipeline(), WatchedSegmenter()
    pipeline.segmenter = detector
    greys = Greys(draw([Drawn(4, (420, 380), 140)]))
    pipeline.first(greys)
    pipeline.second(greys)
    assert (detector.in_colours, detector.in_brightest) == ({FIRST_SIDE}, {SECOND_SIDE})


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

    def test_a_die_too_many_is_reported(self, reader: Reader) -> None:
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


def test_what_is_barely_a_die_is_not_read_as_one_even_if_a_die_is_missing() -> None:
    seen = [detection(5, square((300, 300)), counted=5), detection(2, square((700, 300)), 0.12, rest=0)]
    judged = decide([look(*seen, view=view_of({5: seen[0].quad}))], BOTH_PASSES_WEIGHTS, expect=2)
    assert len(judged.dice) == 2
    assert judged.dice[1].die < CANDIDATE_THRESHOLD
    assert judged.probability == 0.0
    assert judged.possible == judged.dice[:1], "nor is it shown where nothing is told"
