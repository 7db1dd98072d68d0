"""Screens are saved as pictures, and pictures are combined on sheets."""

from collections.abc import Mapping
from pathlib import Path

import pygame

from display.samples.contact_sheet import DISTANT_PX, contact_sheet, distant_sheet, save_scene
from display.scene import Scene
from display.window import MainWindow


def test_a_scene_is_saved_at_rest_and_at_moments(
    window: MainWindow, scenes: Mapping[str, Scene], tmp_path: Path
) -> None:
    saved = save_scene(window, scenes["reveal-refuted"], tmp_path / "lie.png", moments=(0.3, 1.5))
    assert [path.name for path in saved] == ["lie@0.30.png", "lie@1.50.png", "lie.png"]
    assert len({path.read_bytes() for path in saved}) == 3


def test_the_view_through_the_flap_is_only_in_its_own_picture(
    window: MainWindow, scenes: Mapping[str, Scene], tmp_path: Path
) -> None:
    save_scene(window, scenes["start"], tmp_path / "before.png")
    save_scene(window, scenes["start"], tmp_path / "lifted.png", peek=(b"no picture", "Only Astrid may look"))
    save_scene(window, scenes["start"], tmp_path / "after.png")
    assert (tmp_path / "before.png").read_bytes() == (tmp_path / "after.png").read_bytes()
    assert (tmp_path / "before.png").read_bytes() != (tmp_path / "lifted.png").read_bytes()


def test_a_sheet_contains_every_picture(window: MainWindow, scenes: Mapping[str, Scene], tmp_path: Path) -> None:
    saved = [save_scene(window, scenes["start"], tmp_path / f"{number}.png")[0] for number in range(7)]
    contact_sheet(saved, tmp_path / "sheet.png")
    sheet = pygame.image.load(tmp_path / "sheet.png")
    assert sheet.get_width() <= 2400
    assert sheet.get_height() > 2 * 240


def test_a_distant_sheet_has_a_pixel_for_every_minute_of_arc(
    window: MainWindow, scenes: Mapping[str, Scene], tmp_path: Path
) -> None:
    saved = [save_scene(window, scenes["table-facing"], tmp_path / f"{number}.png")[0] for number in range(6)]
    distant_sheet(saved, tmp_path / "sheet.png")
    sheet = pygame.image.load(tmp_path / "sheet.png")
    assert DISTANT_PX == 176, "154 mm from 3 m are 2.9 degrees"
    assert 5 * 176 < sheet.get_width() < 5 * 190
    assert 2 * 105 < sheet.get_height() < 2 * 120
