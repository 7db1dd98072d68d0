"""The audience's window shows the game without its controls, and never what is hidden."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from display.audience import audience_scene
from display.draw.drawing_context import DrawingContext
from display.draw.theme import THEMES
from display.samples import sample_parts
from display.scene import LookAway, Notice, PosterScene, RevealScene, Scene, StartScene, TableScene
from display.window import MainWindow

ROOT = Path(__file__).parents[2]


@pytest.fixture
def shared(window: MainWindow) -> MainWindow:
    """The table's window with the audience's window beside it."""
    window.open_audience()
    return window


def seen(shared: MainWindow, folder: Path) -> bytes:
    assert shared.audience is not None
    shared.audience.save(folder / "seen.png")
    return (folder / "seen.png").read_bytes()


def test_the_audience_sees_the_game_without_controls(scenes: Mapping[str, Scene]) -> None:
    for name, scene in scenes.items():
        shown = audience_scene(scene)
        if shown is not None:
            assert shown.hints == (), name
    facing = audience_scene(scenes["table-facing"])
    assert isinstance(facing, TableScene)
    assert isinstance(scenes["table-facing"], TableScene)
    assert (facing.seats, facing.claim) == (scenes["table-facing"].seats, scenes["table-facing"].claim)


def test_the_claim_that_is_being_chosen_is_not_shown(scenes: Mapping[str, Scene]) -> None:
    raising = scenes["table-raise"]
    assert isinstance(raising, TableScene)
    assert raising.dial is not None
    turned = replace(raising, dial=replace(raising.dial, index=3))
    assert audience_scene(raising) == audience_scene(turned)


def test_only_notices_that_are_spoken_are_shown(scenes: Mapping[str, Scene]) -> None:
    facing = scenes["table-facing"]
    assert isinstance(facing, TableScene)
    told = audience_scene(replace(facing, notice=Notice("46 ranks below 34.")))
    explained = audience_scene(replace(facing, notice=Notice("Astrid looks under the flap.", aloud=True)))
    assert told is not None
    assert told.notice is None
    assert explained is not None
    assert explained.notice is not None


def test_a_die_that_is_being_entered_is_not_shown_as_a_claim(scenes: Mapping[str, Scene]) -> None:
    facing = scenes["table-facing"]
    assert isinstance(facing, TableScene)
    entered = audience_scene(replace(facing, claim_by=""))
    assert isinstance(entered, TableScene)
    assert entered.claim is None


def test_a_menu_does_not_change_the_picture(shared: MainWindow, scenes: Mapping[str, Scene], tmp_path: Path) -> None:
    shared.show(scenes["table-facing"])
    shared.tick(0.0)
    shared.tick(60.0)
    before = seen(shared, tmp_path)
    shared.show(scenes["house-rules"])
    shared.tick(61.0)
    shared.tick(120.0)
    assert seen(shared, tmp_path) == before


def test_the_start_screen_becomes_a_poster(scenes: Mapping[str, Scene]) -> None:
    start = scenes["start"]
    assert isinstance(start, StartScene)
    assert audience_scene(start) == PosterScene(start.title, start.subtitle)


def test_neither_the_request_to_look_away_nor_the_view_through_the_flap_is_shown(
    shared: MainWindow, scenes: Mapping[str, Scene], tmp_path: Path
) -> None:
    shared.show(scenes["table-first-claim"])
    shared.tick(0.0)
    shared.tick(60.0)
    before = seen(shared, tmp_path)
    shared.show_look_away(LookAway("Astrid", "Everybody else, look away!", "Hold REVEAL"))
    shared.tick(60.5)
    assert seen(shared, tmp_path) == before
    shared.show_peek(sample_parts.photograph(DrawingContext(shared.size), (1, 2), 3).encoded, "Only Astrid may look")
    shared.tick(61.0)
    assert seen(shared, tmp_path) == before


def test_a_reveal_is_animated_and_skipped_with_the_table(shared: MainWindow, scenes: Mapping[str, Scene]) -> None:
    assert shared.audience is not None
    shared.show(scenes["reveal-refuted"])
    shared.tick(0.0)
    assert shared.tick(1.0) is not None
    drawn = shared.audience.frames
    assert drawn > 1
    assert shared.skip()
    shared.tick(1.1)
    assert shared.tick(1.2) is None
    assert shared.audience.frames == drawn + 1


def test_a_waiting_table_draws_no_frames(shared: MainWindow, scenes: Mapping[str, Scene]) -> None:
    assert shared.audience is not None
    shared.show(scenes["table-facing"])
    shared.tick(0.0)
    shared.tick(60.0)
    drawn = shared.audience.frames
    for later in (61.0, 120.0, 3600.0):
        assert shared.tick(later) is None
    assert shared.audience.frames == drawn


def test_the_window_has_a_size_of_its_own(shared: MainWindow, scenes: Mapping[str, Scene]) -> None:
    assert shared.audience is not None
    shared.show(scenes["table-facing"])
    shared.tick(0.0)
    shared.audience.window.size = (1280, 720)
    shared.tick(1.0)
    assert shared.audience.picture is not None
    assert shared.audience.picture.base.get_size() == (1280, 720)
    assert shared.size == (800, 480)


def test_the_body_takes_the_place_of_the_controls(shared: MainWindow, scenes: Mapping[str, Scene]) -> None:
    reveal = scenes["reveal-refuted"]
    assert isinstance(reveal, RevealScene)
    shared.show(reveal)
    shared.tick(60.0)
    assert shared.audience is not None
    assert shared.audience.picture is not None
    height = shared.audience.picture.base.get_height()
    assert shared.audience.picture.parts["verdict"].bottom > height * 0.9
    assert not [name for name in shared.audience.picture.parts if name.startswith("hint")]


def click(window: object) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1, window=window)


def test_a_click_into_the_window_is_dropped_but_a_key_is_not(shared: MainWindow) -> None:
    assert shared.audience is not None
    own, other = click(None), click(shared.audience.window)
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_c, mod=0, window=shared.audience.window)
    assert shared.filter_events([own, other, key]) == [own, key]


def test_closing_the_window_keeps_the_game_running_and_closing_the_tables_quits(
    shared: MainWindow, scenes: Mapping[str, Scene]
) -> None:
    assert shared.audience is not None
    window = shared.audience.window
    (end,) = shared.filter_events([pygame.event.Event(pygame.WINDOWCLOSE, window=None)])
    assert end.type == pygame.QUIT
    assert shared.filter_events([pygame.event.Event(pygame.WINDOWCLOSE, window=window)]) == []
    assert shared.audience is None
    shared.show(scenes["table-facing"])
    assert shared.tick(0.0) is not None


def test_it_is_opened_once_and_follows_the_theme(
    shared: MainWindow, scenes: Mapping[str, Scene], tmp_path: Path
) -> None:
    first = shared.audience
    shared.open_audience()
    assert shared.audience is first
    shared.show(scenes["table-facing"])
    shared.tick(0.0)
    shared.tick(60.0)
    dark = seen(shared, tmp_path)
    shared.set_theme(THEMES["day"])
    shared.tick(61.0)
    assert seen(shared, tmp_path) != dark


def test_a_pygame_with_one_window_raises_an_error_and_the_table_is_not_affected() -> None:
    """One of the two builds of pygame supports only one window; here `pygame.Window` is removed."""
    program = (
        "import pygame\n"
        "del pygame.Window\n"
        "from display.errors import SingleWindowError\n"
        "from display.window import MainWindow\n"
        "window = MainWindow((320, 240))\n"
        "try:\n"
        "    window.open_audience()\n"
        "except SingleWindowError as error:\n"
        "    print(error)\n"
        "print(window.audience, window.tick(0.0))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=os.environ.copy(), capture_output=True, text=True, check=True
    )
    said, after = ran.stdout.splitlines()
    assert "install pygame-ce" in said
    assert after == "None None"


def test_the_screens_are_counted_and_no_window_is_opened_unasked(window: MainWindow) -> None:
    assert window.screen_count == len(pygame.display.get_desktop_sizes()) >= 1
    assert window.audience is None, "not opened unasked"
