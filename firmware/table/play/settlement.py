"""What each outcome of a challenge would cost, for rulings of the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware.rules.commands import Refusal, Reveal, Rule
from firmware.rules.decide import decide
from firmware.rules.events import Adjudicated, Verdict
from firmware.rules.message import Message
from firmware.rules.state import GameState
from firmware.table.context import Context
from firmware.table.destinations import Payments, RulingShown
from firmware.table.play.counting import possible
from firmware.table.wording import amount, payment_code
from firmware.texts.source import text


@dataclass(frozen=True, slots=True)
class Settlement:
    """The cost of each outcome of a challenge.

    `if_true` and `if_lie` are None if that outcome is impossible, costs nothing, or depends on the number of dice; then
    `counts` has the ruling for every number, ascending. `scorers` are the seats that may win the round in games
    with points: the bidders, latest first, and the challenger.
    """

    if_true: Payments | None
    if_lie: Payments | None
    counts: Mapping[int, RulingShown] = field(default_factory=dict)
    scorers: tuple[int, ...] = ()


def settlement_of(state: GameState) -> Settlement:
    """Asks the rules for the outcome of each possible roll, in a state with a challenge and hidden dice."""
    outcomes = [event for dice in possible(state) for event in _adjudications(state, dice)]
    payments = {verdict: {event.lost for event in outcomes if event.verdict is verdict} for verdict in Verdict}
    counts: dict[int, RulingShown] = {}
    if any(len(found) > 1 for found in payments.values()):
        for event in outcomes:
            if isinstance(event.actual, int):
                counts[event.actual] = RulingShown(event.verdict, event.lost, event.actual)
    scorers: tuple[int, ...] = ()
    if state.points and state.challenger is not None:
        scorers = tuple(dict.fromkeys((*(seat for seat, _ in reversed(state.bids)), state.challenger)))
    return Settlement(_only(payments[Verdict.UPHELD]), _only(payments[Verdict.REFUTED]), counts, scorers)


def _adjudications(state: GameState, dice: object) -> list[Adjudicated]:
    events = decide(state, Reveal(dice))  # type: ignore[arg-type]
    return [] if isinstance(events, Refusal) else [event for event in events if isinstance(event, Adjudicated)]


def _only(payments: set[Payments]) -> Payments | None:
    """Returns the payments common to all cases; None if they differ, or nothing is paid."""
    return next(iter(payments)) or None if len(payments) == 1 else None


def payment_messages(context: Context, payments: Payments) -> tuple[Message, ...]:
    """Returns who pays what, one message for each amount."""
    said = []
    for paid in sorted({paid for _, paid in payments}):
        payers = [seat for seat, mine in payments if mine == paid]
        stock = amount(context.state, paid)
        said.append(
            text(
                payment_code(context.state, "verdict.rule_pays"), n=len(payers), name=context.names(payers), stock=stock
            )
        )
    return tuple(said)


def rule_payments(context: Context, payments: Payments, reason: Message) -> bool:
    """Rules that these seats pay, as one action, with a reason; returns whether the rules allow it."""
    loss = 1 if context.active_session.game.stock_after_paying(0, 1) else -1
    return context.do(*(Rule(seat, loss * paid, reason) for seat, paid in payments)) is not None
