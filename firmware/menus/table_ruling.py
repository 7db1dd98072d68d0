"""A ruling of the table: changes a seat's stock or score, with a reason."""

from firmware.menus.names import edited
from firmware.menus.spelling import NamingList
from firmware.rules.commands import Rule, Score
from firmware.rules.message import Message, literal, message
from firmware.table.context import Context
from firmware.table.destinations import GAME, Spelling
from firmware.table.mode import Choice

REASONS: tuple[Message, ...] = (
    message("the table agreed"),
    message("a die fell on the floor"),
    message("the box was opened"),
    message("spoken out of turn"),
    message("the claim was misheard"),
)
"""Suggested reasons."""
MAX_CHANGE = 9


class RulingMode(NamingList):
    """Changes a seat's stock, or its points in games with points.

    `typed` is a typed or spelled reason; "" while one of `REASONS` is chosen.
    """

    leads_to = (*GAME, Spelling)

    def __init__(self, context: Context) -> None:
        """Starts with one life or point less for the first seat."""
        super().__init__(context)
        self.seat = 0
        self.change = -1
        self.typed = ""
        self.of_points = bool(context.state.points)
        self._reason = 0

    @property
    def title(self) -> Message:
        """A ruling of the table."""
        return self.text("ruling.title")

    @property
    def subtitle(self) -> Message:
        """Says that the table overrules the box."""
        return self.text("ruling.subtitle")

    @property
    def reason(self) -> Message:
        """The reason for the ruling."""
        return literal(self.typed) if self.typed else REASONS[self._reason]

    def choices(self) -> tuple[Choice, ...]:
        """Seat, what to change, change, reason, and the ruling itself."""
        word = "point" if self.of_points else self.context.active_session.game.stock_kind
        changed = self.text(f"ruling.{word}")
        change = literal(signed(self.change))
        name = literal(self.context.name(self.seat))

        def detail(key: str) -> Message:
            return self.text(f"ruling.{key}_detail")

        what = Choice("what", self.text("ruling.what"), changed, detail("what"), turn=self._turn_what)
        return (
            Choice("seat", self.text("ruling.seat"), name, detail("seat"), turn=self._turn_seat),
            *((what,) if self.context.state.points else ()),
            Choice("change", changed, change, detail("change"), turn=self._turn_change),
            Choice(
                "reason",
                self.text("ruling.reason"),
                self.reason,
                detail("reason"),
                turn=self._turn_reason,
                type=self._type_reason,
            ),
            Choice("record", self.text("ruling.record"), detail=detail("record"), act=self._record),
        )

    def spelling(self) -> Spelling:
        """Spells a reason."""
        return Spelling(self.text("ruling.reason"), self.reword, proper=False)

    def reword(self, reason: str) -> None:
        """Takes a spelled reason."""
        self.typed = reason

    def _turn_seat(self, steps: int) -> None:
        self.seat = (self.seat + steps) % len(self.context.state.seats)

    def _turn_what(self, steps: int) -> None:
        self.of_points ^= bool(steps % 2)

    def _turn_change(self, steps: int) -> None:
        change = max(-MAX_CHANGE, min(MAX_CHANGE, self.change + steps))
        self.change = change or (1 if steps > 0 else -1)

    def _turn_reason(self, steps: int) -> None:
        at = 0 if self.typed else self._reason
        self.typed, self._reason = "", (at + steps) % len(REASONS)

    def _type_reason(self, typed: str) -> None:
        self.typed = edited(self.typed, typed, fresh=not self.typed)

    def _record(self) -> None:
        context, name = self.context, self.context.name(self.seat)
        ruling = Score if self.of_points else Rule
        if context.do(ruling(self.seat, self.change, self.reason)) is not None:
            self.continue_game()
            context.notify(self.text("table.ruled", name=name, change=signed(self.change), reason=self.reason))


def signed(change: int) -> str:
    """Formats a change of lives or points with a true minus sign.

    >>> signed(-1), signed(2)
    ('−1', '+2')
    """
    return f"{change:+d}".replace("-", "\N{MINUS SIGN}")
