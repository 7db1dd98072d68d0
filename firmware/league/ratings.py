"""Ratings for multiplayer games: Weng and Lin's Bayesian approximation (JMLR 12, 2011), using openskill."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from firmware.league.errors import MissingExtraError
from firmware.league.merging import League
from firmware.rules.message import message

SIGMAS = 1.959964
"""Half the width of a 95 % interval, in standard deviations."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's place: the rating with its 95 % interval, games and wins. The order is by the interval's lower end."""

    name: str
    rating: float
    low: float
    high: float
    games: int
    won: int


def standings(league: League) -> tuple[Standing, ...]:
    """Rates everybody by the games in order; raises MissingExtraError if openskill is not installed."""
    try:
        model = import_module("openskill.models").PlackettLuce()
    except ImportError as error:
        raise missing_extra("openskill") from error
    ratings: dict[str, Any] = {}
    counts: dict[str, list[int]] = {}
    for game in league.games:
        teams = [[ratings.get(name) or model.rating(name=name)] for name in game.seats]
        rated = model.rate(teams, ranks=list(game.places))
        ratings.update({name: team[0] for name, team in zip(game.seats, rated, strict=True)})
        for name, place in zip(game.seats, game.places, strict=True):
            count = counts.setdefault(name, [0, 0])
            count[0] += 1
            count[1] += place == 1
    found = [
        Standing(name, each.mu, each.mu - SIGMAS * each.sigma, each.mu + SIGMAS * each.sigma, *counts[name])
        for name, each in ratings.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.low, each.name)))


def missing_extra(library: str) -> MissingExtraError:
    """Returns the error for a missing library, with the remedy."""
    missing = message("The league needs {library}, which is not installed", library=library)
    return MissingExtraError(missing.with_remedy(message("install the extra: pip install 'meierbox[league]'")))
