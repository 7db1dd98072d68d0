"""No text of any language is cut, leaves its room or covers another on the smallest screen, nor upright in German."""

import io
import itertools
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pygame
import pytest

from display.draw.surface_cache import SurfaceCache
from firmware.table.destinations import RulePages
from tests.firmware.evening import speak

os.environ["SDL_VIDEODRIVER"] = "dummy"

from display.draw.canvas import Label
from display.scene import RevealScene
from display.window import MainWindow
from firmware.app.autoplay.tour_camera import Truths
from firmware.app.autoplay.tour_route import Route, TourScreen
from firmware.app.autoplay.tour_screens import SCREENS
from firmware.journal.observation import Observation
from firmware.menus.rule_pages import PagesMode
from firmware.rules.games.registry import RULESETS
from firmware.texts import languages
from firmware.texts.verses import verses
from hardware.simulated.remembered_throws import DiceAtRest
from tests.firmware.app.autoplay.fake_photographer import Sketcher
from tests.firmware.evening import Evening, scene_of

SIZE = (800, 480)
UPRIGHT = (480, 800)
Tours = Callable[[str], Mapping[str, TourScreen]]
SMALLEST = min(SIZE) / 44
"""Letters smaller than 11 pixels are illegible on a 7-inch screen, even up close."""
OVERHANG = 0.2
"""The part of the letter size by which a capital or descender of the title face may exceed its line."""


class Painter(Sketcher):
    """Draws readings at random, and gives a picture that can be shown."""

    def __init__(self) -> None:
        canvas, file = pygame.Surface((64, 48)), io.BytesIO()
        pygame.image.save(canvas, file, "evidence.png")
        self.picture = file.getvalue()

    def see(self, oblong: bool, lying: DiceAtRest) -> tuple[Observation, Truths]:
        seen, truth = super().see(oblong, lying)
        return replace(seen, photograph=self.picture), truth


@pytest.fixture
def stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    opened = MainWindow(SIZE, surfaces=surfaces)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def tours(surfaces: SurfaceCache) -> Iterator[Tours]:
    """Walks the tour once in each language that is asked for, at a window that is not drawn."""
    hidden = MainWindow(SIZE, surfaces=surfaces)

    @cache
    def screens(language: str) -> Mapping[str, TourScreen]:
        return Route(language, Painter(), hidden).walk()

    yield screens
    hidden.close()


@pytest.fixture
def upright_stage(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    opened = MainWindow(UPRIGHT, surfaces=surfaces)
    yield opened
    opened.close()


def complaints(name: str, labels: tuple[Label, ...], size: tuple[int, int] = SIZE) -> Iterator[str]:
    screen = pygame.Rect((0, 0), size)
    for label in labels:
        if any(line.endswith("…") and not label.text.endswith("…") for line in label.lines):
            yield f"{name}: {label.text!r} is cut"
        if not label.room.inflate(2, 2 * round(OVERHANG * label.px)).contains(label.ink):
            yield f"{name}: {label.text!r} leaves its room"
        if not screen.contains(label.ink):
            yield f"{name}: {label.text!r} leaves the screen"
        if label.px < SMALLEST:
            yield f"{name}: {label.text!r} is too small to be read"
    for one, other in itertools.combinations(labels, 2):
        if one.ink.colliderect(other.ink):
            yield f"{name}: {one.text!r} and {other.text!r} lie over each other"


def drawn(stage: MainWindow, stop: TourScreen) -> tuple[Label, ...]:
    stage.show(stop.scene)
    stage.tick(0.0)
    assert stage.picture is not None
    return tuple(stage.picture.labels)


def misfits(stage: MainWindow, stops: Mapping[str, TourScreen]) -> str:
    return "\n".join(said for name, stop in stops.items() for said in complaints(name, drawn(stage, stop), stage.size))


@pytest.mark.parametrize("language", languages())
def test_every_text_fits_the_smallest_screen(stage: MainWindow, tours: Tours, language: str) -> None:
    stops = tours(language)
    assert set(stops) <= set(SCREENS), "firmware/app/autoplay/tour_screens.py lacks a screen"
    assert not misfits(stage, stops)


def test_the_longest_texts_fit_an_upright_screen(upright_stage: MainWindow, tours: Tours) -> None:
    assert not misfits(upright_stage, tours("de"))


@pytest.mark.parametrize("language", languages())
def test_the_rules_of_every_game_fit_their_pages(stage: MainWindow, tmp_path: Path, language: str) -> None:
    table = Evening(tmp_path).table
    speak(table, language)
    found: list[str] = []
    for rules in RULESETS:
        table.go(RulePages(rules, {}))
        book = table.mode
        assert isinstance(book, PagesMode)
        for number in range(len(book.pages)):
            book.number = number
            found += complaints(f"{rules}, page {number + 1}", drawn(stage, TourScreen(scene_of(table))))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", languages())
def test_the_longest_verses_are_read_at_a_glance(stage: MainWindow, tours: Tours, language: str) -> None:
    cups = (stop.scene for name, stop in tours(language).items() if name.startswith("sympkyn-cups-verdict"))
    scene = next(scene for scene in cups if isinstance(scene, RevealScene))
    names = {"owner": "Kunigunde", "challenger": "Ragnhild", "claim": "zwölf Sechsen", "winner": "Kunigunde"}
    for told in verses(language).values():
        longest = max(told.heads, key=len).format(**names), max(told.tails, key=len)
        verse = " ".join(longest)
        labels = drawn(stage, TourScreen(replace(scene, verse=verse)))
        assert not list(complaints("reveal", labels))
        assert next(label.px for label in labels if label.text == verse) >= SIZE[1] / 28, verse


def test_a_text_that_does_not_fit_would_be_noticed(stage: MainWindow, tours: Tours) -> None:
    name, stop = next((name, stop) for name, stop in tours("de").items() if name.startswith("viking-box-round"))
    scene = replace(stop.scene, what="Donaudampfschifffahrtsgesellschaftskapitän " * 12)  # type: ignore[arg-type]
    assert any("is cut" in said for said in complaints(name, drawn(stage, TourScreen(scene))))
