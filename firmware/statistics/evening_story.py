"""The story of an evening: the boldest lie, the best nose, the longest streak, the unluckiest dice.

It is made from revealed dice only.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from firmware.rules.claims import Claim
from firmware.rules.state import GameState
from firmware.statistics.known_rounds import KnownRound
from firmware.statistics.seat_evening import EveningStatistics

SHORTEST_STREAK = 2
"""A single right challenge is not a streak."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as far as everybody knows it: its final state, its revealed rounds, and whether it was won."""

    state: GameState
    rounds: tuple[KnownRound, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class ToldLie:
    """A lie: who told it, the claim with the game it belongs to, its chance beforehand, and whether it was caught."""

    name: str
    claim: Claim
    state: GameState
    chance: Fraction
    caught: bool


@dataclass(frozen=True, slots=True)
class Nose:
    """Who was right about lies: the right challenges among the judged ones."""

    name: str
    right: int
    judged: int


@dataclass(frozen=True, slots=True)
class EveningStory:
    """The highlights of some games; None for what did not happen.

    `unlucky` names the seat with the worst dice, and the share of other throws that would have been better; `wins` are
    the names of all players with the games that each has won and played.
    """

    games: int
    lie: ToldLie | None
    nose: Nose | None
    streak: tuple[str, int] | None
    unlucky: tuple[str, float] | None
    wins: tuple[tuple[str, int, int], ...]


def story_of(games: Iterable[PlayedGame]) -> EveningStory:
    """Tells the story of games, the oldest first."""
    games = tuple(games)
    counted = EveningStatistics()
    for game in games:
        state = game.state
        over = (state.winners, state.losers) if game.won else ((), ())
        counted.add_game(state.ruleset, state.seats, game.rounds, *over)
    return EveningStory(
        len(games),
        _boldest(counted, games),
        _nose(counted),
        _streak(counted),
        _unlucky(counted),
        tuple((name, seat.won, seat.games) for name, seat in counted.seats.items()),
    )


def _boldest(counted: EveningStatistics, games: Iterable[PlayedGame]) -> ToldLie | None:
    found = counted.boldest()
    if found is None:
        return None
    name, lie = found
    state = next(game.state for game in games if game.state.ruleset == lie.rules)
    return ToldLie(name, lie.claim, state, lie.chance, lie.caught)


def _nose(counted: EveningStatistics) -> Nose | None:
    name = counted.best_challenger()
    return None if name is None else Nose(name, counted.seats[name].challenges_right, counted.seats[name].challenges)


def _streak(counted: EveningStatistics) -> tuple[str, int] | None:
    name = max(counted.seats, key=lambda each: counted.seats[each].best_streak, default=None)
    if name is None or counted.seats[name].best_streak < SHORTEST_STREAK:
        return None
    return name, counted.seats[name].best_streak


def _unlucky(counted: EveningStatistics) -> tuple[str, float] | None:
    name = counted.unluckiest()
    luck = None if name is None else counted.seats[name].luck
    return None if name is None or luck is None else (name, 1 - luck)
