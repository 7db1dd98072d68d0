"""Groups the games of a journal by evening, and counts them."""

from collections.abc import Iterable, Sequence

from firmware.dice_sets.die_set import DieSet
from firmware.journal.past_game import GameEnding, PastGame
from firmware.odds.game_odds import game_odds
from firmware.statistics.known_rounds import known_rounds
from firmware.statistics.seat_evening import EveningStatistics

PAUSE = 6 * 3600.0
"""Seconds without an action after which a new evening begins."""


def evenings(games: Iterable[PastGame]) -> tuple[tuple[PastGame, ...], ...]:
    """Groups games by evening, oldest first."""
    found: list[list[PastGame]] = []
    last = 0.0
    for game in sorted(games, key=lambda each: each.summary.begun):
        if not found or game.summary.begun - last > PAUSE:
            found.append([])
        found[-1].append(game)
        last = max(last, game.summary.begun, *(action.at for action in game.actions))
    return tuple(map(tuple, found))


def evening_statistics(games: Sequence[PastGame], die_set: DieSet | None = None) -> EveningStatistics:
    """Counts games, each with its own odds."""
    found = EveningStatistics()
    for game in games:
        state = game.state
        model = game_odds(state.options, die_set).model
        over = game.ending is GameEnding.WON
        found.add_game(
            state.ruleset,
            state.seats,
            known_rounds(game.events(), model),
            state.winners if over else (),
            state.losers if over else (),
        )
    return found
