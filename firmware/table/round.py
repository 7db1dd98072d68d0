"""A round of a box game: shake, claim, believe or challenge, up to the reveal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from firmware.evidence import Evidence
from firmware.rules.claims import Claim, Pair
from firmware.rules.commands import Accept, Challenge, Declare, Move, MoveKind, Reveal, Roll, Unread
from firmware.rules.events import Adjudicated, Rolled
from firmware.rules.state import Phase
from firmware.sight import Sight
from firmware.table.mode import CHALLENGE, CLAIM, DIAL, REVEAL, Mode, Offer
from firmware.table.requests import Look, Peek, Shake
from firmware.table.verdict import Decided

if TYPE_CHECKING:
    from firmware.table.table import Table

DICE = 2
PATIENCE = 3
"""After so many unread shakes in one turn the claim may be spoken all the same, and the table will judge by sight."""


class Round(Mode):
    """The state of the game says what may be done; beside it stand only the dial and the eye's answer to come.

    `dial` is the place in `claims()`; `waiting` the number of the roll that the eye is to answer for; `unread` how
    often the eye has abstained in this turn, `why_unread` its last reason; `paid` what an acceptance has just cost.
    """

    def __init__(self, table: Table) -> None:
        """Takes the game up where its state stands; dice that lie unsealed are read first."""
        super().__init__(table)
        self.dial = 0
        self.waiting: int | None = None
        self.unread = 0
        self.why_unread = ""
        self.paid: dict[int, int] = {}
        session = table.playing
        if session.state.phase is Phase.CLAIMING and session.seal is None and session.roll is not None:
            self._ask(Look(session.roll, DICE))

    # What there is to see

    def claims(self) -> tuple[Claim, ...]:
        """What the dial turns through, lowest first: nothing but while a claim is to be spoken."""
        session = self.table.playing
        return session.game.claims(session.state) if session.state.phase is Phase.CLAIMING else ()

    def can_roll(self) -> bool:
        """Whether the seat in turn may shake the box."""
        return any(move.kind is MoveKind.ROLL for move in self._moves())

    def can_accept(self) -> bool:
        """Whether the seat in turn may accept the claim with a loss."""
        return any(move.kind is MoveKind.ACCEPT for move in self._moves())

    def offers(self) -> Mapping[str, Offer]:
        """What the phase allows; everything else says why not."""
        phase = self.table.state.phase
        if phase is Phase.REVEALING:
            return self._offers_revealing()
        if phase is Phase.CLAIMING:
            return self._offers_claiming()
        name = self.table.name(self.table.state.turn)
        shake_first = Offer(self.say("control.claim"), False, self.say("why.shake_first", name=name))
        if phase is Phase.OPEN:
            none = Offer(self.say("control.challenge"), False, self.say("why.no_claim"))
            return {CLAIM: shake_first, CHALLENGE: none, DIAL: Offer(self.say("control.shaken"))}
        lives = self.table.lives(self.table.state.options.number("meier_accept"))
        accept = Offer(self.say("control.accept", lives=lives))
        return {
            CLAIM: shake_first if self.can_roll() else Offer("", False, self.say("why.meier_stands")),
            CHALLENGE: Offer(self.say("control.challenge")),
            DIAL: accept if self.can_accept() else Offer(self.say("control.shaken")),
        }

    def _offers_revealing(self) -> Mapping[str, Offer]:
        why = self.say("why.frozen" if self.waiting is None else "why.eye_reading")
        shut = Offer("", False, why)
        return {
            CLAIM: shut,
            CHALLENGE: shut,
            DIAL: shut,
            REVEAL: Offer(self.say("control.reveal"), not self.waiting, why),
        }

    def _offers_claiming(self) -> Mapping[str, Offer]:
        name = self.table.name(self.table.state.turn)
        no_challenge = Offer(self.say("control.challenge"), False, self.say("why.speak_first", name=name))
        enabled, why = True, ""
        if self.waiting is not None:
            enabled, why = False, self.say("why.eye_reading")
        elif self.must_shake_again():
            enabled, why = False, self.say("why.shake_again", name=name, reason=self.why_unread)
        claim = Offer(self.say("control.claim"), enabled, why)
        offers = {CLAIM: claim, DIAL: claim, CHALLENGE: no_challenge}
        if self.table.flap and self.waiting is None:
            offers[REVEAL] = Offer(self.say("control.look"))
        return offers

    def must_shake_again(self) -> bool:
        """Whether the eye abstained, and the patience with it is not at its end."""
        return self.table.playing.seal is None and self.table.eye_trouble is None and 0 < self.unread < PATIENCE

    # What people do

    def press(self, control: str) -> None:
        """Claims, challenges, accepts, tells of a shake, or lifts the secret."""
        state = self.table.state
        turn = state.turn if state.turn is not None else 0
        if control == REVEAL and state.phase is Phase.CLAIMING:
            self.table.ask(Peek())
        elif control == REVEAL:
            self._reveal()
        elif control == CHALLENGE:
            self.table.do(Challenge(turn))
        elif state.phase is Phase.CLAIMING:
            self._declare(turn)
        elif self.can_accept():
            self._accept(turn)
        else:
            self.shaken()

    def turn(self, steps: int) -> None:
        """Turns through the claims."""
        self.dial = max(0, min(len(self.claims()) - 1, self.dial + steps))

    def shaken(self) -> None:
        """Takes a shake by the seat in turn: the old dice are gone, the new ones are read."""
        table = self.table
        state = table.state
        if state.phase is Phase.REVEALING:
            table.refuse(self.say("why.frozen"))
            return
        turn = state.turn if state.turn is not None else 0
        events = table.do(Roll(turn))
        if events is None:
            return
        self.paid = {}
        again = any(isinstance(event, Rolled) and event.again for event in events)
        if not again:
            self.dial, self.unread, self.why_unread = 0, 0, ""
        elif not self.unread:
            table.tell(self.say("table.shook_again", name=table.name(turn)))
        roll = table.playing.roll
        if roll is not None:
            self._ask(Shake(roll, DICE))

    def lid(self, is_open: bool) -> None:
        """Takes an opened lid for a challenge where a claim stands (RULES.md §1)."""
        state = self.table.state
        if is_open and state.phase is Phase.FACING and state.turn is not None:
            name = self.table.name(state.turn)
            if self.table.do(Challenge(state.turn)):
                self.table.tell(self.say("table.opened", name=name))

    def peek(self) -> bool:
        """Only the one who shook may look, and only before speaking."""
        return self.table.state.phase is Phase.CLAIMING and self.waiting is None

    # What the eye says

    def rested(self, serial: int, sight: Sight) -> None:
        """Seals what was read, or asks for another shake."""
        table = self.table
        if serial != self.waiting or table.state.phase is not Phase.CLAIMING:
            return
        self.waiting = None
        if sight.faces is not None:
            table.playing.close_seal(sight)
            return
        self.unread += 1
        self.why_unread = sight.message
        if self.must_shake_again():
            table.refuse(self.say("why.shake_again", name=table.name(table.state.turn), reason=sight.message))
        else:
            table.refuse(self.say("table.again_unread", reason=sight.message))

    def looked(self, serial: int, sight: Sight) -> None:
        """Takes the reading of the reveal, or of dice that lay unsealed when the game was taken up again."""
        if serial != self.waiting:
            return
        if self.table.state.phase is Phase.CLAIMING:
            self.rested(serial, sight)
        else:
            self.waiting = None
            self._judge(sight)

    # How

    def _moves(self) -> tuple[Move, ...]:
        session = self.table.playing
        turn = session.state.turn
        return () if turn is None else session.game.legal(session.state, turn)

    def _ask(self, request: Shake | Look) -> None:
        if self.table.eye_trouble is None:
            self.waiting = request.serial
            self.table.ask(request)

    def _declare(self, turn: int) -> None:
        claim = self.claims()[self.dial]
        if isinstance(claim, Pair) and self.table.do(Declare(turn, claim)):
            self.dial = 0

    def _accept(self, turn: int) -> None:
        table = self.table
        name = table.name(turn)
        for event in table.do(Accept(turn)) or ():
            if isinstance(event, Adjudicated):
                paid = dict(event.lost)
                table.go_on()
                table.tell(self.say("table.accepted", name=name, lives=table.lives(paid.get(turn, 0))))
                if isinstance(table.mode, Round):
                    table.mode.paid = paid

    def _reveal(self) -> None:
        roll = self.table.playing.roll
        if self.table.eye_trouble is None and roll is not None:
            self._ask(Look(roll, DICE))
        else:
            self._judge(None)

    def _judge(self, sight: Sight | None) -> None:
        """Holds the claim against dice that were read, and not moved since they were sealed; else the table rules.

        Where the eye abstains now, the photograph of the sealed roll is shown to help the table.
        """
        table, session = self.table, self.table.playing
        seal, before = session.seal, session.sealed_sight
        dice: Pair | Unread
        if sight is None:
            dice = Unread(self.say("verdict.no_eye"))
        elif sight.faces is None or len(sight.faces) != DICE:
            dice = Unread(sight.message)
        elif seal is not None and not seal.matches(sight.faces):
            dice = Unread(self.say("verdict.moved_line"))
        else:
            dice = Pair(*sight.faces)
        evidence = [] if sight is None else [Evidence(sight, sealed=False)]
        if isinstance(dice, Unread) and before is not None:
            evidence.insert(0, Evidence(before, sealed=True))
        if table.do(Reveal(dice), evidence) is not None:
            table.mode = Decided(table)
