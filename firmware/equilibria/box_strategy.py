"""The strategy that a solved round stands for, as the best response takes it."""

import numpy as np

from firmware.equilibria.box_response import RESULTS, RoundStakes, RoundStrategy, Values
from firmware.equilibria.box_round import BoxRound, Reply


def strategy_of(solved: BoxRound, seat: int = 0) -> RoundStrategy:
    """Gives what a seat plays in a round without passing."""
    claims: dict[int | None, Values] = {}
    challenges: dict[int | None, Values] = {}
    for (roller, standing), step in solved.steps.items():
        if roller == seat:
            table = np.zeros((RESULTS, RESULTS))
            table[:, list(step.ranks)] = step.claims
            claims[standing] = table
        else:
            challenged = np.zeros(RESULTS)
            challenged[list(step.ranks)] = [answers[Reply.CHALLENGE] for answers in step.answers]
            challenges[standing] = challenged
    return RoundStrategy(claims, challenges)


def stakes_of(solved: BoxRound) -> RoundStakes:
    """Gives what the round is played for."""
    rules = solved.rules
    return RoundStakes(rules.chances, rules.equal, rules.penalty, rules.accept)
