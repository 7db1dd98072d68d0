"""Scenes are complete where they may be, and reveal nothing about hidden dice."""

import tempfile
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from display.scene import ListScene, RevealScene, Scene, TableScene, Tone, WinnerScene
from firmware.app.presenter.seal_code import code_rows
from firmware.journal.seal import code_of, words_of
from firmware.rules.message import literal
from firmware.table.destinations import Winner
from tests.firmware.evening import Evening, observation, scene_of, unsure

FACES = st.tuples(st.integers(1, 6), st.integers(1, 6))


def begun(folder: Path) -> Evening:
    evening = Evening(folder)
    evening.begin()
    return evening


def shown(evening: Evening) -> Scene:
    return scene_of(evening.table)


def without_seal(scene: Scene) -> Scene:
    """A scene without the digest, which is salted and so differs even for equal dice."""
    return replace(scene, seal=None) if isinstance(scene, TableScene) else scene


def told_before_reveal(folder: Path, first: tuple[int, int], second: tuple[int, int]) -> list[object]:
    """Every scene and log line up to a reveal, whatever the dice are."""
    evening = begun(folder)
    told: list[object] = []

    def note() -> None:
        told.append((without_seal(shown(evening)), repr(evening.table.state), evening.notice))

    note()
    evening.shake(*first)
    note()
    for steps in (3, -1, 4):
        evening.turn(steps)
        note()
    evening.press("claim")
    note()
    evening.shake(*second)
    note()
    evening.turn(2)
    evening.press("claim")
    note()
    evening.press("challenge")
    note()
    told.append(repr(evening.table.active_session.seal))
    told.append(repr(evening.table.active_session.sealed_observation))
    evening.table.hold("reveal")
    note()
    return told


@settings(max_examples=10, deadline=None)
@given(FACES, FACES, FACES, FACES)
def test_nothing_before_a_reveal_depends_on_the_hidden_dice(
    first: tuple[int, int], second: tuple[int, int], other: tuple[int, int], another: tuple[int, int]
) -> None:
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        assert told_before_reveal(Path(one), first, second) == told_before_reveal(Path(two), other, another)
        while Evening.sitting:
            Evening.sitting.pop().journal.close()


def test_the_seal_on_the_screen_is_the_digest_in_the_journal(tmp_path: Path) -> None:
    evening = begun(tmp_path)
    evening.shake(5, 6)
    scene = shown(evening)
    assert isinstance(scene, TableScene)
    rows = evening.journal.rows(evening.table.active_session.entry.number)
    (digest,) = [row.body["digest"] for _, row in rows if row.kind == "sealed"]
    assert scene.seal is not None
    assert (scene.seal.label, scene.seal.words) == ("note as proof:", words_of(digest))
    shown_code = code_of(evening.table.active_session.entry.number, evening.table.active_session.roll or 0, digest)
    assert scene.seal.code == code_rows(shown_code)


def test_the_journal_opens_a_seal_only_at_the_reveal(tmp_path: Path) -> None:
    evening = begun(tmp_path)
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    game = evening.table.active_session.entry.number
    assert "opened" not in [row.kind for _, row in evening.journal.rows(game)]
    evening.reveal(5, 6)
    (opened,) = [row.body for _, row in evening.journal.rows(game) if row.kind == "opened"]
    assert opened["faces"] == [5, 6]


def test_the_standing_claim_is_drawn_as_it_is_spoken(tmp_path: Path) -> None:
    evening = begun(tmp_path)
    evening.shake(5, 6)
    evening.claim(1, 3)
    scene = shown(evening)
    assert isinstance(scene, TableScene)
    assert scene.claim is not None
    assert (scene.claim.dice, scene.claim.name, scene.claim_by) == ((1, 3), "thirteen", "Astrid says")
    assert [seat.turn for seat in scene.seats] == [False, True, False]
    assert [seat.owner for seat in scene.seats] == [True, False, False]
    assert (scene.who, scene.what) == ("Bjorn", "Do you believe it?")


def test_the_dial_shows_while_a_claim_is_to_be_spoken(tmp_path: Path) -> None:
    evening = begun(tmp_path)
    assert getattr(shown(evening), "dial") is None  # noqa: B009 - whatever scene it is
    evening.table.on_shake()
    evening.table.drain_requests()
    falling = shown(evening)
    assert isinstance(falling, TableScene)
    assert falling.shaking
    assert falling.dial is None
    evening.shake(5, 6)
    scene = shown(evening)
    assert isinstance(scene, TableScene)
    assert scene.dial is not None
    assert [claim.name for claim in scene.dial.claims[-3:]] == ["double twos", "double ones", "Meier"]


def test_no_dial_while_the_dice_are_to_be_shaken_again(tmp_path: Path) -> None:
    evening = begun(tmp_path)
    evening.shake(seen=unsure())
    scene = shown(evening)
    assert isinstance(scene, TableScene)
    assert scene.dial is None
    assert (scene.who, scene.what) == ("Astrid", "Shake again")


def test_each_control_says_what_it_does_now(tmp_path: Path) -> None:
    evening = begun(tmp_path)

    def hints() -> dict[str, tuple[str, bool]]:
        return {hint.control: (hint.label, hint.enabled) for hint in shown(evening).hints}

    assert hints()["dial"] == ("I shook", True)
    assert hints()["challenge"] == ("A lie!", False)
    evening.shake(5, 6)
    assert hints()["claim"] == ("Claim it", True)
    evening.claim(1, 2)
    assert hints()["challenge"] == ("A lie!", True)
    assert hints()["claim"] == ("Accept: pay one life", True)
    assert hints()["dial"] == ("I shook", False)
    evening.press("challenge")
    assert hints()["reveal"] == ("Reveal", True)
    assert not hints()["claim"][1]


def test_the_reveal_shows_dice_verdict_and_who_pays(tmp_path: Path) -> None:
    evening = begun(tmp_path)
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(5, 6)
    scene = shown(evening)
    assert isinstance(scene, RevealScene)
    assert (scene.verdict.word, scene.verdict.tone) == ("A LIE", Tone.BAD)
    assert scene.verdict.lines == ("The roll is fifty-six, which ranks below thirteen.", "Astrid pays one life.")
    assert [die.face for die in scene.photographs[0].dice] == [5, 6]
    assert [seat.lost for seat in scene.seats] == [1, 0, 0]


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ((3, 6), "The roll is sixteen, which beats thirty-six."),
        ((1, 6), "The roll is sixteen, as claimed."),
        ((1, 5), "The roll is sixteen, which ranks below fifteen."),
    ],
)
def test_the_verdict_compares_by_rank_not_by_number(tmp_path: Path, claim: tuple[int, int], line: str) -> None:
    evening = begun(tmp_path)
    evening.shake(1, 6)
    evening.claim(*claim)
    evening.press("challenge")
    evening.reveal(1, 6)
    scene = shown(evening)
    assert isinstance(scene, RevealScene)
    assert scene.verdict.lines[0] == line


def test_winners_who_tie_have_so_much_each(tmp_path: Path) -> None:
    for folder, claims, line in (
        ("none", ((2, 4),), "With no tallies."),
        ("some", ((2, 4), (1, 3), (1, 3), (1, 3)), "With one tally each."),
    ):
        evening = Evening(tmp_path / folder, rules="bullshit")
        evening.begin(options={"limit": 2 if folder == "some" else 1})
        for claim in claims:
            evening.shake(6, 5)
            evening.claim(*claim)
        evening.press("challenge")
        evening.reveal(6, 5)
        evening.press("dial")
        scene = shown(evening)
        assert isinstance(scene, WinnerScene)
        assert line in scene.lines


def test_moved_dice_are_shown_in_both_photographs(tmp_path: Path) -> None:
    evening = begun(tmp_path)
    evening.shake(5, 6)
    evening.claim(1, 3)
    evening.press("challenge")
    evening.reveal(1, 3)
    scene = shown(evening)
    assert isinstance(scene, RevealScene)
    assert [photograph.caption for photograph in scene.photographs] == ["when sealed", "at the reveal"]
    assert scene.verdict.tone is Tone.DOUBT
    assert "moved under the lid" in scene.verdict.lines[0]
    assert len(scene.choices) == 4


def test_every_reveal_has_a_number_of_its_own(tmp_path: Path) -> None:
    evening = begun(tmp_path)
    serials = set()
    for _ in range(2):
        evening.shake(5, 6)
        evening.claim(1, 3)
        evening.press("challenge")
        evening.reveal(5, 6)
        serials.add(getattr(shown(evening), "serial"))  # noqa: B009
        evening.press("dial")
    assert len(serials) == 2


def test_a_missing_camera_is_reported_the_whole_time(tmp_path: Path) -> None:
    evening = begun(tmp_path)
    evening.table.on_camera_lost(literal("The camera does not answer."))
    notice = shown(evening).notice
    assert notice is not None
    assert notice.text == "Playing without the camera (The camera does not answer): the table judges by sight."


def test_gambling_shows_the_pot_and_who_takes_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(options={"end": "gambling", "lives": 1, "ante": 2})
    scene = shown(evening)
    assert isinstance(scene, TableScene)
    assert "In the pot: 6" in scene.status
    for _ in range(2):
        evening.shake(5, 6)
        evening.claim(1, 3)
        evening.press("challenge")
        evening.reveal(5, 6)
        evening.press("dial")
    end = shown(evening)
    assert isinstance(end, WinnerScene)
    pot, verse = end.lines
    assert pot == "The pot of 6 goes to Sigrid."
    assert "Sigrid" in verse, "and the skald sings of it"
    assert [seat.out for seat in end.seats] == [True, True, False]


def texts_of(value: object) -> list[str]:
    """All texts in a scene."""
    if isinstance(value, str):
        return [value]
    if is_dataclass(value):
        return [text for field in fields(value) for text in texts_of(getattr(value, field.name))]
    return [text for item in value for text in texts_of(item)] if isinstance(value, tuple) else []


def test_no_text_keeps_an_unfilled_field(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    scenes = [shown(evening)]
    evening.begin(opens=None)
    for face in (5, 3, 5, 1, 2):
        evening.shake(face)
        scenes.append(shown(evening))
    evening.shake(seen=unsure())
    scenes.append(shown(evening))
    evening.shake(3, 4)
    evening.claim(1, 2)
    scenes.append(shown(evening))
    evening.press("challenge")
    evening.reveal(seen=observation(1, 2))
    scenes.append(shown(evening))
    evening.table.hold("reveal")
    scenes.append(shown(evening))
    assert any(isinstance(scene, ListScene) for scene in scenes)
    assert not [text for scene in scenes for text in texts_of(scene) if "{" in text or "}" in text]


def test_a_game_that_the_table_ends_shows_how_all_stand(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.table.active_session.stop()
    evening.table.go(Winner(stopped=True))
    scene = scene_of(evening.table)
    assert isinstance(scene, WinnerScene)
    assert scene.lines == ("All are level.",)
    evening.begin()
    evening.shake(5, 6)
    evening.claim(5, 6)
    evening.press("challenge")
    evening.reveal(5, 6)
    evening.table.go(Winner(stopped=True))
    scene = scene_of(evening.table)
    assert isinstance(scene, WinnerScene)
    assert scene.lines == ("Best: Astrid and Sigrid, six lives.", "Last: Bjorn, five lives.")


def test_a_claim_in_bullshit_says_what_it_is_played_for(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="bullshit")
    evening.begin()
    stakes = []
    for face in (4, 5):
        evening.shake(1, face)
        evening.claim(face, 1)
        scene = shown(evening)
        assert isinstance(scene, TableScene)
        stakes.append((scene.claim_by, scene.stake))
    assert stakes == [("Astrid says", "for one tally"), ("Bjorn says", "for two tallies")]


def test_where_tallies_are_bad_the_fewest_are_best(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="bullshit")
    evening.begin()
    evening.shake(1, 4)
    evening.claim(1, 4)
    evening.press("challenge")
    evening.reveal(1, 4)
    evening.table.go(Winner(stopped=True))
    scene = scene_of(evening.table)
    assert isinstance(scene, WinnerScene)
    assert scene.lines == ("Best: Astrid and Sigrid, no tallies.", "Last: Bjorn, one tally.")
