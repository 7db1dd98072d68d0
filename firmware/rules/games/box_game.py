"""The box games: two dice in a box that goes round (viking, mia, sympkyn-box, bullshit)."""

from abc import abstractmethod

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
from firmware.rules.decision import Decision
from firmware.rules.events import Challenged, Declared, Ending, Event, Passed, Rolled, Verdict
from firmware.rules.ladders import Ladder
from firmware.rules.options import Options
from firmware.rules.ruleset import Ruleset
from firmware.rules.state import GameState, Phase


class BoxGame(Ruleset):
    """Shake, look, declare; answer or challenge. What may be claimed is held against a ladder."""

    @abstractmethod
    def ladder(self, options: Options) -> Ladder:
        """The ranking of two dice."""

    @abstractmethod
    def refuse_roll(self, state: GameState) -> Refusal | None:
        """Why the seat in turn may not shake and look; None when it may."""

    @abstractmethod
    def roll_claims(self, state: GameState) -> tuple[Pair, ...]:
        """What may be claimed after a shake, held against the standing claim, ascending."""

    @abstractmethod
    def stake(self, state: GameState, claim: Pair) -> int:
        """What a challenge of this claim costs its loser."""

    def refuse_blind(self, state: GameState) -> Refusal | None:
        """Why the seat in turn may not shake without looking."""
        del state
        return Refusal(f"{self.title} knows no blind shake.")

    def refuse_pass(self, state: GameState) -> Refusal | None:
        """Why the seat in turn may not hand the box on unseen."""
        del state
        return Refusal(f"{self.title} knows no passing.")

    def pass_claims(self, state: GameState) -> tuple[Pair, ...]:
        """What may be claimed with a pass, ascending, where a pass is allowed."""
        del state
        return ()

    def refuse_accept(self, state: GameState) -> Refusal | None:
        """Why the claim cannot be accepted with a loss."""
        del state
        return Refusal(f"{self.title} knows no accepting: only a challenge ends the round.")

    def refuse_challenge(self, state: GameState, seat: int) -> Refusal | None:
        """Why this seat may not challenge the standing claim; asked only while one stands."""
        return self.not_in_turn(state, seat)

    def may_show(self, state: GameState) -> bool:
        """Whether the seat in turn may show what it has rolled, or may turn out to."""
        del state
        return False

    def callers(self, state: GameState) -> tuple[int, ...]:
        """The seats that may challenge the standing claim."""
        return (state.turn,) if state.turn is not None else ()

    def holds(self, options: Options, claim: Pair, actual: Pair) -> bool:
        """Whether the claim is true of the dice: they rank as high or higher."""
        ladder = self.ladder(options)
        return ladder.rank(actual) >= ladder.rank(claim)

    # What may be done

    def claims(self, state: GameState) -> tuple[Claim, ...]:
        """What the seat that has shaken may claim, ascending; what a pass may claim while a claim stands."""
        match state.phase:
            case Phase.CLAIMING if state.roller is not None:
                return self.roll_claims(state)
            case Phase.FACING if self.refuse_pass(state) is None:
                return self.pass_claims(state)
            case _:
                return ()

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        """What the seat may do next."""
        moves: list[Move] = []
        if state.phase is Phase.FACING and seat in self.callers(state):
            moves.append(Move(MoveKind.CHALLENGE))
        if seat != state.turn:
            return tuple(moves)
        if self.may_show(state):
            moves.append(Move(MoveKind.SHOW, self.ladder(state.options).top))
        if state.phase is Phase.CLAIMING:
            return (*moves, *(Move(MoveKind.CLAIM, claim) for claim in self.claims(state)))
        if state.phase not in (Phase.OPEN, Phase.FACING):
            return ()
        if state.phase is Phase.FACING:
            if self.refuse_accept(state) is None:
                moves.append(Move(MoveKind.ACCEPT))
            if self.refuse_pass(state) is None:
                moves += [Move(MoveKind.PASS, claim) for claim in self.pass_claims(state)]
        if self.refuse_roll(state) is None:
            moves += [Move(MoveKind.ROLL, claim) for claim in self.roll_claims(state)]
        if self.refuse_blind(state) is None:
            moves += [Move(MoveKind.BLIND, claim) for claim in self.roll_claims(state)]
        return tuple(moves)

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
                return Refusal(f"{self.title} is played with two dice in the box, not with cups.")
            case _:
                return Refusal("That cannot be done now.")

    def show(self, state: GameState, command: Show) -> Decision:
        """Decides the showing of a roll."""
        del state, command
        return Refusal(f"{self.title} knows no showing: only a challenge reveals the dice.")

    # Shaking and claiming

    def _roll(self, state: GameState, command: Roll) -> Decision:
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is Phase.REVEALING:
            return Refusal("The dice are frozen until they are revealed.")
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
            return Refusal(f"{state.seats[command.seat]} has not shaken the box yet.")
        if command.claim not in self.roll_claims(state):
            return Refusal(self.why_not(state, command.claim))
        return self.declared(state, command)

    def declared(self, state: GameState, command: Declare) -> tuple[Event, ...]:
        """What comes of a legal claim."""
        return (Declared(command.seat, command.claim, self.after(state, command.seat)),)

    def why_not(self, state: GameState, claim: Pair) -> str:
        """Why a claim that is not among the legal ones is too low."""
        ladder = self.ladder(state.options)
        said = ladder.spoken(claim)
        if not isinstance(state.claim, Pair):
            return f"{said} cannot be claimed."
        standing = ladder.spoken(state.claim)
        if claim == state.claim:
            return f"{said} stands already; the claim must be higher."
        if ladder.rank(claim) < ladder.rank(state.claim):
            return f"{said} ranks below {standing}."
        return f"{said} cannot be claimed after {standing}."

    def _pass(self, state: GameState, command: Pass) -> Decision:
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is not Phase.FACING or not isinstance(state.claim, Pair):
            return Refusal(self._no_claim_stands(state, "pass on"))
        refused = self.refuse_pass(state)
        if refused is not None:
            return refused
        claim = state.claim if command.claim is None else command.claim
        if claim not in self.pass_claims(state):
            return Refusal(self.why_not(state, claim))
        return (Passed(command.seat, claim, self.after(state, command.seat)),)

    def _accept(self, state: GameState, command: Accept) -> Decision:
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is not Phase.FACING:
            return Refusal(self._no_claim_stands(state, "accept"))
        refused = self.refuse_accept(state)
        if refused is not None:
            return refused
        return self.accepted(state, command)

    def accepted(self, state: GameState, command: Accept) -> Decision:
        """Decides an acceptance that `refuse_accept` allows."""
        del command
        return self.refuse_accept(state) or Refusal("There is nothing to accept.")

    @staticmethod
    def _no_claim_stands(state: GameState, deed: str) -> str:
        if state.phase is Phase.CLAIMING and state.claim is not None:
            return f"The dice have been shaken again: the old claim is gone, there is nothing to {deed}."
        if state.phase is Phase.REVEALING:
            return "The dice are to be revealed first."
        return f"No claim stands: there is nothing to {deed}."

    # Challenge and reveal

    def _challenge(self, state: GameState, command: Challenge) -> Decision:
        if not 0 <= command.seat < len(state.seats):
            return Refusal(f"There is no seat {command.seat}.")
        if state.phase is not Phase.FACING:
            return Refusal(self._no_claim_stands(state, "challenge"))
        refused = self.refuse_challenge(state, command.seat)
        return (Challenged(command.seat),) if refused is None else refused

    def _reveal(self, state: GameState, command: Reveal) -> Decision:
        refused = self.nothing_to_reveal(state)
        if refused is not None:
            return refused
        if not isinstance(command.dice, Pair | Unread):
            return Refusal("Two dice are to be revealed, not the hands under cups.")
        return self.revealed(state, command.dice)

    def revealed(self, state: GameState, dice: Pair | Unread) -> tuple[Event, ...]:
        """Judges a challenge: true costs the challenger, false the owner, the stake of the claim."""
        if isinstance(dice, Unread):
            return self.no_verdict(state, dice.reason)
        claim, owner, challenger = state.dispute
        if not isinstance(claim, Pair):
            raise TypeError("In a box game a claim is of two dice.")
        true = self.holds(state.options, claim, dice)
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
