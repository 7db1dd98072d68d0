"""What is measured of pictures: floor, light, focus, card; over the simulated box, whose measures are known."""

from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from hardware.calibration.floor import find_floor
from hardware.calibration.focus import sharpness
from hardware.calibration.light import LampTest, measure_light
from hardware.calibration.printed_card import COLUMNS, ROWS, SQUARE_MM, card_svg, find_card
from hardware.calibration.region import WHOLE, Region
from hardware.ports import Image
from hardware.simulated.box_inside import LID
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_dice import DiceSet, Floor
from hardware.simulated.simulated_throws import ROOM_X, Habits
from hardware.simulated.viewpoint import HEIGHT, WIDTH


@pytest.fixture(scope="module")
def box() -> SimulatedBox:
    return SimulatedBox(9, DiceSet(floor=Floor.PLANK), Habits(0, 0, 0), shaking=0)


@pytest.mark.parametrize("floor", Floor)
def test_the_floor_is_found_whatever_it_is_made_of(floor: Floor) -> None:
    found = find_floor(SimulatedBox(9, DiceSet(floor=floor)).capture().image)
    assert found.found
    # A pinhole: half the floor over half of what is seen at its distance, 65 degrees wide.
    half = ROOM_X / (LID * np.tan(np.radians(32.5))) / 2
    assert found.right - found.left == pytest.approx(2 * half, abs=0.02)
    assert (found.left + found.right) / 2 == pytest.approx(0.5, abs=0.03)


def test_in_a_picture_without_a_floor_none_is_found() -> None:
    noise = np.random.default_rng(1).integers(90, 110, (480, 640, 3), np.uint8)
    assert not find_floor(noise).found


def test_the_region_holds_dice_that_stand_at_the_wall() -> None:
    """A floor that takes half of the picture: the region is larger than it, by what nearness adds."""
    image = np.full((480, 640, 3), (30, 60, 90), np.uint8)
    image[120:360, 160:480] = (60, 120, 60)
    floor = find_floor(image)
    assert floor.found
    region = floor.region(camera_mm=155.0)
    assert 0.5 / (1 - 25.4 / 155) < region.size < 0.66
    assert region.left == pytest.approx(0.5 - region.size / 2, abs=0.01)


def test_the_light_of_the_floor_is_measured(box: SimulatedBox) -> None:
    light = measure_light(box.capture().image, Region(0.15, 0.15, 0.7))
    assert 40 < light.level < 200
    assert light.unevenness < 1.6
    assert light.burnt == 0
    white = np.full((48, 64, 3), 255, np.uint8)
    assert measure_light(white, WHOLE).burnt == 1


def test_a_lamp_on_one_side_is_uneven() -> None:
    image = np.zeros((480, 640, 3), np.uint8)
    image[:] = np.linspace(20, 200, 640, dtype=np.uint8)[None, :, None]
    assert measure_light(image, WHOLE).unevenness > 3


@pytest.mark.parametrize(
    ("levels", "dead", "lopsided", "stray"),
    [
        ((2, 80, 85, 110), (), False, False),
        ((2, 3, 85, 86), ("left",), False, False),
        ((2, 2, 2, 2), ("left", "right"), False, False),
        ((2, 30, 90, 100), (), True, False),
        ((60, 100, 100, 130), (), False, True),
    ],
)
def test_a_lamp_is_judged_by_its_channels(
    levels: tuple[float, float, float, float], dead: tuple[str, ...], lopsided: bool, stray: bool
) -> None:
    lamp = LampTest(*levels)
    assert (lamp.dead, lamp.lopsided, lamp.stray) == (dead, lopsided, stray)


def test_a_blurred_picture_is_less_sharp(box: SimulatedBox) -> None:
    box.shake(2)
    image = box.capture().image
    steps = [
        sharpness(np.asarray(cv2.GaussianBlur(image, (0, 0), spread), np.uint8), WHOLE) for spread in (0.5, 1, 2, 4)
    ]
    assert steps == sorted(steps, reverse=True)
    assert steps[0] > 1.5 * steps[2]


def with_card(image: Image, square: float, turned: float = 20.0, tilt: float = 0.0) -> Image:
    """The picture with the card of `square` pixels in its middle, turned by degrees."""
    board = np.full((ROWS + 2, COLUMNS + 2), 255, np.uint8)
    board[1:-1, 1:-1] = np.where(np.indices((ROWS, COLUMNS)).sum(axis=0) % 2 == 0, 15, 255)
    fine = 20
    card = np.kron(board, np.ones((fine, fine), np.uint8))
    angle = np.radians(turned)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    sides = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([COLUMNS + 2, ROWS + 2]) / 2 * square
    sides = sides * (1 + tilt * np.sign(sides[:, :1]) / 2)
    corners = sides @ turn.T + np.array([image.shape[1], image.shape[0]]) / 2
    size = np.array([(0, 0), (card.shape[1], 0), (card.shape[1], card.shape[0]), (0, card.shape[0])], np.float32)
    laid = cv2.getPerspectiveTransform(size, corners.astype(np.float32))
    where = (image.shape[1], image.shape[0])
    seen = cv2.warpPerspective(card, laid, where, flags=cv2.INTER_AREA)
    inside = cv2.warpPerspective(np.full_like(card, 255), laid, where) > 127
    return np.asarray(np.where(inside[..., None], (seen * 0.6).astype(np.uint8)[..., None], image), np.uint8)


@pytest.mark.parametrize("square", [25.0, 44.5, 67.0])
def test_the_card_gives_the_scale(box: SimulatedBox, square: float) -> None:
    card = find_card(with_card(box.capture().image, square))
    assert card is not None
    assert card.square == pytest.approx(square, rel=0.01)
    assert not card.tilted
    assert card.scale(WIDTH, 155.0).mm_per_pixel == pytest.approx(SQUARE_MM / square, rel=0.01)


def test_the_card_reveals_a_tilted_camera(box: SimulatedBox) -> None:
    card = find_card(with_card(box.capture().image, 50.0, tilt=0.2))
    assert card is not None
    assert card.tilted


def test_dice_are_not_taken_for_a_card(box: SimulatedBox) -> None:
    box.shake(6)
    assert find_card(box.capture().image) is None
    assert box.capture().image.shape[:2] == (HEIGHT, WIDTH)


def test_the_card_is_drawn_to_scale() -> None:
    drawing = ElementTree.fromstring(card_svg())
    squares = [each for each in drawing if each.tag.endswith("rect") and each.get("width") == f"{SQUARE_MM:g}"]
    assert len(squares) == COLUMNS * ROWS // 2
    assert drawing.get("width") == f"{COLUMNS * SQUARE_MM + 12:g}mm"
