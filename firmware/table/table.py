"""The table: takes what people do and what the eye reads, one after another, and asks the box for what it needs."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace

from firmware.config.house_rules import Houses
from firmware.config.settings import Preferences
from firmware.journal.database import Journal, JournalError
from firmware.journal.evidence import Evidence
from firmware.journal.observation import Sight
from firmware.journal.session import Clock, Follows, Session
from firmware.menus import wizard
from firmware.menus.house_rules_menu import first_options
from firmware.menus.menu import Menu
from firmware.menus.resume_offer import Resume
from firmware.menus.seat_change import Company, begun
from firmware.menus.start import PLAYED, Plan, Setup, plan_of
from firmware.rules.commands import Command, Refusal
from firmware.rules.events import Event
from firmware.rules.games.cup_game import CupGame
from firmware.rules.games.registry import ruleset
from firmware.rules.options import OptionValue
from firmware.rules.state import GameState, Phase
from firmware.table.mode import CONTROLS, REVEAL, Mode, Offer
from firmware.table.play.bidding import Cups
from firmware.table.play.box_round import Round
from firmware.table.play.roll_off import Opening
from firmware.table.play.showdown import Laying
from firmware.table.play.verdict import Decided, awaits_ruling
from firmware.table.play.winner import Winner
from firmware.table.requests import Leave, Request
from firmware.table.verses import Skald
from firmware.table.wording import amount
from firmware.texts import Texts


class Table:
    """One table and what it is busy with.

    `houses` are the house rules that were kept. `notice` is the sentence to the table after the last deed, with
    `refused` telling whether it refuses something; `prompted` what it is told when it hesitates, or plays as newcomers.
    `eye_trouble` is why the eye does not see at present, or None; `can_peek` whether the camera can show the dice to
    one player.
    """

    def __init__(
        self,
        journal: Journal,
        texts: Texts,
        clock: Clock,
        chance: random.Random,
        rules: str | None = None,
        plan: Plan | None = None,
        preferences: Preferences | None = None,
        introduce: bool = False,
        turns_off: bool = False,
    ) -> None:
        """Starts with the offer to resume, or at the start screen, laid by `plan` or as last time.

        `rules` is the game that the start screen offers first; without it the last one that was played. `preferences`
        are the settings in force; without them those of a first start, which are not kept. With `introduce` a box that
        is new to its people begins with the wizard. `turns_off` says that leaving turns the whole box off.
        """
        self.journal = journal
        self.texts = texts
        self.clock = clock
        self.chance = chance
        self.turns_off = turns_off
        self.preferences = preferences or Preferences()
        self.rules = rules or self._last_rules()
        self.can_peek = False
        self.houses = Houses(journal.path.parent)
        self.skald = Skald(journal)
        self.session: Session | None = None
        self.notice = ""
        self.refused = False
        self.prompted = ""
        self.eye_trouble: str | None = None
        self.reveals = 0
        self._requests: deque[Request] = deque()
        if self.houses.trouble:
            self.refuse(texts.render(self.houses.trouble))
        unfinished = journal.unfinished()
        self.mode: Mode = Resume(self, unfinished) if unfinished else Setup(self, plan or self._last_plan())
        if introduce and wizard.is_new(journal.path.parent, played=journal.latest() is not None):
            wizard.begin(self)

    # What comes in

    def press(self, control: str) -> None:
        """Takes a press: does what is on offer, or says why not."""
        self._fresh()
        offer = self.mode.offers().get(control) or Offer("", enabled=False, why=self.mode.idle_control)
        if offer.enabled:
            self.mode.press(control)
        else:
            self.refuse(offer.why)

    def hold(self, control: str) -> None:
        """Takes a long press: held, REVEAL opens the menu and leaves it; whoever holds another one presses it."""
        self._fresh()
        if control != REVEAL:
            self.press(control)
        elif self.mode.behind is None:
            self.mode = Menu(self, self.mode)
        else:
            self.mode.go_back()

    def call(self, seat: int) -> None:
        """Takes a press of a seat's own challenge button."""
        self._fresh()
        self.mode.call(seat)

    def turn(self, steps: int) -> None:
        """Takes a turn of the dial."""
        self._fresh()
        self.mode.turn(steps)

    def type(self, text: str) -> None:
        """Takes a typed character."""
        self._fresh()
        self.mode.type(text)

    def shaken(self) -> None:
        """Takes a shake of the box."""
        self._fresh()
        self.mode.shaken()

    def lid(self, is_open: bool) -> None:
        """Takes a movement of the lid."""
        self.mode.lid(is_open)

    def may_peek(self) -> bool:
        """Tells whether somebody may peek at the dice now; says why not."""
        why = self.mode.peek_refusal()
        if why:
            self.refuse(why)
        return not why

    def rested(self, serial: int, sight: Sight) -> None:
        """Takes what the eye read when the dice came to rest."""
        self._front.rested(serial, sight)

    def looked(self, serial: int, sight: Sight) -> None:
        """Takes what the eye read when it was asked to look."""
        self._front.looked(serial, sight)

    def eye_lost(self, reason: str) -> None:
        """Takes that the eye does not see, and why: the game goes on by hand. What was asked is still answered."""
        self.eye_trouble = reason

    def eye_back(self) -> None:
        """Takes that the eye sees again."""
        self.eye_trouble = None

    # What the modes use

    def ask(self, request: Request) -> None:
        """Asks the box for something."""
        self._requests.append(request)

    def take_requests(self) -> Sequence[Request]:
        """Hands over what was asked for since the last call."""
        asked = tuple(self._requests)
        self._requests.clear()
        return asked

    def tell(self, text: str) -> None:
        """Says something to the table."""
        self.notice, self.refused = text, False

    def refuse(self, why: str) -> None:
        """Says why something cannot be done, as a sentence."""
        self.notice, self.refused = why[:1].upper() + why[1:], True

    def do(self, *commands: Command, evidence: Sequence[Evidence] = ()) -> tuple[Event, ...] | None:
        """Does commands in the game as one action; a refusal is said, and None comes back."""
        events = self.playing.do(*commands, evidence=evidence)
        if isinstance(events, Refusal):
            self.refuse(str(events.reason))
            return None
        return events

    @property
    def playing(self) -> Session:
        """The game that is on; raises RuntimeError where none is."""
        if self.session is None:
            raise RuntimeError("No game is being played.")
        return self.session

    @property
    def state(self) -> GameState:
        """The state of the game that is on."""
        return self.playing.state

    def name(self, seat: int | None) -> str:
        """The name of a seat."""
        return "" if seat is None else self.state.seats[seat]

    def names(self, seats: Sequence[int]) -> str:
        """The names of several seats as a sentence lists them."""
        return self.texts.listing([self.state.seats[seat] for seat in seats])

    def amount(self, count: int, *, alone: bool = False) -> str:
        """A number of lives, tallies or dice in words: what somebody pays or has, or one that stands `alone`."""
        return amount(self.texts, self.state, count, alone=alone)

    def begin(self, seats: Sequence[str], options: Mapping[str, OptionValue], opens: int | None) -> None:
        """Begins a game; raises RulesError where the rules do not allow it."""
        self.session = Session.start(self.journal, self.rules, seats, options, opens, self.clock)
        self.go_on()

    def reseat(self, company: Company, what: str, name: str) -> None:
        """Goes on as a new game with other seats; raises RulesError where the rules do not allow it."""
        old = self.playing
        self.session = Session.start(
            self.journal,
            self.rules,
            company.seats,
            company.options,
            company.opens,
            self.clock,
            stock=company.stock,
            follows=Follows(old.entry.number, what, name),
        )
        self.go_on()

    def take_back_seats(self, change: Follows) -> None:
        """Goes back to the game before its seats changed; a round that had begun there is played again from its start.

        Its dice have been shaken anew since, maybe: no claim may be held against them.

        Raises:
            JournalError: where that game cannot be read.
        """
        entry = self.journal.game(change.game)
        if entry is None:
            raise JournalError(f"Game {change.game} is not in the journal: play on with these seats.")
        before = Session.resume(self.journal, entry, self.clock)
        while begun(before.state):
            before.undo()
        self.playing.forgo(change.game)
        self.session = before
        self.go_on()

    def go_on(self) -> None:
        """Turns to what the state of the game asks for."""
        phase = self.state.phase
        if phase is Phase.ROLL_OFF:
            self.mode = Opening(self)
        elif phase is Phase.OVER:
            self.mode = Winner(self)
        elif not isinstance(self.playing.game, CupGame):
            self.mode = Round(self)
        else:
            self.mode = Laying(self) if phase is Phase.REVEALING else Cups(self)

    def resume(self, session: Session) -> None:
        """Takes a game up where it was cut off: a ruling that was still to be made is asked for again."""
        self.session = session
        self.rules = session.game.name
        self.go_on()
        if awaits_ruling(session):
            self.mode = Decided(self)

    def to_setup(self) -> None:
        """Leaves the game and shows the start screen, laid for the same seats."""
        plan = plan_of(self.state) if self.session else self._last_plan()
        self.session = None
        self.mode = Setup(self, plan)

    def leave(self) -> None:
        """Ends the program; the game stands in the journal."""
        self.ask(Leave())

    def offers(self) -> Mapping[str, Offer]:
        """What each of the four controls does now."""
        offers = self.mode.offers()
        nothing = Offer(self.texts.say("control.nothing"), enabled=False)
        menu = nothing if self.mode.behind else Offer(self.texts.say("control.menu"), enabled=False)
        return {control: offers.get(control, menu if control == REVEAL else nothing) for control in CONTROLS}

    def _last_rules(self) -> str:
        latest = self.journal.latest()
        return latest.rules if latest and latest.rules in PLAYED else PLAYED[0]

    def _last_plan(self) -> Plan | None:
        """Last evening's seats, and its house rules where it is the same game; None where there was no game."""
        latest = self.journal.latest()
        if latest is None:
            return None
        try:
            plan = plan_of(Session.resume(self.journal, latest, self.clock).state)
        except JournalError:
            return None
        return plan if latest.rules == self.rules else replace(plan, options=first_options(ruleset(self.rules)))

    @property
    def _front(self) -> Mode:
        """What the eye answers: a menu that is open does not keep its answer from the game behind it."""
        mode = self.mode
        while mode.behind is not None:
            mode = mode.behind
        return mode

    def _fresh(self) -> None:
        self.notice, self.refused = "", False
