"""What the jarl would have done in the round that was just revealed, choice by choice."""

from firmware.menus.rule_pages import Page, PagesMode
from firmware.rules.message import Message
from firmware.table.advice_wording import deed_words, judgement
from firmware.table.context import Context
from firmware.table.mode import Mode
from firmware.table.trainer import choices_of_round
from firmware.texts.source import text

CHOICES_A_PAGE = 3


class AdvicePagesMode(PagesMode):
    """A page for every few choices that people had in the last round; it fills as the jarl answers."""

    def __init__(self, context: Context) -> None:
        """Asks the jarl."""
        Mode.__init__(self, context)
        self.number = 0
        self.festive = False
        self.state = None
        self.subtitle = text("advice.detail")
        self.choices = choices_of_round(context)
        self.pages = self._lay_out()

    def tick(self, now: float) -> float | None:
        """Takes what the jarl has answered."""
        del now
        self.pages = self._lay_out()
        return None

    def _lay_out(self) -> tuple[Page, ...]:
        title = text("advice.title")
        if not self.choices:
            return (Page(title, (text("advice.none"),)),)
        lines = tuple(map(self._line, range(len(self.choices))))
        parts = range(0, len(lines), CHOICES_A_PAGE)
        return tuple(Page(title, lines[first : first + CHOICES_A_PAGE]) for first in parts)

    def _line(self, place: int) -> Message:
        decision = self.choices[place]
        commands = self.context.advisor.commands(decision)
        says = text("advice.ponders") if commands is None else judgement(decision, commands, self.context.die_set)
        return text("advice.line", deed=deed_words(decision), advice=says)
