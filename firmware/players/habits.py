"""A seat's habits, learned from revealed claims: how often it lied, and which dice its bids were worth."""

from collections.abc import Iterable
from typing import NamedTuple

from firmware.rules.claims import Bid, Hands
from firmware.rules.events import Adjudicated, BidMade, Ending, Event, RoundOpened, Started, Verdict


class LyingHabit(NamedTuple):
    """Claims of one seat that were challenged and judged."""

    true: int = 0
    false: int = 0

    def lean(self) -> float:
        """Returns the factor between the odds that this seat tells the truth and those of an unknown seat."""
        return (self.true + 2) / (self.false + 2)


def lying_habit(events: Iterable[Event], seat: int) -> LyingHabit:
    """Counts the judged claims of a seat; a claim that was never challenged stays unknown."""
    true = false = 0
    for event in events:
        if isinstance(event, Adjudicated) and event.owner == seat and event.ending is Ending.CHALLENGE:
            true += event.verdict is Verdict.UPHELD
            false += event.verdict is Verdict.REFUTED
    return LyingHabit(true, false)


def bidding_habit(events: Iterable[Event], seat: int, wild: int) -> float:
    """Returns the surplus of dice for its last bid's face that a seat has held, per die, compared with the odds.

    Only rounds whose hands were revealed count. Without any, the result is that of a truthful bidder: 0.15.
    """
    last: int | None = None
    excess, dice = 0.15 * 8, 8.0
    for event in events:
        match event:
            case BidMade(seat=bidder, claim=Bid(face=face)) if bidder == seat:
                last = face
            case Adjudicated(revealed=Hands(hands)) if last is not None:
                hand = hands[seat]
                counting = {last, wild}
                excess += sum(map(hand.count, counting)) - len(hand) * len(counting - {0}) / 6
                dice += len(hand)
                last = None
            case Adjudicated() | RoundOpened() | Started():
                last = None
            case _:
                pass
    return excess / dice
