"""After a challenge in a cup game: seat by seat the dice are laid under the camera, and the box counts along."""

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
"""At most this many dice are laid under the camera at once; a seat that holds more lays them in turn."""
COUNT_REASONS = ("too-few", "too-many", "empty")


class ShowdownMode(Mode):
    """One seat after another lays its dice; the camera reads them, or they are entered with the dial one by one.

    `waiting` is the number of the reading that is awaited, `entry` the dice entered by hand. `together`: all dice are
    laid at once, from the left in the order of the seats, so that it is known whose they are.
    """

    leads_to = (VerdictShown,)
    at_table = True

    def __init__(self, context: Context) -> None:
        """Goes on with the seats whose dice are not known yet."""
        super().__init__(context)
        self.waiting: int | None = None
        self.why_unread: Message | None = None
        self.together = False
        self.entry = DialEntry(self.wanted)

    # What there is to see

    @property
    def seat(self) -> int:
        """The seat whose dice are wanted now; the last one where all are known."""
        seats = range(len(self.context.state.seats))
        return next((seat for seat in seats if self._missing(seat)), seats[-1])

    @property
    def complete(self) -> bool:
        """Whether the dice of all are known and only the verdict is missing: power failed between the two."""
        return self._all() == 0

    @property
    def step(self) -> NextStep | None:
        """Dice, unless some are being read, or the verdict."""
        if self.waiting is not None:
            return None
        return NextStep.REVEAL if self.complete else NextStep.LAY_DICE

    @property
    def actor(self) -> int:
        """The seat whose dice are wanted now."""
        return self.seat

    @property
    def wanted(self) -> int:
        """How many dice are laid now: that seat's, or all together."""
        return self._all() if self.together else min(AT_ONCE, self._missing(self.seat))

    @property
    def fits_together(self) -> bool:
        """Whether the dice of all may be laid at once: none is known yet, and there is room for them.

        A simulated cup holds its own dice, which cannot be mixed with others.
        """
        untold = not self.context.playing.laid and not self.entry.faces
        return untold and not self.context.can_peek and self.context.sees and self._all() <= AT_ONCE

    def _all(self) -> int:
        return sum(self._missing(seat) for seat in range(len(self.context.state.seats)))

    def _missing(self, seat: int) -> int:
        return unrevealed(self.context.playing, seat)

    @property
    def latest(self) -> RevealPhotograph | None:
        """The last photograph that was taken."""
        laid = self.context.playing.photographs.laid
        return laid[-1] if laid else None

    def counted_so_far(self) -> int:
        """Counts the dice that are right for the challenged bid so far, or adds them up for a total."""
        state, laid = self.context.state, self.context.playing.laid
        if state.claim is None:
            return 0
        shown = [face for dice in state.shown for face in dice]
        return counted(state, state.claim, [*shown, *(face for hand in laid.values() for face in hand)])

    def hands(self) -> Hands:
        """Returns all dice that are known by now, the shown ones among them."""
        state, laid = self.context.state, self.context.playing.laid
        return Hands(
            tuple(
                (*(state.shown[seat] if state.shown else ()), *laid.get(seat, ())) for seat in range(len(state.seats))
            )
        )

    # What each control does

    def offers(self) -> Mapping[str, Offer]:
        """REVEAL reads, the dial enters by hand once it is turned to a face, CLAIM leaves it to the table."""
        if self.waiting is not None:
            return dict.fromkeys((DIAL, CLAIM, CHALLENGE, REVEAL), Offer(None, False, self.say("why.eye_reading")))
        if self.complete:
            return {REVEAL: Offer(self.say("control.reveal")), CLAIM: Offer(self.say("control.table_rules"))}
        enter = offer_entry(self.entry)
        if self.entry.face is None and self.fits_together:
            enter = Offer(self.say("control.one_by_one" if self.together else "control.together"))
        return {
            REVEAL: Offer(self.say("control.read_dice"), self.context.sees, self.say("verdict.no_eye")),
            DIAL: enter,
            CHALLENGE: Offer(self.say("control.take_back"), bool(self.entry.faces), self.say("why.nothing_entered")),
            CLAIM: Offer(self.say("control.table_rules")),
        }

    @property
    def unresolved(self) -> Message | None:
        """Why the dice that were laid last were not taken, until they are."""
        return self.why_unread if self.waiting is None else None

    @property
    def can_take_back(self) -> bool:
        """Whether a die has been entered."""
        return bool(self.entry.faces)

    def take_back(self) -> bool:
        """Takes back the die that was entered last."""
        entered = bool(self.entry.faces)
        self.entry = self.entry.back()
        return entered

    # What people do

    def press(self, control: str) -> None:
        """Reads, enters a die, takes one back, or leaves it to the table."""
        if control == REVEAL and self.complete:
            self._reveal(self.hands())
        elif control == REVEAL:
            self._read()
        elif control == DIAL and self.entry.face is None:
            self.together = not self.together
        elif control == CHALLENGE:
            self.entry = self.entry.back()
        elif control == CLAIM:
            self._reveal(Unread(message("the table looks for itself")))
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
        """Refuses: the dice lie as they lie."""
        self.context.warn(self.say("why.frozen_cups"))

    # What the camera reads

    def on_observation(self, serial: int, observation: Observation) -> None:
        """Takes the dice of a seat, if they are as many as it holds."""
        if serial != self.waiting:
            return
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
        """Returns why a reading is not of the dice that are wanted."""
        state, name = self.context.state, self.context.name(self.seat)
        if observation.faces is None and observation.reason not in COUNT_REASONS:
            return self.say("why.lay_again", name=name, cause=observation.why.without_remedy())
        seen, held = amount(state, len(observation.dice)), amount(state, self.wanted)
        return self.say("why.dice_differ_all" if self.together else "why.dice_differ", name=name, seen=seen, held=held)

    # How

    def _read(self) -> None:
        self.waiting = self.context.next_serial()
        self.context.ask(ReadDice(self.waiting, self.wanted, None if self.together else self._hand()))

    def _hand(self) -> Hand | None:
        """The dice that the seat lays now."""
        session = self.context.playing
        roll = session.hand_roll(self.seat)
        part = len(session.laid.get(self.seat, ())) // AT_ONCE
        return None if roll is None else Hand(session.entry.number, roll, self.seat, part)

    def _keep(self, faces: tuple[int, ...], photograph: RevealPhotograph | None = None) -> None:
        """Keeps the dice of a seat with their photograph; when all are known, reveals."""
        self.why_unread = None
        self.context.playing.note_laid(self.seat, tuple(sorted(faces)), photograph)
        if self.complete:
            self._reveal(self.hands())
        else:
            self.entry = DialEntry(self.wanted)

    def _keep_together(self, observation: Observation) -> None:
        """Gives every seat its dice, from the left to the right."""
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
    """Returns how far to the right a die lies."""
    return sum(x for x, _ in die.polygon) / max(1, len(die.polygon))
