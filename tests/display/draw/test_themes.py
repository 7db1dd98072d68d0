"""Every theme is legible, and its verdicts cannot be mistaken for one another."""

import itertools
from collections.abc import Callable, Iterator

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from display.draw import icons
from display.draw.drawing_context import DrawingContext
from display.draw.surface_cache import SurfaceCache
from display.draw.theme import THEMES, TORCHLIGHT, Colour, Theme
from display.samples import box_games, list_samples
from display.window import MainWindow
from tests.display.pixels import contrast, luminance, rgb
from tests.display.sample_pictures import samples

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)

# Machado, Oliveira, Fernandes 2009: colours as seen without one kind of cone, in linear RGB.
SEEN_AS = {
    "ordinary": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


@pytest.fixture
def window_in(surfaces: SurfaceCache) -> Iterator[Callable[..., MainWindow]]:
    opened: list[MainWindow] = []

    def make(theme: Theme, size: tuple[int, int] = (800, 480)) -> MainWindow:
        opened.append(MainWindow(size, theme=theme, surfaces=surfaces))
        return opened[-1]

    yield make
    for window in opened:
        window.close()


def linear(colour: Colour) -> NDArray[np.float64]:
    part = np.array(colour, dtype=np.float64) / 255
    return np.asarray(np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4))


def lab(linear_rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    """CIE L*a*b* of a linear sRGB colour under D65."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(np.maximum(to_xyz @ np.clip(linear_rgb, 0, 1) / np.array([0.9505, 1.0, 1.089]), 1e-9))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@every_theme
def test_all_text_has_enough_contrast(theme: Theme, window_in: Callable[..., MainWindow]) -> None:
    window = window_in(theme)
    for name, scene in samples(theme).items():
        window.show(scene)
        window.tick(0.0)
        window.tick(60.0)
        assert window.picture is not None
        for label in window.picture.labels:
            pixels = rgb(label.ink.inflate(8, 8)).reshape(-1, 3)
            ink = np.array(label.colour, dtype=np.float64)
            ground = pixels[np.abs(pixels - ink).sum(axis=1) > 150]
            behind = float(np.quantile(luminance(ground), 0.5))
            ratio = contrast(float(luminance(ink[None])[0]), behind)
            assert ratio >= 4.5, f"{name}: {label.text} has a contrast of {ratio:.1f}"


def test_verdict_colours_differ_for_every_kind_of_colour_vision() -> None:
    for theme, eyes in itertools.product(THEMES.values(), SEEN_AS):
        grounds = {"good": theme.good[1], "bad": theme.bad[1], "doubt": theme.doubt[1]}
        seen = {name: lab(SEEN_AS[eyes] @ linear(ground)) for name, ground in grounds.items()}
        for first, second in itertools.combinations(seen, 2):
            away = float(np.linalg.norm(seen[first] - seen[second]))
            assert away >= 12, f"{theme.name}, {eyes}: {first} and {second} are only {away:.0f} apart"


def test_lives_that_are_left_differ_from_those_that_are_lost() -> None:
    def light(colour: Colour) -> float:
        return float(lab(linear(colour))[0])

    for theme in THEMES.values():
        assert abs(light(theme.life[1]) - light(theme.lost_life[1])) >= 25, theme.name


def test_the_arrows_of_the_dial_stand_out_from_its_panel() -> None:
    for theme in THEMES.values():
        side = 200
        dial = icons.control(DrawingContext((800, 480), theme), "dial", side)
        for across in (0.083, 0.917):
            arrow = dial.get_at((round(across * side), round(0.4 * side)))
            assert arrow.a == 255
            lights = luminance(np.array([arrow[:3], theme.board[1]], float))
            assert contrast(lights[0], lights[1]) >= 3


def test_the_theme_can_change_while_a_scene_is_shown(window_in: Callable[..., MainWindow]) -> None:
    window = window_in(TORCHLIGHT)
    scene = box_games.tables()["table-facing"]
    window.show(scene)
    window.tick(0.0)
    window.tick(60.0)
    by_night = float(rgb().mean())
    window.set_theme(THEMES["day"])
    window.tick(61.0)
    assert float(rgb().mean()) > by_night + 80
    window.set_theme(TORCHLIGHT)
    window.tick(62.0)
    assert float(rgb().mean()) == pytest.approx(by_night, abs=2)


def test_setting_the_same_theme_redraws_nothing(window_in: Callable[..., MainWindow]) -> None:
    window = window_in(TORCHLIGHT)
    window.show(box_games.tables()["table-facing"])
    window.tick(0.0)
    window.tick(60.0)
    drawn = window.frames
    window.set_theme(TORCHLIGHT)
    window.tick(61.0)
    assert window.frames == drawn


def test_high_contrast_is_black_white_and_one_accent(window_in: Callable[..., MainWindow]) -> None:
    """Nine tenths of the pixels are black, white, or the accent."""
    window = window_in(THEMES["contrast"], (1280, 720))
    pure = np.array([(0, 0, 0), (255, 255, 255), (255, 214, 0)], dtype=np.float64)
    for scene in list_samples.lists().values():
        window.show(scene)
        window.tick(0.0)
        window.tick(60.0)
        pixels = rgb(pygame.Rect(0, 0, 1280, 720)).reshape(-1, 1, 3)[::7]
        near = np.abs(pixels - pure).sum(axis=2).min(axis=1) < 30
        assert near.mean() > 0.9
