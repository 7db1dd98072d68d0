"""Which sounds a change of scene gives."""

from dataclasses import replace

import pytest

from display.samples import box_games, evening_samples, list_samples, sample_parts
from display.scene import HandOver, ListScene, RevealScene, Scene, TableScene, Tone, VerdictPanel, WinnerScene
from display.screens.reveal_timeline import timeline
from display.sound.cues import Cue, Sound, cues
from tests.display.sample_pictures import samples

TABLES = {name: scene for name, scene in box_games.tables().items() if isinstance(scene, TableScene)}
FACING = TABLES["table-facing"]
MENU = list_samples.lists()["resume"]


@pytest.fixture
def reveals() -> dict[str, RevealScene]:
    """The sample reveals."""
    return {name: scene for name, scene in samples().items() if isinstance(scene, RevealScene)}


def sounds(before: Scene | None, after: Scene) -> list[Sound]:
    return [cue.sound for cue in cues(before, after)]


def test_equal_scenes_are_silent() -> None:
    for scene in samples().values():
        assert cues(scene, replace(scene)) == ()


def test_the_first_scene_and_every_list_are_silent(reveals: dict[str, RevealScene]) -> None:
    for scene in TABLES.values():
        assert cues(None, scene) == ()
    for before in (None, FACING, reveals["reveal-upheld"]):
        assert cues(before, MENU) == ()


def test_shaking_the_box_is_heard_once() -> None:
    resting = TABLES["table-shaking"]
    assert sounds(TABLES["table-roll"], resting) == [Sound.SHAKE]
    assert sounds(resting, replace(resting, prompt="Set it down.")) == []


def test_a_claim_gives_a_knock() -> None:
    speaking = TABLES["table-first-claim"]
    assert sounds(speaking, FACING) == [Sound.KNOCK, Sound.SEAT_2]
    assert sounds(FACING, replace(FACING, notice=None, prompt="Well?")) == []


def test_the_same_claim_by_another_seat_gives_a_knock() -> None:
    assert sounds(FACING, replace(FACING, claim_by="Gunnar says")) == [Sound.KNOCK]


def test_turning_the_dial_is_silent() -> None:
    raising = TABLES["table-raise"]
    assert raising.dial is not None
    assert sounds(raising, replace(raising, dial=replace(raising.dial, index=3))) == []


def test_a_challenge_gives_the_horn_once() -> None:
    frozen = replace(FACING, frozen=True)
    assert sounds(FACING, frozen) == [Sound.HORN]
    assert sounds(frozen, replace(frozen, what="The eye opens")) == []


def test_counting_dice_is_not_a_claim() -> None:
    laying = replace(FACING, frozen=True)
    assert sounds(laying, replace(laying, claim_by="Astrid bids · 3 so far")) == []


def test_returning_from_the_menu_repeats_nothing() -> None:
    frozen = replace(FACING, frozen=True)
    for scene in (
        FACING,
        frozen,
        TABLES["table-shaking"],
        evening_samples.winners(sample_parts.NAMES)["winner-tavern"],
    ):
        assert cues(MENU, scene) == ()


def test_the_sounds_of_a_reveal_match_its_timeline(reveals: dict[str, RevealScene]) -> None:
    scene = reveals["reveal-refuted"]
    times = timeline(scene)
    heard = cues(replace(FACING, frozen=True), scene)
    assert heard[0] == Cue(Sound.HUSH)
    taps = [cue.at for cue in heard if cue.sound is Sound.PIP]
    assert taps == pytest.approx([times.count + number * times.pace for number in range(3 + 6)])
    assert [cue.sound for cue in heard][10:] == [Sound.LIE, Sound.BREAK]
    assert times.verdict < heard[10].at <= heard[11].at
    assert [cue.at for cue in heard] == sorted(cue.at for cue in heard)


def test_every_verdict_has_its_sound(reveals: dict[str, RevealScene]) -> None:
    for name, sound in (
        ("reveal-upheld", Sound.TRUE),
        ("reveal-without-eye", Sound.LIE),
        ("reveal-unclear", Sound.NONE),
    ):
        assert [cue for cue in sounds(FACING, reveals[name]) if cue in (Sound.TRUE, Sound.LIE, Sound.NONE)] == [sound]


def test_nothing_breaks_if_nobody_pays_or_for_tallies(reveals: dict[str, RevealScene]) -> None:
    assert Sound.BREAK not in sounds(FACING, reveals["reveal-unclear"])
    paying = reveals["reveal-refuted"]
    tallies = replace(paying, seats=tuple(replace(seat, kind="tally") for seat in paying.seats))
    assert Sound.BREAK not in sounds(FACING, tallies)


def test_a_ruling_is_heard_without_the_animation(reveals: dict[str, RevealScene]) -> None:
    doubt = reveals["reveal-unclear"]
    seats = (replace(doubt.seats[0], lost=1), *doubt.seats[1:])
    ruled = replace(doubt, verdict=VerdictPanel("A lie!", Tone.BAD, ()), seats=seats, choices=())
    assert sounds(doubt, ruled) == [Sound.LIE, Sound.BREAK]
    assert sounds(doubt, replace(doubt, cursor=2)) == []


def test_a_reveal_after_a_restart_is_heard(reveals: dict[str, RevealScene]) -> None:
    assert Sound.TRUE in sounds(MENU, reveals["reveal-upheld"])


def test_lives_lost_without_a_reveal_break() -> None:
    paid = replace(FACING, seats=(replace(FACING.seats[0], stock=5, lost=1), *FACING.seats[1:]))
    assert cues(FACING, paid)[-1].sound is Sound.BREAK
    assert cues(paid, replace(paid, prompt="Go on.")) == ()


def test_the_winner_is_cheered_once_and_a_stopped_game_is_not(reveals: dict[str, RevealScene]) -> None:
    won = evening_samples.winners(sample_parts.NAMES)["winner-tavern"]
    assert isinstance(won, WinnerScene)
    assert sounds(reveals["reveal-refuted"], won) == [Sound.WINNER]
    assert sounds(won, replace(won, lines=())) == []
    assert sounds(FACING, replace(won, winners=())) == []


def test_lists_are_silent() -> None:
    assert isinstance(MENU, ListScene)
    assert cues(FACING, replace(MENU, cursor=1)) == ()


def test_every_seat_that_gets_the_box_has_a_sound_of_its_own() -> None:
    speaking = TABLES["table-first-claim"]
    heard = []
    for seat in range(12):
        handed = replace(FACING, seats=sample_parts.seats(12), hand_over=HandOver(seat, "Pass the box to"))
        knock, *own = sounds(speaking, handed)
        assert knock is Sound.KNOCK
        heard += own
        assert sounds(handed, replace(handed, prompt="Well?")) == []
        assert sounds(MENU, handed) == []
    assert len(set(heard)) == 12
