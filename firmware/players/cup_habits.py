"""How readily a seat believes bids, learned from revealed hands: the chance of truth below which it challenges."""

from collections.abc import Iterable
from functools import lru_cache
from math import exp, log
from operator import add, mul
from typing import Final

from firmware.odds.dice_model import DiceModel
from firmware.players.chances import Chances, counting_by_face, of_bids
from firmware.rules.claims import Bid, Hands
from firmware.rules.events import Adjudicated, BidMade, Challenged, Dealt, Event
from firmware.rules.options import Options

LIMITS: Final = (0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75)
"""The chances of truth below which a seat may challenge."""
PRIOR: Final = (0.1, 0.15, 0.2, 0.2, 0.15, 0.1, 0.06, 0.04)
LOG_PRIOR: Final = tuple(log(weight) for weight in PRIOR)
SLOPE: Final = 0.08
"""The width of the transition: when a bid is this much likelier, the odds of a challenge fall by a factor of e."""


def challenged_with(limit: float, belief: float) -> float:
    """Returns the chance that a seat with this limit challenges a bid it believes with chance `belief`."""
    return 1.0 / (1.0 + exp((belief - limit) / SLOPE))


def belief_limit(events: Iterable[Event], seat: int, rules: str, options: Options, model: DiceModel) -> float:
    """Returns a seat's expected limit, given its answers in rounds whose hands were revealed."""
    logs = list(LOG_PRIOR)
    counting = counting_by_face(rules, options)
    tables: dict[tuple[int, int], Chances] = {}
    answered: list[Bid] = []
    dice = 0
    called = False
    for event in events:
        match event:
            case BidMade(claim=claim, turn=turn):
                if turn == seat and isinstance(claim, Bid):
                    answered.append(claim)
            case Dealt(held=held):
                dice, answered, called = sum(held), [], False
            case Challenged(seat=challenger):
                called = challenger == seat
            case Adjudicated(revealed=Hands(hands)) if answered:
                hand = hands[seat]
                unseen = dice - len(hand)
                for place, bid in enumerate(answered):
                    table = tables.get((bid.face, unseen)) or of_bids(rules, options, model, bid.face, unseen)
                    tables[bid.face, unseen] = table
                    need = bid.quantity - sum(map(hand.count, counting[bid.face]))
                    belief = 1.0 if need <= 0 else table[need] if need < len(table) else 0.0
                    challenge = called and place == len(answered) - 1
                    logs = list(map(add, logs, _answer_weights(belief, challenge)))
                answered = []
            case _:
                pass
    most = max(logs)
    weights = [exp(value - most) for value in logs]
    return float(sum(map(mul, LIMITS, weights))) / sum(weights)


@lru_cache(maxsize=4096)
def _answer_weights(belief: float, challenge: bool) -> tuple[float, ...]:
    """Returns the log-likelihood of an answer, for every limit, to a bid that is true with the chance `belief`."""
    chances = (challenged_with(limit, belief) for limit in LIMITS)
    return tuple(log(max(1e-3, chance if challenge else 1.0 - chance)) for chance in chances)
