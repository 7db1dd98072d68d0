"""The game between reveals: what the seats, the tray, the ladder and the controls show."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pygame

from display.draw.canvas import Hit, ScreenPicture
from display.draw.theme import HIGH_CONTRAST
from display.samples import sample_parts
from display.scene import ClaimDial, Hint, Notice, Scene, TableScene, Tone
from display.window import MainWindow
from tests.display.pixels import brightness, rgb


def scene_of(scenes: Mapping[str, Scene], name: str) -> TableScene:
    scene = scenes[name]
    assert isinstance(scene, TableScene)
    return scene


def at_rest(window: MainWindow, scene: Scene) -> ScreenPicture:
    window.show(scene)
    window.tick(0.0)
    window.tick(60.0)
    assert window.picture is not None
    return window.picture


def test_the_seat_in_turn_is_brighter_and_points_to_the_claim(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    facing = scene_of(scenes, "table-facing")
    picture = at_rest(window, facing)
    light = {index: brightness(picture.parts[f"seat {index}"]) for index in range(5)}
    assert light[1] > 1.2 * max(light[index] for index in (0, 2, 3, 4))
    assert picture.parts["seat 1"].top < picture.parts["seat 2"].top
    assert picture.parts["seat 1"].bottom == picture.parts["seat 2"].bottom


def test_as_many_lives_are_whole_as_the_stock_says(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    facing = scene_of(scenes, "table-facing")
    picture = at_rest(window, facing)
    for index, seat in enumerate(facing.seats):
        tops = []
        for number in range(seat.stock_max):
            life = picture.parts[f"life {index}.{number}"]
            upper = life.copy()
            upper.height //= 3
            tops.append(brightness(upper))
        assert sum(light > 120 for light in tops) == seat.stock, seat.name


def test_open_dice_are_not_drawn_among_the_closed_ones_too(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    scene = scene_of(scenes, "table-bid")
    index = next(index for index, seat in enumerate(scene.seats) if seat.shown)
    seat = scene.seats[index]
    parts = at_rest(window, scene).parts
    closed = [name for name in parts if name.startswith(f"life {index}.")]
    assert len(closed) == seat.stock_max - len(seat.shown)
    hidden = replace(scene, seats=(*scene.seats[:index], replace(seat, shown=()), *scene.seats[index + 1 :]))
    assert sum(name.startswith(f"life {index}.") for name in at_rest(window, hidden).parts) == seat.stock_max


def test_a_lost_life_is_shown_until_it_has_broken(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    before = scene_of(scenes, "table-facing")
    at_rest(window, before)
    seats = list(before.seats)
    seats[0] = replace(seats[0], stock=4, lost=2)
    window.show(replace(before, seats=tuple(seats)))
    window.tick(100.0)
    assert window.picture is not None
    upper = window.picture.parts["life 0.4"].copy()
    upper.height //= 3
    whole = brightness(upper)
    window.tick(102.5)
    assert whole > 120
    assert brightness(upper) < 60


def test_a_loss_already_shown_does_not_break_again(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    facing = scene_of(scenes, "table-facing")
    seats = (replace(facing.seats[0], stock=4, lost=2), *facing.seats[1:])
    first = replace(facing, seats=seats)
    at_rest(window, first)
    window.show(replace(first, prompt="Something else."))
    window.tick(100.0)
    assert window.picture is not None
    upper = window.picture.parts["life 0.4"].copy()
    upper.height //= 3
    assert brightness(upper) < 60


def test_arms_stand_with_the_name_that_is_called_and_on_the_claim(
    window: MainWindow, scenes: Mapping[str, Scene]
) -> None:
    facing = scene_of(scenes, "table-facing")
    picture = at_rest(window, facing)
    assert picture.parts["emblem"].bottom <= picture.parts["claim emblem"].top
    bare = at_rest(window, replace(facing, seats=tuple(replace(seat, shield=None) for seat in facing.seats)))
    assert not {"emblem", "claim emblem"} & set(bare.parts)


def test_a_large_stock_is_a_number(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    facing = scene_of(scenes, "table-facing")
    seats = (replace(facing.seats[0], stock=17, stock_max=21), *facing.seats[1:])
    picture = at_rest(window, replace(facing, seats=seats))
    assert "17" in {label.text for label in picture.labels}


def test_the_owner_of_the_claim_has_the_horn(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    picture = at_rest(window, scenes["table-facing"])
    assert [name for name in picture.parts if name.startswith("owner")] == ["owner 0"]
    assert picture.parts["seat 0"].contains(picture.parts["owner 0"])


def test_all_throws_for_the_opening_are_large_side_by_side_in_the_middle(
    window: MainWindow, scenes: Mapping[str, Scene]
) -> None:
    picture = at_rest(window, scenes["table-start-throw"])
    cells = [box for name, box in picture.parts.items() if name.startswith("throw")]
    assert len(cells) == len(scene_of(scenes, "table-start-throw").throws)
    assert all(left.right <= right.left or left.bottom <= right.top for left, right in pairwise(cells))
    within = cells[0].unionall(cells[1:])
    assert len({label.px for label in picture.labels if within.contains(label.ink)}) == 1, "nobody's name is larger"


def test_a_control_that_does_nothing_is_dimmer(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    facing = scene_of(scenes, "table-facing")
    hints = tuple(Hint(hint.control, "Press", enabled=True) for hint in facing.hints)
    on = at_rest(window, replace(facing, hints=hints))
    bright = {hint.control: brightness(on.parts[f"hint {hint.control}"]) for hint in hints}
    off = at_rest(window, replace(facing, hints=tuple(replace(hint, enabled=False) for hint in hints)))
    for hint in hints:
        assert brightness(off.parts[f"hint {hint.control}"]) < 0.75 * bright[hint.control]


def test_touching_a_control_panel_presses_the_control(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    picture = at_rest(window, scenes["table-facing"])
    for control in ("claim", "reveal", "challenge", "dial"):
        assert window.hit(picture.parts[f"hint {control}"].center) == Hit(control=control)
    assert window.hit(picture.parts["seat 2"].center) is None


def test_touching_a_rung_turns_the_dial_there(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    first = replace(scene_of(scenes, "table-first-claim"), seal=None)
    picture = at_rest(window, first)
    assert first.dial is not None
    for away in (-1, 1):
        hit = window.hit(picture.parts[f"rung {away}"].center)
        assert hit == Hit(turn=away)
        turned = at_rest(window, replace(first, dial=ClaimDial(first.dial.claims, first.dial.index + hit.turn)))
        assert first.dial.claims[first.dial.index + away].name in _chosen(turned, first, away)
    assert window.hit(picture.parts["rung 0"].center) is None, "a double tap must not make the claim"


def _chosen(picture: ScreenPicture, scene: TableScene, away: int) -> str:
    """Reads which claim stands in the middle of a picture: that which it shares with a ladder of this claim alone."""
    assert scene.dial is not None
    middle = rgb(picture.parts["rung 0"])
    index = scene.dial.index + away
    alone = MainWindow((800, 480))
    other = at_rest(alone, replace(scene, dial=ClaimDial((scene.dial.claims[index],), 0)))
    same = np.abs(rgb(other.parts["rung 0"]) - middle).mean() < 1
    return scene.dial.claims[index].name if same else ""


def test_the_higher_claim_stands_to_the_right_and_on_a_portrait_screen_above(
    window_of: Callable[[tuple[int, int]], MainWindow], scenes: Mapping[str, Scene]
) -> None:
    wide = at_rest(window_of((800, 480)), scenes["table-first-claim"]).parts
    assert wide["rung -1"].right < wide["rung 0"].left < wide["rung 0"].right < wide["rung 1"].left
    assert wide["rung 0"].width > 3 * wide["rung 1"].width
    tall = at_rest(window_of((480, 800)), scenes["table-first-claim"]).parts
    assert tall["rung 1"].centery < tall["rung 0"].centery < tall["rung -1"].centery
    assert tall["rung 0"].height > 1.5 * tall["rung 1"].height


def test_the_ladder_ends_where_the_claims_end(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    first = scene_of(scenes, "table-first-claim")
    picture = at_rest(window, replace(first, dial=ClaimDial(sample_parts.LADDER, len(sample_parts.LADDER) - 1)))
    assert "rung 1" not in picture.parts
    assert "rung -1" in picture.parts


def test_frozen_dice_are_under_ice(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    frozen = scene_of(scenes, "table-frozen")
    picture = at_rest(window, frozen)
    edge = picture.parts["frost"].copy()
    edge.height = edge.height // 12
    cold = rgb(edge).mean(axis=(0, 1))
    at_rest(window, replace(frozen, frozen=False))
    warm = rgb(edge).mean(axis=(0, 1))
    assert cold[2] > cold[0]
    assert warm[2] < warm[0]


def test_ice_covers_no_letter_of_the_claim(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    window.set_theme(HIGH_CONTRAST)
    frozen = scene_of(scenes, "table-frozen")
    assert frozen.claim is not None
    frozen = replace(frozen, claim=replace(frozen.claim, name="double fours"))

    def white(scene: TableScene) -> float:
        ink = next(label.ink for label in at_rest(window, scene).labels if label.text == "double fours")
        tops = pygame.Rect(ink.left, ink.top, ink.width, ink.height // 6)
        return float((rgb(tops).min(axis=2) > 200).mean())

    assert abs(white(frozen) - white(replace(frozen, frozen=False))) < 0.01


def test_the_frame_below_the_call_covers_no_letter_of_it(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    """The loop of a g, as in "The dice are falling", reaches down to the frame."""
    window.set_theme(HIGH_CONTRAST)
    for name in ("table-frozen", "table-facing"):
        scene = replace(scene_of(scenes, name), what="falling ggg", hand_over=None)
        ink = next(label.ink for label in at_rest(window, scene).labels if label.text == "falling ggg")
        loops = pygame.Rect(ink.centerx, ink.bottom - 3, ink.width // 2, 3)
        assert (rgb(loops).min(axis=2) > 200).mean() > 0.1, name


def test_the_box_on_its_way_covers_no_name(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    facing = scene_of(scenes, "table-facing")
    picture = at_rest(window, replace(facing, hand_over=None))
    seats = [picture.parts[f"seat {index}"] for index in range(len(facing.seats))]
    names = [picture.parts[f"name {index}"] for index in range(len(facing.seats))]
    called = [rgb(seat) for seat in seats]
    letters = [rgb(name).min(axis=2) > 180 for name in names]
    assert all(letter.sum() > 50 for letter in letters)
    at_rest(window, scenes["table-first-claim"])
    window.show(facing)
    window.tick(100.0)
    covered = set()
    for tenth in range(20):
        window.tick(100.0 + tenth / 10)
        covered |= {tenth for seat, before in zip(seats, called, strict=True) if (rgb(seat) != before).any()}
        for name, letter in zip(names, letters, strict=True):
            assert (rgb(name).min(axis=2)[letter] > 150).mean() > 0.97, tenth
    assert {5, 9, 12} <= covered, "it passes over the seats"
    assert not covered & {0, 1, 2, 14, 15, 16, 17, 18, 19}


def test_a_notice_has_the_colour_of_its_tone(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    for tone, channel in ((Tone.BAD, 0), (Tone.GOOD, 2)):
        facing = scene_of(scenes, "table-facing")
        picture = at_rest(window, replace(facing, notice=Notice("Shake again.", tone)))
        left = picture.parts["notice"].inflate(-20, -12)
        colour = rgb(left).mean(axis=(0, 1))
        assert int(np.argmax(colour)) == channel


def test_the_shaken_box_moves_endlessly_and_deterministically(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    window.show(scenes["table-shaking"])
    window.tick(0.0)
    first = rgb()
    assert window.tick(0.14) is not None
    moved = rgb()
    assert window.tick(500.0) is not None
    assert np.abs(first - moved).max() > 0
    again = MainWindow((800, 480))
    again.show(scenes["table-shaking"])
    again.tick(7.0)
    again.tick(7.14)
    assert np.array_equal(rgb(), moved)


def test_the_box_is_closed_until_there_is_a_claim(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    picture = at_rest(window, scenes["table-roll"])
    assert "box" in picture.parts
    assert "claim" not in picture.parts


def test_the_box_goes_to_the_next_seat_before_that_is_called(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    facing = scene_of(scenes, "table-facing")
    at_rest(window, replace(facing, hand_over=None))
    called = rgb()
    at_rest(window, scenes["table-first-claim"])
    window.show(facing)
    window.tick(100.0)
    window.tick(101.0)
    assert window.picture is not None
    box = window.picture.parts["who, what"]
    assert {"Pass the box to", "Gunnar"} <= {label.text for label in window.picture.passing}
    assert not np.array_equal(rgb(box), called[box.top : box.bottom, box.left : box.right])
    window.tick(160.0)
    assert np.array_equal(rgb(box), called[box.top : box.bottom, box.left : box.right])
    at_rest(window, scenes["house-rules"])
    window.show(facing)
    window.tick(300.0)
    assert window.picture is not None
    assert not window.picture.passing, "not again after a menu"


def test_among_other_dice_those_that_count_are_outlined_but_not_numbered(
    window: MainWindow, scenes: Mapping[str, Scene]
) -> None:
    scene = next(one for one in scenes.values() if isinstance(one, TableScene) and one.photograph)
    assert scene.photograph is not None
    assert scene.photograph.others
    first, *rest = scene.photograph.dice
    other = sample_parts.SampleDie(6, first.polygon, first.pips)
    place = at_rest(window, scene).parts["photograph"]
    before = rgb(place)
    at_rest(window, replace(scene, photograph=replace(scene.photograph, dice=(other, *rest))))
    assert np.array_equal(rgb(place), before)


def test_a_sum_beside_the_selected_one_shows_its_number(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    scene = scene_of(scenes, "table-sum")
    assert scene.claim is not None
    seen = []
    for above in (14, 15):
        sums = tuple(replace(scene.claim, total=total) for total in (13, above))
        picture = at_rest(window, replace(scene, dial=ClaimDial(sums, 0)))
        seen.append(rgb(picture.parts["rung 1"]))
    assert not np.array_equal(seen[0], seen[1])
