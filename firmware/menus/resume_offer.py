"""The offer to continue an unfinished game."""

from functools import partial

from firmware.journal.database import JournalError
from firmware.journal.session import Session
from firmware.rules.message import Message, message
from firmware.table.context import Context
from firmware.table.destinations import GAME, StartScreen, VerdictShown
from firmware.table.mode import Choice, ListMode
from firmware.table.progress import awaits_ruling


class ResumeMode(ListMode):
    """Offers the interrupted game; another one begins only on request."""

    festive = True
    leads_to = (*GAME, VerdictShown, StartScreen)

    def __init__(self, context: Context) -> None:
        """Reads the game; if it is unreadable, says so and offers only a new one."""
        super().__init__(context)
        self._session: Session | None = None
        unfinished = context.current_game.unfinished()
        try:
            self._session = unfinished() if unfinished else None
        except JournalError as error:
            context.warn(error.message)
        if self._session and (damage := self._session.damage):
            where = message("Row {n} of game {game} is damaged", n=damage.seq, game=self._session.entry.number)
            context.warn(where.with_remedy(message("the game continues from before it")))

    @property
    def title(self) -> Message:
        """Says that a game is unfinished."""
        return self.text("resume.title")

    @property
    def subtitle(self) -> Message | None:
        """The names of its seats."""
        return self.text("common.list", items=self._session.state.seats) if self._session else None

    def choices(self) -> tuple[Choice, ...]:
        """Continue, or begin another."""
        new = Choice(
            "new", self.text("resume.new"), detail=self.text("resume.new_detail"), act=lambda: self.go(StartScreen())
        )
        session = self._session
        if session is None:
            return (new,)
        state = session.state
        detail = self.text("resume.go_on_detail", game=self.text(f"game.{state.ruleset}"), n=state.round)
        go_on = Choice("go on", self.text("resume.go_on"), detail=detail, act=partial(self._resume, session))
        return (go_on, new)

    def _resume(self, session: Session) -> None:
        """Continues the game where it was interrupted; asks again for a pending ruling."""
        self.context.current_game.resume(session)
        if awaits_ruling(session):
            self.go(VerdictShown())
        else:
            self.continue_game()
