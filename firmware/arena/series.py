"""Many games of the same players, seated at random, each in every seat equally often."""

import random
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from firmware.arena.intervals import Interval, wilson
from firmware.arena.referee import MAX_MOVES, seat_players
from firmware.players.characters import character
from firmware.rules.options import OptionValue

CHUNK = 100
"""The number of games in one task of a process."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games of a ruleset among characters; the seed determines all of them."""

    rules: str
    options: Mapping[str, OptionValue]
    seats: tuple[str, ...]
    games: int
    seed: int


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """The result: for each of `Series.seats` its share of the wins, 1 per game."""

    shares: tuple[Interval, ...]
    moves: int
    undecided: int
    """Games stopped after `MAX_MOVES`."""
    seconds: float
    slowest: float
    """The longest decision, in seconds."""


def even(seats: int) -> float:
    """Returns the share of wins among equal players."""
    return 1 / seats


def play_series(series: Series, processes: int = 1) -> SeriesResult:
    """Plays all games; the result does not depend on the number of processes."""
    begun = time.perf_counter()
    parts = [range(first, min(first + CHUNK, series.games)) for first in range(0, series.games, CHUNK)]
    if processes == 1:
        played = [play_part(series, part) for part in parts]
    else:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            played = list(pool.map(play_part, [series] * len(parts), parts))
    won = [sum(part.won[place] for part in played) for place in range(len(series.seats))]
    return SeriesResult(
        tuple(wilson(share, series.games) for share in won),
        sum(part.moves for part in played),
        sum(part.undecided for part in played),
        time.perf_counter() - begun,
        max(part.slowest for part in played),
    )


@dataclass(frozen=True, slots=True)
class PartResult:
    """The totals of some games of a series."""

    won: tuple[float, ...]
    moves: int
    undecided: int
    slowest: float


def play_part(series: Series, numbers: Sequence[int]) -> PartResult:
    """Plays the games with these numbers."""
    won = [0.0] * len(series.seats)
    moves = undecided = 0
    slowest = 0.0
    for number in numbers:
        places = seating(series, number)
        players = [character(series.seats[place]) for place in places]
        game = seat_players(series.rules, series.options, players, series.seed * 1_000_003 + number)
        for place, share in zip(places, game.play(), strict=True):
            won[place] += share
        moves += game.moves
        undecided += game.moves >= MAX_MOVES
        slowest = max(slowest, game.slowest)
    return PartResult(tuple(won), moves, undecided, slowest)


def seating(series: Series, number: int) -> tuple[int, ...]:
    """Returns who sits where in a game: a random order, rotated by one seat per game; the first opens.

    >>> [seating(Series("mia", {}, ("jarl", "bold"), 4, 1), number) for number in range(4)]
    [(1, 0), (0, 1), (0, 1), (1, 0)]
    """
    count = len(series.seats)
    order = list(range(count))
    random.Random(f"{series.seed} {number // count}").shuffle(order)
    turn = number % count
    return (*order[turn:], *order[:turn])
