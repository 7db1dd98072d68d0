"""Merges results of several boxes into a league: deduplicates games, corrects clocks, identifies people."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from firmware.league.game_result import LeagueResult

SHORT = 6
"""The number of characters by which people identify a box."""
OVERLAP = 60.0
"""One name at two boxes with a longer overlap, in seconds, is two people; clocks are never quite right."""


@dataclass(frozen=True, slots=True)
class Corrections:
    """Corrections by people: seconds to add to a box's clock, and who `(name, box)` is; boxes by their prefix."""

    clocks: Mapping[str, float] = field(default_factory=dict)
    people: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def clock(self, box: str) -> float:
        """Returns the correction of a box's clock in seconds."""
        return next((seconds for begin, seconds in self.clocks.items() if box.startswith(begin)), 0.0)

    def person(self, name: str, box: str) -> str | None:
        """Returns who somebody is; None without a correction."""
        return next(
            (who for (known, begin), who in self.people.items() if known == name and box.startswith(begin)), None
        )


@dataclass(frozen=True, slots=True)
class League:
    """Games in order of their ends, with people as seats; `shared` are names of several people."""

    games: tuple[LeagueResult, ...]
    shared: tuple[str, ...]


def merge(results: Iterable[LeagueResult], corrections: Corrections | None = None) -> League:
    """Merges results in any order and with duplicates."""
    corrections = corrections or Corrections()
    latest: dict[str, LeagueResult] = {}
    for result in results:
        known = latest.get(result.id)
        if known is None or (result.rows, result.to_json()) > (known.rows, known.to_json()):
            latest[result.id] = result
    games = [_put_right(result, corrections) for result in latest.values()]
    shared = _shared_names(games, corrections)
    named = [_named(game, shared, corrections) for game in games]
    return League(tuple(sorted(named, key=lambda game: (game.ended, game.id))), tuple(sorted(shared)))


def _put_right(result: LeagueResult, corrections: Corrections) -> LeagueResult:
    seconds = corrections.clock(result.box)
    return replace(result, begun=max(0.0, result.begun + seconds), ended=max(0.0, result.ended + seconds))


def _shared_names(games: Iterable[LeagueResult], corrections: Corrections) -> set[str]:
    """Finds names that sat at two boxes at once, which belong to two people."""
    played: defaultdict[str, list[LeagueResult]] = defaultdict(list)
    for game in games:
        for name in game.seats:
            if corrections.person(name, game.box) is None:
                played[name].append(game)
    return {name for name, found in played.items() if _at_two_tables(found)}


def _at_two_tables(games: list[LeagueResult]) -> bool:
    until: dict[str, float] = {}
    for game in sorted(games, key=lambda each: each.begun):
        if any(
            box != game.box and end - game.begun > OVERLAP and game.ended - game.begun > OVERLAP
            for box, end in until.items()
        ):
            return True
        until[game.box] = max(until.get(game.box, 0.0), game.ended)
    return False


def _named(game: LeagueResult, shared: set[str], corrections: Corrections) -> LeagueResult:
    seats = tuple(
        corrections.person(name, game.box) or (f"{name} ({game.box[:SHORT]})" if name in shared else name)
        for name in game.seats
    )
    return replace(game, seats=seats) if len(set(seats)) == len(seats) else game
