"""The table's rulings on a challenge that the camera could not settle: a count of dice, or the round's winner."""

from functools import partial

from firmware.rules.claims import Bid
from firmware.rules.commands import Score
from firmware.rules.events import Verdict
from firmware.rules.message import Message, literal, message
from firmware.table.context import Context
from firmware.table.destinations import DiceCount, RoundWinner, RulingShown
from firmware.table.mode import Choice, ListMode
from firmware.table.play.settlement import payment_messages, rule_payments
from firmware.table.wording import claim_name


class DiceCountMode(ListMode):
    """The table counted the dice itself; it enters the number, and the rules say who pays."""

    leads_to = (RulingShown,)

    def __init__(self, context: Context, question: DiceCount) -> None:
        """Starts at the number that was bid."""
        super().__init__(context)
        self.question = question
        quantities = list(question.counts)
        self.cursor = quantities.index(question.bid.quantity) if question.bid.quantity in quantities else 0

    @property
    def title(self) -> Message:
        """Asks for the number of dice."""
        return self.text("verdict.count_title")

    @property
    def subtitle(self) -> Message:
        """The bid."""
        bid = self.question.bid
        return self.text("verdict.count_subtitle", name=self.question.owner, claim=self._bid(bid.quantity))

    def choices(self) -> tuple[Choice, ...]:
        """Every possible number of dice, with its cost."""
        return tuple(
            Choice(
                count,
                self._bid(count),
                detail=self.text("common.list", items=payment_messages(self.context, ruling.payments)),
                act=partial(self._rule, count),
            )
            for count, ruling in self.question.counts.items()
        )

    def _bid(self, count: int) -> Message:
        if not count:
            return self.text("verdict.count_none")
        return claim_name(self.context.state, Bid(count, self.question.bid.face))

    def _rule(self, count: int) -> None:
        ruling = self.question.counts[count]
        reason = message("the table counted: {claim}", claim=self._bid(count))
        if rule_payments(self.context, ruling.payments, reason):
            self.go(ruling)


class RoundWinnerMode(ListMode):
    """In games with points, the table says who wins the round."""

    leads_to = (RulingShown,)

    def __init__(self, context: Context, question: RoundWinner) -> None:
        """Starts at the latest bidder."""
        super().__init__(context)
        self.scorers = question.scorers
        before = context.active_session.previous_state
        self.bids = dict(before.bids) if before else {}

    @property
    def title(self) -> Message:
        """Asks who wins."""
        return self.text("verdict.scorer_title")

    @property
    def subtitle(self) -> Message:
        """The bid that wins."""
        return self.text("verdict.scorer_subtitle")

    def choices(self) -> tuple[Choice, ...]:
        """The possible winners, with their last bids."""
        state = self.context.state
        challenger = state.last.challenger if state.last else None
        return tuple(
            Choice(
                ("seat", seat),
                literal(self.context.name(seat)),
                claim_name(state, bid) if (bid := self.bids.get(seat)) else None,
                detail=self.text("verdict.scorer_challenger" if seat == challenger else "verdict.scorer_bidder"),
                act=partial(self._rule, seat),
            )
            for seat in self.scorers
        )

    def _rule(self, seat: int) -> None:
        reason = message("the table looked: {name} wins the round", name=self.context.name(seat))
        if self.context.do(Score(seat, 1, reason)) is not None:
            last = self.context.state.last
            upheld = last is not None and seat == last.owner
            self.go(RulingShown(Verdict.UPHELD if upheld else Verdict.REFUTED, winner=seat))
