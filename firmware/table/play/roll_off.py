"""The throw for the opening: everybody throws one die; the highest opens, ties throw again (RULES.md V1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from firmware.journal.observation import Observation, RollDelay
from firmware.journal.session import Session
from firmware.rules.commands import RollOff
from firmware.rules.events import RolledOff
from firmware.rules.message import Message
from firmware.rules.state import Phase
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, CLAIM, DIAL, REVEAL
from firmware.table.mode import GameMode, NextStep, Offer
from firmware.table.play.dial_entry import turned_face
from firmware.table.progress import throwers
from firmware.table.requests import ReadDice, WatchRoll
from firmware.table.wording import face_name

SAME_PLACE = 3.0
"""A die whose corners have moved by fewer pixels has not been thrown."""


@dataclass(frozen=True, slots=True)
class OpeningThrow:
    """The latest opening throw of a seat.

    `again`: it tied for the highest and is repeated. `beaten`: the seat throws no more.
    """

    face: int | None = None
    again: bool = False
    beaten: bool = False


class RollOffMode(GameMode):
    """Seats throw in turn; the camera reads the die, or the dial enters it.

    `face` is under the dial, None until it is turned. `resting` is the serial of a throw being read, `why_unread` why
    the last one was not read.
    """

    def __init__(self, context: Context) -> None:
        """Starts without a face under the dial."""
        super().__init__(context)
        self.face: int | None = None
        self.resting: int | None = None
        self.why_unread: Message | None = None
        self._lay: tuple[tuple[float, float], ...] = ()
        self.overdue = False

    @property
    def thrower(self) -> int:
        """The seat that throws now.

        If power failed between the last throw and its consequences, nobody has seen that throw, and it is repeated.
        """
        session = self.context.active_session
        waiting = [seat for seat in throwers(session) if seat not in session.throws]
        return waiting[0] if waiting else next(reversed(session.throws))

    @property
    def step(self) -> NextStep | None:
        """A throw, unless one is being read."""
        return None if self.resting is not None else NextStep.THROW

    @property
    def actor(self) -> int:
        """The seat that throws now."""
        return self.thrower

    @property
    def unresolved(self) -> Message | None:
        """Why the last throw was not read, until the next one."""
        return None if self.resting is not None else self.why_unread

    def offers(self) -> Mapping[str, Offer]:
        """The push reports a throw, which the camera reads; with a face under the dial, it enters that."""
        reading = self.text("why.eye_reading")
        if self.resting is not None:
            shut = Offer(None, False, reading)
            as_it_lies = Offer(self.text("control.read_as_it_lies")) if self.overdue else shut
            return {CLAIM: shut, REVEAL: shut, CHALLENGE: shut, DIAL: as_it_lies}
        if self.face is not None:
            return {DIAL: Offer(self.text("control.enter_throw", face=self.face))}
        return {DIAL: Offer(self.text("control.shaken"), self.context.camera_works, self.text("throw.by_hand"))}

    @property
    def idle_control(self) -> Message:
        """Nothing can be claimed, challenged or revealed before the opening."""
        return self.unresolved or self.text("why.throw_first", name=self.context.name(self.thrower))

    def press(self, control: str) -> None:
        """Has the throw read, or enters the face under the dial."""
        del control
        if self.overdue and self.resting is not None:
            self.overdue = False
            self.context.request(ReadDice(self.resting, dice=1))
        elif self.face is None:
            self.on_shake()
        else:
            self._thrown(self.face)

    def turn(self, steps: int) -> None:
        """Turns through the faces and none."""
        self.face = turned_face(self.face, steps)

    @property
    def can_undo_entry(self) -> bool:
        """Whether somebody has thrown."""
        return bool(self.context.active_session.throws)

    def undo_entry(self) -> bool:
        """Takes the last throw back, if there is one."""
        session = self.context.active_session
        if not session.throws:
            return False
        seat = next(reversed(session.throws))
        session.retract_throw(seat)
        self.resting = self.why_unread = self.face = None
        self.context.notify(self.text("table.undone", what=self.text("undo.throw", name=self.context.name(seat))))
        return True

    def on_shake(self) -> None:
        """Has the camera read the throw, if it works."""
        if not self.context.camera_works:
            self.context.warn(self.text("throw.by_hand"))
        else:
            self.face = None
            self.resting, self.overdue = self.context.next_serial(), False
            self.context.request(WatchRoll(self.resting, dice=1))

    def on_roll_overdue(self, serial: int, delay: RollDelay) -> None:
        """Offers to read the die as it lies."""
        if serial == self.resting:
            self.overdue = True
            self.warn_overdue(delay)

    def on_observation(self, serial: int, observation: Observation) -> None:
        """Takes the die, or explains why it was not read."""
        if serial != self.resting:
            return
        self.end_waiting()
        self.resting, self.overdue = None, False
        name = self.context.name(self.thrower)
        if observation.faces is None or len(observation.faces) != 1:
            reason = observation.message if observation.message else self.text("throw.several")
            self._unread(self.text("why.shake_again", name=name, reason=reason))
        elif self._lies_untouched(observation):
            self._unread(self.text("throw.untouched", name=name))
        else:
            self._lay = observation.dice[0].polygon if observation.dice else ()
            self._thrown(observation.faces[0])

    def _unread(self, why: Message) -> None:
        self.why_unread = why
        self.context.warn(why)

    def _lies_untouched(self, observation: Observation) -> bool:
        """Returns whether the die lies exactly as after the previous throw, so that it cannot have been thrown."""
        if not self.context.active_session.throws or len(observation.dice) != 1:
            return False
        *_, before = self.context.active_session.throws.values()
        corners = observation.dice[0].polygon
        if observation.dice[0].face != before or not corners or len(corners) != len(self._lay):
            return False
        pairs = zip(corners, self._lay, strict=True)
        return all(abs(x - u) < SAME_PLACE and abs(y - v) < SAME_PLACE for (x, y), (u, v) in pairs)

    def _thrown(self, face: int) -> None:
        context, session = self.context, self.context.active_session
        session.throw(self.thrower, face)
        self.face = self.why_unread = None
        expected = throwers(session)
        if any(seat not in session.throws for seat in expected):
            return
        events = context.do(RollOff(tuple((seat, session.throws[seat]) for seat in expected)))
        if context.state.tied:
            self._lay = ()
            context.notify(self.tie())
        elif events is not None:
            self.continue_game()
            context.notify(self.text("throw.opens", name=context.name(context.state.turn)))

    def tie(self) -> Message | None:
        """Returns who throws again and why; None without a tie."""
        context, tied = self.context, self.context.state.tied
        if not tied:
            return None
        highest = max((face for face in _last_round(context.active_session).values()), default=0)
        names = context.names(tied)
        if not highest:
            return self.text("throw.again", names=names)
        return self.text("throw.tied", names=names, face=face_name(context.state, highest, 1))


def opening_throws(session: Session) -> Mapping[int, OpeningThrow]:
    """Returns the latest throw of every seat during the roll-off, and until the opener has shaken.

    Seats still to throw have no face; () once somebody has shaken.
    """
    state, rounds = session.state, tuple(_rounds(session))
    throwing = state.phase is Phase.ROLL_OFF
    last = session.last_action or ()
    if not throwing and not any(isinstance(event, RolledOff) and event.throws for event in last):
        return {}
    faces: dict[int, int] = {}
    for throws in rounds:
        faces |= throws
    faces |= session.throws
    live = throwers(session) if throwing else (state.turn,)
    seats = session.game.live(state)
    return {
        seat: OpeningThrow(
            faces.get(seat),
            again=throwing and seat in state.tied and seat not in session.throws,
            beaten=seat not in live,
        )
        for seat in seats
    }


def _rounds(session: Session) -> Iterator[Mapping[int, int]]:
    """Yields the throws of each round of the roll-off, in order."""
    for events in session.history.actions():
        for event in events:
            if isinstance(event, RolledOff):
                yield dict(event.throws)


def _last_round(session: Session) -> Mapping[int, int]:
    *_, last = ({}, *_rounds(session))
    return last
