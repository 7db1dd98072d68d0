"""After a challenge in a cup game: seat by seat the dice are laid under the eye, and the box counts along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from firmware.journal.evidence import Evidence
from firmware.journal.observation import SeenDie, Sight
from firmware.rules.claims import Hands
from firmware.rules.commands import Reveal, Unread
from firmware.rules.message import literal
from firmware.table.mode import CHALLENGE, CLAIM, DIAL, REVEAL, Mode, Offer
from firmware.table.play.counting import counted, hidden
from firmware.table.play.manual_entry import Entry
from firmware.table.play.verdict import Decided
from firmware.table.requests import Hand, Look
from firmware.table.wording import amount

if TYPE_CHECKING:
    from firmware.table.table import Table

AT_ONCE = 12
"""No more dice are laid under the eye at once; who holds more lays them in turn."""
COUNT_REASONS = ("too-few", "too-many", "empty")


class Laying(Mode):
    """One seat after another lays its dice; the eye reads them, or the dial tells them one by one.

    `waiting` is the look that the eye is to answer; `entry` the dice told by hand; `latest` the last photograph taken.
    `together`: all dice are laid at once, from the left in the order of the seats, so that it is known whose they are.
    """

    def __init__(self, table: Table) -> None:
        """Goes on with the seats whose dice are not known yet."""
        super().__init__(table)
        self.waiting: int | None = None
        self.together = False
        self.entry = Entry(self.wanted)

    # What there is to see

    @property
    def seat(self) -> int:
        """The seat whose dice are wanted now."""
        return next(seat for seat in range(len(self.table.state.seats)) if self._missing(seat))

    @property
    def wanted(self) -> int:
        """How many dice are laid now: that seat's, or all together."""
        return self._all() if self.together else min(AT_ONCE, self._missing(self.seat))

    @property
    def fits_together(self) -> bool:
        """Whether the dice of all may be laid at once: nothing was told yet, and there is room for them.

        A simulated cup holds its own dice, which cannot be mixed with others.
        """
        untold = not self.table.playing.laid and not self.entry.faces
        return untold and not self.table.can_peek and self.table.eye_trouble is None and self._all() <= AT_ONCE

    def _all(self) -> int:
        return sum(self._missing(seat) for seat in range(len(self.table.state.seats)))

    @property
    def latest(self) -> Evidence | None:
        """The last photograph that was taken."""
        laid = self.table.playing.album.laid
        return laid[-1] if laid else None

    def _missing(self, seat: int) -> int:
        return hidden(self.table.state, seat) - len(self.table.playing.laid.get(seat, ()))

    def counted_so_far(self) -> int:
        """How many dice count for the challenged bid among those that lie open, or what they come to for a total."""
        state, laid = self.table.state, self.table.playing.laid
        if state.claim is None:
            return 0
        shown = [face for dice in state.shown for face in dice]
        return counted(state, state.claim, [*shown, *(face for hand in laid.values() for face in hand)])

    def hands(self) -> Hands:
        """All dice that are known by now, the shown ones among them."""
        state, laid = self.table.state, self.table.playing.laid
        return Hands(
            tuple(
                (*(state.shown[seat] if state.shown else ()), *laid.get(seat, ())) for seat in range(len(state.seats))
            )
        )

    # What each control does

    def offers(self) -> Mapping[str, Offer]:
        """REVEAL reads, the dial tells by hand, CLAIM leaves it to the table."""
        if self.waiting is not None:
            busy = Offer("", False, self.say("why.eye_reading"))
            return {DIAL: busy, CLAIM: busy, CHALLENGE: busy, REVEAL: busy}
        seen = self.table.eye_trouble is None
        back = Offer(self.say("control.take_back"), bool(self.entry.faces), self.say("why.nothing_entered"))
        if self.fits_together:
            back = Offer(self.say("control.one_by_one" if self.together else "control.together"))
        return {
            REVEAL: Offer(self.say("control.read_dice"), seen, self.say("verdict.no_eye")),
            DIAL: Offer(self.say("control.enter", face=self.entry.face)),
            CHALLENGE: back,
            CLAIM: Offer(self.say("control.table_rules")),
        }

    # What people do

    def press(self, control: str) -> None:
        """Reads, enters a die, takes one back, or leaves it to the table."""
        if control == REVEAL:
            session = self.table.playing
            self.waiting = session.journal.next_seq(session.entry.number)
            self.table.ask(Look(self.waiting, self.wanted, None if self.together else self._hand()))
        elif control == CHALLENGE and self.fits_together:
            self.together = not self.together
        elif control == CHALLENGE:
            self.entry = self.entry.back()
        elif control == CLAIM:
            self._reveal(Unread(literal(self.say("verdict.table_looks"))))
        else:
            self.together = False
            self.entry = self.entry.pushed()
            if self.entry.complete:
                self._laid(self.entry.faces)

    def turn(self, steps: int) -> None:
        """Turns to another face."""
        self.entry = self.entry.turned(steps)

    def shaken(self) -> None:
        """Refuses: the dice lie as they lie."""
        self.table.refuse(self.say("why.frozen_cups"))

    # What the eye says

    def looked(self, serial: int, sight: Sight) -> None:
        """Takes the dice of a seat, if they are as many as it holds."""
        if serial != self.waiting:
            return
        self.waiting = None
        table = self.table
        if sight.faces is not None and len(sight.faces) == self.wanted and self.together:
            self._laid_together(sight)
        elif sight.faces is not None and len(sight.faces) == self.wanted:
            self._laid(sight.faces, Evidence(sight, sealed=False, seat=self.seat))
        elif sight.faces is not None or sight.reason in COUNT_REASONS:
            seen = amount(table.texts, table.state, len(sight.dice))
            held = amount(table.texts, table.state, self.wanted)
            key = "why.dice_differ_all" if self.together else "why.dice_differ"
            table.refuse(self.say(key, name=table.name(self.seat), seen=seen, held=held))
        else:
            table.refuse(self.say("why.lay_again", name=table.name(self.seat), cause=str(sight.message)))

    # How

    def _hand(self) -> Hand | None:
        """The dice that the seat lays now."""
        session = self.table.playing
        roll = session.hand_roll(self.seat)
        part = len(session.laid.get(self.seat, ())) // AT_ONCE
        return None if roll is None else Hand(session.entry.number, roll, self.seat, part)

    def _laid(self, faces: tuple[int, ...], evidence: Evidence | None = None) -> None:
        """Keeps the dice of a seat with their photograph; when all lie open, judges."""
        table = self.table
        table.playing.note_laid(self.seat, tuple(sorted(faces)), evidence)
        if any(self._missing(seat) for seat in range(len(table.state.seats))):
            self.entry = Entry(self.wanted)
        else:
            self._reveal(self.hands())

    def _laid_together(self, sight: Sight) -> None:
        """Gives every seat its dice, from the left to the right."""
        photograph: Evidence | None = Evidence(sight, sealed=False)
        faces = [die.face for die in sorted(sight.dice, key=_across) if die.face is not None]
        self.together = False
        while faces:
            count = self.wanted
            mine, faces = faces[:count], faces[count:]
            self._laid(tuple(mine), photograph)
            photograph = None

    def _reveal(self, dice: Hands | Unread) -> None:
        if self.table.do(Reveal(dice)) is not None:
            self.table.mode = Decided(self.table)


def _across(die: SeenDie) -> float:
    """How far to the right a die lies."""
    return sum(x for x, _ in die.polygon) / max(1, len(die.polygon))
