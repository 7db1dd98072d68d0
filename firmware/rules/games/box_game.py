"""Box games: two dice in a box that goes round (viking, mia, sympkyn-box, bullshit)."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Final

from firmware.rules.claims import Claim, Pair
from firmware.rules.commands import (
    Accept,
    Challenge,
    Command,
    Deal,
    Declare,
    MakeBid,
    Move,
    MoveKind,
    Pass,
    Refusal,
    Reveal,
    Roll,
    Show,
    Unread,
)
from firmware.rules.events import Challenged, Declared, Ending, Event, Passed, Rolled, Verdict
from firmware.rules.ladders import Ladder
from firmware.rules.message import message
from firmware.rules.options import Options
from firmware.rules.ruleset import Decision, Ruleset
from firmware.rules.state import GameState, Phase

NO_CLAIM: Final = {
    MoveKind.PASS: message("No claim stands: there is nothing to pass on."),
    MoveKind.ACCEPT: message("No claim stands: there is nothing to accept."),
    MoveKind.CHALLENGE: message("No claim stands: there is nothing to challenge."),
}
CLAIM_GONE: Final = {
    MoveKind.PASS: message("The dice have been shaken again: the old claim is gone, there is nothing to pass on."),
    MoveKind.ACCEPT: message("The dice have been shaken again: the old claim is gone, there is nothing to accept."),
    MoveKind.CHALLENGE: message(
        "The dice have been shaken again: the old claim is gone, there is nothing to challenge."
    ),
}


class BoxGame(Ruleset):
    """Roll, look, claim; the next seat answers or challenges. Claims are ranked by a ladder."""

    @abstractmethod
    def ladder(self, options: Options) -> Ladder:
        """The ranking of two dice."""

    @abstractmethod
    def refuse_roll(self, state: GameState) -> Refusal | None:
        """Refuses a roll by the seat in turn; None when it may roll."""

    @abstractmethod
    def roll_claims(self, state: GameState) -> tuple[Pair, ...]:
        """Legal claims after a roll, given the standing claim, ascending."""

    @abstractmethod
    def stake(self, state: GameState, claim: Pair) -> int:
        """What a challenge of this claim costs the loser."""

    def refuse_blind(self, state: GameState) -> Refusal | None:
        """Refuses a blind roll by the seat in turn."""
        del state
        return Refusal(message("There is no blind shake in {game}.", game=self.title))

    def refuse_pass(self, state: GameState) -> Refusal | None:
        """Refuses a pass by the seat in turn."""
        del state
        return Refusal(message("There is no passing in {game}.", game=self.title))

    def pass_claims(self, state: GameState) -> tuple[Pair, ...]:
        """Legal claims with a pass, ascending; () if a pass is not allowed."""
        del state
        return ()

    def refuse_accept(self, state: GameState) -> Refusal | None:
        """Refuses acceptance of the claim."""
        del state
        return Refusal(message("There is no accepting in {game}: only a challenge ends the round.", game=self.title))

    def refuse_challenge(self, state: GameState, seat: int) -> Refusal | None:
        """Refuses a challenge of the standing claim by this seat; called only while a claim stands."""
        return self.not_in_turn(state, seat)

    def may_show(self, state: GameState) -> bool:
        """Whether the seat in turn may show its roll, or may be able to once it has rolled."""
        del state
        return False

    def possible_challengers(self, state: GameState) -> tuple[int, ...]:
        """The seats that may challenge the standing claim."""
        return (state.turn,) if state.turn is not None else ()

    def claim_is_true(self, options: Options, claim: Pair, actual: Pair) -> bool:
        """Whether the claim is true: the dice rank as high as it or higher."""
        ladder = self.ladder(options)
        return ladder.rank(actual) >= ladder.rank(claim)

    # Legal moves

    def claims(self, state: GameState) -> tuple[Claim, ...]:
        """Legal claims of the seat that has rolled, ascending; while a claim stands, those of a pass."""
        match state.phase:
            case Phase.CLAIMING if state.roller is not None:
                return self.roll_claims(state)
            case Phase.ANSWERING if self.refuse_pass(state) is None:
                return self.pass_claims(state)
            case _:
                return ()

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        """The legal moves of a seat."""
        moves: list[Move] = []
        if state.phase is Phase.ANSWERING and seat in self.possible_challengers(state):
            moves.append(Move(MoveKind.CHALLENGE))
        if seat == state.turn:
            if self.may_show(state):
                moves.append(Move(MoveKind.SHOW, self.ladder(state.options).top))
            if state.phase is Phase.CLAIMING:
                moves += [Move(MoveKind.CLAIM, claim) for claim in self.claims(state)]
            if state.phase is Phase.ANSWERING:
                moves += self._answers(state)
            if state.phase in (Phase.OPEN, Phase.ANSWERING):
                moves += self._rolls(state)
        return tuple(moves)

    def _answers(self, state: GameState) -> Iterator[Move]:
        if self.refuse_accept(state) is None:
            yield Move(MoveKind.ACCEPT)
        if self.refuse_pass(state) is None:
            yield from (Move(MoveKind.PASS, claim) for claim in self.pass_claims(state))

    def _rolls(self, state: GameState) -> Iterator[Move]:
        if self.refuse_roll(state) is None:
            yield from (Move(MoveKind.ROLL, claim) for claim in self.roll_claims(state))
        if self.refuse_blind(state) is None:
            yield from (Move(MoveKind.BLIND, claim) for claim in self.roll_claims(state))

    def play(self, state: GameState, command: Command) -> Decision:
        """Decides the commands of a box game."""
        match command:
            case Roll():
                return self._roll(state, command)
            case Declare():
                return self._declare(state, command)
            case Challenge():
                return self._challenge(state, command)
            case Reveal():
                return self._reveal(state, command)
            case Pass():
                return self._pass(state, command)
            case Accept():
                return self._accept(state, command)
            case Show():
                return self.show(state, command)
            case Deal() | MakeBid():
                return Refusal(message("{game} is played with two dice in the box, not with cups.", game=self.title))
            case _:
                return Refusal(message("That cannot be done now."))

    def show(self, state: GameState, command: Show) -> Decision:
        """Decides whether a roll may be shown."""
        del state, command
        return Refusal(message("There is no showing in {game}: only a challenge reveals the dice.", game=self.title))

    # Rolling and claiming

    def _roll(self, state: GameState, command: Roll) -> Decision:
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is Phase.REVEALING:
            return Refusal(message("The dice are frozen until they are revealed."))
        refuse = self.refuse_blind if command.blind else self.refuse_roll
        refused = refuse(state)
        if refused is not None:
            return refused
        return (Rolled(command.seat, command.blind, again=state.phase is Phase.CLAIMING),)

    def _declare(self, state: GameState, command: Declare) -> Decision:
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is not Phase.CLAIMING or state.roller is None:
            return self.not_rolled(state, command.seat)
        if command.claim not in self.roll_claims(state):
            return self.refuse_claim(state, command.claim)
        return self.declared(state, command)

    @staticmethod
    def not_rolled(state: GameState, seat: int) -> Refusal:
        """Refuses what only a seat that has rolled may do."""
        return Refusal(message("{name} has not shaken the box yet.", name=state.seats[seat]))

    def declared(self, state: GameState, command: Declare) -> tuple[Event, ...]:
        """Returns the events of a legal claim."""
        return (Declared(command.seat, command.claim, self.after(state, command.seat)),)

    def refuse_claim(self, state: GameState, claim: Pair) -> Refusal:
        """Returns why this claim is illegal."""
        ladder = self.ladder(state.options)
        said = ladder.spoken(claim)
        if not isinstance(state.claim, Pair):
            return Refusal(message("{claim} cannot be claimed.", claim=said))
        standing = ladder.spoken(state.claim)
        if claim == state.claim:
            return Refusal(message("{claim} already stands; the claim must be higher.", claim=said))
        if ladder.rank(claim) < ladder.rank(state.claim):
            return Refusal(message("{claim} ranks below {standing}.", claim=said, standing=standing))
        return Refusal(message("{claim} cannot be claimed after {standing}.", claim=said, standing=standing))

    def _pass(self, state: GameState, command: Pass) -> Decision:
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is not Phase.ANSWERING or not isinstance(state.claim, Pair):
            return self._no_claim(state, MoveKind.PASS)
        refused = self.refuse_pass(state)
        if refused is not None:
            return refused
        claim = state.claim if command.claim is None else command.claim
        if claim not in self.pass_claims(state):
            return self.refuse_claim(state, claim)
        return (Passed(command.seat, claim, self.after(state, command.seat)),)

    def _accept(self, state: GameState, command: Accept) -> Decision:
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is not Phase.ANSWERING:
            return self._no_claim(state, MoveKind.ACCEPT)
        refused = self.refuse_accept(state)
        if refused is not None:
            return refused
        return self.accepted(state, command)

    def accepted(self, state: GameState, command: Accept) -> Decision:
        """Decides an acceptance that `refuse_accept` allows."""
        del command
        return self.refuse_accept(state) or Refusal(message("There is nothing to accept."))

    def _no_claim(self, state: GameState, kind: MoveKind) -> Refusal:
        """Refuses an answer without a claim."""
        if state.phase is Phase.CLAIMING and state.claim is not None:
            return Refusal(CLAIM_GONE[kind])
        if state.phase is Phase.REVEALING:
            return self.reveal_first()
        return Refusal(NO_CLAIM[kind])

    # Challenge and reveal

    def _challenge(self, state: GameState, command: Challenge) -> Decision:
        if not 0 <= command.seat < len(state.seats):
            return Refusal(message("There is no seat {seat}.", seat=command.seat))
        if state.phase is not Phase.ANSWERING:
            return self._no_claim(state, MoveKind.CHALLENGE)
        refused = self.refuse_challenge(state, command.seat)
        return (Challenged(command.seat),) if refused is None else refused

    def _reveal(self, state: GameState, command: Reveal) -> Decision:
        refused = self.nothing_to_reveal(state)
        if refused is not None:
            return refused
        if not isinstance(command.dice, Pair | Unread):
            return Refusal(message("Two dice must be revealed, not hands under cups."))
        return self.revealed(state, command.dice)

    def revealed(self, state: GameState, dice: Pair | Unread) -> tuple[Event, ...]:
        """Decides a challenge: the stake is lost by the challenger if the claim is true, else by its owner."""
        if isinstance(dice, Unread):
            return self.no_verdict(state, dice.reason)
        claim, owner, challenger = state.dispute
        if not isinstance(claim, Pair):
            raise TypeError("In a box game a claim is about two dice.")
        true = self.claim_is_true(state.options, claim, dice)
        loser = challenger if true else owner
        return self.conclude(
            state,
            ending=Ending.CHALLENGE,
            claim=claim,
            verdict=Verdict.UPHELD if true else Verdict.REFUTED,
            owner=owner,
            opener=self.opener_after(state.options, challenger, owner, loser),
            stakes={loser: self.stake(state, claim)},
            challenger=challenger,
            actual=dice,
            revealed=dice,
        )
