"""Box rounds with passing, for any number of seats, solved by regret matching in self-play.

A seat that passes answers for a claim about dice that it has not seen. Once all have passed, the box is back at its
roller, who knows the dice: it challenges, shakes again, or passes the box on with a claim of its own; when it comes
back a second time, it challenges or shakes again. Claims must rise, so that "must beat this claim" is a round of its
own, solved from the highest claim down (CFR+; for two seats it converges to an equilibrium of this tree). Values are
lists by distance from the roller, clockwise, and sum to zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from firmware.equilibria.self_play import RESULTS, TOP, Values, matched, paid


class Answer3(IntEnum):
    """The answers to a claim, in the order of the policies."""

    CHALLENGE = 0
    ROLL = 1
    PASS = 2


@dataclass(frozen=True, slots=True)
class PassingRules:
    """The rules of a round; stakes by claim."""

    seats: int
    chances: Sequence[float]
    stakes: Sequence[float]
    same: bool
    """Whether a roller may pass on the same claim when the box comes back."""
    fresh: bool
    """Whether the roller of a highest claim that came back may roll and claim anything; otherwise it challenges."""


@dataclass(frozen=True, slots=True)
class PassingStep:
    """The policies of all seats in a round with these possible `claims` (ranks), which the arrays index.

    `told[roll, claim]`; `answers[seat - 1, claim, answer]`; `back[claim, roll, action]`, where the actions are a
    challenge, a roll, and passing with each of the claims; `second[seat - 1, claim, passed on, answer]`.
    """

    claims: tuple[int, ...]
    told: Values
    answers: Values
    back: Values
    second: Values


@dataclass(frozen=True, slots=True)
class PassingPlay:
    """The steps by the rank to beat (-1: the opening), and the values of rolling against it."""

    steps: dict[int, PassingStep]
    worth: dict[int, Values]


def solve_passing(rules: PassingRules, iterations: int, rounds: int = 3) -> PassingPlay:
    """Solves all steps repeatedly, each time with the resulting value of opening the next round."""
    opening = np.zeros(rules.seats)
    play = PassingPlay({}, {})
    for _ in range(rounds):
        steps: dict[int, PassingStep] = {}
        worth: dict[int, Values] = {}
        fresh = opening
        for standing in range(TOP - 1, -2, -1):
            steps[standing], worth[standing] = _Step(rules, standing, worth, opening, fresh).solve(iterations)
        opening = worth[-1]
        play = PassingPlay(steps, worth)
    return play


class _Step:
    """A step being solved."""

    def __init__(
        self, rules: PassingRules, standing: int, worth: dict[int, Values], opening: Values, fresh: Values
    ) -> None:
        self.rules = rules
        seats = self.seats = rules.seats
        claims = self.claims = np.arange(standing + 1, RESULTS)
        count = self.count = len(claims)
        self.chances = np.asarray(rules.chances, dtype=float)
        rolls = np.arange(RESULTS)
        self.true = rolls[None, :] >= claims[:, None]
        stakes = np.asarray(rules.stakes, dtype=float)[claims]
        # What a challenge pays: seats by claims by rolls, for each challenger and owner.
        self.called = {}
        for challenger in range(seats):
            for owner in ((challenger - 1) % seats, 0):
                if challenger == owner:
                    continue
                lost = [
                    (paid(seats, seat, stakes) + np.roll(opening, seat)[:, None])[:, :, None]
                    for seat in (challenger, owner)
                ]
                self.called[challenger, owner] = np.where(self.true[None], lost[0], lost[1])
        # What rolling against a claim pays: seats by claims, for each roller; nothing beats the highest.
        onward = np.zeros((seats, count))
        for place, claim in enumerate(claims):
            if claim < TOP:
                onward[:, place] = worth[int(claim)]
        self.rolled = [np.roll(onward, seat, axis=0) for seat in range(seats)]
        self.may_roll = claims < TOP
        self.back_rolled = onward.copy()
        self.back_may_roll = self.may_roll.copy()
        if rules.fresh:
            self.back_rolled[:, -1] = fresh
            self.back_may_roll[-1] = True
        self.answer_legal = np.ones((count, 3))
        self.answer_legal[:, Answer3.ROLL] = self.may_roll
        above = claims[None, :] >= claims[:, None] if rules.same else claims[None, :] > claims[:, None]
        self.up = above.astype(float)

    def solve(self, iterations: int) -> tuple[PassingStep, Values]:
        count, last = self.count, self.seats - 1
        told_regrets = np.zeros((RESULTS, count))
        answer_regrets = np.zeros((last, count, 3))
        second_regrets = np.zeros((last, count, count, 3))
        back_regrets = np.zeros((count, RESULTS, 2 + count))
        back_legal = np.ones((count, RESULTS, 2 + count))
        back_legal[:, :, 1] = self.back_may_roll[:, None]
        back_legal[:, :, 2:] = self.up[:, None, :]
        sums = [np.zeros_like(part) for part in (told_regrets, answer_regrets, second_regrets, back_regrets)]
        worth = np.zeros(self.seats)
        challenge_back = self.called[0, last]
        # The second time back, the roller chooses its best action: seats by claims by rolls.
        best = (challenge_back[0] >= self.back_rolled[0][:, None]) | ~self.back_may_roll[:, None]
        end = np.where(best[None], challenge_back, self.back_rolled[:, :, None])
        for turn in range(1, iterations + 1):
            told = matched(told_regrets, 1.0, axis=1)
            answers = matched(answer_regrets, self.answer_legal[None], axis=2)
            second = matched(second_regrets, self.answer_legal[None, None], axis=3)
            back = matched(back_regrets, back_legal, axis=2)
            # Values from the end: after the claim was passed on once (claims by passed on by rolls) ...
            later = np.broadcast_to(end[:, None], (self.seats, count, count, RESULTS))
            seconds = [later]
            for seat in range(last, 0, -1):
                owner = 0 if seat == 1 else seat - 1
                call, roll = self.called[seat, owner][:, None], self.rolled[seat][:, None, :, None]
                mix = second[seat - 1]
                later = (
                    mix[None, :, :, 0, None] * call + mix[None, :, :, 1, None] * roll + mix[None, :, :, 2, None] * later
                )
                seconds.append(later)
            seconds.reverse()
            # ... when it comes back (claims by rolls) ...
            passed = seconds[0].transpose(0, 1, 3, 2)
            options = np.concatenate(
                (
                    challenge_back[0][:, :, None],
                    np.broadcast_to(self.back_rolled[0][:, None, None], (count, RESULTS, 1)),
                    passed[0],
                ),
                axis=2,
            )
            value = (
                back[None, :, :, 0] * challenge_back
                + back[None, :, :, 1] * self.back_rolled[:, :, None]
                + (back[None, :, :, 2:] * passed).sum(axis=3)
            )
            # ... and as the claim goes round.
            firsts = [value]
            for seat in range(last, 0, -1):
                mix = answers[seat - 1]
                value = (
                    mix[None, :, 0, None] * self.called[seat, seat - 1]
                    + mix[None, :, 1, None] * self.rolled[seat][:, :, None]
                    + mix[None, :, 2, None] * value
                )
                firsts.append(value)
            firsts.reverse()
            # Regrets: of the roller ...
            pays = firsts[0][0].T
            told_regrets = np.maximum(told_regrets + pays - (told * pays).sum(axis=1, keepdims=True), 0.0)
            made = self.chances[:, None] * told
            reach = made.T.copy()
            go = np.ones(count)
            for seat in range(1, self.seats):
                weight = reach * go[:, None]
                parts = np.stack(
                    (
                        (weight * self.called[seat, seat - 1][seat]).sum(axis=1),
                        weight.sum(axis=1) * self.rolled[seat][seat],
                        (weight * firsts[seat][seat]).sum(axis=1),
                    ),
                    axis=1,
                )
                mean = (answers[seat - 1] * parts * self.answer_legal).sum(axis=1, keepdims=True)
                answer_regrets[seat - 1] = np.maximum(answer_regrets[seat - 1] + parts - mean, 0.0)
                go = go * answers[seat - 1, :, 2]
            regret = options - (back * options).sum(axis=2, keepdims=True)
            weight = self.chances[None, :, None] * go[:, None, None]
            back_regrets = np.maximum(back_regrets + weight * regret, 0.0)
            # ... and of those who answer a claim that was passed on: claims by passed on by rolls.
            reach2 = (reach * go[:, None])[:, None, :] * back[:, :, 2:].transpose(0, 2, 1)
            for seat in range(1, self.seats):
                owner = 0 if seat == 1 else seat - 1
                parts = np.stack(
                    (
                        (reach2 * self.called[seat, owner][seat][None]).sum(axis=2),
                        reach2.sum(axis=2) * self.rolled[seat][seat][None],
                        (reach2 * seconds[seat][seat]).sum(axis=2),
                    ),
                    axis=2,
                )
                mix = second[seat - 1]
                mean = (mix * parts * self.answer_legal[None]).sum(axis=2, keepdims=True)
                second_regrets[seat - 1] = np.maximum(second_regrets[seat - 1] + parts - mean, 0.0)
                reach2 = reach2 * mix[:, :, 2, None]
            for place, policy in enumerate((told, answers, second, back)):
                sums[place] += turn * policy
            now = np.einsum("dc,scd->s", made, firsts[0])
            worth += 2.0 / (turn + 1) * (now - worth)
        scale = iterations * (iterations + 1) / 2
        told, answers, second, back = (total / scale for total in sums)
        return PassingStep(tuple(int(claim) for claim in self.claims), told, answers, back, second), worth
