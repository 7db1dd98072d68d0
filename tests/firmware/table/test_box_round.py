"""A round at the table: shake, claim, believe or challenge, reveal."""

from pathlib import Path

import pytest

from display.scene import RevealScene, Tone, VerdictPanel
from firmware.journal.observation import RollDelay
from firmware.rules.claims import Pair
from firmware.rules.events import Verdict
from firmware.rules.message import literal
from firmware.rules.state import Phase
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.box_round_state import MAX_UNREAD_SHAKES
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from firmware.table.requests import Peek, ReadDice, WatchRoll
from tests.firmware.evening import Evening, labels_of, observation, rows_of, scene_of, unsure


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.begin()
    return evening


def round_of(evening: Evening) -> BoxRoundMode:
    assert isinstance(evening.table.mode, BoxRoundMode)
    return evening.table.mode


def decided(evening: Evening) -> VerdictMode:
    assert isinstance(evening.table.mode, VerdictMode)
    return evening.table.mode


def test_a_lie_called_costs_the_liar_a_life(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    assert evening.table.state.phase is Phase.REVEALING
    evening.reveal(5, 6)
    assert decided(evening).last.verdict is Verdict.REFUTED
    assert evening.stock == (5, 6, 6)
    evening.press("dial")
    assert evening.table.state.turn == 1, "the challenger opens"


def test_a_true_claim_called_costs_the_challenger_a_life(evening: Evening) -> None:
    evening.shake(1, 3)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(3, 1)
    assert evening.stock == (6, 5, 6)


def test_the_dial_starts_at_the_lowest_claim_and_stops_at_both_ends(evening: Evening) -> None:
    evening.shake(2, 2)
    mode = round_of(evening)
    assert mode.claims()[mode.dial] == Pair(5, 6)
    evening.turn(-3)
    assert mode.dial == 0
    evening.turn(99)
    assert mode.claims()[mode.dial] == Pair(1, 2)


def test_claims_below_the_standing_one_are_not_on_the_dial(evening: Evening) -> None:
    evening.shake(2, 2)
    evening.claim(3, 4)
    evening.shake(5, 6)
    assert Pair(3, 4) in round_of(evening).claims()
    assert Pair(4, 6) not in round_of(evening).claims()


@pytest.mark.parametrize(
    ("control", "why"),
    [
        ("claim", "shake the box first"),
        ("challenge", "no claim yet to challenge"),
        ("reveal", "until somebody calls a lie"),
    ],
)
def test_a_refused_press_says_why(evening: Evening, control: str, why: str) -> None:
    evening.press(control)
    assert evening.refused
    assert why in evening.notice


def test_who_has_shaken_can_no_longer_challenge(evening: Evening) -> None:
    evening.shake(2, 2)
    evening.claim(3, 4)
    evening.shake(5, 6)
    evening.press("challenge")
    assert "must now make a claim" in evening.notice
    assert evening.table.state.phase is Phase.CLAIMING


def test_no_claim_while_the_dice_fall(evening: Evening) -> None:
    evening.table.on_shake()
    (shake,) = evening.table.drain_requests()
    assert isinstance(shake, WatchRoll)
    evening.press("claim")
    assert "still reading" in evening.notice
    evening.table.on_observation(shake.serial, observation(5, 6))
    assert evening.notice == ""


def test_a_meier_is_accepted_by_claim_and_the_box_stays_shut(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 2)
    evening.press("dial")
    assert "Nothing beats a Meier" in evening.notice, "a push tells of a shake, and costs nothing"
    evening.press("claim")
    assert evening.stock == (6, 5, 6)
    assert evening.table.state.phase is Phase.OPEN
    assert evening.table.state.turn == 1
    assert "The box stays shut" in evening.notice
    assert evening.asked == ()


def test_nothing_is_shaken_against_a_meier(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 2)
    evening.table.on_shake()
    assert "Nothing beats a Meier" in evening.notice
    assert not evening.table.drain_requests()


def test_an_abstention_at_rest_asks_for_another_shake_and_costs_nothing(evening: Evening) -> None:
    evening.shake(seen=unsure())
    assert evening.notice == "Astrid: The two dice touch: shake again."
    evening.press("claim")
    assert evening.refused
    evening.shake(5, 6)
    evening.claim(5, 6)
    assert evening.table.state.turn == 1


def test_patience_with_the_camera_has_an_end(evening: Evening) -> None:
    for _ in range(MAX_UNREAD_SHAKES):
        evening.shake(seen=unsure("It is too dark", "too-dark"))
    evening.claim(5, 6)
    assert evening.table.state.phase is Phase.ANSWERING
    assert evening.table.active_session.seal is None


def test_an_answer_to_an_older_shake_is_not_taken(evening: Evening) -> None:
    evening.table.on_shake()
    (first,) = evening.table.drain_requests()
    evening.table.on_shake()
    (second,) = evening.table.drain_requests()
    assert isinstance(first, WatchRoll)
    assert isinstance(second, WatchRoll)
    evening.table.on_observation(first.serial, observation(1, 2))
    assert evening.table.active_session.seal is None
    evening.table.on_observation(second.serial, observation(5, 6))
    seal = evening.table.active_session.seal
    assert seal is not None
    assert seal.matches((5, 6))


def test_after_an_unread_throw_the_dial_alone_tells_of_the_next(evening: Evening) -> None:
    evening.shake(seen=unsure())
    offers = evening.table.offers()
    assert {control for control, offer in offers.items() if offer.enabled} == {"dial"}
    evening.press("dial")
    (request,) = evening.asked
    assert isinstance(request, WatchRoll)
    assert not any(offer.enabled for offer in evening.table.offers().values()), "the eye reads"


def test_a_second_shake_is_announced(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.shake(1, 2)
    assert "Astrid shook again" in evening.notice


def test_dice_moved_under_the_lid_give_no_verdict(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(1, 3)
    mode = decided(evening)
    assert mode.last.verdict is Verdict.NO_VERDICT
    assert mode.moved
    assert [item.sealed for item in evening.table.active_session.reveal_photographs] == [True, False], (
        "both photographs are shown"
    )
    assert evening.stock == (6, 6, 6)


def reveal_unread(evening: Evening) -> None:
    """Has Astrid's claim challenged, and the box cannot read the dice."""
    evening.shake(5, 6)
    evening.claim(1, 2)
    evening.press("challenge")
    evening.reveal(seen=unsure())


def test_an_unsure_reveal_is_left_to_the_table(evening: Evening) -> None:
    reveal_unread(evening)
    mode = decided(evening)
    assert not mode.moved
    rulings = {row.label: row.detail for row in rows_of(evening.table)}
    assert list(rulings) == ["Read the dice again", "Nobody pays", "The claim was true", "The claim was a lie"]
    assert rulings["The claim was a lie"] == "Astrid pays two lives."
    evening.choose("The claim was a lie")
    assert evening.stock == (4, 6, 6)
    assert evening.table.state.turn == 1


@pytest.mark.parametrize(
    ("ruling", "word", "tone", "payer", "pays"),
    [
        ("The claim was true", "TRUE", Tone.GOOD, 1, "Bjorn pays two lives."),
        ("The claim was a lie", "A LIE", Tone.BAD, 0, "Astrid pays two lives."),
    ],
)
def test_a_ruling_of_the_table_has_a_verdict_of_its_own(
    evening: Evening, ruling: str, word: str, tone: Tone, payer: int, pays: str
) -> None:
    reveal_unread(evening)
    asked = scene_of(evening.table)
    evening.choose(ruling)
    scene = scene_of(evening.table)
    assert isinstance(asked, RevealScene)
    assert isinstance(scene, RevealScene)
    assert scene.serial != asked.serial, "it is animated"
    assert (scene.headline, scene.claim_by, scene.choices) == ("Bjorn called Astrid a liar", "Astrid says", ())
    assert scene.verdict == VerdictPanel(word, tone, ("The table looked and ruled.", pays), (pays,))
    assert [seat.lost for seat in scene.seats] == [2 * (seat == payer) for seat in range(3)]
    evening.press("dial")
    assert isinstance(evening.table.mode, BoxRoundMode)


def test_a_shake_leads_on_from_a_ruling(evening: Evening) -> None:
    reveal_unread(evening)
    evening.choose("The claim was a lie")
    evening.shake(3, 4)
    assert evening.table.state.phase is Phase.CLAIMING


def test_a_ruling_just_given_can_be_taken_back_and_given_again(evening: Evening) -> None:
    reveal_unread(evening)
    evening.choose("The claim was a lie")
    evening.table.hold("challenge")
    assert evening.stock == (6, 6, 6)
    assert "The claim was true" in labels_of(evening.table)
    evening.choose("The claim was true")
    assert evening.stock == (6, 4, 6)


def test_a_claim_that_cannot_be_a_lie_cannot_be_ruled_one(evening: Evening) -> None:
    evening.shake(3, 4)
    evening.claim(5, 6)
    evening.press("challenge")
    evening.reveal(seen=unsure())
    assert "The claim was a lie" not in labels_of(evening.table)


def test_the_camera_may_look_again(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(seen=unsure("It is too dark", "too-dark", "give it light"))
    evening.choose("Read the dice again")
    (request,) = evening.asked
    assert isinstance(request, ReadDice)
    evening.table.on_observation(request.serial, observation(5, 6))
    assert decided(evening).last.verdict is Verdict.REFUTED
    assert evening.stock == (5, 6, 6)


def test_a_hasty_second_press_after_no_verdict_only_makes_the_camera_look_again(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(seen=unsure())
    evening.press("dial")
    assert [type(request) for request in evening.asked] == [ReadDice]
    assert evening.stock == (6, 6, 6)


def test_without_a_camera_a_hasty_second_press_makes_nobody_pay(evening: Evening) -> None:
    evening.table.on_camera_lost(literal("no camera"))
    evening.press("dial")
    evening.claim(1, 3)
    evening.press("challenge", "reveal")
    mode = decided(evening)
    assert labels_of(evening.table)[mode.cursor] == "Nobody pays"
    evening.press("dial")
    assert evening.stock == (6, 6, 6)
    assert "ruling" not in evening.table.active_session.record()


def test_nobody_pays_where_the_table_says_so(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(seen=unsure())
    evening.choose("Nobody pays")
    assert evening.stock == (6, 6, 6)
    assert evening.table.state.phase is Phase.OPEN


def test_without_a_camera_the_game_is_finished_by_hand(evening: Evening) -> None:
    evening.table.on_camera_lost(literal("no camera"))
    evening.press("dial")
    assert evening.asked == (), "nobody is asked to read"
    evening.claim(1, 3)
    evening.press("challenge", "reveal")
    mode = decided(evening)
    assert mode.last.verdict is Verdict.NO_VERDICT
    enabled = {row.label: row.enabled for row in rows_of(evening.table)}
    assert not enabled["Read the dice again"], "no eye to look again"
    evening.choose("The claim was true")
    assert evening.stock == (6, 5, 6)


def test_opening_the_box_is_a_challenge_but_for_the_one_who_shook(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.table.on_lid(True)
    evening.table.on_lid(False)
    evening.claim(1, 3)
    evening.table.on_lid(True)
    assert evening.table.state.phase is Phase.REVEALING
    assert "Bjorn opened the box" in evening.notice


def test_only_who_shook_may_peek(tmp_path: Path) -> None:
    evening = Evening(tmp_path, can_peek=True)
    evening.begin()
    assert not evening.table.begin_peek()
    evening.shake(5, 6)
    assert evening.table.begin_peek()
    evening.press("reveal")
    assert evening.asked == (Peek(),)
    evening.claim(1, 3)
    assert not evening.table.begin_peek()
    assert evening.refused


def test_the_frozen_dice_are_not_to_be_shaken(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.table.on_shake()
    assert "frozen" in evening.notice
    assert evening.table.state.phase is Phase.REVEALING


def test_a_shake_after_the_verdict_opens_the_next_round(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(5, 6)
    evening.shake(2, 3)
    assert round_of(evening).claims()
    assert evening.table.state.turn == 1


def test_the_last_life_ends_the_tavern_game(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(options={"lives": 1})
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(5, 6)
    evening.press("dial")
    assert isinstance(evening.table.mode, WinnerMode)
    assert evening.table.state.winners == (1, 2)
    assert evening.journal.unfinished() is None
    evening.press("dial")
    assert round_of(evening)
    assert evening.stock == (1, 1, 1)
    assert evening.table.state.turn == 0, "who lost opens the next game"


def asked_shake(evening: Evening) -> WatchRoll:
    evening.table.on_shake()
    (shake,) = evening.table.drain_requests()
    assert isinstance(shake, WatchRoll)
    return shake


def test_a_shake_that_the_camera_did_not_see_is_reported_and_can_be_read_as_it_lies(evening: Evening) -> None:
    shake = asked_shake(evening)
    evening.table.on_roll_overdue(shake.serial, RollDelay.UNSEEN)
    assert "saw no shake" in evening.notice
    assert evening.offer("dial") == "Read now"
    evening.table.press("dial")
    assert evening.table.drain_requests() == (ReadDice(shake.serial, 2),)
    evening.table.on_observation(shake.serial, observation(2, 5))
    assert evening.table.active_session.seal is not None
    assert evening.offer("claim") == "Claim it"


def test_dice_that_never_rest_are_reported_and_a_late_reading_takes_the_notice_away(evening: Evening) -> None:
    shake = asked_shake(evening)
    evening.table.on_roll_overdue(shake.serial + 1, RollDelay.MOVING)
    assert not evening.refused, "another shake is meant"
    evening.table.on_roll_overdue(shake.serial, RollDelay.MOVING)
    assert "keeps moving" in evening.notice
    evening.table.on_observation(shake.serial, observation(2, 5))
    assert not evening.refused


def test_a_slow_reading_is_not_blamed_on_the_dice(evening: Evening) -> None:
    shake = asked_shake(evening)
    evening.table.on_roll_overdue(shake.serial, RollDelay.SLOW)
    assert evening.notice == (
        "Reading the dice is taking long: let them lie and wait, or push the dial to read them again."
    )
    assert evening.offer("dial") == "Read now"
    evening.table.on_observation(shake.serial, observation(2, 5))
    assert not evening.refused
