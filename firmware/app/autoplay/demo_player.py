"""Plays the demo with the same controls and the same knowledge as people."""

import random
from collections import deque
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from firmware.app.main_loop import BoxMessage
from firmware.camera import DiceReading, RollReading
from firmware.menus.start import StartMode
from firmware.rules.claims import Bid, Claim, Hands, Pair, Total
from firmware.rules.commands import MoveKind, Refusal, Reveal
from firmware.rules.decide import decide
from firmware.rules.events import Adjudicated, Ending, Verdict
from firmware.rules.games.registry import ladder_of
from firmware.rules.state import Phase
from firmware.table.mode import ListMode, Mode, index_of
from firmware.table.play.bidding import BiddingMode, DialTarget
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.counting import counting_faces
from firmware.table.play.dial_entry import PlaceEntry
from firmware.table.play.roll_off import RollOffMode
from firmware.table.play.ruling_shown import RulingShownMode
from firmware.table.play.showdown import AT_ONCE, ShowdownMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from firmware.table.progress import hidden
from firmware.table.table import Table
from hardware.ports import Control, PeekRequested, Pressed, SeatPressed, Shaken, Turned

Truths = MutableMapping[int, tuple[int, ...] | None]
"""The true faces in the simulated box, by the number of the roll; those of a peek have negative numbers."""
HOPELESS = 50
HONESTY = 0.55
"""How often a demo player tells the truth if it can."""
PASSING, BLINDNESS = 0.35, 0.15
"""How often it passes if it may, and how often it shakes blind."""
SHOWING = 0.3
"""How often it considers Show and Re-roll if it may."""


@dataclass(slots=True)
class Tally:
    """The demo's counts; `disagreements` are verdicts that contradict the simulated truth."""

    rounds: int = 0
    challenges: int = 0
    verdicts: int = 0
    no_verdicts: int = 0
    unread: int = 0
    disagreements: int = 0

    def __str__(self) -> str:
        """Returns all counts in one line."""
        abstentions = self.no_verdicts + self.unread
        return ", ".join(
            (
                _counted(self.rounds, "round"),
                _counted(self.challenges, "challenge"),
                _counted(self.verdicts, "verdict"),
                f"{_counted(abstentions, 'abstention')} ({_counted(self.unread, 'shake')} again, "
                f"{_counted(self.no_verdicts, 'reveal')})",
                _counted(self.disagreements, "disagreement"),
            )
        )


def _counted(number: int, what: str) -> str:
    """Formats a count.

    >>> _counted(1, "round"), _counted(0, "round")
    ('1 round', '0 rounds')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


@dataclass(slots=True)
class DemoPlayer:
    """Plays all seats of a table, one press at a time.

    `truths` serve as a peek for the roller or the owner of a cup, as people's eyes when the table rules, and for
    counting; never for deciding whether to believe a claim.
    """

    table: Table
    truths: Truths
    chance: random.Random
    tally: Tally = field(default_factory=Tally)
    _roll: int | None = None
    _target: int = 0
    _faced: object = None
    _moves: deque[BoxMessage] = field(default_factory=deque)
    _peeking: bool = False
    _flap: deque[BoxMessage] = field(default_factory=deque)
    _to_show: tuple[int, ...] = ()
    """Places of dice in its hand, in ascending order."""
    _looks: dict[tuple[int, int], int] = field(default_factory=dict)
    _unread_in_a_row: int = 0
    _counted: object = None

    def __post_init__(self) -> None:
        """Counts only verdicts from now on."""
        self._counted = self.table.state.last if self.table.session else None

    def next(self) -> BoxMessage | None:
        """Returns the next press, or None during a reading."""
        mode = self.table.mode
        moves: Mapping[type[Mode], Callable[[Any], BoxMessage | None]] = {
            BoxRoundMode: self._round,
            BiddingMode: self._bidding,
            ShowdownMode: self._showdown,
            RollOffMode: self._roll_off,
            VerdictMode: self._verdict,
            RulingShownMode: self._push,
            StartMode: self._push,
            ListMode: self._push,
            WinnerMode: self._push,
        }
        return next((moves[kind](mode) for kind in type(mode).__mro__ if kind in moves), None)

    def _push(self, mode: Mode) -> BoxMessage:
        del mode
        return Pressed(Control.DIAL)

    def _roll_off(self, mode: RollOffMode) -> BoxMessage | None:
        return None if mode.resting is not None else Shaken()

    @property
    def gives_up(self) -> bool:
        """Whether so many throws in a row were not read that trying again is pointless."""
        return self._unread_in_a_row >= HOPELESS

    # Counting

    def count(self, message: BoxMessage) -> None:
        """Counts the outcome of a message that the box has handled."""
        table = self.table
        if isinstance(message, RollReading) or (
            isinstance(message, DiceReading) and isinstance(table.mode, ShowdownMode)
        ):
            read = message.observation.faces is not None
            self._unread_in_a_row = 0 if read else self._unread_in_a_row + 1
            self.tally.unread += not read
        if table.session is None or table.state.last is None or table.state.last is self._counted:
            return
        last = self._counted = table.state.last
        self.tally.rounds += 1
        true = self._truth()
        self._looks.clear()
        if last.ending is Ending.ACCEPTED:
            return
        self.tally.challenges += last.ending is Ending.CHALLENGE
        if last.verdict is Verdict.NO_VERDICT:
            self.tally.no_verdicts += 1
            return
        self.tally.verdicts += 1
        if not self._agrees(last, true):
            self.tally.disagreements += 1

    def _agrees(self, last: Adjudicated, true: Pair | Hands | None) -> bool:
        """Returns whether a verdict agrees with the true dice; False without a truth."""
        session = self.table.active_session
        if true is None or session.previous_state is None:
            return False
        events = decide(session.previous_state, Reveal(true))
        return not isinstance(events, Refusal) and last in events

    def _truth(self) -> Pair | Hands | None:
        """The true dice now, or at the challenge just judged."""
        before = self.table.active_session.previous_state
        if before is None or not before.held:
            return self._true_pair()
        hands = []
        for seat in range(len(before.seats)):
            laid = [self.truths.get(serial) for (whose, _), serial in sorted(self._looks.items()) if whose == seat]
            dice = [face for part in laid if part is not None for face in part]
            if None in laid or len(dice) != hidden(before, seat):
                return None
            hands.append((*(before.shown[seat] if before.shown else ()), *dice))
        return Hands(tuple(hands))

    def _true_pair(self) -> Pair | None:
        faces = self.truths.get(self.table.active_session.roll or 0)
        return Pair(*faces) if faces is not None and len(faces) == 2 else None

    # Box games

    def _round(self, mode: BoxRoundMode) -> BoxMessage | None:
        phase = self.table.state.phase
        if mode.waiting is not None:
            return None
        if phase is Phase.REVEALING:
            return self._moves.popleft() if self._moves else Pressed(Control.REVEAL)
        if phase is Phase.OPEN:
            return Shaken()
        if phase is Phase.ANSWERING:
            return self._answer_claim(mode)
        if mode.must_shake_again():
            return Shaken()
        return self._speak(mode)

    def _answer_claim(self, mode: BoxRoundMode) -> BoxMessage:
        """Decides once per claim whether to believe it; then passes, shakes, or challenges."""
        state = self.table.state
        if self._faced is not state:
            self._faced = state
            self._moves = deque(self._answer(mode, state.claim))
        return self._moves.popleft() if self._moves else Shaken()

    def _answer(self, mode: BoxRoundMode, claim: Claim | None) -> list[BoxMessage]:
        shakes = mode.can(MoveKind.ROLL)
        passes = mode.can(MoveKind.PASS)
        last_resort = not (shakes or passes or mode.can_accept())
        if last_resort or (isinstance(claim, Pair) and self._doubts(claim)):
            challengers = mode.possible_human_challengers()
            if len(challengers) > 1 and self.chance.random() < 0.5:
                return [SeatPressed(self.chance.choice(challengers))]
            return [
                Pressed(Control.CHALLENGE),
                *([Turned(self.chance.randrange(3))] if len(challengers) > 1 else []),
            ]
        if mode.can_accept():
            return [Pressed(Control.CLAIM)]
        if passes and (not shakes or self.chance.random() < PASSING):
            return [Turned(int(self.chance.expovariate(0.8))), Pressed(Control.CLAIM)]
        blind = mode.can(MoveKind.BLIND) and self.chance.random() < BLINDNESS
        return [Pressed(Control.REVEAL), Shaken()] if blind else [Shaken()]

    def _doubts(self, claim: Pair) -> bool:
        """Doubts more the higher the claim is on the ladder."""
        ladder = ladder_of(self.table.state)
        height = ladder.rank(claim) / (len(ladder.pairs) - 1)
        return self.chance.random() < 0.15 + 0.7 * height**2

    def _speak(self, mode: BoxRoundMode) -> BoxMessage:
        """Turns the dial to its claim, then claims."""
        roll = self.table.active_session.roll
        if self._roll != roll:
            self._roll = roll
            self._target = self._wanted(mode)
        if mode.dial != self._target:
            return Turned(self._target - mode.dial)
        return Pressed(Control.CLAIM)

    def _wanted(self, mode: BoxRoundMode) -> int:
        """Returns an index on the dial: what must be shown, the truth, or a moderate lie."""
        true = None if mode.blind else self._true_pair()
        moves = mode.ladder_moves()
        claims = [move.claim for move in moves if move.kind is MoveKind.CLAIM]
        if mode.game.must_show(self.table.state.options, true):
            return len(moves) - 1
        if true in claims and self.chance.random() < HONESTY:
            return claims.index(true)
        return min(len(claims) - 1, mode.dial + int(self.chance.expovariate(0.35)))

    # Cup games

    def _bidding(self, mode: BiddingMode) -> BoxMessage | None:
        if mode.waiting is not None:
            return None
        if not mode.dealt:
            return Pressed(Control.DIAL)
        state = self.table.state
        if self._peeking:
            return self._flap.popleft() if self._flap else self._after_peek(mode)
        if self._to_show:
            return self._show(mode)
        if self._faced is not state:
            self._faced = state
            if mode.most_shown() > 0 and self._peeks_to_show():
                # First all others are asked to look away.
                self._peeking = True
                self._flap = deque((PeekRequested(False), PeekRequested(True)))
                self._forget_peeks()
                return PeekRequested(True)
            self._moves = deque(self._bid(mode))
        return self._moves.popleft() if self._moves else Pressed(Control.CLAIM)

    def _peeks_to_show(self) -> bool:
        """Whether it now considers showing dice: only if its hand fits in one picture, so that one peek is enough.

        Alone against computers it does not: those dice are photographed before the peek.
        """
        table, turn = self.table, self.table.state.turn
        alone = len(table.state.seats) - len(table.computer_seats.characters) == 1
        whole = table.context.can_peek and turn is not None and hidden(table.state, turn) <= AT_ONCE
        return whole and not alone and self.chance.random() < SHOWING

    def _forget_peeks(self) -> None:
        for serial in [serial for serial in self.truths if serial < 0]:
            del self.truths[serial]

    def _after_peek(self, mode: BiddingMode) -> BoxMessage | None:
        """After a peek, shows the dice that count for the standing bid, if any, and re-rolls the others."""
        last = min(self.truths, default=0)
        if last >= 0:
            return None
        self._peeking = False
        hand, standing = sorted(self.truths[last] or ()), self.table.state.claim
        if standing is not None:
            counting = counting_faces(self.table.state, standing)
            places = (place for place, face in enumerate(hand, 1) if face in counting)
            self._to_show = tuple(places)[: mode.most_shown()]
        self._moves = deque(() if self._to_show else self._bid(mode))
        return PeekRequested(False)

    def _show(self, mode: BiddingMode) -> BoxMessage:
        """Turns to the number of dice to show, and enters them one by one."""
        places, entry = self._to_show, mode.entry
        if not isinstance(entry, PlaceEntry) and mode.aim is not DialTarget.SHOW:
            return Pressed(Control.DIAL)
        if not isinstance(entry, PlaceEntry):
            return Turned(len(places) - mode.count) if mode.count != len(places) else Pressed(Control.CLAIM)
        wanted = places[len(entry.places)]
        if entry.place != wanted:
            return Turned(wanted - entry.place)
        if len(entry.places) == len(places) - 1:
            self._to_show = ()
        return Pressed(Control.DIAL)

    def _bid(self, mode: BiddingMode) -> list[BoxMessage]:
        """Challenges a high bid, otherwise raises a little; opens with about half the expected count."""
        standing, bid = self.table.state.claim, mode.bid
        if bid is None or (standing is not None and self.chance.random() < self._share(standing) - 0.75):
            return [Pressed(Control.CHALLENGE)]
        if not isinstance(bid, Bid):
            return [Turned(self.chance.randrange(4)), Pressed(Control.CLAIM)]
        opening = round(self._expected(bid) / 2) if standing is None else 0
        steps = max(0, opening + self.chance.choice((-1, 0, 0, 1)))
        face = self.chance.randint(-3, 5)
        return [Turned(steps), Pressed(Control.DIAL), Turned(face), Pressed(Control.CLAIM)]

    def _share(self, claim: Claim) -> float:
        """A bid as a share of the expected count of all dice."""
        size = claim.quantity if isinstance(claim, Bid) else claim.value if isinstance(claim, Total) else 0
        return size / self._expected(claim)

    def _expected(self, claim: Claim) -> float:
        state = self.table.state
        dice = sum(state.held)
        return 3.5 * dice if isinstance(claim, Total) else len(counting_faces(state, claim)) * dice / 6

    def _showdown(self, mode: ShowdownMode) -> BoxMessage | None:
        """Has the dice read; enters unread ones by hand, and leaves the unknown to the table."""
        here = (mode.seat, len(self.table.active_session.laid.get(mode.seat, ())))
        if mode.waiting is not None:
            self._looks[here] = mode.waiting
            return None
        if here not in self._looks:
            # A failed camera is being restarted; a demo without one would have nothing to show.
            return Pressed(Control.REVEAL) if self.table.context.camera_works else None
        true = self.truths.get(self._looks[here])
        if true is None or len(true) != mode.wanted:
            return Pressed(Control.CLAIM)
        wanted = true[len(mode.entry.faces)]
        if mode.entry.face != wanted:
            return Turned(wanted - (mode.entry.face or 0))
        return Pressed(Control.DIAL)

    # After the reveal

    def _verdict(self, mode: VerdictMode) -> BoxMessage:
        """Continues; where the table rules, rules by the true dice."""
        if mode.settlement is None:
            return Pressed(Control.DIAL)
        ruling = "nobody"
        session, true = self.table.active_session, self._true_pair()
        events = decide(session.previous_state, Reveal(true)) if session.previous_state and true else ()
        for event in () if isinstance(events, Refusal) else events:
            if isinstance(event, Adjudicated) and event.lost in (mode.settlement.if_true, mode.settlement.if_lie):
                ruling = "lie" if event.lost == mode.settlement.if_lie else "true"
        if ruling == "true" and mode.last.ending is Ending.SHOWN:
            ruling = "shown"
        place = index_of(mode.choices(), ruling)
        if mode.cursor != place:
            return Turned(place - mode.cursor)
        return Pressed(Control.DIAL)
