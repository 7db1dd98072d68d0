"""The crowd's window: the game as the table sees it, without controls, and never what is hidden."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from display.audience import audience_scene
from display.draw.drawing_context import DrawingContext
from display.samples import box_games
from display.scene import ListScene, Notice, PosterScene, RevealScene, Scene, TableScene
from display.window import MainWindow

ROOT = Path(__file__).parents[2]


@pytest.fixture
def back_wall(window: MainWindow) -> MainWindow:
    """A window with the crowd's window beside it."""
    window.open_audience()
    return window


def seen(hall: MainWindow, folder: Path) -> bytes:
    assert hall.audience is not None
    hall.audience.save(folder / "seen.png")
    return (folder / "seen.png").read_bytes()


def test_the_crowd_sees_the_game_and_no_control(scenes: dict[str, Scene]) -> None:
    for name, scene in scenes.items():
        shown = audience_scene(scene)
        if shown is not None:
            assert shown.hints == (), name
    facing = audience_scene(scenes["table-facing"])
    assert isinstance(facing, TableScene)
    assert isinstance(scenes["table-facing"], TableScene)
    assert (facing.seats, facing.claim) == (scenes["table-facing"].seats, scenes["table-facing"].claim)


def test_the_claim_that_somebody_is_turning_to_is_nobodys_business(scenes: dict[str, Scene]) -> None:
    raising = scenes["table-raise"]
    assert isinstance(raising, TableScene)
    assert raising.dial is not None
    turned = replace(raising, dial=replace(raising.dial, index=3))
    assert audience_scene(raising) == audience_scene(turned)


def test_of_what_is_said_to_the_table_the_crowd_sees_what_is_said_aloud(scenes: dict[str, Scene]) -> None:
    facing = scenes["table-facing"]
    assert isinstance(facing, TableScene)
    told = audience_scene(replace(facing, notice=Notice("46 ranks below 34.")))
    explained = audience_scene(replace(facing, notice=Notice("Astrid looks under the flap.", aloud=True)))
    assert told is not None
    assert told.notice is None
    assert explained is not None
    assert explained.notice is not None


def test_a_die_that_is_being_entered_is_not_shown_as_a_claim(scenes: dict[str, Scene]) -> None:
    facing = scenes["table-facing"]
    assert isinstance(facing, TableScene)
    entered = audience_scene(replace(facing, claim_by=""))
    assert isinstance(entered, TableScene)
    assert entered.claim is None


def test_a_menu_leaves_the_crowd_with_what_it_saw(hall: MainWindow, scenes: dict[str, Scene], tmp_path: Path) -> None:
    hall.show(scenes["table-facing"])
    hall.tick(0.0)
    hall.tick(60.0)
    before = seen(hall, tmp_path)
    hall.show(scenes["house-rules"])
    hall.tick(61.0)
    hall.tick(120.0)
    assert seen(hall, tmp_path) == before


def test_before_a_game_hangs_a_poster(scenes: dict[str, Scene]) -> None:
    start = scenes["start"]
    assert isinstance(start, ListScene)
    assert audience_scene(start) == PosterScene(start.title, start.subtitle)


def test_what_lies_under_the_flap_is_for_one_pair_of_eyes(
    hall: MainWindow, scenes: dict[str, Scene], tmp_path: Path
) -> None:
    hall.show(scenes["table-first-claim"])
    hall.tick(0.0)
    hall.tick(60.0)
    before = seen(hall, tmp_path)
    hall.show_peek(box_games.photograph(DrawingContext(hall.size), (1, 2), 3).encoded, "Only Astrid may look")
    hall.tick(61.0)
    assert seen(hall, tmp_path) == before


def test_the_theatre_is_played_to_the_crowd_too_and_skipped_with_it(hall: MainWindow, scenes: dict[str, Scene]) -> None:
    assert hall.audience is not None
    hall.show(scenes["reveal-refuted"])
    hall.tick(0.0)
    assert hall.tick(1.0) is not None
    drawn = hall.audience.frames
    assert drawn > 1
    assert hall.skip()
    hall.tick(1.1)
    assert hall.tick(1.2) is None
    assert hall.audience.frames == drawn + 1


def test_a_waiting_table_costs_the_crowd_no_frame(hall: MainWindow, scenes: dict[str, Scene]) -> None:
    assert hall.audience is not None
    hall.show(scenes["table-facing"])
    hall.tick(0.0)
    hall.tick(60.0)
    drawn = hall.audience.frames
    for later in (61.0, 120.0, 3600.0):
        assert hall.tick(later) is None
    assert hall.audience.frames == drawn


def test_the_crowds_window_is_drawn_in_its_own_size(hall: MainWindow, scenes: dict[str, Scene]) -> None:
    assert hall.audience is not None
    hall.show(scenes["table-facing"])
    hall.tick(0.0)
    hall.audience.window.size = (1280, 720)
    hall.tick(1.0)
    assert hall.audience.picture is not None
    assert hall.audience.picture.base.get_size() == (1280, 720)
    assert hall.size == (800, 480)


def test_the_body_takes_the_room_of_the_controls(hall: MainWindow, scenes: dict[str, Scene]) -> None:
    reveal = scenes["reveal-refuted"]
    assert isinstance(reveal, RevealScene)
    hall.show(reveal)
    hall.tick(60.0)
    assert hall.audience is not None
    assert hall.audience.picture is not None
    height = hall.audience.picture.base.get_height()
    assert hall.audience.picture.parts["verdict"].bottom > height * 0.9
    assert not [name for name in hall.audience.picture.parts if name.startswith("hint")]


def click(window: object) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1, window=window)


def test_a_click_into_the_crowds_window_presses_nothing(hall: MainWindow) -> None:
    assert hall.audience is not None
    own, other = click(None), click(hall.audience.window)
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_c, mod=0, window=hall.audience.window)
    assert hall.filter_events([own, other, key]) == [own, key]


def test_the_crowds_window_is_closed_alone_and_the_tables_with_everything(
    hall: MainWindow, scenes: dict[str, Scene]
) -> None:
    assert hall.audience is not None
    window = hall.audience.window
    (end,) = hall.filter_events([pygame.event.Event(pygame.WINDOWCLOSE, window=None)])
    assert end.type == pygame.QUIT
    assert hall.filter_events([pygame.event.Event(pygame.WINDOWCLOSE, window=window)]) == []
    assert hall.audience is None
    hall.show(scenes["table-facing"])
    assert hall.tick(0.0) is not None


def test_it_is_opened_once_and_dressed_like_the_table(
    hall: MainWindow, scenes: dict[str, Scene], tmp_path: Path
) -> None:
    from display.draw.theme import THEMES  # noqa: PLC0415

    first = hall.audience
    hall.open_audience()
    assert hall.audience is first
    hall.show(scenes["table-facing"])
    hall.tick(0.0)
    hall.tick(60.0)
    by_night = seen(hall, tmp_path)
    hall.set_theme(THEMES["day"])
    hall.tick(61.0)
    assert seen(hall, tmp_path) != by_night


def test_a_pygame_with_one_window_says_so_and_the_table_plays_on() -> None:
    """Of the two builds of pygame one opens a single window only: here its `Window` is taken away."""
    program = (
        "import pygame\n"
        "del pygame.Window\n"
        "from display.window import AudienceError, MainWindow\n"
        "window = MainWindow((320, 240))\n"
        "try:\n"
        "    window.open_audience()\n"
        "except AudienceError as error:\n"
        "    print(error)\n"
        "print(window.audience, window.tick(0.0))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=os.environ.copy(), capture_output=True, text=True, check=True
    )
    said, after = ran.stdout.splitlines()
    assert "install pygame-ce" in said
    assert after == "None None"


def test_the_screens_of_the_machine_are_counted(window: MainWindow) -> None:
    assert window.screen_count == len(pygame.display.get_desktop_sizes()) >= 1
    assert window.audience is None, "nobody is invited unasked"
