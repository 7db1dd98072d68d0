"""A set of dice is described from readings, and called fair only as far as the throws show it."""

import queue
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from firmware.calibrate.blessing import Blesser, ThrowPlan
from firmware.calibrate.dice_survey import DiceSurvey
from firmware.calibrate.die_set_findings import FAIRNESS, assess_fairness, describe_die_set
from firmware.calibrate.errors import CameraStalledError
from firmware.calibrate.guide import LiveView
from firmware.camera import CameraLost, CameraMessage, CameraOpened, RollReading
from firmware.camera.evidence_photograph import to_observation
from firmware.camera.supervisor import STARTING
from firmware.dice_sets.die_set import DieSet, PipStyle, Shape
from firmware.dice_sets.errors import DieSetError
from firmware.doctor.finding import Level
from firmware.journal.observation import Observation, SeenDie
from firmware.rules.message import literal
from hardware.calibration.scale import Scale, Source
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_dice import BodyShape as Carved
from hardware.simulated.simulated_dice import DiceSet, Tint
from hardware.simulated.simulated_dice import PipCut as Cut
from hardware.simulated.simulated_throws import Habits
from tests.firmware.calibrate.recording_guide import NotingGuide
from vision.reader import Reader

SCALE = Scale(0.1494, 1280, 150.0, Source.CARD)
"""The simulated camera: 65 degrees from 150 mm."""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize(
    ("carved", "shape", "style", "size"),
    [
        (DiceSet(Carved.OBLONG, Tint.BONE, Cut.DRILLED), Shape.OBLONG, PipStyle.DRILLED, (25.4, 19.05)),
        (DiceSet(Carved.CUBE, Tint.HORN, Cut.RINGS), Shape.CUBE, PipStyle.RINGS, (16.0, 16.0)),
    ],
    ids=["oblong bone, drilled", "horn cubes, rings"],
)
def test_the_kind_of_dice_is_found_in_six_throws(
    reader: Reader, carved: DiceSet, shape: Shape, style: PipStyle, size: tuple[float, float]
) -> None:
    box, survey = SimulatedBox(3, carved, Habits(0, 0, 0), shaking=0), DiceSurvey()
    for number in range(1, 7):
        box.restore_throw(2, number)
        frame = box.capture()
        survey.add(to_observation(reader.read(frame.image, 2), frame))
    found = survey.die_set("mine", SCALE)
    assert (found.shape, found.pips) == (shape, style)
    assert found.size_mm is not None
    for measured, true in zip(found.size_mm, size, strict=True):
        assert measured == pytest.approx(true, rel=0.06)
    assert sum(found.thrown) == survey.total
    light = [int(colour[1:3], 16) for colour in (found.colour, found.pip_colour)]
    assert (light[0] > light[1]) == (carved.tint is Tint.BONE), "pips are dark on pale dice and pale on dark ones"


def seen(face: int, long: float = 100.0, across: float = 75.0) -> SeenDie:
    return SeenDie(face, ((0.0, 0.0), (long, 0.0), (long, across), (0.0, across)), ())


def observation(*dice: SeenDie) -> Observation:
    picture = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))[1].tobytes()
    return Observation(tuple(sorted(die.face or 0 for die in dice)), None, None, 0.99, dice, picture, 1.0)


UNREAD = Observation(None, "cocked", literal("A die is leaning."), 0.0, (), b"", 1.0)


def test_dice_that_only_stood_on_their_ends_have_no_shape_yet() -> None:
    survey = DiceSurvey()
    survey.add(observation(seen(1, 75), seen(2, 75)))
    with pytest.raises(DieSetError, match="No long side was seen: throw them a few times more"):
        survey.die_set("mine", None)


def test_one_wrong_outline_makes_no_cube_oblong() -> None:
    survey = DiceSurvey()
    for _ in range(4):
        survey.add(observation(seen(3, 76), seen(4, 75)))
    survey.add(observation(seen(5, 95), seen(4, 75)))
    assert survey.shape is Shape.CUBE


def test_a_face_that_never_came_is_absent_only_where_that_is_sure() -> None:
    survey = DiceSurvey()
    for _ in range(20):
        survey.add(observation(seen(3), seen(4)))
        survey.add(observation(seen(5), seen(6)))
    assert survey.faces() == (1, 2, 3, 4, 5, 6), "the ends of oblong dice are rare"
    for _ in range(60):
        survey.add(observation(seen(3), seen(4)))
        survey.add(observation(seen(5), seen(6)))
    assert survey.faces() == (3, 4, 5, 6)


def test_throws_that_were_not_read_are_only_counted() -> None:
    survey = DiceSurvey()
    survey.add(UNREAD)
    assert (survey.throws, survey.unread, survey.total, survey.shape) == (1, 1, 0, None)


class FakeThrowSource:
    """A camera that answers each throw with the next of `answers`."""

    def __init__(self, *answers: CameraMessage | Callable[[int], CameraMessage]) -> None:
        self.messages: queue.SimpleQueue[CameraMessage] = queue.SimpleQueue()
        self._answers: Iterator[CameraMessage | Callable[[int], CameraMessage]] = iter(answers)
        self.asked: list[tuple[int, int]] = []

    def watch_roll(self, dice: int, serial: int) -> None:
        self.asked.append((dice, serial))
        for answer in self._answers:
            message = answer(serial) if callable(answer) else answer
            self.messages.put(message)
            if isinstance(message, RollReading):
                return

    def watchdog(self, now: float) -> None:
        pass


def rested(found: Observation) -> Callable[[int], CameraMessage]:
    return lambda serial: RollReading(serial, found)


def test_nobody_is_asked_to_shake_what_a_camera_throws_itself() -> None:
    bag = FakeThrowSource(rested(observation(seen(3), seen(4))))
    bag.messages.put(CameraOpened("simulated box"))
    guide = NotingGuide()
    Blesser(bag, bag.messages, guide, ThrowPlan(dice=2, throws=1), own_dice=True).run()
    assert guide.asked[1] == "This camera throws dice of its own: throw 1 of 1."


def test_every_throw_is_asked_for_and_a_lost_camera_is_waited_for() -> None:
    bag = FakeThrowSource(
        rested(observation(seen(3), seen(4))),
        rested(UNREAD),
        CameraLost(literal("USB camera 0 gives no more pictures.")),
        CameraOpened("USB camera 0"),
        rested(observation(seen(5), seen(6))),
    )
    bag.messages.put(CameraOpened("USB camera 0"))
    guide = NotingGuide()
    blesser = Blesser(bag, bag.messages, guide, ThrowPlan(dice=2, throws=3))
    survey = blesser.run()
    assert blesser.camera == "USB camera 0"
    assert bag.asked == [(2, 1), (2, 2), (2, 3)]
    assert guide.asked[1] == "Shake the box with 2 dice and set it down: throw 1 of 3."
    assert guide.asked[3].startswith("A die is leaning. Shake the box"), "why the last one was not read"
    assert (survey.throws, survey.unread, survey.counts[5]) == (3, 1, 1)
    last: LiveView = guide.views[-1]
    assert last.image is not None
    assert ("throws", "3 of 3") in [(str(name), str(value)) for name, value in last.figures]


def test_a_throw_lost_to_a_failing_camera_is_repeated_and_does_not_count() -> None:
    failed = Observation(None, "camera", literal("USB camera 0 gives no more pictures."), 0.0, (), b"", 1.0)
    bag = FakeThrowSource(
        CameraLost(literal("It is gone.")),
        rested(failed),
        CameraOpened("USB camera 0"),
        rested(observation(seen(3), seen(4))),
    )
    bag.messages.put(CameraOpened("USB camera 0"))
    guide = NotingGuide()
    survey = Blesser(bag, bag.messages, guide, ThrowPlan(dice=2, throws=1)).run()
    assert (survey.throws, survey.unread) == (1, 0)
    assert guide.asked[-1].startswith("USB camera 0 gives no more pictures. Shake the box")


def test_a_camera_that_never_opens_is_reported() -> None:
    bag = FakeThrowSource()
    bag.messages.put(CameraLost(literal("There is no USB camera: plug one in.")))
    with pytest.raises(CameraStalledError, match="plug one in"):
        Blesser(bag, bag.messages, NotingGuide(), ThrowPlan(2, 1)).run()
    times = iter([0.0, 0.0, 1000.0, 1000.0])
    with pytest.raises(CameraStalledError, match="does not open"):
        Blesser(bag, bag.messages, NotingGuide(), ThrowPlan(2, 1), lambda: next(times)).run()


def test_a_camera_that_is_slow_to_start_is_waited_for() -> None:
    bag = FakeThrowSource(rested(observation(seen(1), seen(2))))
    bag.messages.put(STARTING)
    bag.messages.put(CameraOpened("Pi camera 0"))
    times = iter([0.0, *[300.0] * 50])
    blesser = Blesser(bag, bag.messages, NotingGuide(), ThrowPlan(2, 1), lambda: next(times))
    assert blesser.run().throws == 1
    assert blesser.camera == "Pi camera 0"


def thrown(*counts: int, shape: Shape = Shape.CUBE) -> DieSet:
    return DieSet("mine", shape, PipStyle.DRILLED, (1, 2, 3, 4, 5, 6), (16.0, 16.0), thrown=counts)


def said(die_set: DieSet, unread: int = 0) -> dict[str, str]:
    return {str(finding.part): finding.line(str) for finding in assess_fairness(die_set, unread)}


def test_too_few_throws_are_called_too_few() -> None:
    assert (
        "too seldom to tell anything: throw until they have come 30 times" in said(thrown(3, 2, 3, 2, 4, 2))["balance"]
    )


def test_fair_dice_are_not_called_fair_but_unsuspicious_as_far_as_the_throws_tell() -> None:
    line = said(thrown(38, 41, 44, 39, 37, 41))["balance"]
    assert line.startswith("OK")
    assert "as far as 240 dice show" in line
    assert "times its share would have been noticed 4 times in 5" in line


def test_a_loaded_set_is_suspected_with_its_face_and_its_odds() -> None:
    (finding,) = [found for found in assess_fairness(thrown(8, 9, 10, 9, 8, 36), 0) if found.part == FAIRNESS]
    assert finding.level is Level.WARNING
    assert (
        str(finding.says)
        == "6 came 36 times where 13 were expected; fair dice differ so much less than once in 1000 sittings"
    )
    assert "throw as many again" in str(finding.remedy)


def test_the_ends_of_oblong_dice_are_measured_against_what_the_rules_declare() -> None:
    lines = said(thrown(8, 9, 70, 72, 69, 71, shape=Shape.OBLONG), unread=3)
    assert "an end comes once in 32 dice (95 %: 22 to 53); the old table says once in 10" in lines["ends"]
    assert lines["balance"].startswith("OK")
    assert "do not count: 3" in lines["unread"]


def test_what_was_not_seen_is_reported() -> None:
    lines = {
        str(finding.part): finding.line(str)
        for finding in describe_die_set(thrown(0, 0, 4, 4, 4, 4, shape=Shape.OBLONG))
    }
    assert "1 and 2 never came, dice thrown: 16" in lines["faces"]
    assert "--faces 3456" in lines["faces"]
    blind = DieSet("mine", Shape.CUBE, PipStyle.RINGS, (1, 2, 3, 4, 5, 6))
    assert "run meierbox calibrate once" in next(describe_die_set(blind)).line(str)
