"""The standings of a hall on a separate screen, in the style of the box: `meierbox league hall --screen`."""

from collections.abc import Callable, Sequence

import pygame

from display.scene import PageScene
from display.scene_elements import NumberTable
from display.window import MainWindow
from firmware.league.game_result import LeagueResult
from firmware.league.merging import League
from firmware.league.ratings import Standing
from firmware.rules.message import Message, Value
from firmware.texts.source import text

ROWS = 8
"""The maximum number of people on a page."""
PAGE_SECONDS = 8.0
LATEST = 5
"""The maximum number of recent games on the page after the standings."""

Render = Callable[[Message], str]


def hall_scenes(event: str, league: League, found: Sequence[Standing], render: Render) -> tuple[PageScene, ...]:
    """Returns the pages: the standings, best first, then the latest games; or that none has ended yet."""

    def say(code: str, /, **fields: Value) -> str:
        return render(text(f"hall.{code}", **fields))

    games, boxes = len(league.games), len({game.box for game in league.games})
    counts = say("counts", games=say("games", n=games), boxes=say("boxes", n=boxes))
    if not found:
        return (PageScene(event, counts, (say("none"),), ()),)
    head = ("", say("rating"), say("played"), say("won"), say("interval"))
    tables = [
        NumberTable(head, tuple(_row(place, each) for place, each in enumerate(found[first : first + ROWS], first + 1)))
        for first in range(0, len(found), ROWS)
    ]
    latest = tuple(_game(game, render) for game in league.games[: -LATEST - 1 : -1])
    pages = len(tables) + 1
    return (
        *(PageScene(event, counts, (), (), table=table, page=page, pages=pages) for page, table in enumerate(tables)),
        PageScene(say("latest"), counts, latest, (), page=pages - 1, pages=pages),
    )


def _row(place: int, each: Standing) -> tuple[str, ...]:
    interval = f"{each.low:.1f} – {each.high:.1f}"
    return (f"{place}. {each.name}", f"{each.rating:.1f}", str(each.games), str(each.won), interval)


def _game(game: LeagueResult, render: Render) -> str:
    ranked = sorted(zip(game.places, game.seats, strict=True))
    order = ", ".join(f"{place}.\u00a0{name}" for place, name in ranked)
    return f"{render(text(f'game.{game.rules}'))}: {order}"


class HallScreen:
    """A window that turns the pages by itself until somebody closes it (`Esc`, `Q`, or the window's own cross)."""

    def __init__(self, window: MainWindow, scenes: tuple[PageScene, ...]) -> None:
        """Shows the first page."""
        self._window = window
        self._scenes = scenes
        self._page, self._turns_at = 0, 0.0
        self.closed = False

    def show(self, scenes: tuple[PageScene, ...]) -> None:
        """Takes new pages, and stays at the one that is open."""
        self._scenes = scenes
        self._page %= len(scenes)

    def step(self, now: float) -> None:
        """Turns the page when it is time, draws, and handles the window's input."""
        if self._turns_at and now >= self._turns_at:
            self._page = (self._page + 1) % len(self._scenes)
        if not self._turns_at or now >= self._turns_at:
            self._turns_at = now + PAGE_SECONDS
        self._window.show(self._scenes[self._page])
        self._window.tick(now)
        for event in self._window.drain_events():
            quits = event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_q)
            self.closed |= event.type == pygame.QUIT or quits
            if event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
                self._window.toggle_fullscreen()
