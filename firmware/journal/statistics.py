"""Statistics over all games of a journal, from public information.

Unrevealed rolls are not counted: lies are known only of revealed rounds, and are therefore given as "n of m revealed".
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from firmware.journal.past_game import GameEnding, PastGame
from firmware.rules.claims import FACES, Hands, Pair
from firmware.rules.events import (
    Adjudicated,
    BidMade,
    Declared,
    Event,
    Passed,
    RolledOff,
    RollVoided,
    Verdict,
)
from firmware.rules.events import Ending as RoundEnding


@dataclass(slots=True)
class SeatCount:
    """The counts of one name over all games; `lies` are those among the `revealed` claims it answered for."""

    games: int = 0
    won: int = 0
    lost: int = 0
    claims: int = 0
    passes: int = 0
    challenges_right: int = 0
    challenges_wrong: int = 0
    challenges_undecided: int = 0
    revealed: int = 0
    lies: int = 0


@dataclass(slots=True)
class Statistics:
    """The counts of a journal: games, seats by name, and how often each face (1 to 6) was seen.

    `thrown` are throws for the opening, `revealed` revealed dice; the latter come from challenged rolls, and so are a
    biased sample.
    """

    games: int = 0
    finished: int = 0
    rounds: int = 0
    seats: dict[str, SeatCount] = field(default_factory=dict)
    thrown: Counter[int] = field(default_factory=Counter)
    revealed: Counter[int] = field(default_factory=Counter)

    def faces(self, counter: Counter[int]) -> tuple[int, ...]:
        """Returns the counts of the faces 1 to 6."""
        return tuple(counter[face] for face in FACES)


def count_games(games: Iterable[PastGame]) -> Statistics:
    """Counts games, ignoring actions that were taken back."""
    found = Statistics()
    for game in games:
        names = game.state.seats
        found.games += 1
        seats = [found.seats.setdefault(name, SeatCount()) for name in names]
        for seat in seats:
            seat.games += 1
        if game.ending is GameEnding.WON:
            found.finished += 1
            for winner in game.state.winners:
                seats[winner].won += 1
            for loser in game.state.losers:
                seats[loser].lost += 1
        for event in game.events():
            _count(found, seats, event)
    return found


def _count(found: Statistics, seats: list[SeatCount], event: Event) -> None:
    match event:
        case RolledOff(throws, _):
            found.thrown.update(face for _, face in throws)
        case Declared(seat) | BidMade(seat):
            seats[seat].claims += 1
        case Passed(seat):
            seats[seat].passes += 1
        case RollVoided(_, Pair() as dice):
            found.revealed.update((dice.low, dice.high))
        case Adjudicated():
            _count_round(found, seats, event)
        case _:
            pass


def _count_round(found: Statistics, seats: list[SeatCount], event: Adjudicated) -> None:
    found.rounds += event.verdict is not Verdict.NO_VERDICT
    match event.revealed:
        case Pair(low, high):
            found.revealed.update((low, high))
        case Hands(dice):
            found.revealed.update(face for hand in dice for face in hand)
    if event.ending is not RoundEnding.CHALLENGE or event.challenger is None:
        return
    challenger, owner = seats[event.challenger], seats[event.owner]
    if event.verdict is Verdict.NO_VERDICT:
        challenger.challenges_undecided += 1
        return
    lie = event.verdict is Verdict.REFUTED
    challenger.challenges_right += lie
    challenger.challenges_wrong += not lie
    owner.revealed += 1
    owner.lies += lie
