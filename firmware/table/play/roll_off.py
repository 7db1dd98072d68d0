"""The throw for the opening: everybody throws one die, the highest opens, the tied throw again (RULES.md V1)."""

from collections.abc import Mapping

from firmware.journal.observation import Observation
from firmware.rules.commands import RollOff
from firmware.rules.events import RolledOff
from firmware.rules.message import Message
from firmware.table.context import Context
from firmware.table.controls import CLAIM, DIAL
from firmware.table.mode import GameMode, NextStep, Offer
from firmware.table.progress import throwers
from firmware.table.requests import Look, Shake


class RollOffMode(GameMode):
    """One seat after another throws; the camera reads the die, or the dial says what it shows."""

    def __init__(self, context: Context) -> None:
        """Starts with a six under the dial; `resting` is the number of a throw not yet at rest."""
        super().__init__(context)
        self.face = 6
        self.resting: int | None = None
        self.overdue = False

    @property
    def thrower(self) -> int:
        """The seat that throws now."""
        session = self.context.playing
        return next(seat for seat in throwers(session) if seat not in session.throws)

    @property
    def step(self) -> NextStep | None:
        """A throw, unless one is being read."""
        return None if self.resting is not None else NextStep.THROW

    @property
    def actor(self) -> int:
        """The seat that throws now."""
        return self.thrower

    def offers(self) -> Mapping[str, Offer]:
        """CLAIM has the camera read the throw, and the dial enters one that it cannot read."""
        free, reading = self.resting is None, self.say("why.eye_reading")
        sees = self.context.sees
        if self.overdue:
            return {DIAL: Offer(self.say("control.read_as_it_lies")), CLAIM: Offer(None, False, reading)}
        return {
            CLAIM: Offer(self.say("control.shaken"), free and sees, reading if sees else self.say("verdict.no_eye")),
            DIAL: Offer(self.say("control.enter_throw", face=self.face), free, reading),
        }

    @property
    def idle_control(self) -> Message:
        """Nothing can be challenged or revealed before somebody has opened."""
        return self.say("why.throw_first", name=self.context.name(self.thrower))

    def press(self, control: str) -> None:
        """Has the throw read, or enters the face under the dial."""
        if self.overdue and self.resting is not None:
            self.overdue = False
            self.context.ask(Look(self.resting, dice=1))
        elif control == CLAIM:
            self.shaken()
        else:
            self._thrown(self.face)

    def turn(self, steps: int) -> None:
        """Turns through the faces."""
        self.face = max(1, min(6, self.face + steps))

    def shaken(self) -> None:
        """Has the camera read the throw, where there is one."""
        if not self.context.sees:
            self.context.warn(self.say("verdict.no_eye"))
        else:
            self.resting, self.overdue = self.context.next_serial(), False
            self.context.ask(Shake(self.resting, dice=1))

    def roll_overdue(self, serial: int, moving: bool) -> None:
        """Offers to have the die read as it lies."""
        if serial == self.resting:
            self.overdue = True
            self.warn_overdue(moving)

    def take_reading(self, serial: int, reading: Observation) -> None:
        """Takes the die, or says why it was not read."""
        if serial != self.resting:
            return
        if self.overdue:
            self.context.notify(None)
        self.resting, self.overdue = None, False
        if reading.faces is not None and len(reading.faces) == 1:
            self._thrown(reading.faces[0])
        else:
            reason = reading.message if reading.message else self.say("throw.several")
            name = self.context.name(self.thrower)
            self.context.warn(self.say("why.shake_again", name=name, reason=reason))

    def _thrown(self, face: int) -> None:
        context, session = self.context, self.context.playing
        session.throw(self.thrower, face)
        expected = throwers(session)
        if any(seat not in session.throws for seat in expected):
            return
        events = context.do(RollOff(tuple((seat, session.throws[seat]) for seat in expected)))
        for event in events or ():
            if isinstance(event, RolledOff) and event.tied:
                context.notify(self.say("throw.tied", names=context.names(event.tied)))
                return
        self.go_on()
        context.notify(self.say("throw.opens", name=context.name(context.state.turn)))
