"""What revealed claims tell of a seat: how often it lied, and whether others have called it."""

from collections.abc import Iterable
from typing import NamedTuple

from firmware.rules.claims import Bid, Hands
from firmware.rules.events import Adjudicated, BidMade, Declared, Ending, Event, RoundOpened, Started, Verdict


class LyingHabit(NamedTuple):
    """Claims of one seat that were challenged and judged."""

    true: int = 0
    false: int = 0

    def lean(self) -> float:
        """Returns by what factor the odds that it speaks the truth differ from those of a seat that nobody knows."""
        return (self.true + 2) / (self.false + 2)


def lying_habit(events: Iterable[Event], seat: int) -> LyingHabit:
    """Counts the judged claims of a seat; a claim that nobody challenged stays unknown for ever."""
    true = false = 0
    for event in events:
        if isinstance(event, Adjudicated) and event.owner == seat and event.ending is Ending.CHALLENGE:
            true += event.verdict is Verdict.UPHELD
            false += event.verdict is Verdict.REFUTED
    return LyingHabit(true, false)


def calling_habit(events: Iterable[Event], seat: int) -> float:
    """Returns how often a seat called the claim that it had to answer; one half of four claims is taken for granted."""
    called, answered = 2, 4
    for event in events:
        match event:
            case Declared(turn=turn) | BidMade(turn=turn) if turn == seat:
                answered += 1
            case Adjudicated(ending=Ending.CHALLENGE, challenger=challenger) if challenger == seat:
                called += 1
            case _:
                pass
    return min(1.0, called / answered)


def bidding_habit(events: Iterable[Event], seat: int, wild: int) -> float:
    """Returns how many dice for its last face a seat has held beyond what every hand holds by the odds, for each die.

    Only rounds count whose hands were revealed. Without any it is what a truthful bidder would hold: 0.15.
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
                excess += sum(die in counting for die in hand) - len(hand) * len(counting - {0}) / 6
                dice += len(hand)
                last = None
            case Adjudicated() | RoundOpened() | Started():
                last = None
            case _:
                pass
    return excess / dice
