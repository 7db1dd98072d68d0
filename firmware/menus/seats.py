"""Seats that leave or join during a game."""

from functools import partial

from firmware.menus.names import next_name
from firmware.menus.spelling import NamingList
from firmware.rules.message import Message, literal, message
from firmware.rules.options import RulesError
from firmware.rules.state import Phase
from firmware.table.context import Context
from firmware.table.destinations import GAME, Spelling
from firmware.table.mode import Choice, ListMode
from firmware.table.plan import MAX_SEATS
from firmware.table.progress import awaits_ruling
from firmware.table.seat_change import dropped_out, joining_stock, round_in_progress, with_one, without
from firmware.table.wording import amount
from firmware.texts.source import text

LEFT = message("left the table")
"""The journal's reason for a leaving seat."""


def no_change(context: Context) -> Message | None:
    """Returns why nobody may leave or join now; None if they may."""
    phase = context.state.phase
    if phase is Phase.OVER:
        return text("seating.over")
    if phase is Phase.REVEALING:
        return text("seating.revealing")
    return text("seating.unruled") if awaits_ruling(context.active_session) else None


class LeavingMode(ListMode):
    """Asks which seat leaves."""

    leads_to = GAME

    @property
    def title(self) -> Message:
        """A seat leaves."""
        return self.text("seating.leave")

    @property
    def subtitle(self) -> Message:
        """What happens to the round."""
        return self.text("seating.void" if round_in_progress(self.context.state) else "seating.leave_detail")

    def choices(self) -> tuple[Choice, ...]:
        """Nobody, or one of the live seats."""
        return (
            Choice("nobody", self.text("seating.nobody"), detail=self.text("seating.nobody_detail"), act=self.go_back),
            *(self._leaver(seat) for seat in self.context.active_session.game.live(self.context.state)),
        )

    def _leaver(self, seat: int) -> Choice:
        state = self.context.state
        stock = amount(state, state.stock[seat], alone=True)
        name = state.seats[seat]
        detail = self.text("seating.leaver_detail", name=name)
        return Choice(("seat", seat), literal(name), stock, detail, act=partial(self._leave, seat))

    def _leave(self, seat: int) -> None:
        context, name = self.context, self.context.name(seat)
        game, state = context.active_session.game, context.state
        ruling = dropped_out(game, state, seat, LEFT)
        if ruling is not None:
            if context.do(ruling) is None:
                return
        else:
            try:
                context.current_game.reseat(without(game, state, seat), "leave", name)
            except RulesError as error:
                context.warn(self.text("seating.too_few", reason=error.message))
                return
        self.continue_game()
        context.notify(self.text("seating.left", name=name))


class JoiningMode(NamingList):
    """Asks who joins and where."""

    leads_to = (*GAME, Spelling)

    def __init__(self, context: Context) -> None:
        """Starts with an unused name, between the last seat and the first."""
        super().__init__(context)
        seats = context.state.seats
        self.name = next_name(context.word_list("setup.names"), seats, "", 1)
        self.place = len(seats)

    @property
    def title(self) -> Message:
        """A seat joins."""
        return self.text("seating.join")

    @property
    def subtitle(self) -> Message:
        """What happens to the round."""
        return self.text("seating.void" if round_in_progress(self.context.state) else "seating.join_detail")

    def choices(self) -> tuple[Choice, ...]:
        """Sit down, the name, the place, and back."""
        state = self.context.state
        stock = amount(state, joining_stock(self.context.active_session.game, state))
        neighbour = self.text("seating.after", name=state.seats[self.place - 1])
        return (
            Choice(
                "sit", self.text("seating.sit"), detail=self.text("seating.sit_detail", stock=stock), act=self._join
            ),
            Choice(
                "name",
                self.text("seating.name"),
                literal(self.name),
                self.text("setup.seat_detail"),
                turn=self._turn,
                type=self._type,
            ),
            Choice(
                "place", self.text("seating.place"), neighbour, self.text("seating.place_detail"), turn=self._turn_place
            ),
            self.back_row(),
        )

    def spelling(self) -> Spelling:
        """Spells the name."""
        return Spelling(self.text("seating.name"), self.rename)

    def rename(self, name: str) -> None:
        """Takes a spelled name."""
        self.name = name

    def _turn(self, steps: int) -> None:
        self.name = next_name(self.context.word_list("setup.names"), self.context.state.seats, self.name, steps)

    def _type(self, typed: str) -> None:
        self.name = self.typed_into(self.name, typed)

    def _turn_place(self, steps: int) -> None:
        self.place = (self.place - 1 + steps) % len(self.context.state.seats) + 1

    def _join(self) -> None:
        context, name = self.context, " ".join(self.name.split())
        state = context.state
        if state.points:
            context.warn(self.text("seating.points"))
            return
        if len(state.seats) >= MAX_SEATS:
            context.warn(self.text("seating.full", n=MAX_SEATS))
            return
        try:
            context.current_game.reseat(with_one(context.active_session.game, state, self.place, name), "join", name)
        except RulesError as error:
            context.warn(error.message)
            return
        self.continue_game()
        context.notify(self.text("seating.joined", name=name))
