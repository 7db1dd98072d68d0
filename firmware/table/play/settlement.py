"""What a challenge without a verdict would cost whom: what the table may rule."""

from dataclasses import dataclass

from firmware.rules.commands import Refusal, Reveal, Rule
from firmware.rules.decide import decide
from firmware.rules.events import Adjudicated, Verdict
from firmware.rules.message import Message
from firmware.rules.state import GameState
from firmware.table.context import Context
from firmware.table.destinations import Payments
from firmware.table.play.counting import possible
from firmware.table.wording import amount
from firmware.texts.source import text


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a challenge would cost whom.

    `if_true` and `if_lie` are None where that cannot be, costs nobody anything, or depends on the number of dice: then
    `counts` tells it for every number, ascending. `scorers` are the seats that may win the round where points are
    scored: those who bid, the latest first, and the challenger.
    """

    if_true: Payments | None
    if_lie: Payments | None
    counts: tuple[tuple[int, Payments], ...] = ()
    scorers: tuple[int, ...] = ()


def settlement_of(state: GameState) -> Settlement:
    """Asks the rules what each possible roll would lead to, in a state with a challenge and the dice still hidden."""
    outcomes = [event for dice in possible(state) for event in _adjudications(state, dice)]
    payments = {verdict: {event.lost for event in outcomes if event.verdict is verdict} for verdict in Verdict}
    counts: tuple[tuple[int, Payments], ...] = ()
    if any(len(found) > 1 for found in payments.values()):
        counts = tuple((event.actual, event.lost) for event in outcomes if isinstance(event.actual, int))
    scorers: tuple[int, ...] = ()
    if state.points and state.challenger is not None:
        scorers = tuple(dict.fromkeys((*(seat for seat, _ in reversed(state.bids)), state.challenger)))
    return Settlement(_only(payments[Verdict.UPHELD]), _only(payments[Verdict.REFUTED]), counts, scorers)


def _adjudications(state: GameState, dice: object) -> list[Adjudicated]:
    events = decide(state, Reveal(dice))  # type: ignore[arg-type]
    return [] if isinstance(events, Refusal) else [event for event in events if isinstance(event, Adjudicated)]


def _only(payments: set[Payments]) -> Payments | None:
    """Returns what is paid in every case; None where it depends on the dice, or nothing is paid."""
    return next(iter(payments)) or None if len(payments) == 1 else None


def payment_messages(context: Context, payments: Payments) -> tuple[Message, ...]:
    """Returns who pays what, one message for each amount."""
    said = []
    for paid in sorted({paid for _, paid in payments}):
        payers = [seat for seat, mine in payments if mine == paid]
        stock = amount(context.state, paid)
        said.append(text("verdict.rule_pays", n=len(payers), name=context.names(payers), stock=stock))
    return tuple(said)


def rule_payments(context: Context, payments: Payments, reason: Message) -> None:
    """Rules that these seats pay, all in one action; the journal keeps the English of the reason."""
    loss = 1 if context.active_session.game.stock_after_paying(0, 1) else -1
    context.do(*(Rule(seat, loss * paid, reason) for seat, paid in payments))
