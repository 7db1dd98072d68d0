from firmware.rules.claims import Pair
from firmware.rules.commands import Declare, Roll
from firmware.rules.evolve import fold
from firmware.rules.games.registry import new_game
from firmware.table.odds_wording import odds_now
from tests.firmware.rules.play_commands import start


def test_the_odds_of_a_box_game_say_that_they_count_a_fresh_throw() -> None:
    state = fold(new_game("viking", ("Astrid", "Bjorn", "Sigrid"), {"odds": "fair"}, opens=0))
    *_, fresh, basis = map(str, odds_now(state, None))
    assert fresh == "These are the odds of a fresh throw, not of the dice in the box."
    assert basis == "Worked out for fair cubes."


def test_the_odds_of_a_claim_say_what_makes_it_true_and_what_beats_it() -> None:
    def first_odds(rules: str, claim: Pair, **options: str) -> list[str]:
        new = new_game(rules, ("Astrid", "Bjorn", "Sigrid"), options, opens=0)
        return [str(line) for line in odds_now(start(new, Roll(0), Declare(0, claim)), None)[:-2]]

    assert first_odds("viking", Pair(1, 3), odds="fair") == [
        "two throws in about seven are at least thirteen.",
        "two throws in nine beat thirteen.",
    ]
    assert first_odds("viking", Pair(1, 2), odds="fair") == ["One throw in 18 is Meier."], "nothing beats it"
    (exact, _) = first_odds("bullshit", Pair(3, 4), lie="exact")
    assert exact == "One throw in 18 is forty-three."
