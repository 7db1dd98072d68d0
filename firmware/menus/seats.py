"""A seat leaves the table, or somebody sits down, in the middle of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.journal.session import Follows
from firmware.menus.seat_change import Company, begun, dropped_out, joining_stock, with_one, without
from firmware.menus.seat_names import next_name, typed_name
from firmware.menus.spelling import NamingList
from firmware.rules.options import RulesError
from firmware.rules.state import Phase
from firmware.table.mode import Choice, ListMode, Mode
from firmware.table.play.verdict import awaits_ruling

if TYPE_CHECKING:
    from firmware.table.table import Table

MOST_SEATS = 12


def no_change(table: Table) -> str:
    """Tells why nobody may leave or join at this moment; "" where somebody may."""
    state = table.state
    if state.phase is Phase.OVER:
        return table.texts.say("seating.over")
    if state.phase is Phase.REVEALING:
        return table.texts.say("seating.revealing")
    return table.texts.say("seating.unruled") if awaits_ruling(table.playing) else ""


class Leaving(ListMode):
    """Asks which seat leaves."""

    def __init__(self, table: Table, behind: Mode) -> None:
        """Opens over the menu."""
        super().__init__(table, behind)
        self.title = self.say("seating.leave")
        self.subtitle = self.say("seating.void" if begun(table.state) else "seating.leave_detail")

    def choices(self) -> tuple[Choice, ...]:
        """Nobody, or one of those who are still in the game."""
        return (
            Choice(self.say("seating.nobody"), act=self.go_back),
            *(self._leaver(seat) for seat in self.table.playing.game.live(self.table.state)),
        )

    def _leaver(self, seat: int) -> Choice:
        table = self.table
        state = table.state
        stock = table.amount(state.stock[seat], alone=True)
        return Choice(state.seats[seat], stock, act=lambda: self._leave(seat))

    def _leave(self, seat: int) -> None:
        table = self.table
        game, state, name = table.playing.game, table.state, table.name(seat)
        ruling = dropped_out(game, state, seat, self.say("seating.reason_left"))
        if ruling is not None:
            if table.do(ruling) is None:
                return
            table.go_on()
        elif not reseat(table, without(game, state, seat), "leave", name):
            return
        table.tell(self.say("seating.left", name=name))


class Joining(NamingList):
    """Asks who sits down, and where."""

    def __init__(self, table: Table, behind: Mode) -> None:
        """Starts with a name that nobody bears, between the last seat and the first."""
        super().__init__(table, behind, "seating.name")
        state = table.state
        self.title = self.say("seating.join")
        self.subtitle = self.say("seating.void" if begun(state) else "seating.join_detail")
        self.name = next_name(table.texts, state.seats, "", 1)
        self.place = len(state.seats)

    def choices(self) -> tuple[Choice, ...]:
        """Sits down, the name, the place, and the way back."""
        table = self.table
        stock = table.amount(joining_stock(table.playing.game, table.state))
        return (
            Choice(self.say("seating.sit"), detail=self.say("seating.sit_detail", stock=stock), act=self._join),
            Choice(
                self.say("seating.name"), self.name, self.say("setup.seat_detail"), turn=self._turn, type=self._type
            ),
            Choice(self.say("seating.place"), self._neighbours(), self.say("seating.place_detail"), turn=self._move),
            Choice(self.say("control.back"), act=self.go_back),
        )

    def _neighbours(self) -> str:
        seats = self.table.state.seats
        return self.say("seating.after", name=seats[self.place - 1])

    def _turn(self, steps: int) -> None:
        self.name = next_name(self.table.texts, self.table.state.seats, self.name, steps)

    def _type(self, text: str) -> None:
        self.name = typed_name(self.name, text, fresh=self.fresh)
        self.fresh = False

    def _move(self, steps: int) -> None:
        self.place = (self.place - 1 + steps) % len(self.table.state.seats) + 1

    def _join(self) -> None:
        table, name = self.table, " ".join(self.name.split())
        if table.state.points:
            table.refuse(self.say("seating.points"))
        elif len(table.state.seats) >= MOST_SEATS:
            table.refuse(self.say("seating.full", n=MOST_SEATS))
        elif reseat(table, with_one(table.playing.game, table.state, self.place, name), "join", name):
            table.tell(self.say("seating.joined", name=name))


def reseat(table: Table, company: Company, what: str, name: str) -> bool:
    """Goes on with other seats; says why not where the rules do not allow it."""
    try:
        table.reseat(company, what, name)
    except RulesError as error:
        reason = str(error)
        table.refuse(table.texts.say("seating.too_few", reason=reason) if what == "leave" else reason)
        return False
    return True


def follows(table: Table) -> Follows | None:
    """The change of seats that would be taken back next: the last thing done in this game, or None."""
    session = table.session
    return session.follows if session and session.last_action is None else None
