"""The result of a game: all that leaves a box."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from firmware.journal.past_game import GameEnding, PastGame
from firmware.league.errors import ResultError
from firmware.rules.events import Adjudicated, Verdict
from firmware.rules.games.registry import RULESETS, out
from firmware.rules.message import message

LARGEST = 16384
"""The largest result as JSON, in bytes."""
MAX_SEATS = 40
LONGEST_NAME = 80
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class LeagueResult:
    """A finished game.

    `id` is the SHA-256 of its first row's content, `box` the hash of the journal's first row. `places` has a place for
    every seat, 1 the best; ties share one. `rows` counts the rows of the game: of two results of one game (undone and
    ended differently) the longer one counts. Times are the box's own, in seconds since 1970.
    """

    id: str
    box: str
    rows: int
    rules: str
    seats: tuple[str, ...]
    places: tuple[int, ...]
    rounds: int
    begun: float
    ended: float

    def __post_init__(self) -> None:
        """Raises ResultError for an impossible result."""
        hashes = all(isinstance(each, str) and _HASH.fullmatch(each) for each in (self.id, self.box))
        times = all(isinstance(at, float) and math.isfinite(at) and 0 <= at < 1e11 for at in (self.begun, self.ended))
        counts = all(isinstance(n, int) and 0 <= n < 2**31 for n in (self.rows, self.rounds, *self.places))
        names = all(isinstance(name, str) and 0 < len(name) <= LONGEST_NAME for name in self.seats)
        fits = 2 <= len(self.seats) == len(self.places) <= MAX_SEATS and len(set(self.seats)) == len(self.seats)
        if not (hashes and times and counts and names and fits and self.rules in RULESETS):
            raise _no_result()

    def to_json(self) -> str:
        """Writes what `parsed_result` reads."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)


def _no_result() -> ResultError:
    no = message("That is not the result of a game")
    return ResultError(no.with_remedy(message("use the same version of meierbox at all tables")))


def parsed_result(text: str | bytes) -> LeagueResult:
    """Parses a result from an untrusted source; raises ResultError for anything else."""
    try:
        found: Any = json.loads(text) if len(text) <= LARGEST else None
        if not isinstance(found, Mapping):
            raise TypeError
        known = {**found, "seats": tuple(found["seats"]), "places": tuple(found["places"])}
        return LeagueResult(**{**known, "begun": float(found["begun"]), "ended": float(found["ended"])})
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise _no_result() from error


def result_of(game: PastGame, game_id: str, box: str, rows: int) -> LeagueResult | None:
    """Returns the result of a game; None if it was not finished."""
    if game.ending is not GameEnding.WON or game.damage is not None:
        return None
    ended = game.actions[-1].at if game.actions else game.summary.begun
    rounds = sum(isinstance(event, Adjudicated) and event.verdict is not Verdict.NO_VERDICT for event in game.events())
    state = game.state
    places = places_of(game)
    return LeagueResult(game_id, box, rows, state.ruleset, state.seats, places, rounds, game.summary.begun, ended)


def places_of(game: PastGame) -> tuple[int, ...]:
    """Returns every seat's place: winners first, then by how long they stayed in, losers last."""
    state = game.state
    states = [*[action.before for action in game.actions[1:]], state]
    fell = [
        next((at for at, each in enumerate(states) if seat in out(each)), len(states))
        for seat in range(len(state.seats))
    ]
    keys = [
        (seat not in state.winners, seat in state.losers and seat not in state.winners, -at)
        for seat, at in enumerate(fell)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
