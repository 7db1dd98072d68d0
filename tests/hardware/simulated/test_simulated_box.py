"""The simulated box as the eye uses it: a camera with dice, a lamp, a lid and a flap."""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from hardware.ports import Camera, CameraError, Image, Lamp, LidSwitch, Peekable, Shakeable, SideLitCamera
from hardware.simulated.camera_faults import Fault, FaultKind
from hardware.simulated.remembered_throws import Memory
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_dice import BodyShape, DiceSet
from hardware.simulated.simulated_throws import Habits, Trouble


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


def difference(first: Image, second: Image) -> float:
    """Mean difference in grey levels beyond what noise makes."""
    grey = [image.astype(float).mean(axis=2) for image in (first, second)]
    blocks = [each.reshape(60, 16, 80, 16).mean(axis=(1, 3)) for each in grey]
    return float(np.abs(blocks[0] - blocks[1]).max())


@pytest.fixture(scope="module")
def box() -> SimulatedBox:
    return SimulatedBox(seed=7, habits=Habits(0, 0, 0), shaking=0)


def test_it_fits_the_ports(box: SimulatedBox) -> None:
    camera: Camera = box
    lid: LidSwitch = box
    lamp: Lamp = box.lamp
    assert isinstance(camera, Shakeable)
    assert isinstance(camera, Peekable)
    assert not lid.open
    lamp.set(1, 1)


def test_a_picture_is_1280_by_960_and_taken_now(box: SimulatedBox) -> None:
    frame = box.capture()
    assert frame.image.shape == (960, 1280, 3)
    assert frame.image.dtype == np.uint8
    assert box.capture().at > frame.at


def test_before_the_first_shake_it_is_empty() -> None:
    assert SimulatedBox(seed=1).truth() == ()


def test_dice_at_rest_stay_at_rest_and_a_shake_moves_them(box: SimulatedBox) -> None:
    box.shake(2)
    before, after = box.capture().image, box.capture().image
    assert not np.array_equal(before, after)
    assert difference(before, after) < 1
    box.shake(2)
    assert difference(after, box.capture().image) > 20


def test_the_same_seed_throws_the_same(box: SimulatedBox) -> None:
    other = SimulatedBox(seed=7, habits=Habits(0, 0, 0), shaking=0)
    told = []
    for _ in range(5):
        other.shake(2)
        told.append(other.truth())
    box.restore_throw(2, 5)
    assert box.truth() == told[-1]
    assert difference(box.capture().image, other.capture().image) < 1
    assert len(set(told)) > 1


def test_dice_are_thrown_when_they_are_first_asked_for_and_are_found_again() -> None:
    box = SimulatedBox(seed=7, habits=Habits(0, 0, 0), shaking=0)
    box.bring_dice(2)
    first = box.truth()
    assert first is not None
    assert len(first) == 2, "nobody has shaken them"
    box.shake(2)
    shaken = box.truth()
    hands = {}
    for seat in range(4):
        box.bring_dice(5, (1, 7, seat, 0))
        hands[seat] = box.truth()
    assert len(set(hands.values())) > 1
    for seat, faces in hands.items():
        box.bring_dice(5, (1, 7, seat, 0))
        assert box.truth() == faces
    box.bring_dice(2)
    assert box.truth() == shaken, "hands lie apart from the box"
    box.restore_throw(2, 1)
    assert box.truth() == first, "any throw can be laid"
    box.bring_dice(40, (1, 8, 0, 0))
    truth = box.truth()
    assert truth is not None
    assert len(truth) == 12, "as many as the box holds"


def test_a_hand_is_laid_flat_and_can_always_be_read() -> None:
    box = SimulatedBox(7, habits=Habits(trouble=1.0), shaking=0)
    box.shake(5)
    assert box.truth() is None
    box.bring_dice(5, (1, 7, 0, 0))
    assert len(box.truth() or ()) == 5
    box.use_shape(BodyShape.CUBE)
    assert len(box.truth() or ()) == 5
    box.bring_dice(5)
    assert box.truth() is None, "the dice in the box lie as they fell"


def test_another_box_with_its_memory_continues_there(tmp_path: Path) -> None:
    file = tmp_path / "box.json"
    one = SimulatedBox(7, shaking=0, memory=Memory(file, "sim:5"))
    one.shake(2)
    one.bring_dice(5, (1, 7, 0, 0))
    hand = one.truth()
    one.bring_dice(2)
    again = SimulatedBox(7, shaking=0, memory=Memory(file, "sim:5"))
    assert again.truth() == one.truth()
    again.bring_dice(5, (1, 7, 0, 0))
    assert again.truth() == hand
    again.shake(2)
    one.restore_throw(2, 3)
    assert again.truth() == one.truth(), "throws are numbered on"


def test_its_dice_can_be_carved_as_the_game_has_them() -> None:
    box, cubes = SimulatedBox(7, shaking=0), SimulatedBox(7, DiceSet(BodyShape.CUBE), shaking=0)
    for each in (box, cubes):
        each.restore_throw(2, 7)
    box.use_shape("cube")
    assert box.truth() == cubes.truth()
    oblong = SimulatedBox(7, shaking=0)
    oblong.restore_throw(2, 7)
    assert difference(box.capture().image, oblong.capture().image) > 10


def test_a_shape_that_was_asked_for_stays() -> None:
    box, other = SimulatedBox(7, shaking=0, any_shape=False), SimulatedBox(7, shaking=0)
    for each in (box, other):
        each.restore_throw(2, 7)
    box.use_shape("cube")
    assert box.truth() == other.truth()
    assert difference(box.capture().image, other.capture().image) < 5


def test_while_shaken_the_dice_move_and_then_they_rest() -> None:
    clock = Clock()
    box = SimulatedBox(seed=7, habits=Habits(0, 0, 0), shaking=0.6, clock=clock)
    box.shake(2)
    pictures = []
    for clock.now in (100.05, 100.2, 100.35, 100.7, 105.0):
        pictures.append(box.capture().image)
    changes = [difference(*pair) for pair in pairwise(pictures)]
    assert all(change > 20 for change in changes[:3])
    assert changes[3] < 1


def test_a_cocked_die_leaves_no_truth() -> None:
    box = SimulatedBox(seed=7, habits=Habits(trouble=1), shaking=0)
    box.shake(2)
    assert box.trouble in list(Trouble)
    assert box.truth() is None


@pytest.mark.parametrize("dice", [-1, 13])
def test_it_holds_no_more_than_twelve_dice(box: SimulatedBox, dice: int) -> None:
    with pytest.raises(ValueError, match="holds 0 to 12 dice"):
        box.shake(dice)


def test_it_holds_twelve_dice() -> None:
    box = SimulatedBox(seed=7, dice_set=DiceSet(BodyShape.CUBE), shaking=0)
    box.shake(12)
    assert len(box.truth() or ()) == 12


def test_each_lamp_channel_lights_its_half(box: SimulatedBox) -> None:
    box.restore_throw(0, 0)
    sides = {}
    for name, channels in {"left": (1, 0), "right": (0, 1), "none": (0, 0), "both": (1, 1)}.items():
        box.lamp.set(*channels)
        image = box.capture().image.astype(float)
        sides[name] = (image[:, :400].mean(), image[:, -400:].mean())
    assert sides["left"][0] > sides["left"][1] + 2
    assert sides["right"][1] > sides["right"][0] + 2
    assert max(sides["none"]) < 25
    assert min(sides["both"]) > max(sides["none"]) + 10


def test_a_pair_of_frames_is_lit_from_either_side_and_the_lamp_burns_on() -> None:
    box = SimulatedBox(seed=7, habits=Habits(0, 0, 0), shaking=0)
    assert isinstance(box, SideLitCamera)
    box.shake(2)
    pair = box.capture_pair()
    left, right = (frame.image.astype(float).mean(axis=2) for frame in (pair.left, pair.right))
    assert left[:, :400].mean() > 1.05 * right[:, :400].mean()
    assert right[:, -400:].mean() > 1.05 * left[:, -400:].mean()
    assert (box.lamp.left, box.lamp.right) == (1, 1)
    assert pair.right.at > pair.left.at


def test_a_lamp_is_not_brighter_than_full(box: SimulatedBox) -> None:
    with pytest.raises(ValueError, match="0 to 1"):
        box.lamp.set(1.2, 0)


def test_an_open_lid_lets_light_in(box: SimulatedBox) -> None:
    box.restore_throw(2, 1)
    shut = box.capture().image.mean()
    box.open_lid()
    assert box.open
    assert box.capture().image.mean() > shut + 3
    box.shut_lid()
    assert box.capture().image.mean() == pytest.approx(shut, abs=0.2)


def test_under_the_flap_the_dice_are_seen_from_the_front(box: SimulatedBox) -> None:
    box.restore_throw(0, 0)
    empty = box.peek()
    box.restore_throw(2, 1)
    assert box.peek().shape == (960, 1280, 3)
    assert difference(empty, box.peek()) > 20
    assert difference(box.peek(), box.capture().image) > 20


def faulty(*faults: Fault, hang: list[str] | None = None) -> SimulatedBox:
    hung = [] if hang is None else hang
    return SimulatedBox(seed=7, shaking=0, faults=faults, hang=lambda: hung.append("hung"))


def test_a_black_frame_comes_and_goes() -> None:
    box = faulty(Fault(FaultKind.BLACK, first=2))
    means = [box.capture().image.mean() for _ in range(3)]
    assert means[1] < 3 < min(means[0], means[2])


def test_a_frozen_camera_gives_the_old_frame_with_the_old_time() -> None:
    box = faulty(Fault(FaultKind.FROZEN, first=2, count=2))
    frames = [box.capture() for _ in range(4)]
    assert frames[1] is frames[0]
    assert frames[2] is frames[0]
    assert frames[3].at > frames[0].at


def test_a_disconnected_camera_stays_away() -> None:
    box = faulty(Fault(FaultKind.DISCONNECT, first=2))
    box.capture()
    for _ in range(2):
        with pytest.raises(CameraError, match="unplugged"):
            box.capture()


def test_a_hanging_camera_hangs() -> None:
    hung: list[str] = []
    box = faulty(Fault(FaultKind.HANG, first=1), hang=hung)
    box.capture()
    assert hung == ["hung"]


def test_it_says_that_it_draws_and_a_camera_that_hangs_says_nothing() -> None:
    said: list[str] = []
    box = SimulatedBox(
        seed=7,
        shaking=0,
        faults=[Fault(FaultKind.HANG, first=2)],
        hang=lambda: said.append("hangs"),
        at_work=lambda: said.append("draws"),
    )
    box.shake(2)
    box.capture()
    box.capture()
    assert said == ["draws", "hangs", "draws"]
    box.peek()
    assert said[3:] == ["draws"]


def test_pictures_may_be_noise_or_of_another_size_or_dark() -> None:
    box = faulty(Fault(FaultKind.NOISE, first=1), Fault(FaultKind.SIZE, first=2), Fault(FaultKind.DARK, first=3))
    noise = box.capture().image
    with pytest.raises(CameraError, match="960×480 instead of 1280×960"):
        box.capture()
    dark, whole = (box.capture().image for _ in range(2))
    assert noise.shape == whole.shape
    assert noise.std() > whole.std()
    assert dark.mean() < whole.mean() / 3
