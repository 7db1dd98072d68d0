"""Plays the show by the clock, at a table of its own that nobody sits at."""

from __future__ import annotations

import random
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from display.scene import Hint, Notice, Scene
from firmware.app.attract.script import Step, script
from firmware.app.presenter.scenes import scene_of
from firmware.config.settings import SHOW
from firmware.journal.database import Journal, JournalError
from firmware.menus.start import Setup
from firmware.table.mode import CONTROLS
from firmware.table.play.winner import Winner
from firmware.table.table import Table
from firmware.texts import Texts

FIRST_REVEAL = 1_000_000
"""The reveals of the show are counted from here, so that none is taken for one of a real game."""
MINUTE = 60.0


class Show:
    """Runs from the first step to the last and over again; `scene` is what stands on the screen now."""

    def __init__(self, texts: Texts, now: float, shown: int = 0) -> None:
        """Opens with its first step, after so many shows have been `shown`; raises JournalError without a folder."""
        self._stack = ExitStack()
        try:
            folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="meierbox-show-")))
        except OSError as error:
            raise JournalError(f"The show has no folder to play in ({error.strerror}): free some space.") from error
        self._texts = texts
        self._journal = self._stack.enter_context(Journal(folder))
        self._steps = script()
        self._words = ""
        self._due = now
        self._shown = shown
        self._table = self._seat()
        self.follow(now)

    def _seat(self) -> Table:
        table = Table(self._journal, self._texts, lambda: self._due, random.Random(self._shown))
        table.reveals = FIRST_REVEAL + self._shown
        return table

    def follow(self, now: float) -> float:
        """Does what is due by `now`; returns in how many seconds the next step is."""
        while now >= self._due:
            step = next(self._steps, None)
            if step is None:
                self._shown += 1
                self._steps, self._table = script(), self._seat()
            else:
                self._do(step)
        return self._due - now

    def _do(self, step: Step) -> None:
        step.deed(self._table)
        self._table.tell("")
        if not step.wordless:
            first, second, *_ = self._texts.names()
            self._words = self._texts.say(f"show.{step.key}", first=first, second=second)
        self._due += step.seconds

    @property
    def scene(self) -> Scene:
        """The table of the show with what is said to it; every control begins a game of one's own."""
        scene = scene_of(self._table)
        hints = tuple(Hint(control, self._texts.say("show.any"), True) for control in CONTROLS)
        return replace(scene, notice=Notice(self._words, aloud=True) if self._words else None, hints=hints)

    def close(self) -> None:
        """Takes the table of the show away."""
        self._stack.close()


class Idleness:
    """Lets the show run while nobody is at the start screen, or after a game."""

    def __init__(self) -> None:
        """Has heard nobody yet."""
        self._since: float | None = None
        self._show: Show | None = None
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
        minutes = table.preferences.settings.number(SHOW)
        if not (isinstance(table.mode, Setup | Winner) and minutes):
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
                self._show = Show(table.texts, now, self._shown)
            except JournalError as error:
                self._since = now
                table.refuse(str(error))
                return None, None
        wait = self._show.follow(now)
        return self._show.scene, wait
