"""The cup games: every seat's dice lie under its own cup (sympkyn-cups, stars)."""

from abc import abstractmethod
from collections import Counter

from firmware.rules.claims import Bid, Claim, Hands, Total
from firmware.rules.commands import (
    Challenge,
    Command,
    Deal,
    MakeBid,
    Move,
    MoveKind,
    Refusal,
    Reveal,
    Unread,
)
from firmware.rules.decision import Decision
from firmware.rules.events import BidMade, Challenged, Dealt, Event
from firmware.rules.options import Options
from firmware.rules.ruleset import Ruleset
from firmware.rules.state import GameState, Phase


class CupGame(Ruleset):
    """Everybody rolls under the cup, then bids on all dice together; only the next seat may answer.

    A ruling in the middle of a round changes a seat's dice from the next round on: those under the cups stay.
    """

    stock_word = ("die", "dice")
    most_stock = 40

    @abstractmethod
    def bids(self, state: GameState) -> tuple[Bid | Total, ...]:
        """What the seat in turn may bid once the dice are under the cups, ascending."""

    @abstractmethod
    def may_bid(self, state: GameState, claim: Bid | Total) -> bool:
        """Whether the seat in turn may bid this: whether it is one of `bids`, without listing them."""

    @abstractmethod
    def judged(self, state: GameState, hands: Hands) -> tuple[Event, ...]:
        """Judges a challenge by all dice."""

    @abstractmethod
    def why_not(self, state: GameState, claim: Bid | Total) -> str:
        """Why a bid is not among the legal ones."""

    def first_stock(self, options: Options) -> int:
        """Dice of every seat."""
        return options.number("dice")

    def refuse_show(self, state: GameState, command: MakeBid) -> Refusal | None:
        """Why these dice may not be shown and the others re-rolled; None when they may, or none are."""
        del state
        if command.shown or command.rerolled:
            return Refusal(f"{self.title} knows no Show and Re-roll.")
        return None

    def may_show(self, state: GameState) -> bool:
        """Whether the seat in turn may show and re-roll along with a bid."""
        del state
        return False

    def dice_in_play(self, state: GameState) -> int:
        """The dice under all cups, shown ones included."""
        return sum(state.held)

    def claims(self, state: GameState) -> tuple[Claim, ...]:
        """What the seat in turn may bid, ascending; () before the dice are under the cups."""
        return self.bids(state) if state.held and state.phase in (Phase.OPEN, Phase.FACING) else ()

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        """What the seat may do next; nothing before the dice are under the cups."""
        if seat != state.turn or state.phase not in (Phase.OPEN, Phase.FACING):
            return ()
        moves = [Move(MoveKind.CHALLENGE)] if state.phase is Phase.FACING else []
        bids = self.claims(state)
        moves += [Move(MoveKind.SUM if isinstance(bid, Total) else MoveKind.BID, bid) for bid in bids]
        if bids and self.may_show(state):
            moves.append(Move(MoveKind.REROLL))
        return tuple(moves)

    def play(self, state: GameState, command: Command) -> Decision:
        """Decides the commands of a cup game."""
        match command:
            case MakeBid():
                return self._bid(state, command)
            case Challenge():
                return self._challenge(state, command)
            case Reveal():
                return self._reveal(state, command)
            case Deal():
                return self._deal(state)
            case _:
                return Refusal(f"{self.title} is played with cups: bid or challenge.")

    def _deal(self, state: GameState) -> Decision:
        if state.phase is not Phase.OPEN or state.held:
            return Refusal("The dice are under the cups already.")
        return (Dealt(state.stock),)

    def _bid(self, state: GameState, command: MakeBid) -> Decision:
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is Phase.REVEALING:
            return Refusal("The dice are to be revealed first.")
        if not state.held:
            return Refusal("The dice are not under the cups yet: deal them first.")
        refused = self.refuse_show(state, command)
        if refused is not None:
            return refused
        if not self.may_bid(state, command.claim):
            return Refusal(self.why_not(state, command.claim))
        turn = self.after(state, command.seat)
        return (BidMade(command.seat, command.claim, turn, tuple(sorted(command.shown)), command.rerolled),)

    def _challenge(self, state: GameState, command: Challenge) -> Decision:
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is Phase.REVEALING:
            return Refusal("The dice are to be revealed first.")
        if state.phase is not Phase.FACING:
            return Refusal("No claim stands: there is nothing to challenge.")
        return (Challenged(command.seat),)

    def _reveal(self, state: GameState, command: Reveal) -> Decision:
        refused = self.nothing_to_reveal(state)
        if refused is not None:
            return refused
        if isinstance(command.dice, Unread):
            return self.no_verdict(state, command.dice.reason)
        if not isinstance(command.dice, Hands):
            return Refusal("All hands are to be revealed, not two dice.")
        return self._unfit(state, command.dice) or self.judged(state, command.dice)

    @staticmethod
    def _unfit(state: GameState, hands: Hands) -> Refusal | None:
        """The dice that are revealed must be as many as each seat holds, with those that it has shown among them."""
        if len(hands.dice) != len(state.seats):
            return Refusal(f"There are {len(state.seats)} seats, but {len(hands.dice)} hands.")
        for seat, (hand, held) in enumerate(zip(hands.dice, state.held, strict=True)):
            if len(hand) != held:
                return Refusal(f"{state.seats[seat]} holds {held} dice, but there are {len(hand)}.")
            if state.shown and state.shown[seat] and Counter(state.shown[seat]) - Counter(hand):
                return Refusal(f"The dice that {state.seats[seat]} has shown are not all among those revealed.")
        return None
