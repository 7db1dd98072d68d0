"""The rounds of the box games as input for the self-play solvers, for any number of seats."""

from functools import lru_cache

import numpy as np

from firmware.equilibria.box_rules import rank_chances
from firmware.equilibria.passing import PassingPlay, PassingRules, solve_passing
from firmware.equilibria.self_play import RESULTS, TOP, LadderRound, RoundPlay, improve
from firmware.odds.dice_model import DiceModel
from firmware.rules.games.registry import RULESETS
from firmware.rules.ladders import CLASSIC
from firmware.rules.options import Options

HIGHEST_WORTH = 20
"""From this value of bullshit's cup on, the strategy is constant."""
TURNS, PASSING_TURNS = 600, 250
"""Iterations of the solvers: more would change the arena's results by less than it can measure."""


@lru_cache(maxsize=8)
def viking_play(options: Options, model: DiceModel, seats: int) -> RoundPlay:
    """Solves a round of viking."""
    equal = options.word("min_raise") == "equal"
    legal = np.ones((RESULTS + 1, RESULTS), dtype=bool)
    legal[1:] = np.triu(legal[1:], 0 if equal else 1)
    legal[RESULTS, TOP] = True
    stakes = np.ones((RESULTS + 1, RESULTS))
    stakes[:, TOP] = options.number("meier_challenge")
    rules = LadderRound(
        seats,
        _chances("viking", options, model),
        legal,
        np.zeros_like(stakes),
        stakes,
        float(options.number("meier_accept")),
        0.0,
        challenger_opens=options.word("starter") == "challenger",
    )
    opening = np.zeros(seats)
    play = improve(rules, None, opening, TURNS)
    for _ in range(4):
        opening = 0.5 * (opening + play.worth[0])
        play = improve(rules, None, opening, TURNS)
    return play


@lru_cache(maxsize=8)
def bullshit_play(options: Options, model: DiceModel, seats: int) -> tuple[RoundPlay, ...]:
    """Solves a round of bullshit for every value of the cup, from 1 to `HIGHEST_WORTH`."""
    opening = np.zeros(seats)
    plays: list[RoundPlay] = []
    for turns in (TURNS // 8, TURNS // 2):
        plays = []
        for worth in range(HIGHEST_WORTH, 0, -1):
            rules = _bullshit_round(options, model, seats, worth)
            raises = np.zeros((RESULTS + 1, RESULTS), dtype=bool)
            raises[1:] = np.triu(np.ones((RESULTS, RESULTS), dtype=bool), 1)
            plays.append(improve(rules, plays[-1].worth if plays else None, opening, turns, raises))
        opening = plays[-1].worth[0]
    return tuple(reversed(plays))


def _bullshit_round(options: Options, model: DiceModel, seats: int, worth: int) -> LadderRound:
    legal = np.ones((RESULTS + 1, RESULTS), dtype=bool)
    legal[:, TOP] = options.flag("bluff_21")
    if options.word("equal") == "forbidden":
        legal[1:] &= ~np.eye(RESULTS, dtype=bool)
    fine = options["lower_tally"]
    fines = np.zeros((RESULTS + 1, RESULTS))
    fines[1:] = np.tri(RESULTS) * (worth if fine == "worth" else float(fine))
    stakes = np.full((RESULTS + 1, RESULTS), float(worth))
    stakes[1:] += np.triu(np.ones((RESULTS, RESULTS)), 1)
    return LadderRound(
        seats,
        _chances("bullshit", options, model),
        legal,
        fines,
        stakes,
        None,
        float(worth + options.flag("twentyone_raises")),
        challenger_opens=False,
        exact=options.word("lie") == "exact",
    )


@lru_cache(maxsize=8)
def passing_play(rules: str, options: Options, model: DiceModel, seats: int) -> PassingPlay:
    """Solves a round of mia or sympkyn-box."""
    mia = rules == "mia"
    stakes = (1.0,) * TOP + (float(options.number("mia_penalty")) if mia else 1.0,)
    same = not mia and options.word("full_circle") == "free"
    fresh = mia and options.word("mia_circle") == "fresh"
    return solve_passing(PassingRules(seats, _chances(rules, options, model), stakes, same, fresh), PASSING_TURNS)


def _chances(rules: str, options: Options, model: DiceModel) -> tuple[float, ...]:
    return rank_chances(RULESETS[rules].ladder(options) or CLASSIC, model)
