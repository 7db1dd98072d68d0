"""The best response in the last rounds of stars: against policies of a known weakness, and against the stored ones."""

import numpy as np
import pytest

from firmware.equilibria.round_tables import star_table
from firmware.equilibria.star_response import Policies, Round, star_response

BIDS, HANDS = 12, 6
"""With one die each."""


def always(bid: int) -> Policies:
    """Policies that make this bid wherever it is higher than the standing one, and challenge all others."""
    policy = np.zeros((BIDS + 1, BIDS + 1, HANDS, BIDS + 1))
    policy[:, :bid, :, bid], policy[:, bid:, :, 0] = 1.0, 1.0
    return lambda _dice, _player: policy


def test_who_challenges_everything_loses_to_the_truth() -> None:
    assert star_response((1, 1), always(0), 0) == pytest.approx(1.0)


def test_who_opens_with_two_stars_is_challenged() -> None:
    assert star_response((1, 1), always(BIDS), 1) == pytest.approx(34 / 36)


@pytest.mark.parametrize(("dice", "most"), [((1, 1), 0.002), ((1, 2), 0.03), ((2, 1), 0.012)])
def test_little_is_won_against_the_stored_policies(dice: Round, most: float) -> None:
    won = [star_response(dice, star_table, player) for player in (0, 1)]
    assert 0.0 < sum(won) / 2 < most
