"""The table's rights: taking back, ruling, seeing the dice again, ending the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from firmware.journal.database import JournalError
from firmware.menus import wizard
from firmware.menus.calibration_menu import Blessing, no_bench
from firmware.menus.house_rules_menu import first_options
from firmware.menus.pause import Pause
from firmware.menus.rule_pages import Pages
from firmware.menus.seat_names import edited
from firmware.menus.seats import Joining, Leaving, follows, no_change
from firmware.menus.settings_menu import SettingsMode
from firmware.menus.spelling import NamingList
from firmware.rules.commands import Refusal, Rule, Score
from firmware.rules.events import (
    Adjudicated,
    BidMade,
    Challenged,
    Dealt,
    Declared,
    Ending,
    Event,
    Passed,
    Rolled,
    RolledOff,
    RollVoided,
    Ruled,
    Scored,
    Shown,
)
from firmware.rules.games.registry import ruleset
from firmware.rules.message import literal
from firmware.table.mode import REVEAL, Choice, ListMode, Mode, Offer
from firmware.table.play.verdict import Decided
from firmware.table.play.winner import Winner
from firmware.table.requests import Calibrate

if TYPE_CHECKING:
    from firmware.table.table import Table


class Menu(ListMode):
    """What the table may always do; it opens over whatever is going on."""

    hindrance = ""
    """Why there can be no workbench, as it was when the menu was opened."""

    def entitle(self) -> None:
        """Writes what the list is, and how far the game is."""
        self.title = self.say("menu.title" if self.table.session else "menu.box")
        self.hindrance = "" if self.table.session else no_bench(self.table)
        if self.table.session:
            state = self.table.state
            self.subtitle = self.say("menu.subtitle", game=self.say(f"game.{state.ruleset}"), n=state.round)

    def choices(self) -> tuple[Choice, ...]:
        """Back, the rights in a game, the settings, leave."""
        session = self.table.session
        go_on = Choice(self.say("menu.go_on" if session else "control.back"), act=self.go_back)
        words = ("menu.turn_off", "menu.turn_off_detail") if self.table.turns_off else ("menu.quit", "menu.quit_detail")
        leave = Choice(self.say(words[0]), detail=self.say(words[1]), act=self.table.leave)
        settings = Choice(self.say("settings.title"), detail=self.say("settings.detail"), act=self._settings)
        if session is None:
            again = Choice(self.say("menu.wizard"), detail=self.say("menu.wizard_detail"), act=self._wizard)
            return (go_on, settings, again, *self._bench(), leave)
        undone = last_deed(self.table)
        undo = Choice(
            self.say("menu.undo"),
            undone or self.say("menu.undo_none"),
            why="" if undone else self.say("why.nothing_done"),
            act=self._undo,
        )
        rule = Choice(self.say("menu.rule"), detail=self.say("menu.rule_detail"), act=self._rule)
        seen = Choice(
            self.say("menu.evidence"),
            detail=self.say("menu.evidence_detail"),
            why="" if session.evidence and session.state.last else self.say("why.not_revealed"),
            act=self._evidence,
        )
        why = no_change(self.table)
        leaves = Choice(
            self.say("seating.leave"), detail=why or self.say("seating.leave_detail"), why=why, act=self._seat_leaves
        )
        joins = Choice(
            self.say("seating.join"), detail=why or self.say("seating.join_detail"), why=why, act=self._seat_joins
        )
        pause = Choice(self.say("pause.title"), detail=self.say("pause.detail"), act=self._pause)
        stop = Choice(self.say("menu.stop"), detail=self.say("menu.stop_detail"), act=self._stop)
        return (go_on, undo, rule, seen, pause, leaves, joins, settings, stop, leave)

    def offers(self) -> Mapping[str, Offer]:
        """As every list; REVEAL opens the rules of the game."""
        return {**super().offers(), REVEAL: Offer(self.say("control.rules"))}

    def press(self, control: str) -> None:
        """As every list; REVEAL opens the rules of the game."""
        if control == REVEAL:
            table = self.table
            options = dict(table.state.options) if table.session else first_options(ruleset(table.rules))
            table.mode = Pages.of_rules(table, self, table.rules, options)
        else:
            super().press(control)

    def _pause(self) -> None:
        self.table.mode = Pause(self.table, self.behind)

    def _seat_leaves(self) -> None:
        self.table.mode = Leaving(self.table, self)

    def _seat_joins(self) -> None:
        self.table.mode = Joining(self.table, self)

    def _undo(self) -> None:
        what = last_deed(self.table)
        if change := follows(self.table):
            try:
                self.table.take_back_seats(change)
            except JournalError as error:
                self.table.refuse(str(error))
                return
            self.table.tell(self.say("table.undone", what=what))
            return
        undone = self.table.playing.undo()
        if isinstance(undone, Refusal):
            self.table.refuse(str(undone.reason))
            return
        self.table.go_on()
        self.table.tell(self.say("table.undone", what=what))

    def _rule(self) -> None:
        self.table.mode = Ruling(self.table, self)

    def _evidence(self) -> None:
        self.table.mode = Decided(self.table, self)

    def _settings(self) -> None:
        self.table.mode = SettingsMode(self.table, self)

    def _wizard(self) -> None:
        wizard.begin(self.table)

    def _bench(self) -> tuple[Choice, ...]:
        """The workbench: the camera is calibrated, dice are blessed; or why neither can be done now."""
        why = self.hindrance
        return (
            Choice(
                self.say("menu.calibrate"),
                detail=why or self.say("menu.calibrate_detail"),
                why=why,
                act=lambda: self.table.ask(Calibrate()),
            ),
            Choice(self.say("menu.bless"), detail=why or self.say("menu.bless_detail"), why=why, act=self._bless),
        )

    def _bless(self) -> None:
        self.table.mode = Blessing(self.table, self)

    def _stop(self) -> None:
        self.table.mode = Stop(self.table, self)


class Stop(ListMode):
    """Asks once more before a game is ended."""

    def __init__(self, table: Table, behind: Mode) -> None:
        """Opens over the menu."""
        super().__init__(table, behind)
        self.title = self.say("menu.stop_sure")
        self.subtitle = self.say("menu.stop_detail")

    def choices(self) -> tuple[Choice, ...]:
        """No, or yes."""
        return (
            Choice(self.say("menu.stop_no"), act=self.go_back),
            Choice(self.say("menu.stop_yes"), act=self._stop),
        )

    def _stop(self) -> None:
        self.table.playing.stop()
        self.table.mode = Winner(self.table, stopped=True)


class Ruling(NamingList):
    """Changes the stock of a seat, or its points where points are played, with a reason, as the table's own ruling."""

    proper = False

    def __init__(self, table: Table, behind: Mode) -> None:
        """Starts with one life less, or one point less, for the first seat."""
        super().__init__(table, behind, "ruling.reason")
        self.title = self.say("ruling.title")
        self.subtitle = self.say("ruling.subtitle")
        self.reasons = self.say("ruling.reasons").split("; ")
        self.seat = 0
        self.change = -1
        self.reason = self.reasons[0]
        self.of_points = bool(table.state.points)

    def choices(self) -> tuple[Choice, ...]:
        """Seat, what changes where there is a choice, change, reason, and the ruling itself."""
        word = "point" if self.of_points else self.table.playing.game.stock_kind
        changed = self.say(f"ruling.{word}")
        what = [Choice(self.say("ruling.what"), changed, turn=self._turn_what)] if self.table.state.points else []
        return (
            Choice(self.say("ruling.seat"), self.table.state.seats[self.seat], turn=self._turn_seat),
            *what,
            Choice(changed, signed(self.change), turn=self._turn_change),
            Choice(self.say("ruling.reason"), self.reason, turn=self._turn_reason, type=self._type_reason),
            Choice(self.say("ruling.record"), detail=self.say("ruling.record_detail"), act=self._record),
        )

    def rename(self, name: str) -> None:
        """Takes a reason that was spelled."""
        self.reason = name

    def _turn_seat(self, steps: int) -> None:
        self.seat = (self.seat + steps) % len(self.table.state.seats)

    def _turn_what(self, steps: int) -> None:
        self.of_points ^= bool(steps % 2)

    def _turn_change(self, steps: int) -> None:
        most = 9
        change = max(-most, min(most, self.change + steps))
        self.change = change or (1 if steps > 0 else -1)

    def _turn_reason(self, steps: int) -> None:
        at = self.reasons.index(self.reason) if self.reason in self.reasons else 0
        self.reason = self.reasons[(at + steps) % len(self.reasons)]

    def _type_reason(self, text: str) -> None:
        self.reason = edited(self.reason, text, fresh=self.reason in self.reasons)

    def _record(self) -> None:
        table = self.table
        name = table.name(self.seat)
        ruling = Score if self.of_points else Rule
        if table.do(ruling(self.seat, self.change, literal(self.reason))) is not None:
            table.go_on()
            table.tell(self.say("table.ruled", name=name, change=signed(self.change), reason=self.reason))


def signed(change: int) -> str:
    """Writes a change of lives or points as it stands on the screen, with a true minus sign.

    >>> signed(-1), signed(2)
    ('−1', '+2')
    """
    return f"{change:+d}".replace("-", "\N{MINUS SIGN}")


def last_deed(table: Table) -> str | None:
    """Names the last action, which is the one that would be taken back; None before the first."""
    events = table.playing.last_action
    if events is None:
        change = follows(table)
        return table.texts.say(f"undo.{change.what}", name=change.name) if change else None
    seats = table.state.seats
    for event in events:
        if key := _deed(event):
            seat = getattr(event, "seat", None)
            return table.texts.say(f"undo.{key}", name=seats[seat] if seat is not None else "")
    return table.texts.say("undo.ruling")


def _deed(event: Event) -> str | None:
    match event:
        case RolledOff():
            return "rolloff"
        case Rolled():
            return "roll"
        case Declared():
            return "declare"
        case Passed():
            return "pass"
        case Dealt():
            return "deal"
        case BidMade():
            return "bid"
        case Challenged():
            return "challenge"
        case Shown():
            return "show"
        case Adjudicated(ending=Ending.ACCEPTED):
            return "accept"
        case Adjudicated() | RollVoided():
            return "reveal"
        case Ruled() | Scored():
            return "ruling"
        case _:
            return None
