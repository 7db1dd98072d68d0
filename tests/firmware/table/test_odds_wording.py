from firmware.rules.evolve import fold
from firmware.rules.games.registry import new_game
from firmware.table.odds_wording import odds_now


def test_the_odds_of_a_box_game_say_that_they_count_a_fresh_throw() -> None:
    state = fold(new_game("viking", ("Astrid", "Bjorn", "Sigrid"), {"odds": "fair"}, opens=0))
    *_, fresh, basis = map(str, odds_now(state, None))
    assert fresh == "These are the odds of a fresh throw, not of the dice in the box."
    assert basis == "Worked out for fair cubes."
