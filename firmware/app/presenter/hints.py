"""What comes next, for a table that hesitates, and why, for newcomers: told from what everybody may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.menus.game_cards import Cards
from firmware.menus.start import Setup
from firmware.rules.commands import MoveKind
from firmware.rules.state import Phase
from firmware.table.mode import ListMode
from firmware.table.play.bidding import Aim, Cups
from firmware.table.play.box_round import Round
from firmware.table.play.roll_off import Opening
from firmware.table.play.showdown import Laying
from firmware.table.play.verdict import Decided
from firmware.table.play.winner import Winner

if TYPE_CHECKING:
    from firmware.table.table import Table

LIST = "list"
"""The step of whoever has opened a list: it says itself how it is used and left."""
PLAIN = frozenset({"verdict", "rule", "over", LIST})
"""Steps that the screen explains by itself."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step that people have to do: its key among the texts, and who does it.

    `number` tells it from the same step later in the game.
    """

    key: str
    name: str = ""
    number: int = 0

    def next(self, table: Table) -> str:
        """Says what is to be done."""
        if self.key == LIST:
            return table.mode.idle_control
        return table.texts.say(f"guide.{self.key}", name=self.name)

    def explained(self, table: Table) -> str:
        """Says what is to be done and why, to people who play for the first time; "" where the screen says it all."""
        return "" if self.key in PLAIN else table.texts.say(f"newcomer.{self.key}", name=self.name)


def step_of(table: Table) -> Step | None:
    """The step that the table waits for; None where it waits for the eye, or where somebody reads."""
    mode = table.mode
    if isinstance(mode, Setup):
        return Step("begin")
    if isinstance(mode, ListMode | Cards) and mode.behind is not None:
        return Step(LIST, mode.title)
    if table.session is None:
        return None
    key = _key(table)
    if key is None:
        return None
    seat = mode.thrower if isinstance(mode, Opening) else mode.seat if isinstance(mode, Laying) else table.state.turn
    session = table.playing
    number = session.journal.next_seq(session.entry.number)
    return Step(key, table.name(seat), number)


def _key(table: Table) -> str | None:
    match table.mode:
        case Round() as mode:
            return _round(mode, table.state.phase)
        case Cups() as mode:
            return _cups(mode, table.state.phase)
        case Opening() as mode:
            return None if mode.resting is not None else "throw"
        case Laying() as mode:
            return None if mode.waiting is not None else "lay"
        case Decided() as mode if mode.behind is None:
            return "rule" if mode.choices() else "verdict"
        case Winner():
            return "over"
        case _:
            return None


def _round(mode: Round, phase: Phase) -> str | None:
    if mode.waiting is not None:
        return None
    if mode.caller is not None:
        return "caller"
    if phase is Phase.OPEN or (phase is Phase.CLAIMING and mode.must_shake_again()):
        return "shake"
    if phase is Phase.CLAIMING:
        return "speak_blind" if mode.blind else "speak"
    return "reveal" if phase is Phase.REVEALING else _facing(mode)


def _facing(mode: Round) -> str:
    if mode.can_accept():
        return "meier"
    shakes, passes = mode.can(MoveKind.ROLL), mode.can(MoveKind.PASS)
    if passes:
        return "pass" if shakes else "pass_only"
    return "facing" if shakes else "last"


def _cups(mode: Cups, phase: Phase) -> str | None:
    if mode.waiting is not None:
        return None
    if not mode.dealt:
        return "deal"
    if mode.entry is not None or mode.aim is Aim.SHOW:
        return "show"
    if mode.bid is None:
        return "last"
    return "answer" if phase is Phase.FACING and not mode.showing else "bid"
