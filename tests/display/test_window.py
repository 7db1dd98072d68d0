"""The table's window draws what it is shown when something changed or moves, and nothing otherwise."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame

from display.draw.drawing_context import DrawingContext
from display.draw.theme import THEMES, TORCHLIGHT
from display.samples import sample_parts
from display.scene import ListScene, LookAway, Scene, TableScene
from display.scene_elements import Key, PadPlace
from display.window import MainWindow, largest_mode
from tests.display.pixels import contrast, luminance, rgb
from tests.display.sample_pictures import samples

ROOT = Path(__file__).parents[2]


def test_a_waiting_table_draws_no_frames(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    window.show(scenes["table-facing"])
    assert window.tick(0.0) is not None, "the torches flicker for a moment"
    now = 0.0
    while (wait := window.tick(now)) is not None:
        now += wait
        assert now < 3
    drawn = window.frames
    for later in (now + 1, now + 60, now + 3600):
        assert window.tick(later) is None
    window.show(replace_with_equal(scenes["table-facing"]))
    assert window.tick(now + 4000) is None
    assert window.frames == drawn


def replace_with_equal(scene: Scene) -> Scene:
    assert isinstance(scene, TableScene)
    return replace(scene, seats=tuple(replace(seat) for seat in scene.seats))


def test_every_screen_but_the_shaken_box_comes_to_rest(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    for name, scene in scenes.items():
        window.show(scene)
        window.tick(0.0)
        window.tick(60.0)
        assert (window.tick(61.0) is None) == (name != "table-shaking"), name


def test_partial_redraws_give_the_same_picture_as_a_full_one(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    """Frames are redrawn only where something moved."""
    for name in ("reveal-refuted", "winner-tavern", "table-facing"):
        window.show(scenes[name])
        now = 0.0
        while (wait := window.tick(now)) is not None:
            now += wait * 3
        moved = rgb()
        window.redraw()
        window.tick(now + 1)
        assert np.array_equal(rgb(), moved), name


def test_equal_scenes_draw_equal_pixels_at_equal_times(window_of: Callable[[tuple[int, int]], MainWindow]) -> None:
    for name in ("table-raise", "reveal-upheld", "start"):
        pixels = []
        for start in (0.0, 1234.5):
            window = window_of((800, 480))
            window.show(samples()[name])
            window.tick(start)
            window.tick(start + 0.5)
            pixels.append(rgb())
        assert np.array_equal(pixels[0], pixels[1]), name


def test_nothing_is_drawn_without_a_scene(window: MainWindow) -> None:
    assert window.tick(0.0) is None
    assert window.frames == 0
    assert window.hit((10, 10)) is None
    assert not window.skip()


def test_a_new_size_gives_a_new_layout(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    window.show(scenes["table-facing"])
    window.tick(0.0)
    pygame.display.set_mode((1024, 600), pygame.RESIZABLE)
    window.tick(1.0)
    assert window.size == (1024, 600)
    assert window.picture is not None
    assert window.picture.parts["hint dial"].right > 900
    window.resize((800, 480))
    window.tick(2.0)
    assert window.size == (800, 480)


def test_marks_of_the_device_in_use_stand_on_the_controls_that_can_be_used(
    window: MainWindow, scenes: Mapping[str, Scene]
) -> None:
    scene = scenes["table-first-claim"]
    assert isinstance(scene, TableScene)
    usable = {hint.control for hint in scene.hints if hint.enabled or hint.held}
    unusable = {hint.control for hint in scene.hints} - usable
    assert usable
    assert unusable
    window.show(scene)
    window.tick(60.0)
    assert window.picture is not None
    boxes = {control: window.picture.parts[f"hint {control}"] for control in usable | unusable}
    seen = []
    for mark in (None, Key("C"), Key(), *PadPlace, None):
        window.set_marks({} if mark is None else dict.fromkeys(boxes, mark))
        window.tick(61.0)
        seen.append({control: rgb(box) for control, box in boxes.items()})
    for control in usable:
        pictures = [pictures[control].tobytes() for pictures in seen]
        assert pictures[0] == pictures[-1]
        assert len(set(pictures)) == len(pictures) - 1, "every mark looks different"
    for control in unusable:
        assert len({pictures[control].tobytes() for pictures in seen}) == 1


def test_the_key_that_shows_the_dice_is_marked_while_all_others_are_asked_to_look_away(
    window: MainWindow, scenes: Mapping[str, Scene]
) -> None:
    window.show(scenes["table-facing"])
    window.show_look_away(LookAway("Gunnar", "Everybody else, look away!", "Hold REVEAL to see your dice."))
    pictures = []
    for marks in ({}, {"reveal": Key("R")}, {"claim": Key("C")}):
        window.set_marks(marks)
        window.tick(60.0)
        pictures.append(rgb())
    window.show_look_away(None)
    assert not np.array_equal(pictures[0], pictures[1])
    assert np.array_equal(pictures[0], pictures[2])


def test_marks_stay_in_a_window_of_another_size_and_theme(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    window.show(scenes["table-facing"])
    for theme in THEMES.values():
        pictures = []
        for mark in (Key("X"), None):
            window.set_marks({} if mark is None else {"challenge": mark})
            window.set_theme(theme)
            window.resize((1024, 600) if theme is TORCHLIGHT else (800, 480))
            window.tick(60.0)
            pictures.append(rgb().tobytes())
            if mark is not None and window.picture is not None:
                lights = luminance(rgb(window.picture.parts["mark challenge"]))
                assert contrast(float(lights.max()), float(lights.min())) > 7, theme.name
        assert pictures[0] != pictures[1], theme.name


def test_full_screen_can_be_toggled(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    window.show(scenes["start"])
    window.tick(0.0)
    window.toggle_fullscreen()
    window.tick(1.0)
    window.toggle_fullscreen()
    window.tick(2.0)
    assert window.size == (800, 480)


def test_a_full_screen_with_few_pixels_takes_the_largest_mode_that_fits() -> None:
    modes = [(1920, 1080), (1280, 720), (1024, 600), (800, 600), (640, 480)]
    assert largest_mode(modes, 1024 * 600) == (1024, 600)
    assert largest_mode(modes[3:], 1024 * 600) == (0, 0), "its own mode, which is small enough"
    assert largest_mode(modes[:2], 1024 * 600) == (0, 0), "there is no smaller one"


def test_the_view_through_the_flap_covers_the_scene_and_can_be_removed(
    window: MainWindow, scenes: Mapping[str, Scene]
) -> None:
    window.show(scenes["table-facing"])
    window.tick(0.0)
    window.tick(60.0)
    plain = rgb()
    encoded = sample_parts.photograph(DrawingContext(window.size), (1, 2), 3).encoded
    window.show_peek(encoded, "Only Astrid may look")
    window.tick(61.0)
    under_flap = rgb()
    assert np.abs(under_flap - plain).mean() > 10
    assert window.tick(62.0) is None, "the overlay does not move"
    hits = [window.hit(pos) for pos in ((400, 200), (5, 5), (60, 440))]
    assert [hit and hit.control for hit in hits] == ["reveal", "reveal", "claim"], "only what is not covered responds"
    window.show_peek(None)
    window.tick(63.0)
    assert np.array_equal(rgb(), plain)


def test_the_request_to_look_away_covers_the_screen_and_a_touch_anywhere_is_reveal(
    window: MainWindow, scenes: Mapping[str, Scene]
) -> None:
    asked = LookAway("Astrid", "Everybody else, look away!", "Hold REVEAL or the screen to see your dice.")
    covered = []
    for scene in (scenes["table-facing"], scenes["table-first-claim"]):
        window.show(scene)
        window.tick(0.0)
        window.show_look_away(asked)
        window.tick(60.0)
        covered.append(rgb())
        hit = window.hit((3, 3))
        assert (hit and (hit.turn, hit.control)) == (0, "reveal")
        window.show_look_away(None)
        window.tick(61.0)
        assert np.abs(rgb() - covered[-1]).mean() > 10
    assert np.array_equal(covered[0], covered[1]), "nothing of the table shows through"


def test_the_view_through_the_flap_stays_complete_over_animations(
    window: MainWindow, scenes: Mapping[str, Scene]
) -> None:
    encoded = sample_parts.photograph(DrawingContext(window.size), (1, 2), 3).encoded
    window.show(scenes["table-facing"])
    window.tick(0.0)
    window.show_peek(encoded)
    window.tick(0.2)
    window.tick(0.9)
    window.tick(60.0)
    moved = rgb()
    window.redraw()
    window.tick(61.0)
    assert np.array_equal(rgb(), moved)


def test_up_means_more_at_the_table_and_for_a_value(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    rules = scenes["house-rules"]
    assert isinstance(rules, ListScene)
    for scene, up_increases in (
        (scenes["table-raise"], True),
        (rules, True),
        (replace(rules, changing=False), False),
        (scenes["table-start-throw"], True),
        (scenes["reveal-unclear"], False),
    ):
        window.show(scene)
        assert window.up_increases is up_increases


def test_what_is_drawn_can_be_saved(window: MainWindow, scenes: Mapping[str, Scene], tmp_path: Path) -> None:
    window.show(scenes["start"])
    window.tick(0.0)
    window.save(tmp_path / "start.png")
    assert pygame.image.load(tmp_path / "start.png").get_size() == (800, 480)


def test_a_missing_display_is_one_sentence_with_a_remedy() -> None:
    for fullscreen in (False, True):
        program = (
            "from display.window import DisplayError, MainWindow\n"
            "try:\n"
            f"    MainWindow(fullscreen={fullscreen})\n"
            "except DisplayError as error:\n"
            "    print(error)\n"
        )
        environment = {**os.environ, "SDL_VIDEODRIVER": "no-such-driver"}
        ran = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        assert ran.stdout.startswith("No screen can be opened (")
        assert "SDL_VIDEODRIVER" in ran.stdout
        assert ran.stdout.count("\n") == 1


def test_without_a_desktop_no_dummy_driver_is_used() -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
    }
    program = (
        "import pygame\n"
        "from display.window import DisplayError, MainWindow\n"
        "try:\n"
        "    MainWindow()\n"
        "    print(pygame.display.get_driver())\n"
        "except DisplayError as error:\n"
        "    print('refused')\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() not in ("dummy", "offscreen")


def test_importing_the_display_prints_nothing() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", "import display.window"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout == ""
