"""The offer to go on with an unfinished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.journal.database import GameEntry, JournalError
from firmware.journal.session import Session
from firmware.table.mode import Choice, ListMode

if TYPE_CHECKING:
    from firmware.table.table import Table


class Resume(ListMode):
    """Offers the game that was cut off; another one is begun only when somebody says so."""

    hall = True

    def __init__(self, table: Table, entry: GameEntry) -> None:
        """Reads the game; one that cannot be read is said, and only a new one offered."""
        super().__init__(table)
        self._session: Session | None = None
        self.title = self.say("resume.title")
        try:
            self._session = Session.resume(table.journal, entry, table.clock)
        except JournalError as error:
            table.refuse(str(error))
        else:
            self.subtitle = table.texts.listing(list(self._session.state.seats))

    def choices(self) -> tuple[Choice, ...]:
        """Go on, or begin another."""
        new = Choice(self.say("resume.new"), detail=self.say("resume.new_detail"), act=self.table.to_setup)
        session = self._session
        if session is None:
            return (new,)
        state = session.state
        detail = self.say("resume.go_on_detail", game=self.say(f"game.{state.ruleset}"), n=state.round)
        return (Choice(self.say("resume.go_on"), detail=detail, act=lambda: self.table.resume(session)), new)
