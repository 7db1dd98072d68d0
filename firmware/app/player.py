"""Plays the demo: presses the same controls as people do, and knows no more than they."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware.app.box import Message
from firmware.eye import Rested
from firmware.rules.claims import Pair
from firmware.rules.events import Adjudicated, Ending, Verdict
from firmware.rules.ladder import CLASSIC
from firmware.rules.state import Phase
from firmware.table.mode import ListMode
from firmware.table.opening import Opening
from firmware.table.round import Round
from firmware.table.table import Table
from firmware.table.verdict import Decided
from firmware.table.winner import Winner
from hardware.ports import Control, Pressed, Shaken, Turned

Truths = Mapping[int, tuple[int, ...] | None]
"""What really lies in the simulated box, by the number of the roll."""
HOPELESS = 50
HONESTY = 0.55
"""How often a demo player speaks the truth where it may."""


@dataclass(slots=True)
class Tally:
    """What the demo has counted; `disagreements` are verdicts that the simulated truth gives the lie."""

    rounds: int = 0
    challenges: int = 0
    verdicts: int = 0
    no_verdicts: int = 0
    unread: int = 0
    disagreements: int = 0

    def __str__(self) -> str:
        """Counts everything in one line."""
        return (
            f"{self.rounds} rounds, {self.challenges} challenges, {self.verdicts} verdicts, "
            f"{self.no_verdicts + self.unread} abstentions ({self.unread} shakes again, {self.no_verdicts} reveals), "
            f"{self.disagreements} disagreements"
        )


@dataclass(slots=True)
class Player:
    """Plays all the seats of a table, one press after another.

    `truths` are used as a peek under the flap by the one who has shaken, as people's eyes when the table rules, and to
    count; never by one who has to believe or not.
    """

    table: Table
    truths: Truths
    chance: random.Random
    tally: Tally = field(default_factory=Tally)
    _roll: int | None = None
    _target: int = 0
    _unread_in_a_row: int = 0
    _counted: object = None

    def next(self) -> Message | None:
        """Gives the next press, or None while the eye is at work."""
        mode = self.table.mode
        if isinstance(mode, Round):
            return self._round(mode)
        if isinstance(mode, Opening):
            return None if mode.resting is not None else Shaken()
        if isinstance(mode, Decided):
            return self._decided(mode)
        if isinstance(mode, ListMode | Winner):
            return Pressed(Control.DIAL)
        return None

    @property
    def despairs(self) -> bool:
        """Whether the eye has read none of so many throws that it will not read the next."""
        return self._unread_in_a_row >= HOPELESS

    def count(self, message: Message) -> None:
        """Counts what came of a message that the box has taken."""
        table = self.table
        if isinstance(message, Rested):
            read = message.sight.faces is not None
            self._unread_in_a_row = 0 if read else self._unread_in_a_row + 1
            self.tally.unread += not read
        if table.session is None or table.state.last is None or table.state.last is self._counted:
            return
        last = self._counted = table.state.last
        self.tally.rounds += 1
        if last.ending is not Ending.CHALLENGE:
            return
        self.tally.challenges += 1
        if last.verdict is Verdict.NO_VERDICT:
            self.tally.no_verdicts += 1
            return
        self.tally.verdicts += 1
        if not self._agrees(last):
            self.tally.disagreements += 1

    def _agrees(self, last: Adjudicated) -> bool:
        """Tells whether a verdict is what the dice really are; without a truth it is not."""
        true = self._true_pair()
        if true is None or last.actual != true or not isinstance(last.claim, Pair):
            return False
        return (last.verdict is Verdict.UPHELD) == self._holds(last.claim, true)

    def _true_pair(self) -> Pair | None:
        faces = self.truths.get(self.table.playing.roll or 0)
        return Pair(*faces) if faces is not None and len(faces) == 2 else None

    def _holds(self, claim: Pair, dice: Pair) -> bool:
        ladder = self.table.playing.game.ladder(self.table.state.options) or CLASSIC
        return ladder.rank(dice) >= ladder.rank(claim)

    def _round(self, mode: Round) -> Message | None:
        phase = self.table.state.phase
        if mode.waiting is not None:
            return None
        if phase is Phase.REVEALING:
            return Pressed(Control.REVEAL)
        if phase is Phase.OPEN:
            return Shaken()
        if phase is Phase.FACING:
            return self._face(mode)
        if mode.must_shake_again():
            return Shaken()
        return self._speak(mode)

    def _face(self, mode: Round) -> Message:
        claim = self.table.state.claim
        if isinstance(claim, Pair) and self._doubts_now(claim):
            return Pressed(Control.CHALLENGE)
        return Pressed(Control.DIAL) if mode.can_accept() else Shaken()

    def _doubts_now(self, claim: Pair) -> bool:
        """Doubts the more, the higher the claim stands on the ladder."""
        ladder = self.table.playing.game.ladder(self.table.state.options) or CLASSIC
        height = ladder.rank(claim) / (len(ladder.pairs) - 1)
        return self.chance.random() < 0.15 + 0.7 * height**2

    def _speak(self, mode: Round) -> Message:
        """Turns the dial to what this player wants to claim, then claims."""
        claims = mode.claims()
        roll = self.table.playing.roll
        if self._roll != roll:
            self._roll = roll
            self._target = self._wanted(claims)
        if mode.dial != self._target:
            return Turned(self._target - mode.dial)
        return Pressed(Control.CLAIM)

    def _wanted(self, claims: tuple[object, ...]) -> int:
        true = self._true_pair()
        if true in claims and self.chance.random() < HONESTY:
            return claims.index(true)
        return min(len(claims) - 1, int(self.chance.expovariate(0.35)))

    def _decided(self, mode: Decided) -> Message:
        """Goes on; where the table rules, as people's eyes would have it."""
        if mode.settlement is None:
            return Pressed(Control.DIAL)
        claim, true = mode.last.claim, self._true_pair()
        place = len(mode.choices()) - 1
        if true is not None and isinstance(claim, Pair):
            rulings = [mode.settlement.true is not None, mode.settlement.lie is not None]
            place = 0 if self._holds(claim, true) or not all(rulings) else 1
        if mode.cursor != place:
            return Turned(place - mode.cursor)
        return Pressed(Control.DIAL)
