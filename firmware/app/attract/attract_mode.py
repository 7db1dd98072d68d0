"""Plays the attract game by the clock, at a table of its own."""

from __future__ import annotations

import random
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from display.scene import Hint, HonoursScene, Notice, Scene
from display.scene_elements import Honour, Player
from display.widgets.control_hints import ANY
from firmware.app.attract.script import HONOURS, AttractStep, script
from firmware.app.attract.todays_winners import TodaysWinners, WonGame
from firmware.app.navigation import open_table, word_list
from firmware.app.presenter.presenter import Presenter
from firmware.app.presenter.scene_parts import View, shield
from firmware.config.settings import ATTRACT_MINUTES, LANGUAGE, Preferences
from firmware.journal.database import Journal, JournalError
from firmware.menus.plan_menu import PlanMode
from firmware.menus.start import StartMode
from firmware.rules.message import Message, message
from firmware.table.context import Equipment
from firmware.table.play.winner import WinnerMode
from firmware.table.table import Table
from firmware.table.wording import moment
from firmware.texts.source import text

FIRST_REVEAL = 1_000_000
"""The attract game's reveals are numbered from here, so that none is mistaken for a real one."""
MINUTE = 60.0


class AttractGame:
    """Runs the steps over and over; `scene` is the current screen."""

    def __init__(self, language: str, now: float, shown: int = 0, honours: tuple[Honour, ...] = ()) -> None:
        """Starts with the first step, after `shown` earlier runs; raises JournalError without a folder.

        `honours` are those who have won today.
        """
        self._honours = honours
        self._step = ""
        self._stack = ExitStack()
        try:
            folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="meierbox-show-")))
        except OSError as error:
            why = message("The attract mode has no folder for its game ({error})", error=error.strerror or "")
            raise JournalError(why.with_remedy(message("free some space"))) from error
        self._preferences = Preferences()
        self._preferences.set_temporarily(LANGUAGE, language)
        self._journal = self._stack.enter_context(Journal(folder))
        self._steps = script(bool(honours))
        self._words: Message | None = None
        self._due = now
        self._times_shown = shown
        self._presenter = self._new_table()
        self.tick(now)

    def _new_table(self) -> Presenter:
        chance = random.Random(self._times_shown)
        equipment = Equipment(word_list, chance, self._preferences, first_reveal=FIRST_REVEAL + self._times_shown)
        return Presenter(open_table(self._journal, lambda: self._due, equipment))

    def tick(self, now: float) -> float:
        """Runs what is due at `now`; returns the seconds until the next step."""
        while now >= self._due:
            step = next(self._steps, None)
            if step is None:
                self._times_shown += 1
                self._steps, self._presenter = script(bool(self._honours)), self._new_table()
            else:
                self._play_step(step)
        return self._due - now

    def _play_step(self, step: AttractStep) -> None:
        table = self._presenter.table
        step.action(table)
        table.context.notify(None)
        self._step = step.key
        if not step.wordless:
            first, second, *_ = table.context.word_list("show.names")
            self._words = text(f"show.{step.key}", first=first, second=second)
        self._due += step.seconds

    @property
    def scene(self) -> Scene:
        """The attract game's table with its captions, over the invitation; every control begins a real game."""
        view = self._presenter.view
        hints = (Hint(ANY, view.say("show.come"), True, view.say("show.nobody")),)
        notice = Notice(view.render(self._words), aloud=True) if self._words else None
        if self._step == HONOURS:
            return HonoursScene(view.say("show.honours_title"), "", self._honours, hints, notice)
        return replace(self._presenter.scene(), notice=notice, hints=hints)

    def close(self) -> None:
        """Removes the attract game's table."""
        self._stack.close()


class AttractMode:
    """Runs the attract game while nobody uses the start screen, or after a game; not a `Mode` of the table."""

    def __init__(self) -> None:
        """Begins without anybody there."""
        self._since: float | None = None
        self._game: AttractGame | None = None
        self._times_shown = 0
        self._winners: TodaysWinners | None = None

    @property
    def showing(self) -> bool:
        """Whether the attract game is running."""
        return self._game is not None

    def note_activity(self, now: float) -> bool:
        """Records activity; returns whether that ended the attract game."""
        self._since = now
        return self.end()

    def end(self) -> bool:
        """Ends the attract game; returns whether there was one."""
        game, self._game = self._game, None
        if game is not None:
            game.close()
        return game is not None

    def tick(self, table: Table, now: float) -> tuple[Scene | None, float | None]:
        """Returns the attract game's scene while it runs, and the seconds until something is due."""
        minutes = table.context.preferences.settings.number(ATTRACT_MINUTES)
        if not (isinstance(table.mode, StartMode | PlanMode | WinnerMode) and minutes):
            self._since = now
            self.end()
            return None, None
        self._since = now if self._since is None else self._since
        left = self._since + minutes * MINUTE - now
        if left > 0:
            return None, left
        if self._game is None:
            try:
                self._times_shown += 1
                self._game = AttractGame(table.context.language, now, self._times_shown, self._honours(table))
            except JournalError as error:
                self._since = now
                table.context.warn(error.message)
                return None, None
        wait = self._game.tick(now)
        return self._game.scene, wait

    def _honours(self, table: Table) -> tuple[Honour, ...]:
        current = table.context.current_game
        if self._winners is None:
            self._winners = TodaysWinners(current.journal.path)
        view = Presenter(table).view
        return tuple(honour(view, game) for game in self._winners.read(current.now()))


def honour(view: View, game: WonGame) -> Honour:
    """Returns how a game that was won is shown: who won it, at what, and when it began."""
    arms = view.context.roll_of_arms.of(game.winners)
    players = tuple(Player(name, shield(own)) for name, own in zip(game.winners, arms, strict=True))
    began = moment(game.begun).partition(" ")[2]
    return Honour(players, view.say("show.honour", game=view.say(f"game.{game.rules}"), time=began))
