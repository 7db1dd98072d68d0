"""A round of a box game: shake, claim, pass, accept or challenge, up to the reveal."""

from collections.abc import Mapping
from dataclasses import replace

from firmware.journal.observation import Observation, RollDelay
from firmware.journal.reveal_photograph import RevealPhotograph
from firmware.rules.claims import Claim, Pair
from firmware.rules.commands import (
    Accept,
    Challenge,
    Command,
    Declare,
    Move,
    MoveKind,
    Pass,
    Reveal,
    Roll,
    Show,
    Unread,
)
from firmware.rules.events import Adjudicated, Declared, Event, Rolled, RollVoided
from firmware.rules.message import Message, message
from firmware.rules.state import Phase
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, CLAIM, DIAL, REVEAL
from firmware.table.destinations import GAME, BoxRound, Payments, VerdictShown
from firmware.table.mode import Offer
from firmware.table.play.box_round_state import BoxRoundState
from firmware.table.progress import destination_of
from firmware.table.requests import Peek, ReadDice, WatchRoll
from firmware.table.wording import amount, claim_name

DICE = 2
MOVED = message("The dice were moved under the lid: they no longer lie as they were sealed.")


class BoxRoundMode(BoxRoundState):
    """A round of a box game; an unsealed roll is read first."""

    leads_to = (*GAME, VerdictShown)

    def __init__(self, context: Context, paid: Payments = ()) -> None:
        """Starts from the game's current state."""
        super().__init__(context, paid)
        session, state = context.active_session, context.state
        thrown = state.phase is Phase.CLAIMING and state.roller is not None
        if thrown and session.seal is None and session.roll is not None:
            self._ask(ReadDice(session.roll, DICE))

    # What each control does

    def offers(self) -> Mapping[str, Offer]:
        """What the phase allows; every other control explains why not."""
        match self.context.state.phase:
            case Phase.REVEALING:
                return self._offers_revealing()
            case Phase.CLAIMING:
                return self._offers_claiming()
            case _:
                return self._offers_open_or_answering()

    def _offers_revealing(self) -> Mapping[str, Offer]:
        why = self.text("why.frozen" if self.waiting is None else "why.eye_reading")
        shut = Offer(None, False, why)
        offers = {CLAIM: shut, CHALLENGE: shut, DIAL: shut, REVEAL: shut}
        if self.waiting is None:
            offers[REVEAL] = Offer(self.text("control.reveal"))
            if (other := self.other_challenger()) is not None:
                offers[DIAL] = Offer(self.text("control.calls", name=self.context.name(other)))
        return offers

    def _offers_open_or_answering(self) -> Mapping[str, Offer]:
        state = self.context.state
        may_blind = self.can(MoveKind.BLIND)
        refused = self.game.refuse_blind(state) if self.blind else self.game.refuse_roll(state)
        label = self.text("control.shaken_blind" if self.blind else "control.shaken")
        also = self.text("control.turns_claim") if self.can(MoveKind.PASS) and len(self.claims()) > 1 else None
        shake = Offer(label, refused is None, refused.reason if refused else None, also)
        why = self.text("why.shake_first", name=self.context.name(state.turn))
        stands = state.phase is Phase.ANSWERING
        offers = {
            DIAL: shake,
            CLAIM: self._offer_answer() or Offer(self.text("control.claim"), False, why),
            CHALLENGE: Offer(self.text("control.challenge"), stands, self.text("why.no_claim")),
        }
        if may_blind:
            offers[REVEAL] = Offer(self.text("control.seeing" if self.blind else "control.blind"))
        return offers

    def _offer_answer(self) -> Offer | None:
        """What CLAIM does about a standing claim: accept it or pass it on; None if neither is allowed."""
        state = self.context.state
        if self.can_accept():
            return Offer(self.text("control.accept", lives=amount(state, state.options.number("meier_accept"))))
        claims = self.claims()
        if not claims:
            return None
        also = self.text("control.pass_as", claim=self._claim_words(claims[self.dial]))
        if len(claims) == 1 and claims[0] == state.claim:
            also = self.text("control.pass_answers")
        return Offer(self.text("control.pass"), also=also)

    def _offers_claiming(self) -> Mapping[str, Offer]:
        name = self.context.name(self.context.state.turn)
        if self.waiting is not None:
            shut = Offer(None, False, self.text("why.eye_reading"))
            as_it_lies = Offer(self.text("control.read_as_it_lies")) if self.overdue else shut
            return {CLAIM: shut, REVEAL: shut, CHALLENGE: shut, DIAL: as_it_lies}
        if self.must_shake_again():
            shut = Offer(None, False, self.unresolved)
            shaken = Offer(self.text("control.shaken_blind" if self.blind else "control.shaken"))
            return {CLAIM: shut, REVEAL: shut, CHALLENGE: shut, DIAL: shaken}
        offers = {
            CLAIM: Offer(self._label_of_move()),
            CHALLENGE: Offer(self.text("control.challenge"), False, self.text("why.speak_first", name=name)),
            DIAL: Offer(None, False, self.text("why.claim_speaks")),
        }
        if len(self.ladder_moves()) > 1:
            offers[DIAL] = replace(offers[DIAL], label=self.text("control.turns_claim"), turns=True)
        if self.context.can_peek:
            offers[REVEAL] = Offer(self.text("control.look"), not self.blind, self.text("why.blind"))
        return offers

    def _label_of_move(self) -> Message:
        """Returns the label of the move under the dial: a claim, a claim with a fine, or showing a 21."""
        move = self.ladder_moves()[self.dial]
        if move.kind is MoveKind.SHOW:
            return self.text("control.show")
        fine = self.fine(move.claim)
        if fine:
            return self.text("control.claim_fine", stock=amount(self.context.state, fine))
        return self.text("control.claim")

    # What people do

    @property
    def idle_control(self) -> Message:
        """There is nothing to reveal before a challenge."""
        return self.unresolved or self.text("why.secret")

    def press(self, control: str) -> None:
        """Claims, passes, challenges, accepts, reports a shake, or reveals."""
        phase = self.context.state.phase
        if control == CHALLENGE:
            self._challenge()
        elif control == REVEAL:
            self._press_reveal(phase)
        elif control == CLAIM:
            self._press_claim(phase)
        elif phase is Phase.REVEALING:
            self._correct_challenger(1)
        elif self.overdue and self.waiting is not None:
            self._ask(ReadDice(self.waiting, DICE))
        else:
            self.on_shake()

    def _press_claim(self, phase: Phase) -> None:
        if phase is Phase.CLAIMING:
            self._make_claim(self.ladder_moves()[self.dial])
        elif self.can_accept():
            self._accept()
        elif self.claims():
            self._pass()

    def _press_reveal(self, phase: Phase) -> None:
        if phase is Phase.REVEALING:
            self._request_reveal()
        elif phase is Phase.CLAIMING:
            self.context.request(Peek())
        else:
            self.blind = not self.blind

    def turn(self, steps: int) -> None:
        """Turns through the claims, or through the possible challengers."""
        if self.context.state.phase is Phase.REVEALING:
            self._correct_challenger(steps)
        else:
            self.dial = max(0, min(len(self.ladder_moves()) - 1, self.dial + steps))

    def challenge_from_seat(self, seat: int) -> None:
        """Handles a challenge by a seat, or explains why it is invalid."""
        context, state = self.context, self.context.state
        if not 0 <= seat < len(state.seats):
            context.warn(self.text("why.no_seat", n=seat + 1))
        elif state.phase is Phase.REVEALING and state.challenger is not None:
            first = context.name(state.challenger)
            context.warn(self.text("why.called_already", name=context.name(seat), first=first))
        else:
            context.do(Challenge(seat))

    def other_challenger(self, steps: int = 1) -> int | None:
        """The person this many steps further on who may have challenged; None if there is no other one.

        What a computer's seat has called, and what people have called, is not corrected to the other kind.
        """
        challengers, now = self.possible_human_challengers(), self.context.state.challenger
        if self.context.state.phase is not Phase.REVEALING or len(challengers) < 2 or now not in challengers:
            return None
        return challengers[(challengers.index(now) + steps) % len(challengers)]

    def _correct_challenger(self, steps: int) -> None:
        """Changes the challenger while the dice are still frozen."""
        other = self.other_challenger(steps)
        if self.waiting is None and other is not None and other != self.context.state.challenger:
            self.context.active_session.undo()
            self.context.do(Challenge(other))

    def on_shake(self) -> None:
        """Handles a shake by the seat in turn: the new dice are read."""
        context = self.context
        if context.state.phase is Phase.REVEALING:
            context.warn(self.text("why.frozen"))
            return
        turn = self.seat_in_turn
        was_void = context.state.phase is Phase.CLAIMING and context.state.roller is None
        events = context.do(Roll(turn, self.blind))
        if events is None:
            return
        self.paid = {}
        again = any(isinstance(event, Rolled) and event.again for event in events)
        if not again or was_void:
            self.unread, self.why_unread = 0, None
            self.dial = self.first_place()
        elif not self.unread:
            context.notify(self.text("table.shook_again", name=context.name(turn)))
        roll = context.active_session.roll
        if roll is not None:
            self._ask(WatchRoll(roll, DICE))

    def on_lid(self, is_open: bool) -> None:
        """Takes an opened lid for a challenge if a claim stands (RULES.md §1); warns after a blind shake."""
        context = self.context
        state = context.state
        if not is_open:
            return
        if state.phase is Phase.CLAIMING and self.blind:
            context.warn(self.text("table.opened_blind", name=context.name(state.turn)))
        elif state.phase is Phase.ANSWERING:
            self._challenge()
            code = "table.opened_who" if self.other_challenger() is not None else "table.opened"
            context.notify(self.text(code, name=context.name(context.state.challenger)))

    def peek_refusal(self) -> Message | None:
        """Only the roller may look, only before the claim, and not after a blind shake."""
        if (
            self.context.state.phase is not Phase.CLAIMING
            or self.waiting is not None
            or self.context.state.roller is None
        ):
            return self.text("why.peek_roller")
        return self.text("why.blind") if self.blind else None

    # Readings

    def on_observation(self, serial: int, observation: Observation) -> None:
        """Seals the dice of a shake, or reveals them and has the rules judge the claim."""
        if serial != self.waiting:
            return
        self.end_waiting()
        self.waiting, self.overdue = None, False
        if self.context.state.phase is not Phase.CLAIMING:
            self._submit_reveal(observation)
        elif observation.faces is not None:
            self.context.active_session.close_seal(observation)
        else:
            self._abstained(observation.why)

    def on_roll_overdue(self, serial: int, delay: RollDelay) -> None:
        """Offers to read the dice as they lie."""
        if serial == self.waiting:
            self.overdue = True
            self.warn_overdue(delay)

    def _abstained(self, why: Message) -> None:
        """Asks for another shake until MAX_UNREAD_SHAKES readings have failed."""
        self.unread += 1
        self.why_unread = why
        if self.must_shake_again():
            name = self.context.name(self.context.state.turn)
            self.context.warn(self.text("why.shake_again", name=name, reason=why))
        else:
            self.context.warn(self.text("table.again_unread", reason=why))

    # How it works

    def _claim_words(self, claim: Claim) -> Message:
        return claim_name(self.context.state, claim)

    def _ask(self, request: WatchRoll | ReadDice) -> None:
        if self.context.camera_works:
            self.waiting, self.overdue = request.serial, False
            self.context.request(request)

    def _challenge(self) -> None:
        """Freezes the dice at once; if several may challenge, assumes the seat that answers next."""
        challengers = self.possible_challengers()
        self.context.do(Challenge(challengers[0] if challengers else self.seat_in_turn))

    def _make_claim(self, move: Move) -> None:
        if move.kind is MoveKind.SHOW:
            self._show()
        elif isinstance(move.claim, Pair):
            self._after_claim(self.context.do(Declare(self.seat_in_turn, move.claim)))

    def _after_claim(self, events: tuple[Event, ...] | None) -> None:
        """Handles a claim's consequences: the next turn, a fine, perhaps the end of the game."""
        context = self.context
        if events is None:
            return
        self.dial, self.blind = 0, False
        for event in events:
            if isinstance(event, Declared) and event.fine:
                self.paid = {event.seat: event.fine}
                context.notify(
                    self.text(
                        "table.fined", name=context.name(event.seat), stock=amount(self.context.state, event.fine)
                    )
                )
        if context.state.phase is Phase.OVER:
            self.continue_game()

    def carry_out(self, command: Command) -> None:
        """Claims, passes, accepts, challenges or shows for a computer's seat; somebody else shakes for it."""
        match command:
            case Declare():
                self._after_claim(self.context.do(command))
            case Pass(claim=claim):
                self._pass_with(claim or self.context.state.claim)
            case Accept():
                self._accept()
            case Challenge():
                self.context.do(command)
            case Show():
                self._show()
            case Roll(blind=blind):
                self.blind = blind
            case _:
                raise ValueError(f"{command} is no move of a box game.")

    def _pass(self) -> None:
        self._pass_with(self.claims()[self.dial])

    def _pass_with(self, claim: Claim | None) -> None:
        context, turn = self.context, self.seat_in_turn
        if isinstance(claim, Pair) and context.do(Pass(turn, claim)):
            self.dial, self.blind, self.paid = 0, False, {}
            context.notify(self.text("table.passed", name=context.name(turn), claim=self._claim_words(claim)))

    def _accept(self) -> None:
        context, turn = self.context, self.seat_in_turn
        name = context.name(turn)
        for event in context.do(Accept(turn)) or ():
            if isinstance(event, Adjudicated):
                following = destination_of(context.state)
                if isinstance(following, BoxRound):
                    following = replace(following, paid=event.lost)
                self.go(following)
                paid = amount(context.state, dict(event.lost).get(turn, 0))
                context.notify(self.text("table.accepted", name=name, lives=paid))

    def _show(self) -> None:
        """Shows the roll, which is read at once."""
        if self.context.do(Show(self.seat_in_turn)):
            self._request_reveal()

    def _request_reveal(self) -> None:
        roll = self.context.active_session.roll
        if self.context.camera_works and roll is not None:
            self._ask(ReadDice(roll, DICE))
        else:
            self._submit_reveal(None)

    def _submit_reveal(self, observation: Observation | None) -> None:
        """Has the rules judge the claim if the dice were read and match the seal; otherwise the table rules.

        After an abstention, the photograph of the sealed roll is shown to help the table.
        """
        context, session = self.context, self.context.active_session
        dice, sealed = self._check_against_seal(observation), session.sealed_observation
        photographs = [] if observation is None else [RevealPhotograph(observation, sealed=False)]
        if isinstance(dice, Unread) and sealed is not None:
            photographs.insert(0, RevealPhotograph(sealed, sealed=True))
        name = context.name(session.state.turn)
        events = context.do(Reveal(dice), photographs=photographs)
        if events is None:
            return
        if isinstance(dice, Pair) and any(isinstance(event, RollVoided) for event in events):
            context.warn(self.text("table.no_21", name=name, dice=self._claim_words(dice)))
        else:
            self.go(VerdictShown())

    def _check_against_seal(self, observation: Observation | None) -> Pair | Unread:
        """Returns the revealed dice, or why they cannot be judged (journalled in English)."""
        seal = self.context.active_session.seal
        if observation is None:
            return Unread(message("there is no eye to look"))
        if observation.faces is None or len(observation.faces) != DICE:
            return Unread(observation.message)
        if seal is not None and not seal.matches(observation.faces):
            return Unread(MOVED)
        return Pair(*observation.faces)
