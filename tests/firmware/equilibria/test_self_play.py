"""Rounds solved by self-play agree with exact solutions and independent best responses, where there are any."""

from collections.abc import Sequence

import numpy as np
import pytest

from firmware.equilibria.box_response import RoundStakes, RoundStrategy, best_response
from firmware.equilibria.box_rules import rank_chances, viking_rules
from firmware.equilibria.claim_chain import solve_round
from firmware.equilibria.last_face import LastFace
from firmware.equilibria.passing import PassingRules, solve_passing
from firmware.equilibria.self_play import RESULTS, TOP, LadderRound, improve
from firmware.odds.dice_model import DECLARED, FAIR
from firmware.rules.games.registry import ruleset
from firmware.rules.ladders import MIA_TRADITIONAL, VIKING


def viking(seats: int) -> LadderRound:
    legal = np.ones((RESULTS + 1, RESULTS), dtype=bool)
    legal[1:] = np.triu(legal[1:])
    stakes = np.ones((RESULTS + 1, RESULTS))
    stakes[:, TOP] = 2
    chances = rank_chances(VIKING, DECLARED)
    return LadderRound(seats, chances, legal, np.zeros_like(stakes), stakes, 1.0, 0.0, challenger_opens=True)


def test_viking_for_two_is_worth_what_the_exact_solution_is_and_hardly_exploitable() -> None:
    play = improve(viking(2), None, np.zeros(2), 800)
    exact = solve_round(viking_rules(ruleset("viking").complete_options({}), DECLARED)).value
    assert play.worth[0, 0] == pytest.approx(exact, abs=1e-3)
    keys: list[int | None] = [None, *range(RESULTS)]
    strategy = RoundStrategy(
        {key: play.claims[place] for place, key in enumerate(keys)},
        {key: play.challenges[place] for place, key in enumerate(keys)},
    )
    first, second = best_response(strategy, RoundStakes(rank_chances(VIKING, DECLARED), True, 2, 1))
    assert (first + second) / 2 < 0.01


def test_what_one_seat_wins_others_lose() -> None:
    play = improve(viking(4), None, np.zeros(4), 60)
    assert play.worth.sum(axis=1) == pytest.approx(np.zeros(RESULTS + 1), abs=1e-9)
    rules = PassingRules(3, rank_chances(MIA_TRADITIONAL, FAIR), (1.0,) * TOP + (2.0,), same=False, fresh=True)
    for worth in solve_passing(rules, 20, rounds=1).worth.values():
        assert worth.sum() == pytest.approx(0, abs=1e-9)


def test_with_passing_a_known_lie_is_challenged_and_a_sure_claim_is_not() -> None:
    rules = PassingRules(2, rank_chances(MIA_TRADITIONAL, FAIR), (1.0,) * TOP + (2.0,), same=False, fresh=True)
    play = solve_passing(rules, 60, rounds=1)
    opening = play.steps[-1]
    assert opening.answers[0, 0, 0] < 0.05, "the lowest claim is always true"
    assert opening.back[12, 3, 0] > 0.9, "the roller knows that its own claim, passed back, is a lie"
    assert play.worth[-1][0] > 0 > play.worth[17][0]


def response(game: LastFace, responder: int, waited: int, made: tuple[int, ...], reach: Sequence[float]) -> list[float]:
    """What each hand of a best responder wins, weighted by the reach of the other's hands."""
    player, other = (waited + len(made)) % 2, game.dice[1 - responder] + 1
    if player == responder:
        best = [-9.0] * (game.dice[responder] + 1)
        for action in range(game.bids + 2):
            values = follow(game, responder, waited, made, action, [reach] * 1)
            best = [max(old, new) for old, new in zip(best, values, strict=True)] if values else best
        return best
    total = [0.0] * (game.dice[responder] + 1)
    policies = [game.policy(waited, made, hand) for hand in range(other)]
    for action in range(game.bids + 2):
        left = [chance * policy[action] for chance, policy in zip(reach, policies, strict=True)]
        if sum(left) > 0:
            total = [a + b for a, b in zip(total, follow(game, responder, waited, made, action, [left]), strict=True)]
    return total


def follow(
    game: LastFace, responder: int, waited: int, made: tuple[int, ...], action: int, reached: list[Sequence[float]]
) -> list[float]:
    player, reach = (waited + len(made)) % 2, reached[0]
    if action == game.waiting:
        return response(game, responder, waited + 1, made, reach) if not made and waited < 3 else []
    if action:
        return response(game, responder, waited, (*made, action), reach) if action > max(made, default=0) else []
    if not made:
        return []
    makers = [(waited + place) % 2 for place in range(len(made))]
    values = []
    for hand in range(game.dice[responder] + 1):
        value = 0.0
        for theirs, chance in enumerate(reach):
            true = [maker for maker, bid in zip(makers, made, strict=True) if bid <= hand + theirs]
            winner = true[-1] if true else (waited - 1) % 2 if waited else player
            value += chance * (1 if winner == responder else -1)
        values.append(value)
    return values


def test_a_round_for_points_is_hardly_exploitable() -> None:
    game = LastFace((2, 2), 1 / 6)
    value = game.solve(300)
    wins = [float(np.dot(game.hands(seat), response(game, seat, 0, (), list(game.hands(1 - seat))))) for seat in (0, 1)]
    assert wins[0] == pytest.approx(value, abs=0.02)
    assert sum(wins) / 2 < 0.01
