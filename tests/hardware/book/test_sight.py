"""The player sees the dice through the opening and the controls; no neighbour sees a die."""

import math
import subprocess
import sys
from dataclasses import replace

import pytest

from hardware.book import sight
from hardware.book.cuts import changed
from hardware.book.sight import LyingDie, PlayerPosition
from hardware.book.sizes import BOARDS, PRINTED, BoxShape, Sizes

SHAPES = [Sizes(), Sizes(shape=BoxShape.ROUND)]
BOXES = [Sizes(shape=shape, wall=wall) for shape in BoxShape for wall in (PRINTED, *BOARDS)]
FIRST_BOX = replace(
    Sizes(), peep_sill=72, peep_oblong=84, peep_h_oblong=38, lap=12, cheek=45, bevel_w=0, plinth=0, bottom=0, cheek_up=0
)
"""The box as it was first drawn."""


@pytest.mark.parametrize("sizes", BOXES, ids=str)
def test_a_seated_player_sees_a_part_of_every_top_face(sizes: Sizes) -> None:
    seen = sight.peep(sizes, PlayerPosition(), number=150)
    assert seen.hidden <= 0.01
    assert seen.partly <= 0.05


@pytest.mark.parametrize("sizes", BOXES, ids=str)
def test_every_seated_player_sees_a_part_of_every_top_face(sizes: Sizes) -> None:
    """The corners of the space for seated players' eyes, and somebody tall who sits upright."""
    corners = [(high, far) for high in (sizes.eye_low, sizes.eye_high) for far in (sizes.eye_near, sizes.eye_far)]
    for player in (*corners, (540.0, 300.0)):
        assert sight.peep(sizes, PlayerPosition(*player), number=100).hidden <= 0.01, player


def test_the_box_as_first_drawn_hid_top_faces_and_its_sill_a_third_of_the_floor() -> None:
    assert sight.peep(FIRST_BOX, PlayerPosition(), number=100).hidden > 0.3
    assert sight.hidden_depth(FIRST_BOX, PlayerPosition()) > 30 > 20 > sight.hidden_depth(Sizes(), PlayerPosition())


@pytest.mark.parametrize("sizes", SHAPES, ids=["oblong", "round"])
@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_no_neighbour_sees_a_die_in_a_box_drawn_up_to_the_player(sizes: Sizes, seats: int) -> None:
    assert sight.gap(sizes, seats, drawn_up=True) is None


@pytest.mark.parametrize(("sizes", "seats"), [(SHAPES[0], 4), (SHAPES[1], 7)], ids=["oblong", "round"])
def test_with_few_seats_the_box_may_stay_in_the_middle_and_with_more_it_may_not(sizes: Sizes, seats: int) -> None:
    assert all(sight.gap(sizes, number, drawn_up=False) is None for number in (2, 3, seats))
    found = sight.gap(sizes, seats + 1, drawn_up=False)
    assert found is not None
    assert sight.sees_inside(sizes, found.eye, found.place)


@pytest.mark.parametrize("angle", [60, 65, 70, 75])
def test_the_cheeks_hide_the_dice_from_an_eye_at_the_side(angle: int) -> None:
    way = math.radians(angle)
    sizes, bare = Sizes(), replace(Sizes(), cheek=0)
    eye = 600 * math.sin(way), sizes.front_y - 600 * math.cos(way), sizes.table + 400
    assert any(sight.sees_inside(bare, eye, place) for place in sight.places(bare))
    assert not any(sight.sees_inside(sizes, eye, place) for place in sight.places(sizes))
    assert sight.widest_angle(sizes) < 65


@pytest.mark.parametrize("sizes", BOXES, ids=str)
def test_all_controls_are_in_the_players_sight_and_so_is_a_screen_on_the_box(sizes: Sizes) -> None:
    for eye in sight.eyes(sizes, PlayerPosition()):
        assert all(sight.control_in_sight(sizes, eye, control) for control in sight.controls(sizes))
    assert sight.screen_in_sight(sizes, PlayerPosition())


def test_nothing_is_seen_from_behind_or_through_the_front() -> None:
    sizes = Sizes()
    assert not sight.sees_inside(sizes, (0, 400, 400), (0, 0, 10))
    assert not sight.sees_inside(sizes, (0, sizes.front_y - 300, 10), (0, 0, 10))
    assert not sight.control_in_sight(sizes, (0, 400, 400), (0, -100, 5))


def test_a_die_hides_what_is_behind_it() -> None:
    die = LyingDie(0, 0, math.pi / 4, 25.4, 19.05, 19.05)
    assert die.blocks((0, -300, 30), (0, 40, 5))
    assert not die.blocks((0, -300, 300), (0, 40, 5))
    assert not die.blocks((0, -300, 30), (60, 40, 5))


@pytest.mark.parametrize("sizes", SHAPES, ids=["oblong", "round"])
def test_thrown_dice_lie_apart_between_the_bevels_and_ends_come_up_once_in_five(sizes: Sizes) -> None:
    pairs = list(sight.throws(sizes, 400))
    dice = [die for pair in pairs for die in pair]
    assert 0.14 < sum(die.high > 20 for die in dice) / len(dice) < 0.26
    for die in dice:
        assert all(math.hypot(*corner) <= math.hypot(sizes.flat_x, sizes.flat_y) / 2 + 1e-6 for corner in die.corners())
    assert all(math.hypot(one.x - other.x, one.y - other.y) >= 19 for one, other in pairs)


def test_no_die_can_rest_with_a_face_on_the_bevel() -> None:
    for length, width in ((25.4, 19.05), (19.05, 25.4), (19.05, 19.05)):
        slope = math.atan2(Sizes().bevel_h, Sizes().bevel_w)
        # The centre of gravity must be inside the lower edge on which it would stand.
        assert width / 2 * math.sin(slope) > length / 2 * math.cos(slope)


def test_a_dimension_is_changed_by_name() -> None:
    assert changed(Sizes(), "peep_sill", 50).peep_sill == 50
    for wrong in ("shape", "peep_w", "horn"):
        with pytest.raises(ValueError, match=wrong):
            changed(Sizes(), wrong, 1)


def test_the_command_prints_the_numbers_of_any_box() -> None:
    command = [sys.executable, "-m", "hardware.book.sight", "--throws", "5", "--set", "peep_sill=72"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0
    assert "of 112 mm" in told.stdout
    assert "Controls in the player's sight: 4 of 4" in told.stdout
    wrong = subprocess.run([*command[:3], "--set", "sill"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "give a dimension of sizes.py and millimetres" in wrong.stderr
