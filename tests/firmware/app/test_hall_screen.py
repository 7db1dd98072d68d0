"""The hall's own screen: pages of standings that turn by themselves."""

import os
from collections.abc import Iterator

import pygame
import pytest

from display.draw.surface_cache import SurfaceCache
from firmware.league.game_result import LeagueResult
from firmware.league.merging import League, merge
from firmware.league.ratings import standings
from firmware.texts import Texts, languages

os.environ["SDL_VIDEODRIVER"] = "dummy"

from display.window import MainWindow
from firmware.app.hall_screen import PAGE_SECONDS, ROWS, HallScreen, hall_scenes
from tests.firmware.app.autoplay.test_every_language_fits import complaints

NAMES = ("Astrid", "Bjorn", "Sigrid", "Ulf", "Freydis", "Sympkyn", "Gudrun", "Leif", "Ingrid", "Snorri", "Ragnhild")


@pytest.fixture(scope="module")
def window(surfaces: SurfaceCache) -> Iterator[MainWindow]:
    opened = MainWindow((800, 480), surfaces=surfaces)
    yield opened
    opened.close()


def a_league() -> League:
    """Eleven people, four at a table, at two boxes."""
    return merge(
        LeagueResult(
            f"{number:064x}",
            f"{number % 2:064x}",
            20,
            ("mia", "viking", "stars")[number % 3],
            tuple(NAMES[(number + place) % len(NAMES)] for place in range(4)),
            (1, 2, 3, 4),
            9,
            1000.0 * number,
            1000.0 * number + 600,
        )
        for number in range(9)
    )


def test_the_best_stand_first_and_the_latest_games_last() -> None:
    league = a_league()
    found = standings(league)
    scenes = hall_scenes("ildhafn", league, found, Texts("en").render)
    first, second, latest = scenes
    assert first.table is not None
    assert second.table is not None
    assert first.subtitle == "9 games at 2 boxes"
    assert [len(first.table.rows), len(second.table.rows)] == [ROWS, len(found) - ROWS]
    assert first.table.rows[0][0] == f"1. {found[0].name}"
    assert latest.lines[0] == "Liar's Dice with stars: 1. Ingrid, 2. Snorri, 3. Ragnhild, 4. Astrid".replace(
        ". ", ".\u00a0"
    )


def test_an_empty_hall_says_so() -> None:
    (page,) = hall_scenes("ildhafn", merge(()), (), Texts("en").render)
    assert page.lines == ("No game has come to its end yet.",)


@pytest.mark.parametrize("language", languages())
def test_every_page_fits(window: MainWindow, language: str) -> None:
    league = a_league()
    for number, scene in enumerate(hall_scenes("ildhafn-2026", league, standings(league), Texts(language).render)):
        window.show(scene)
        window.tick(0.0)
        window.tick(60.0)
        assert window.picture is not None
        assert not list(complaints(f"page {number}", tuple(window.picture.labels)))


def test_pages_turn_by_themselves_until_the_window_is_closed(window: MainWindow) -> None:
    league = a_league()
    scenes = hall_scenes("ildhafn", league, standings(league), Texts("en").render)
    screen = HallScreen(window, scenes[:1])
    screen.step(0.0)
    screen.show(scenes)
    seen = []
    for page in range(len(scenes) + 1):
        screen.step(page * PAGE_SECONDS + 0.1)
        assert window.picture is not None
        seen.append(tuple(label.text for label in window.picture.labels))
    assert len(set(seen)) == len(scenes)
    assert seen[0] == seen[-1]
    assert not screen.closed
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE))
    screen.step(99.0)
    assert screen.closed
