"""The throw for the opening: everybody throws one die, the highest opens, the tied throw again (RULES.md V1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from firmware.journal.observation import Sight
from firmware.rules.commands import RollOff
from firmware.rules.events import RolledOff
from firmware.table.mode import CLAIM, DIAL, Mode, Offer
from firmware.table.requests import Shake

if TYPE_CHECKING:
    from firmware.table.table import Table


class Opening(Mode):
    """One seat after another throws; the eye reads the die, or the dial says what it shows."""

    def __init__(self, table: Table) -> None:
        """Starts with a six under the dial; `resting` is the number of a throw that has not come to rest."""
        super().__init__(table)
        self.face = 6
        self.resting: int | None = None

    @property
    def thrower(self) -> int:
        """The seat that throws now."""
        session = self.table.playing
        return next(seat for seat in self._expected() if seat not in session.throws)

    def _expected(self) -> tuple[int, ...]:
        session = self.table.playing
        return session.state.tied or session.game.live(session.state)

    def offers(self) -> Mapping[str, Offer]:
        """CLAIM has the eye read the throw, and the dial enters one that it cannot read."""
        free, reading = self.resting is None, self.say("why.eye_reading")
        sees = self.table.eye_trouble is None
        return {
            CLAIM: Offer(self.say("control.shaken"), free and sees, reading if sees else self.say("verdict.no_eye")),
            DIAL: Offer(self.say("control.enter_throw", face=self.face), free, reading),
        }

    @property
    def idle_control(self) -> str:
        """Nothing can be challenged or revealed before somebody has opened."""
        return self.say("why.throw_first", name=self.table.name(self.thrower))

    def press(self, control: str) -> None:
        """Has the throw read, or enters the face under the dial."""
        if control == CLAIM:
            self.shaken()
        else:
            self._thrown(self.face)

    def turn(self, steps: int) -> None:
        """Turns through the faces."""
        self.face = max(1, min(6, self.face + steps))

    def shaken(self) -> None:
        """Lets the eye read the throw, where there is one."""
        if self.table.eye_trouble is not None:
            self.table.refuse(self.say("verdict.no_eye"))
        else:
            session = self.table.playing
            self.resting = session.journal.next_seq(session.entry.number)
            self.table.ask(Shake(self.resting, dice=1))

    def rested(self, serial: int, sight: Sight) -> None:
        """Takes the die, or says why it was not read."""
        if serial != self.resting:
            return
        self.resting = None
        if sight.faces is not None and len(sight.faces) == 1:
            self._thrown(sight.faces[0])
        else:
            reason = str(sight.message) if sight.message else self.say("throw.several")
            self.table.refuse(self.say("why.shake_again", name=self.table.name(self.thrower), reason=reason))

    def _thrown(self, face: int) -> None:
        table, session = self.table, self.table.playing
        session.throw(self.thrower, face)
        expected = self._expected()
        if any(seat not in session.throws for seat in expected):
            return
        events = table.do(RollOff(tuple((seat, session.throws[seat]) for seat in expected)))
        for event in events or ():
            if isinstance(event, RolledOff) and event.tied:
                table.tell(self.say("throw.tied", names=table.names(event.tied)))
                return
        table.go_on()
        table.tell(self.say("throw.opens", name=table.name(table.state.turn)))
