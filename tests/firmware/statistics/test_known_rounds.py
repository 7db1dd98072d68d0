from fractions import Fraction

import pytest

from firmware.odds.dice_model import DECLARED, FAIR
from firmware.rules.claims import Pair
from firmware.rules.commands import Refusal
from firmware.rules.events import Adjudicated, Ending, Event, Verdict
from firmware.rules.record.header import read_header
from firmware.rules.record.notation import parse_action
from firmware.rules.record.replay import Replay, set_up
from firmware.statistics.known_rounds import KnownRound, known_rounds
from firmware.statistics.seat_evening import EveningStatistics
from tests.firmware.rules.random_games import CONFIGURATIONS, Chance

SEATS = '[Seats "Astrid; Bjorn; Sigrid"]\n[Opens "Astrid"]\n'


def events_of(record: str) -> tuple[Event, ...]:
    tags, lines = read_header(record)
    replay = Replay(set_up(tags))
    for number, content in lines:
        played = replay.play(parse_action(number, content, replay.state.seats))
        assert not isinstance(played, Refusal), (content, str(played.reason))
        replay = played[0]
    return replay.history.events()


def rounds_of(rules: str, actions: str) -> list[KnownRound]:
    model = DECLARED if rules == "viking" else FAIR
    five = '[Option "dice" "5"]\n' if rules == "stars" else ""
    return list(known_rounds(events_of(f'[Rules "{rules}"]\n{five}{SEATS}{actions}'), model))


def evening_of(rules: str, actions: str) -> EveningStatistics:
    found = EveningStatistics()
    found.add_game(rules, ("Astrid", "Bjorn", "Sigrid"), rounds_of(rules, actions))
    return found


def test_a_caught_meier_is_the_boldest_lie_and_the_challenge_went_by_the_odds() -> None:
    (known,) = rounds_of("viking", "Astrid rolls 5-6 claims 1-2\nBjorn challenges\n")
    (claim,) = known.claims
    assert (claim.bluff, claim.challenged, claim.chance) == (True, True, Fraction(1, 50))
    assert known.challenge is not None
    assert known.challenge.right
    assert known.challenge.by_the_odds
    assert known.lost == ((0, 2),)


def test_a_bluff_that_was_handed_on_was_not_caught_and_handing_on_is_no_bluff() -> None:
    seats = evening_of("mia", "Astrid rolls 3-1 claims 6-5\nBjorn passes\nSigrid challenges\n").seats
    assert (seats["Astrid"].bluffs_caught, seats["Astrid"].bluffs_uncaught) == (0, 1)
    assert seats["Bjorn"].known == 0
    assert seats["Sigrid"].challenges_right == 1


def test_a_claim_on_dice_that_were_shaken_again_is_not_known() -> None:
    (known,) = rounds_of("viking", "Astrid rolls 5-6 claims 1-3\nBjorn rolls 6-6 claims 6-6\nSigrid challenges\n")
    assert [(claim.seat, claim.true) for claim in known.claims] == [(1, True)]
    assert [luck.seat for luck in known.luck] == [1]


def test_every_bid_on_the_revealed_dice_is_known() -> None:
    (known,) = rounds_of(
        "stars", "deal 2 2 2 4 5 / 1 2 3 4 6 / 3 3 5 5 6\nAstrid bids 3x2\nBjorn bids 6x2\nSigrid challenges\n"
    )
    assert [(claim.true, claim.challenged) for claim in known.claims] == [(True, False), (False, True)]
    assert known.claims[0].chance > Fraction(9, 10)  # Astrid had all three herself


def test_bids_before_a_re_roll_are_not_compared_with_later_dice() -> None:
    (known,) = rounds_of(
        "stars",
        "deal 2 2 2 4 5 / 1 2 3 4 6 / 3 3 5 5 6\nAstrid bids 3x2\n"
        "Bjorn shows 1 2 rerolls 5 5 6 bids 5x2\nSigrid challenges\n",
    )
    assert [claim.seat for claim in known.claims] == [1]


def test_luck_is_one_half_on_average_over_all_throws() -> None:
    rolls = [(low, high) for low in range(1, 7) for high in range(1, 7)]
    standing = Fraction(0)
    for low, high in rolls:
        (known,) = rounds_of("mia", f"Astrid rolls {low}-{high} claims 3-1\nBjorn challenges\n")
        standing += known.luck[0].standing
    assert standing / len(rolls) == Fraction(1, 2)


@pytest.mark.parametrize(("rules", "options"), CONFIGURATIONS)
def test_every_verdict_of_a_game_is_found_again(rules: str, options: dict[str, str]) -> None:
    game = Chance(rules, options, seed=5, unread=0.1)
    game.play(150)
    judged = [event for event in game.events if isinstance(event, Adjudicated) and event.revealed is not None]
    judged = [event for event in judged if event.verdict is not Verdict.NO_VERDICT]
    rounds = list(known_rounds(game.events, FAIR))
    assert len(rounds) == len(judged) > 0
    for known, event in zip(rounds, judged, strict=True):
        assert known.lost == event.lost
        if event.ending is not Ending.CHALLENGE:
            continue
        assert known.claims[-1].challenged
        assert known.claims[-1].true == (event.verdict is Verdict.UPHELD)
        assert known.claims[-1].claim == event.claim
        assert all(0 <= luck.standing <= 1 for luck in known.luck)


def test_an_evening_names_the_boldest_liar_the_best_nose_and_the_unluckiest() -> None:
    lie = "Astrid rolls 5-6 claims 1-2\nBjorn challenges\n"
    again = "Bjorn rolls 4-5 claims 4-5\nSigrid rolls 6-6 claims 6-6\nAstrid challenges\n"
    evening = evening_of("viking", lie + again + "Astrid rolls 5-6 claims 1-3\nBjorn challenges\n")
    boldest = evening.boldest()
    assert boldest is not None
    assert (boldest[0], boldest[1].claim, boldest[1].caught) == ("Astrid", Pair(1, 2), True)
    assert evening.best_challenger() == "Bjorn"
    assert evening.seats["Bjorn"].best_streak == 2
    assert evening.unluckiest() is None  # two revealed throws of a seat are too few
