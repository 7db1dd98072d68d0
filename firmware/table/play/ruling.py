"""What the table may rule on a challenge that the eye could not judge: who pays how much, or who wins the round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.rules.claims import Bid
from firmware.rules.commands import Refusal, Reveal, Rule, Score
from firmware.rules.decide import decide
from firmware.rules.events import Adjudicated, Verdict
from firmware.rules.message import literal
from firmware.rules.state import GameState
from firmware.table.mode import Choice, ListMode
from firmware.table.play.counting import possible
from firmware.table.wording import claim_name

if TYPE_CHECKING:
    from firmware.table.play.verdict import Decided
    from firmware.table.table import Table

Payments = tuple[tuple[int, int], ...]
"""Seats and what each pays."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a challenge would cost whom.

    `true` and `lie` are None where that cannot be, costs nobody anything, or depends on how many there are: then
    `counts` tell it for every number of dice, ascending. `scorers` are the seats that may win the round where points
    are played: those who bid, the latest first, and the challenger.
    """

    true: Payments | None
    lie: Payments | None
    counts: tuple[tuple[int, Payments], ...] = ()
    scorers: tuple[int, ...] = ()


def settlement_of(state: GameState) -> Settlement:
    """Asks the rules what each possible roll would lead to, in a state with a challenge and the dice still hidden."""
    outcomes = [event for dice in possible(state) for event in _judged(state, dice)]
    payments = {verdict: {event.lost for event in outcomes if event.verdict is verdict} for verdict in Verdict}
    counts: tuple[tuple[int, Payments], ...] = ()
    if any(len(found) > 1 for found in payments.values()):
        counts = tuple((event.actual, event.lost) for event in outcomes if isinstance(event.actual, int))
    scorers: tuple[int, ...] = ()
    if state.points and state.challenger is not None:
        scorers = tuple(dict.fromkeys((*(seat for seat, _ in reversed(state.bids)), state.challenger)))
    return Settlement(_only(payments[Verdict.UPHELD]), _only(payments[Verdict.REFUTED]), counts, scorers)


def _judged(state: GameState, dice: object) -> list[Adjudicated]:
    events = decide(state, Reveal(dice))  # type: ignore[arg-type]
    return [] if isinstance(events, Refusal) else [event for event in events if isinstance(event, Adjudicated)]


def _only(payments: set[Payments]) -> Payments | None:
    """What is paid in every case; None where it depends on the dice, or nothing is paid."""
    return next(iter(payments)) or None if len(payments) == 1 else None


def payment_words(table: Table, payments: Payments) -> str:
    """Who pays what, in words."""
    said = []
    for amount in sorted({paid for _, paid in payments}):
        payers = [seat for seat, paid in payments if paid == amount]
        key = "verdict.rule_pays" if len(payers) == 1 else "verdict.rule_pay_each"
        said.append(table.texts.say(key, name=table.names(payers), stock=table.amount(amount)))
    return table.texts.listing(said)


def charge(table: Table, payments: Payments, reason: str) -> None:
    """Rules that these seats pay, all at once."""
    loss = 1 if table.playing.game.charged(0, 1) else -1
    table.do(*(Rule(seat, loss * paid, literal(reason)) for seat, paid in payments))


class Counted(ListMode):
    """The table has counted the dice itself: it says how many there were, and the rules say who pays."""

    def __init__(self, table: Table, behind: Decided, counts: tuple[tuple[int, Payments], ...]) -> None:
        """Starts at the number that was bid."""
        super().__init__(table, behind)
        self.counts = counts
        claim = behind.last.claim
        self.bid = claim if isinstance(claim, Bid) else Bid(1, 1)
        self.title = self.say("verdict.count_title")
        name = table.name(behind.last.owner)
        self.subtitle = self.say("verdict.count_subtitle", name=name, claim=self._words(self.bid.quantity))
        self.cursor = next((place for place, (count, _) in enumerate(counts) if count == self.bid.quantity), 0)

    def choices(self) -> tuple[Choice, ...]:
        """Every number of dice that there may have been, with what it costs whom."""
        return tuple(
            Choice(self._words(count), detail=payment_words(self.table, payments), act=self._rule)
            for count, payments in self.counts
        )

    def _words(self, count: int) -> str:
        if not count:
            return self.say("verdict.count_none")
        return claim_name(self.table.texts, self.table.state, Bid(count, self.bid.face))

    def _rule(self) -> None:
        count, payments = self.counts[self.cursor]
        charge(self.table, payments, self.say("verdict.reason_count", claim=self._words(count)))
        self.table.go_on()


class RoundWon(ListMode):
    """Where points are played: the table says who wins the round."""

    def __init__(self, table: Table, behind: Decided, scorers: tuple[int, ...]) -> None:
        """Starts at the seat that bid last."""
        super().__init__(table, behind)
        self.scorers = scorers
        before = table.playing.before
        self.bids = dict(before.bids) if before else {}
        self.title = self.say("verdict.scorer_title")
        self.subtitle = self.say("verdict.scorer_subtitle")

    def choices(self) -> tuple[Choice, ...]:
        """The seats that may have won it, with what each bid last."""
        challenger = self.table.state.last.challenger if self.table.state.last else None
        return tuple(
            Choice(
                self.table.name(seat),
                self._bid(seat),
                detail=self.say("verdict.scorer_challenger" if seat == challenger else "verdict.scorer_bidder"),
                act=self._rule,
            )
            for seat in self.scorers
        )

    def _bid(self, seat: int) -> str:
        bid = self.bids.get(seat)
        return claim_name(self.table.texts, self.table.state, bid) if bid else ""

    def _rule(self) -> None:
        seat = self.scorers[self.cursor]
        reason = self.say("verdict.reason_scorer", name=self.table.name(seat))
        self.table.do(Score(seat, 1, literal(reason)))
        self.table.go_on()
