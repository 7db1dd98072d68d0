"""Lists and the end of the game."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pygame

from display.draw.canvas import Hit, ScreenPicture
from display.draw.theme import unit
from display.scene import ListRow, ListScene, Notice, Scene, Tone, WinnerScene
from display.window import MainWindow
from tests.display.pixels import brightness, rgb
from tests.display.sample_pictures import samples


def at_rest(window: MainWindow, scene: Scene) -> ScreenPicture:
    window.show(scene)
    window.tick(0.0)
    window.tick(60.0)
    assert window.picture is not None
    return window.picture


def scene_of(scenes: Mapping[str, Scene], name: str) -> ListScene:
    scene = scenes[name]
    assert isinstance(scene, ListScene)
    return scene


def test_the_row_under_the_cursor_is_lit(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    resume = scene_of(scenes, "resume")
    picture = at_rest(window, resume)
    assert brightness(picture.parts["row 0"]) > 1.3 * brightness(picture.parts["row 1"])


def test_torches_stand_beside_the_list_of_the_start_screen(
    window_of: Callable[[tuple[int, int]], MainWindow], scenes: Mapping[str, Scene]
) -> None:
    for size in ((800, 480), (800, 600), (1024, 768), (1280, 1024)):
        parts = at_rest(window_of(size), scenes["welcome"]).parts
        torches = [box for name, box in parts.items() if name.startswith("torch")]
        assert len(torches) == 2
        assert all(box.collidelist(torches) == -1 for name, box in parts.items() if name.startswith("row")), size


def test_touching_a_row_turns_the_dial_there_and_pushes_it(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    picture = at_rest(window, replace(scene_of(scenes, "resume"), cursor=1))
    for row in range(3):
        assert window.hit(picture.parts[f"row {row}"].center) == Hit(turn=row - 1, control="dial")


def test_the_arrows_of_a_changing_value_turn_the_dial(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    picture = at_rest(window, scenes["house-rules"])
    row = picture.parts["row 2"]
    hits = [window.hit((x, row.centery)) for x in range(row.left, row.right)]
    assert Hit(turn=-1) in hits
    assert Hit(turn=1) in hits
    assert hits.index(Hit(turn=-1)) < hits.index(Hit(turn=1))


def test_touching_another_row_ends_the_change(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    for name in ("house-rules", "names"):
        picture = at_rest(window, scenes[name])
        row = picture.parts["row 3"]
        assert window.hit((row.left + 60, row.centery)) == Hit(control="dial")


def test_a_long_list_scrolls_to_the_cursor(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    rules = scene_of(scenes, "house-rules")
    rows = tuple(ListRow(f"Rule {number}") for number in range(30))
    for cursor in (0, 7, 15, 29):
        picture = at_rest(window, replace(rules, rows=rows, cursor=cursor, changing=False))
        assert f"row {cursor}" in picture.parts
        seen = [name for name in picture.parts if name.startswith("row ")]
        assert 3 <= len(seen) < 30


def test_the_arrows_beside_a_long_list_page_through_it(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    rules = scene_of(scenes, "house-rules")
    rows = tuple(ListRow(f"Rule {number}") for number in range(30))
    picture = at_rest(window, replace(rules, rows=rows, cursor=15, changing=False))
    seen = len([name for name in picture.parts if name.startswith("row ")])
    hits = {window.hit((x, y)) for x in range(window.size[0] // 2, window.size[0], 4) for y in range(100, 380, 4)}
    assert {Hit(turn=-seen), Hit(turn=seen)} <= hits


def test_an_empty_list_is_drawn(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    at_rest(window, replace(scene_of(scenes, "resume"), rows=(), cursor=0))


def test_a_disabled_row_is_dimmed(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    resume = scene_of(scenes, "resume")
    on = tuple(replace(row, label="Same", enabled=True) for row in resume.rows)
    bright = brightness(at_rest(window, replace(resume, rows=on)).parts["row 2"])
    off = (*on[:2], replace(on[2], enabled=False))
    assert brightness(at_rest(window, replace(resume, rows=off)).parts["row 2"]) < bright


def test_winners_are_lit(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    scene = scenes["winner-tavern"]
    assert isinstance(scene, WinnerScene)
    picture = at_rest(window, scene)
    lit = [brightness(picture.parts[f"seat {index}"]) for index in scene.winners]
    assert min(lit) > 1.5 * brightness(picture.parts["seat 1"])


def test_tally_marks_are_drawn_up_to_a_narrow_bundle(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    scene = scenes["winner-tavern"]
    assert isinstance(scene, WinnerScene)
    many = replace(scene.seats[0], kind="tally", stock=22, lost=0)
    pixels = []
    for stock in (22, 21):
        picture = at_rest(window, replace(scene, seats=(replace(many, stock=stock), *scene.seats[1:])))
        panel = picture.parts["seat 0"]
        right = pygame.Rect(panel.centerx, panel.centery, panel.width // 2, panel.height // 2)
        pixels.append(rgb(right))
    assert not np.array_equal(pixels[0], pixels[1]), "the twenty-second is seen"


def test_a_refusal_keeps_the_title_legible(window_of: Callable[[tuple[int, int]], MainWindow]) -> None:
    for size in ((800, 480), (480, 800)):
        window = window_of(size)
        scene = scene_of(samples(), "house-rules")
        picture = at_rest(window, replace(scene, notice=Notice("No dice have been revealed yet.", Tone.DOUBT)))
        px = {label.text: label.px for label in picture.labels}
        assert px[scene.title] >= 0.05 * unit(size)


def test_a_long_value_is_as_legible_as_its_label(window_of: Callable[[tuple[int, int]], MainWindow]) -> None:
    for way in ("standing", "changing", "typing"):
        for size in ((480, 800), (800, 480), (1080, 1920)):
            scene = scene_of(samples(), "names")
            rows = (ListRow("Platz", "Adelheid"), ListRow("Grund", "der Tisch war sich einig"), ListRow("So sei es"))
            scene = replace(scene, rows=rows, cursor=1, changing=way == "changing", typing=way == "typing")
            picture = at_rest(window_of(size), scene)
            label, value = (
                next(each for each in picture.labels if each.text == text) for text in ("Grund", rows[1].value)
            )
            assert value.px >= 0.7 * label.px
            assert len(value.lines) == 1


def test_rows_stay_on_the_board_if_a_value_is_below_its_label(
    window_of: Callable[[tuple[int, int]], MainWindow],
) -> None:
    scene = scene_of(samples(), "names")
    rows = (
        *(ListRow(f"Platz {number}", "Adelheid") for number in range(1, 11)),
        ListRow("Deckelschalter", "schließt beim Öffnen"),
    )
    picture = at_rest(window_of((480, 800)), replace(scene, rows=rows, cursor=0, typing=False))
    shown = [picture.parts[f"row {number}"] for number in range(len(rows))]
    assert all(above.bottom <= below.top for above, below in itertools.pairwise(shown))
    assert shown[-1].height > 1.5 * shown[0].height
    assert shown[-1].bottom < picture.parts["hint claim"].top


def test_a_long_label_without_a_value_takes_one_line(window_of: Callable[[tuple[int, int]], MainWindow]) -> None:
    scene = scene_of(samples(), "names")
    rows = (ListRow("Zurück"), ListRow("Das letzte Aufdecken noch einmal zeigen"), ListRow("Pause"))
    picture = at_rest(window_of((480, 800)), replace(scene, rows=rows, cursor=0, typing=False))
    assert picture.parts["row 1"].height == picture.parts["row 0"].height
