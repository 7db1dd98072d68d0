"""Converts a solved round to the strategy that the best response plays against."""

import numpy as np

from firmware.equilibria.box_response import RESULTS, RoundStakes, RoundStrategy, Values
from firmware.equilibria.claim_chain import ClaimChain, Reply


def strategy_of(solved: ClaimChain) -> RoundStrategy:
    """Returns the strategy of either seat."""
    claims: dict[int | None, Values] = {}
    challenges: dict[int | None, Values] = {}
    for standing, step in solved.steps.items():
        claims[standing] = np.zeros((RESULTS, RESULTS))
        claims[standing][:, list(step.ranks)] = step.claims
        challenges[standing] = np.zeros(RESULTS)
        challenges[standing][list(step.ranks)] = [answers[Reply.CHALLENGE] for answers in step.answers]
    return RoundStrategy(claims, challenges)


def stakes_of(solved: ClaimChain) -> RoundStakes:
    """Returns the stakes of the round."""
    rules = solved.rules
    return RoundStakes(rules.chances, rules.equal, rules.penalty, rules.accept)
