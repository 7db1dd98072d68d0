"""A round of a box game: shake, claim, pass, accept or challenge, up to the reveal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from firmware.journal.evidence import Evidence
from firmware.journal.observation import Sight
from firmware.rules.claims import Claim, Pair
from firmware.rules.commands import Accept, Challenge, Declare, Move, MoveKind, Pass, Reveal, Roll, Show, Unread
from firmware.rules.decide import decide
from firmware.rules.events import Adjudicated, Declared, Event, Rolled, RollVoided
from firmware.rules.games.box_game import BoxGame
from firmware.rules.message import literal
from firmware.rules.state import Phase
from firmware.table.mode import CHALLENGE, CLAIM, DIAL, REVEAL, Mode, Offer
from firmware.table.play.verdict import Decided
from firmware.table.requests import Look, Peek, Shake
from firmware.table.wording import claim_name

if TYPE_CHECKING:
    from firmware.table.table import Table

DICE = 2
PATIENCE = 3
"""After so many unread shakes in one turn the claim may be spoken all the same, and the table will judge by sight."""


class Round(Mode):
    """The state of the game says what may be done; beside it stand only the dial and the eye's answer to come.

    `dial` is the place in `claims()`; `blind`: the shake is announced as one without a look; `caller` is the seat under
    the dial while the table says who has called a lie; `waiting` the number of the roll that the eye is to answer for;
    `unread` how often the eye has abstained in this turn, `why_unread` its last reason; `paid` what has just been paid
    without a reveal.
    """

    def __init__(self, table: Table) -> None:
        """Takes the game up where its state stands; dice that lie unsealed are read first."""
        super().__init__(table)
        self.waiting: int | None = None
        self.caller: int | None = None
        self.unread = 0
        self.why_unread = ""
        self.paid: dict[int, int] = {}
        session = table.playing
        state = session.state
        self.blind = state.phase is Phase.CLAIMING and state.roller is not None and state.roller not in state.seen
        self.dial = self._first_place()
        unread = session.seal is None and session.roll is not None
        if state.phase is Phase.CLAIMING and state.roller is not None and unread and session.roll is not None:
            self._ask(Look(session.roll, DICE))

    # What there is to see

    @property
    def game(self) -> BoxGame:
        """The rules of the game that is on; raises TypeError where it is played with cups."""
        game = self.table.playing.game
        if not isinstance(game, BoxGame):
            raise TypeError(f"{game.title} is not played with the box.")
        return game

    def rungs(self) -> tuple[Move, ...]:
        """What the dial turns through: claims after a shake (a 21 to show at their top), else claims to pass on."""
        if self.table.state.phase is Phase.CLAIMING:
            moves = self._moves()
            shows = [move for move in moves if move.kind is MoveKind.SHOW]
            return (*(move for move in moves if move.kind is MoveKind.CLAIM), *shows)
        return tuple(move for move in self._moves() if move.kind is MoveKind.PASS)

    def claims(self) -> tuple[Claim, ...]:
        """The claims of the rungs, lowest first."""
        return tuple(move.claim for move in self.rungs() if move.claim is not None)

    def can(self, kind: MoveKind) -> bool:
        """Whether the seat in turn may do something of this kind."""
        return any(move.kind is kind for move in self._moves())

    def can_accept(self) -> bool:
        """Whether the seat in turn may accept the claim with a loss."""
        return self.can(MoveKind.ACCEPT)

    def callers(self) -> tuple[int, ...]:
        """The seats that may challenge the standing claim, the next one to answer first."""
        state = self.table.state
        if state.phase is not Phase.FACING:
            return ()
        count, first = len(state.seats), state.turn or 0
        return tuple(sorted(self.game.callers(state), key=lambda seat: (seat - first) % count))

    def must_shake_again(self) -> bool:
        """Whether the dice are void: shown without need, or not read while the patience with the eye lasts."""
        if self.table.state.roller is None:
            return True
        return self.table.playing.seal is None and self.table.eye_trouble is None and 0 < self.unread < PATIENCE

    # What each control does

    def offers(self) -> Mapping[str, Offer]:
        """What the phase allows; everything else says why not."""
        if self.caller is not None:
            calls = Offer(self.say("control.calls", name=self.table.name(self.caller)))
            return {DIAL: calls, CLAIM: calls, CHALLENGE: Offer(self.say("control.back"))}
        match self.table.state.phase:
            case Phase.REVEALING:
                return self._offers_revealing()
            case Phase.CLAIMING:
                return self._offers_claiming()
            case _:
                return self._offers_facing()

    def _offers_revealing(self) -> Mapping[str, Offer]:
        why = self.say("why.frozen" if self.waiting is None else "why.eye_reading")
        shut = Offer("", False, why)
        reveal = Offer(self.say("control.reveal"), self.waiting is None, why)
        return {CLAIM: shut, CHALLENGE: shut, DIAL: shut, REVEAL: reveal}

    def _offers_facing(self) -> Mapping[str, Offer]:
        state = self.table.state
        may_blind = self.can(MoveKind.BLIND)
        refused = self.game.refuse_blind(state) if self.blind else self.game.refuse_roll(state)
        label = self.say("control.shaken_blind" if self.blind else "control.shaken")
        shake = Offer(label, refused is None, str(refused.reason) if refused else "")
        push = self._push() or shake
        if push is shake:
            claim = Offer(
                self.say("control.claim"), False, self.say("why.shake_first", name=self.table.name(state.turn))
            )
        else:
            claim = shake if shake.enabled else Offer("", False, shake.why)
        stands = state.phase is Phase.FACING
        offers = {
            DIAL: push,
            CLAIM: claim,
            CHALLENGE: Offer(self.say("control.challenge"), stands, self.say("why.no_claim")),
        }
        if may_blind:
            offers[REVEAL] = Offer(self.say("control.seeing" if self.blind else "control.blind"))
        return offers

    def _push(self) -> Offer | None:
        """What a push of the dial does with a standing claim, where it does not tell of a shake."""
        state = self.table.state
        if self.can_accept():
            lives = self.table.amount(state.options.number("meier_accept"))
            return Offer(self.say("control.accept", lives=lives))
        claims = self.claims()
        if not claims:
            return None
        if len(claims) == 1 and claims[0] == state.claim:
            return Offer(self.say("control.pass"))
        return Offer(self.say("control.pass_as", claim=self._words(claims[self.dial])))

    def _offers_claiming(self) -> Mapping[str, Offer]:
        name = self.table.name(self.table.state.turn)
        no_challenge = Offer(self.say("control.challenge"), False, self.say("why.speak_first", name=name))
        if self.table.state.roller is None:
            shake = Offer(self.say("control.shaken"))
            return {DIAL: shake, CLAIM: Offer("", False, self.say("why.void", name=name)), CHALLENGE: no_challenge}
        enabled, why = True, ""
        if self.waiting is not None:
            enabled, why = False, self.say("why.eye_reading")
        elif self.must_shake_again():
            enabled, why = False, self.say("why.shake_again", name=name, reason=self.why_unread)
        claim = Offer(self._label_of_rung(), enabled, why)
        again = Offer(self.say("control.shaken")) if self.waiting is None and self.must_shake_again() else claim
        offers = {CLAIM: claim, DIAL: again, CHALLENGE: no_challenge}
        if self.table.can_peek and self.waiting is None:
            offers[REVEAL] = Offer(self.say("control.look"), not self.blind, self.say("why.blind"))
        elif self.can(MoveKind.SHOW):
            offers[REVEAL] = Offer(self.say("control.show"), enabled, why)
        return offers

    def _label_of_rung(self) -> str:
        """What speaking the rung under the dial is: a claim, one that costs, or a 21 that is shown."""
        rung = self.rungs()[self.dial]
        if rung.kind is MoveKind.SHOW:
            return self.say("control.show")
        fine = self._fine(rung.claim)
        if fine:
            return self.say("control.claim_fine", stock=self.table.amount(fine))
        return self.say("control.claim")

    def _fine(self, claim: Claim | None) -> int:
        """What it costs at once to speak this claim."""
        state = self.table.state
        if not isinstance(claim, Pair) or state.turn is None:
            return 0
        events = decide(state, Declare(state.turn, claim))
        return sum(event.fine for event in events if isinstance(event, Declared)) if isinstance(events, tuple) else 0

    # What people do

    @property
    def idle_control(self) -> str:
        """REVEAL has nothing to lift before a challenge."""
        return self.say("why.called" if self.caller is not None else "why.secret")

    def press(self, control: str) -> None:
        """Claims, passes, challenges, accepts, tells of a shake, or lifts the secret."""
        phase = self.table.state.phase
        if control == CHALLENGE:
            self._challenge()
        elif control == REVEAL:
            self._press_reveal(phase)
        elif self.caller is not None:
            self.call(self.caller)
        elif control == DIAL and phase is Phase.CLAIMING and self.must_shake_again():
            self.shaken()
        elif phase is Phase.CLAIMING and self.table.state.roller is not None:
            self._speak(self.rungs()[self.dial])
        elif control == DIAL and self.can_accept():
            self._accept()
        elif control == DIAL and self.claims():
            self._pass()
        else:
            self.shaken()

    def _press_reveal(self, phase: Phase) -> None:
        if phase is Phase.REVEALING:
            self._reveal()
        elif phase is not Phase.CLAIMING:
            self.blind = not self.blind
        elif self.table.can_peek:
            self.table.ask(Peek())
        else:
            self._show()

    def turn(self, steps: int) -> None:
        """Turns through the claims, or through those who may have called a lie."""
        if self.caller is not None:
            callers = self.callers()
            self.caller = callers[(callers.index(self.caller) + steps) % len(callers)]
        else:
            self.dial = max(0, min(len(self.rungs()) - 1, self.dial + steps))

    def call(self, seat: int) -> None:
        """Takes the challenge of a seat."""
        if self.table.do(Challenge(seat)):
            self.caller = None

    def shaken(self) -> None:
        """Takes a shake by the seat in turn: the old dice are gone, the new ones are read."""
        table = self.table
        if self.caller is not None:
            table.refuse(self.say("why.called"))
            return
        if table.state.phase is Phase.REVEALING:
            table.refuse(self.say("why.frozen"))
            return
        turn = self._turn()
        was_void = table.state.phase is Phase.CLAIMING and table.state.roller is None
        events = table.do(Roll(turn, self.blind))
        if events is None:
            return
        self.paid = {}
        again = any(isinstance(event, Rolled) and event.again for event in events)
        if not again or was_void:
            self.unread, self.why_unread = 0, ""
            self.dial = self._first_place()
        elif not self.unread:
            table.tell(self.say("table.shook_again", name=table.name(turn)))
        roll = table.playing.roll
        if roll is not None:
            self._ask(Shake(roll, DICE))

    def lid(self, is_open: bool) -> None:
        """Takes an opened lid for a challenge where a claim stands (RULES.md §1); tells of it after a blind shake."""
        table = self.table
        state = table.state
        if not is_open:
            return
        if state.phase is Phase.CLAIMING and self.blind:
            table.refuse(self.say("table.opened_blind", name=table.name(state.turn)))
        elif state.phase is Phase.FACING and self.caller is None:
            name = table.name(state.turn)
            self._challenge()
            table.tell(self.say("table.opened" if self.caller is None else "table.opened_who", name=name))

    def peek_refusal(self) -> str:
        """Only the one who shook may look, only before speaking, and not after a blind shake."""
        if self.table.state.phase is not Phase.CLAIMING or self.waiting is not None or self.table.state.roller is None:
            return self.say("why.peek_roller")
        return self.say("why.blind") if self.blind else ""

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
        self.why_unread = str(sight.message)
        if self.must_shake_again():
            table.refuse(self.say("why.shake_again", name=table.name(table.state.turn), reason=str(sight.message)))
        else:
            table.refuse(self.say("table.again_unread", reason=str(sight.message)))

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

    def _turn(self) -> int:
        return self.table.state.turn or 0

    def _moves(self) -> tuple[Move, ...]:
        session = self.table.playing
        turn = session.state.turn
        return () if turn is None else session.game.legal(session.state, turn)

    def _words(self, claim: Claim) -> str:
        return claim_name(self.table.texts, self.table.state, claim)

    def _first_place(self) -> int:
        """Where the dial starts: at the lowest claim, or the lowest that costs nothing where lower ones are allowed."""
        state, claims = self.table.state, self.claims()
        if state.phase is not Phase.CLAIMING or not isinstance(state.claim, Pair) or state.claim not in claims:
            return 0
        return next((place for place, claim in enumerate(claims) if not self._fine(claim)), len(claims) - 1)

    def _ask(self, request: Shake | Look) -> None:
        if self.table.eye_trouble is None:
            self.waiting = request.serial
            self.table.ask(request)

    def _challenge(self) -> None:
        """Challenges at once where only one seat may, else asks who did; asked again, goes back."""
        callers = self.callers()
        if self.caller is not None:
            self.caller = None
        elif len(callers) > 1:
            self.caller = callers[0]
        else:
            self.table.do(Challenge(callers[0] if callers else self._turn()))

    def _speak(self, rung: Move) -> None:
        if rung.kind is MoveKind.SHOW:
            self._show()
        elif isinstance(rung.claim, Pair):
            self._spoken(self.table.do(Declare(self._turn(), rung.claim)))

    def _spoken(self, events: tuple[Event, ...] | None) -> None:
        """What follows a claim: the next seat's turn, a fine, perhaps the end of the game."""
        table = self.table
        if events is None:
            return
        self.dial, self.blind = 0, False
        for event in events:
            if isinstance(event, Declared) and event.fine:
                self.paid = {event.seat: event.fine}
                table.tell(self.say("table.fined", name=table.name(event.seat), stock=table.amount(event.fine)))
        if table.state.phase is Phase.OVER:
            table.go_on()

    def _pass(self) -> None:
        table, turn = self.table, self._turn()
        claim = self.claims()[self.dial]
        if isinstance(claim, Pair) and table.do(Pass(turn, claim)):
            self.dial, self.blind, self.paid = 0, False, {}
            table.tell(self.say("table.passed", name=table.name(turn), claim=self._words(claim)))

    def _accept(self) -> None:
        table, turn = self.table, self._turn()
        name = table.name(turn)
        for event in table.do(Accept(turn)) or ():
            if isinstance(event, Adjudicated):
                paid = dict(event.lost)
                table.go_on()
                table.tell(self.say("table.accepted", name=name, lives=table.amount(paid.get(turn, 0))))
                if isinstance(table.mode, Round):
                    table.mode.paid = paid

    def _show(self) -> None:
        """Shows what was rolled: the eye looks at once."""
        if self.table.do(Show(self._turn())):
            self._reveal()

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
            dice = Unread(literal(self.say("verdict.no_eye")))
        elif sight.faces is None or len(sight.faces) != DICE:
            dice = Unread(sight.message)
        elif seal is not None and not seal.matches(sight.faces):
            dice = Unread(literal(self.say("verdict.moved_line")))
        else:
            dice = Pair(*sight.faces)
        evidence = [] if sight is None else [Evidence(sight, sealed=False)]
        if isinstance(dice, Unread) and before is not None:
            evidence.insert(0, Evidence(before, sealed=True))
        name = table.name(session.state.turn)
        events = table.do(Reveal(dice), evidence=evidence)
        if events is None:
            return
        if isinstance(dice, Pair) and any(isinstance(event, RollVoided) for event in events):
            table.refuse(self.say("table.no_21", name=name, dice=self._words(dice)))
        else:
            table.mode = Decided(table)
