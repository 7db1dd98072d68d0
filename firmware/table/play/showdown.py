"""The showdown of a cup game: seats lay their dice under the camera, and the box keeps count."""

from collections.abc import Mapping

from firmware.journal.observation import Observation, SeenDie
from firmware.journal.reveal_photograph import RevealPhotograph
from firmware.rules.claims import Hands
from firmware.rules.commands import Reveal, Unread
from firmware.rules.message import Message, message
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, CLAIM, DIAL, REVEAL
from firmware.table.destinations import VerdictShown
from firmware.table.mode import Mode, NextStep, Offer
from firmware.table.play.counting import counted
from firmware.table.play.dial_entry import DialEntry
from firmware.table.play.entry_offer import offer_entry
from firmware.table.progress import unrevealed
from firmware.table.requests import Hand, ReadDice
from firmware.table.wording import amount

AT_ONCE = 12
"""The most dice under the camera at once; a seat with more lays them in parts."""
BY_SIGHT = message("the table looks for itself")
"""Why the dice are not read if the table does not want them to be."""
COUNT_REASONS = ("too-few", "too-many", "empty")


class ShowdownMode(Mode):
    """Seats lay their dice in turn; the camera reads them, or they are entered with the dial.

    `waiting` is the serial of the awaited reading, `entry` the dice entered by hand. `together`: all dice are laid at
    once, from left to right in the order of the seats.
    """

    leads_to = (VerdictShown,)
    at_table = True

    def __init__(self, context: Context) -> None:
        """Continues with the seats whose dice are unknown."""
        super().__init__(context)
        self.waiting: int | None = None
        self.why_unread: Message | None = None
        self.together = False
        self.entry = DialEntry(self.wanted)

    # What the screen shows

    @property
    def seat(self) -> int:
        """The seat whose dice are due; the last one where all are known."""
        seats = range(len(self.context.state.seats))
        return next((seat for seat in seats if self._missing(seat)), seats[-1])

    @property
    def complete(self) -> bool:
        """Whether all dice are known and only the verdict is missing: power failed between the two."""
        return self._all() == 0

    @property
    def step(self) -> NextStep | None:
        """Dice, unless some are being read, or the verdict."""
        if self.waiting is not None:
            return None
        return NextStep.REVEAL if self.complete else NextStep.LAY_DICE

    @property
    def actor(self) -> int:
        """The seat whose dice are due."""
        return self.seat

    @property
    def wanted(self) -> int:
        """How many dice to lay now: that seat's, or all of them."""
        return self._all() if self.together else min(AT_ONCE, self._missing(self.seat))

    @property
    def fits_together(self) -> bool:
        """Whether everybody's dice may be laid at once: none is known yet, and there is room.

        Simulated cups keep their dice apart.
        """
        untold = not self.context.active_session.laid and not self.entry.faces
        return untold and not self.context.can_peek and self.context.camera_works and self._all() <= AT_ONCE

    def _all(self) -> int:
        return sum(self._missing(seat) for seat in range(len(self.context.state.seats)))

    def _missing(self, seat: int) -> int:
        return unrevealed(self.context.active_session, seat)

    @property
    def latest(self) -> RevealPhotograph | None:
        """The latest photograph."""
        laid = self.context.active_session.photographs.laid
        return laid[-1] if laid else None

    def counted_so_far(self) -> int:
        """Counts the matching dice for the bid so far, or adds them up for a total."""
        state, laid = self.context.state, self.context.active_session.laid
        if state.claim is None:
            return 0
        shown = [face for dice in state.shown for face in dice]
        return counted(state, state.claim, [*shown, *(face for hand in laid.values() for face in hand)])

    def hands(self) -> Hands:
        """Returns all dice known so far, including shown ones."""
        state, laid = self.context.state, self.context.active_session.laid
        return Hands(
            tuple(
                (*(state.shown[seat] if state.shown else ()), *laid.get(seat, ())) for seat in range(len(state.seats))
            )
        )

    # What each control does

    def offers(self) -> Mapping[str, Offer]:
        """REVEAL reads; the dial enters dice by hand; CLAIM leaves the ruling to the table."""
        if self.waiting is not None:
            return dict.fromkeys((DIAL, CLAIM, CHALLENGE, REVEAL), Offer(None, False, self.text("why.eye_reading")))
        if self.complete:
            return {REVEAL: Offer(self.text("control.reveal")), CLAIM: Offer(self.text("control.table_rules"))}
        enter = offer_entry(self.entry)
        if self.entry.face is None and self.fits_together:
            enter = Offer(self.text("control.one_by_one" if self.together else "control.together"))
        return {
            REVEAL: Offer(self.text("control.read_dice"), self.context.camera_works, self.context.why_no_camera),
            DIAL: enter,
            CHALLENGE: Offer(self.text("control.take_back"), bool(self.entry.faces), self.text("why.nothing_entered")),
            CLAIM: Offer(self.text("control.table_rules")),
        }

    @property
    def unresolved(self) -> Message | None:
        """Why the last dice were not accepted, until they are."""
        return self.why_unread if self.waiting is None else None

    @property
    def can_undo_entry(self) -> bool:
        """Whether a die has been entered."""
        return bool(self.entry.faces)

    def undo_entry(self) -> bool:
        """Removes the last die entered."""
        entered = bool(self.entry.faces)
        self.entry = self.entry.back()
        return entered

    # What people do

    def press(self, control: str) -> None:
        """Reads, enters or removes a die, or leaves the ruling to the table."""
        if control == REVEAL and self.complete:
            self._reveal(self.hands())
        elif control == REVEAL:
            self._read()
        elif control == DIAL and self.entry.face is None:
            self.together = not self.together
        elif control == CHALLENGE:
            self.entry = self.entry.back()
        elif control == CLAIM:
            self._reveal(Unread(BY_SIGHT))
        else:
            self.together = False
            self.entry = self.entry.pushed()
            if self.entry.complete:
                self._keep(self.entry.faces)

    def turn(self, steps: int) -> None:
        """Turns to another face."""
        if not self.complete:
            self.entry = self.entry.turned(steps)

    def on_shake(self) -> None:
        """Refuses: the dice stay as they are."""
        self.context.warn(self.text("why.frozen_cups"))

    # Readings

    def on_observation(self, serial: int, observation: Observation) -> None:
        """Takes a seat's dice, if the number is right."""
        if serial != self.waiting:
            return
        self.end_waiting()
        self.waiting = None
        if observation.faces is not None and len(observation.faces) == self.wanted:
            if self.together:
                self._keep_together(observation)
            else:
                self._keep(observation.faces, RevealPhotograph(observation, sealed=False, seat=self.seat))
        else:
            self.why_unread = self._why_not(observation)
            self.context.warn(self.why_unread)

    def _why_not(self, observation: Observation) -> Message:
        """Returns why a reading cannot be the dice that are due."""
        state, name = self.context.state, self.context.name(self.seat)
        if observation.faces is None and observation.reason not in COUNT_REASONS:
            return self.text("why.lay_again", name=name, cause=observation.why.without_remedy())
        seen, held = amount(state, len(observation.dice)), amount(state, self.wanted)
        return self.text("why.dice_differ_all" if self.together else "why.dice_differ", name=name, seen=seen, held=held)

    # How it works

    def _read(self) -> None:
        self.waiting = self.context.next_serial()
        self.context.request(ReadDice(self.waiting, self.wanted, None if self.together else self._hand()))

    def _hand(self) -> Hand | None:
        """The dice that the seat lays now."""
        session = self.context.active_session
        roll = session.hand_roll(self.seat)
        part = len(session.laid.get(self.seat, ())) // AT_ONCE
        return None if roll is None else Hand(session.entry.number, roll, self.seat, part)

    def _keep(self, faces: tuple[int, ...], photograph: RevealPhotograph | None = None) -> None:
        """Stores a seat's dice and photograph; reveals when all are known."""
        self.why_unread = None
        self.context.active_session.note_laid(self.seat, tuple(sorted(faces)), photograph)
        if self.complete:
            self._reveal(self.hands())
        else:
            self.entry = DialEntry(self.wanted)

    def _keep_together(self, observation: Observation) -> None:
        """Assigns the dice to the seats from left to right."""
        photograph: RevealPhotograph | None = RevealPhotograph(observation, sealed=False)
        faces = [die.face for die in sorted(observation.dice, key=_across) if die.face is not None]
        self.together = False
        while faces:
            count = self.wanted
            mine, faces = faces[:count], faces[count:]
            self._keep(tuple(mine), photograph)
            photograph = None

    def _reveal(self, dice: Hands | Unread) -> None:
        if self.context.do(Reveal(dice)) is not None:
            self.go(VerdictShown())


def _across(die: SeenDie) -> float:
    """Returns a die's horizontal position."""
    return sum(x for x, _ in die.polygon) / max(1, len(die.polygon))
