"""Plays the show by the clock, at a table of its own at which nobody sits."""

from __future__ import annotations

import random
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from display.scene import Hint, Notice, Scene
from firmware.app.attract.script import ShowStep, script
from firmware.app.navigation import open_table, word_list
from firmware.app.presenter.presenter import Presenter
from firmware.config.settings import LANGUAGE, SHOW, Preferences
from firmware.journal.database import Journal, JournalError
from firmware.menus.start import StartMode
from firmware.rules.message import Message
from firmware.table.context import Equipment
from firmware.table.controls import CONTROLS
from firmware.table.play.winner import WinnerMode
from firmware.table.table import Table
from firmware.texts.source import text

FIRST_REVEAL = 1_000_000
"""The reveals of the show are numbered from here, so that none is taken for one of a real game."""
MINUTE = 60.0


class AttractShow:
    """Runs from the first step to the last and over again; `scene` is what stands on the screen now."""

    def __init__(self, language: str, now: float, shown: int = 0) -> None:
        """Opens with its first step, after it has been `shown` this often; raises JournalError without a folder."""
        self._stack = ExitStack()
        try:
            folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="meierbox-show-")))
        except OSError as error:
            raise JournalError(f"The show has no folder to play in ({error.strerror}): free some space.") from error
        self._preferences = Preferences()
        self._preferences.hold(LANGUAGE, language)
        self._journal = self._stack.enter_context(Journal(folder))
        self._steps = script()
        self._words: Message | None = None
        self._due = now
        self._shown = shown
        self._presenter = self._new_table()
        self.follow(now)

    def _new_table(self) -> Presenter:
        chance = random.Random(self._shown)
        equipment = Equipment(word_list, chance, self._preferences, first_reveal=FIRST_REVEAL + self._shown)
        return Presenter(open_table(self._journal, lambda: self._due, equipment))

    def follow(self, now: float) -> float:
        """Does what is due by `now`; returns in how many seconds the next step is."""
        while now >= self._due:
            step = next(self._steps, None)
            if step is None:
                self._shown += 1
                self._steps, self._presenter = script(), self._new_table()
            else:
                self._do(step)
        return self._due - now

    def _do(self, step: ShowStep) -> None:
        table = self._presenter.table
        step.deed(table)
        table.context.notify(None)
        if not step.wordless:
            first, second, *_ = table.context.word_list("setup.names")
            self._words = text(f"show.{step.key}", first=first, second=second)
        self._due += step.seconds

    @property
    def scene(self) -> Scene:
        """The table of the show with what is said to it; every control begins a game of one's own."""
        view = self._presenter.view
        hints = tuple(Hint(control, view.say("show.any"), True) for control in CONTROLS)
        notice = Notice(view.render(self._words), aloud=True) if self._words else None
        return replace(self._presenter.scene(), notice=notice, hints=hints)

    def close(self) -> None:
        """Removes the table of the show."""
        self._stack.close()


class Idleness:
    """Runs the show while nobody is at the start screen, or after a game."""

    def __init__(self) -> None:
        """Has heard nobody yet."""
        self._since: float | None = None
        self._show: AttractShow | None = None
        self._shown = 0

    @property
    def showing(self) -> bool:
        """Whether the show is on."""
        return self._show is not None

    def heard(self, now: float) -> bool:
        """Hears that somebody is there; tells whether that has ended the show."""
        self._since = now
        return self.end()

    def end(self) -> bool:
        """Ends the show; tells whether there was one."""
        show, self._show = self._show, None
        if show is not None:
            show.close()
        return show is not None

    def follow(self, table: Table, now: float) -> tuple[Scene | None, float | None]:
        """Gives the scene of the show while it runs, and the seconds until something is due."""
        minutes = table.context.preferences.settings.number(SHOW)
        if not (isinstance(table.mode, StartMode | WinnerMode) and minutes):
            self._since = now
            self.end()
            return None, None
        self._since = now if self._since is None else self._since
        left = self._since + minutes * MINUTE - now
        if left > 0:
            return None, left
        if self._show is None:
            try:
                self._shown += 1
                self._show = AttractShow(table.context.language, now, self._shown)
            except JournalError as error:
                self._since = now
                table.context.warn(error.message)
                return None, None
        wait = self._show.follow(now)
        return self._show.scene, wait
