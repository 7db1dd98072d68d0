"""The key screens look as they did; after a change that is meant, `python -m tests.display.golden` renews them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame

from display.scene import RevealScene, Scene, TableScene, Tone, VerdictPanel
from display.window import MainWindow
from tests.display.golden import FOLDER, KEYS, MOST, Key, Pixels, difference, drawn, pixels, small


def golden(key: Key) -> Pixels:
    return pixels(pygame.image.load(key.path))


def test_the_key_screens_look_as_they_did(tmp_path: Path) -> None:
    changed = {}
    for key, picture in drawn():
        away = difference(pixels(picture), golden(key))
        if away > MOST:
            changed[key.path.name] = round(away, 1)
            pygame.image.save(picture, str(tmp_path / key.path.name))
    assert not changed, f"look at {tmp_path} beside {FOLDER.name}, then renew: python -m tests.display.golden"


def test_there_is_a_golden_picture_for_every_key_and_no_other() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {key.path.name for key in KEYS}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 300_000


Change = Callable[[Scene], Scene]


def without_a_seat(scene: Scene) -> Scene:
    assert isinstance(scene, TableScene)
    return replace(scene, seats=scene.seats[:-1])


def with_another_turn(scene: Scene) -> Scene:
    assert isinstance(scene, TableScene)
    first, *others = scene.seats
    return replace(scene, seats=(replace(first, turn=not first.turn), *others))


def with_a_life_less(scene: Scene) -> Scene:
    assert isinstance(scene, TableScene)
    first, *others = scene.seats
    return replace(scene, seats=(replace(first, stock=first.stock - 2), *others))


def with_another_verdict(scene: Scene) -> Scene:
    assert isinstance(scene, RevealScene)
    return replace(scene, verdict=VerdictPanel(scene.verdict.word, Tone.DOUBT, scene.verdict.lines))


def test_a_real_change_is_detected(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    for name, change in (
        ("table-facing", without_a_seat),
        ("table-facing", with_another_turn),
        ("table-facing", with_a_life_less),
        ("reveal-refuted", with_another_verdict),
    ):
        window.show(change(scenes[name]))
        window.tick(60.0)
        window.tick(120.0)
        assert difference(pixels(small(pygame.display.get_surface())), golden(Key(name))) > MOST


def test_different_font_smoothing_is_tolerated(window: MainWindow, scenes: Mapping[str, Scene]) -> None:
    """Another FreeType shifts letters by half a pixel and makes them bolder or fainter."""
    window.show(scenes["table-facing"])
    window.tick(60.0)
    window.tick(120.0)
    surface = pygame.display.get_surface()
    assert surface is not None
    shifted = pygame.Surface(surface.get_size())
    shifted.blit(surface, (0, 0))
    faint = surface.copy()
    faint.set_alpha(128)
    shifted.blit(faint, (1, 1))
    assert difference(pixels(small(shifted)), golden(Key("table-facing"))) < MOST / 2
    noise = np.random.default_rng(1).normal(0, 4, golden(Key("table-facing")).shape)
    assert difference(golden(Key("table-facing")) + noise, golden(Key("table-facing"))) < MOST / 2
