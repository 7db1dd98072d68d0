"""Cup games: every seat's dice lie under its own cup (sympkyn-cups, stars)."""

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
from firmware.rules.events import BidMade, Challenged, Dealt, Event
from firmware.rules.message import message, plural
from firmware.rules.options import Options
from firmware.rules.ruleset import Decision, Ruleset
from firmware.rules.state import GameState, Phase
from firmware.rules.stock import StockKind


class CupGame(Ruleset):
    """Everybody rolls under a cup, then the seats bid on all dice together; only the next seat may answer.

    A ruling in the middle of a round changes a seat's dice only from the next round on.
    """

    stock_kind = StockKind.DICE
    max_stock = 40

    @abstractmethod
    def bids(self, state: GameState) -> tuple[Bid | Total, ...]:
        """What the seat in turn may bid once the dice are under the cups, ascending."""

    @abstractmethod
    def may_bid(self, state: GameState, claim: Bid | Total) -> bool:
        """Whether the seat in turn may bid this; equal to `claim in bids(state)`, but faster."""

    @abstractmethod
    def revealed(self, state: GameState, hands: Hands) -> tuple[Event, ...]:
        """Decides a challenge by all dice."""

    @abstractmethod
    def refuse_bid(self, state: GameState, claim: Bid | Total) -> Refusal:
        """Returns why this bid is not one of the legal ones."""

    def first_stock(self, options: Options) -> int:
        """Dice of every seat."""
        return options.number("dice")

    def refuse_show(self, state: GameState, command: MakeBid) -> Refusal | None:
        """Refuses a Show and Re-roll; None when it is allowed, or when no dice are shown."""
        del state
        if command.shown or command.rerolled:
            return Refusal(message("There is no Show and Re-roll in {game}.", game=self.title))
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
        return self.bids(state) if state.held and state.phase in (Phase.OPEN, Phase.ANSWERING) else ()

    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        """What the seat may do next; nothing before the dice are under the cups."""
        if seat != state.turn or state.phase not in (Phase.OPEN, Phase.ANSWERING):
            return ()
        moves = [Move(MoveKind.CHALLENGE)] if state.phase is Phase.ANSWERING else []
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
                return Refusal(
                    message("{game} is played with cups", game=self.title).with_remedy(message("bid or challenge"))
                )

    def _deal(self, state: GameState) -> Decision:
        if state.phase is not Phase.OPEN or state.held:
            return Refusal(message("The dice are already under the cups."))
        return (Dealt(state.stock),)

    def _bid(self, state: GameState, command: MakeBid) -> Decision:
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is Phase.REVEALING:
            return self.reveal_first()
        if not state.held:
            undealt = message("The dice are not under the cups yet")
            return Refusal(undealt.with_remedy(message("deal them first")))
        refused = self.refuse_show(state, command)
        if refused is not None:
            return refused
        if not self.may_bid(state, command.claim):
            return self.refuse_bid(state, command.claim)
        turn = self.after(state, command.seat)
        return (BidMade(command.seat, command.claim, turn, tuple(sorted(command.shown)), command.rerolled),)

    def _challenge(self, state: GameState, command: Challenge) -> Decision:
        refused = self.not_in_turn(state, command.seat)
        if refused is not None:
            return refused
        if state.phase is Phase.REVEALING:
            return self.reveal_first()
        if state.phase is not Phase.ANSWERING:
            return Refusal(message("No claim stands: there is nothing to challenge."))
        return (Challenged(command.seat),)

    def _reveal(self, state: GameState, command: Reveal) -> Decision:
        refused = self.nothing_to_reveal(state)
        if refused is not None:
            return refused
        if isinstance(command.dice, Unread):
            return self.no_verdict(state, command.dice.reason)
        if not isinstance(command.dice, Hands):
            return Refusal(message("All hands must be revealed, not two dice."))
        return self._refuse_hands(state, command.dice) or self.revealed(state, command.dice)

    @staticmethod
    def _refuse_hands(state: GameState, hands: Hands) -> Refusal | None:
        """Refuses hands that have not as many dice as each seat holds, or that lack dice which a seat has shown."""
        seats, lie = len(state.seats), len(hands.dice)
        if lie != seats:
            return Refusal(message("There are {seats} seats, but {hands} hands.", seats=seats, hands=lie))
        for seat, (hand, held) in enumerate(zip(hands.dice, state.held, strict=True)):
            name, found = state.seats[seat], len(hand)
            if found != held:
                return Refusal(
                    plural(
                        "{name} holds {n} die, not {found}.",
                        "{name} holds {n} dice, not {found}.",
                        held,
                        name=name,
                        found=found,
                    )
                )
            if state.shown and state.shown[seat] and Counter(state.shown[seat]) - Counter(hand):
                return Refusal(message("The dice that {name} has shown are not all among those revealed.", name=name))
        return None
