"""The skald repeats no verse in an evening, knows nothing before a reveal, and repeats itself for a resumed game."""

import random
from math import gcd
from pathlib import Path
from string import Formatter

import pytest

from firmware.app.navigation import open_table, word_list
from firmware.app.presenter.verse_choice import VerdictVerses
from firmware.config.settings import VERSES
from firmware.journal.database import Journal
from firmware.table.context import Equipment
from firmware.table.progress import destination_of
from firmware.texts import languages
from firmware.texts.verses import verses
from tests.firmware.evening import Evening, scene_of, unsure

KINDS = {
    "upheld": {"owner", "challenger", "claim"},
    "refuted": {"owner", "challenger", "claim"},
    "none": {"owner", "challenger", "claim"},
    "shown": {"owner"},
    "winner": {"winner"},
}
EVENING = 150
"""Verdicts of one kind that a long evening may bring."""


def lie(evening: Evening) -> None:
    """A round in which a lie is called: 56 is claimed, 13 lies there."""
    evening.shake(1, 3)
    evening.claim(1, 1)
    evening.press("challenge")
    evening.reveal(1, 3)


def verse(evening: Evening, language: str = "en") -> str:
    return VerdictVerses(evening.journal).verdict(evening.table.active_session, language, str)


@pytest.mark.parametrize("language", languages())
def test_every_kind_of_verdict_has_verses_that_go_round_late(language: str) -> None:
    told = verses(language)
    assert told.keys() == KINDS.keys()
    for kind, (heads, tails) in told.items():
        assert len(set(heads)) == len(heads)
        assert len(set(tails)) == len(tails)
        assert gcd(len(heads), len(tails)) == 1, f"the verses of {kind} come back too early"
    assert all(len(told[kind].heads) * len(told[kind].tails) >= EVENING for kind in ("upheld", "refuted"))


@pytest.mark.parametrize("language", languages())
def test_verses_name_only_what_the_skald_knows(language: str) -> None:
    for kind, told in verses(language).items():
        for text in (*told.heads, *told.tails):
            assert {name for _, name, _, _ in Formatter().parse(text) if name} <= KINDS[kind], text
        assert all(tail.endswith((".", "!", "?")) for tail in told.tails)


def test_no_verse_comes_twice_in_a_long_evening() -> None:
    told = verses("de")["refuted"]
    assert len({told.at(place) for place in range(1000, 1000 + EVENING)}) == EVENING


def test_the_verse_names_the_seats_and_stands_beside_the_plain_verdict(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(options={"lives": 9})
    lie(evening)
    scene = scene_of(evening.table)
    assert scene.verse == verse(evening)  # type: ignore[union-attr]
    assert scene.verdict.word == "A LIE"  # type: ignore[union-attr]
    assert scene.verdict.lines[0] == "The roll is thirteen, which ranks below double ones."  # type: ignore[union-attr]
    heads = verses("en")["refuted"].heads
    said = {head.format(owner="Astrid", challenger="Bjorn", claim="double ones").lower() for head in heads}
    assert any(verse(evening).lower().startswith(head) for head in said)


def test_no_verse_appears_before_the_reveal(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(1, 3)
    assert verse(evening) == ""
    evening.claim(1, 1)
    evening.press("challenge")
    assert verse(evening) == ""
    assert not hasattr(scene_of(evening.table), "verse")


def test_verses_of_one_evening_differ_across_its_games(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    heard = []
    for _ in range(3):
        evening.begin(options={"lives": 9})
        for _ in range(4):
            lie(evening)
            heard.append(verse(evening))
            evening.press("dial")
        evening.table.active_session.stop()
    assert len(set(heard)) == len(heard) == 12


def test_a_resumed_game_is_narrated_as_before(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(options={"lives": 9})
    lie(evening)
    evening.press("dial")
    lie(evening)
    told = verse(evening)
    journal = Journal(evening.killed())
    again = open_table(journal, lambda: 2000.0, Equipment(word_list, random.Random(99)), rules="viking")
    again.press("dial")
    assert VerdictVerses(journal).verdict(again.active_session, "en", str) == told
    journal.close()


def test_an_undone_verdict_that_is_repeated_gets_the_same_verse(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    lie(evening)
    told = verse(evening)
    evening.table.active_session.undo()
    evening.table.go(destination_of(evening.table.state))
    evening.reveal(1, 3)
    assert verse(evening) == told


def test_an_abstention_has_verses_of_its_own(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(1, 3)
    evening.claim(1, 1)
    evening.press("challenge")
    evening.reveal(seen=unsure())
    tails = verses("en")["none"].tails
    assert verse(evening).endswith(tails)
    lines = scene_of(evening.table).verdict.lines  # type: ignore[union-attr]
    assert lines[0] == "The dice could not be read: The two dice touch.", "what is the matter, but not to shake again"


def test_the_winner_gets_a_verse_under_the_plain_words(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(options={"lives": 1, "end": "gambling"}, seats=("Astrid", "Bjorn", "Sigrid"))
    lie(evening)
    evening.press("dial")
    lie(evening)
    evening.press("dial")
    scene = scene_of(evening.table)
    assert scene.headline == "Sigrid won!"  # type: ignore[union-attr]
    assert scene.lines[0].startswith("The pot of")  # type: ignore[union-attr]
    assert scene.lines[-1] == VerdictVerses(evening.journal).winner(evening.table.active_session, "en")  # type: ignore[union-attr]
    assert "Sigrid" in scene.lines[-1]  # type: ignore[union-attr]


def test_the_skald_can_be_turned_off(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.table.context.preferences.set_temporarily(VERSES, False)
    evening.begin()
    lie(evening)
    scene = scene_of(evening.table)
    assert scene.verse == ""  # type: ignore[union-attr]
    assert scene.headline == "Bjorn called Astrid a liar"  # type: ignore[union-attr]


def test_in_a_language_without_verses_the_skald_is_silent(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    lie(evening)
    assert verse(evening, "xx") == ""


def test_a_language_without_verses_has_none() -> None:
    assert verses("sv") == {}
