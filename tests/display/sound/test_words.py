"""What the voice says at a change of scene."""

from dataclasses import replace

import pytest

from display.samples import box_games, evening_samples, list_samples, sample_parts
from display.scene import Notice, RevealScene, TableScene
from display.sound.cues import verdict_falls
from display.sound.words import spoken
from tests.display.sample_pictures import samples

FACING = box_games.tables()["table-facing"]
assert isinstance(FACING, TableScene)


@pytest.fixture
def reveal() -> RevealScene:
    scene = samples()["reveal-refuted"]
    assert isinstance(scene, RevealScene)
    return scene


def test_a_claim_is_spoken_when_it_is_made() -> None:
    said = spoken(box_games.tables()["table-first-claim"], FACING)
    assert said is not None
    assert said.text == "Astrid says: thirty-four."


def test_what_a_claim_is_played_for_is_spoken_after_it() -> None:
    assert isinstance(FACING, TableScene)
    said = spoken(box_games.tables()["table-first-claim"], replace(FACING, stake="for two tallies"))
    assert said is not None
    assert said.text == "Astrid says: thirty-four, for two tallies."


def test_a_verdict_is_spoken_after_it_falls_with_who_pays(reveal: RevealScene) -> None:
    loud = replace(reveal, verdict=replace(reveal.verdict, word="A LIE"))
    said = spoken(FACING, loud)
    assert said is not None
    assert said.text == "A lie! Thirty-six is less than sixteen. Gunnar pays one life."
    assert said.at > verdict_falls(reveal)


def test_nothing_is_spoken_twice_or_without_news(reveal: RevealScene) -> None:
    assert isinstance(FACING, TableScene)
    for before, after in (
        (FACING, replace(FACING, prompt="Well?")),
        (None, FACING),
        (list_samples.lists()["resume"], FACING),
        (reveal, replace(reveal, hints=())),
        (FACING, box_games.tables()["table-shaking"]),
        (reveal, evening_samples.winners(sample_parts.NAMES)["winner-tavern"]),
    ):
        assert spoken(before, after) is None


def test_a_verdict_is_spoken_after_a_list_such_as_the_count_of_the_dice_but_not_again(reveal: RevealScene) -> None:
    counted = list_samples.lists()["resume"]
    assert spoken(counted, reveal, told=reveal.serial - 1) == spoken(FACING, reveal)
    assert spoken(counted, reveal, told=reveal.serial) is None
    # What the table rules on a reveal without a verdict is news.
    open_question = replace(reveal, verdict=replace(reveal.verdict, word="NO VERDICT"))
    assert spoken(open_question, reveal, told=reveal.serial) is not None


def test_a_spoken_notice_follows_the_claim_and_is_not_repeated() -> None:
    assert isinstance(FACING, TableScene)
    told = replace(FACING, notice=Notice("Gunnar: do you believe it?", aloud=True))
    said = spoken(box_games.tables()["table-first-claim"], told)
    assert said is not None
    assert said.text == "Astrid says: thirty-four. Gunnar: do you believe it?"
    prompt = spoken(FACING, told)
    assert prompt is not None
    assert prompt.text == "Gunnar: do you believe it?"
    assert spoken(told, replace(told, prompt="Well?")) is None
    assert spoken(FACING, replace(FACING, notice=Notice("A refusal."))) is None
