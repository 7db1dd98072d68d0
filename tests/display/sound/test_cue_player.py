"""The player plays each cue when it is due, and nothing else."""

from dataclasses import replace

import pytest

from display.samples import box_games, list_samples
from display.scene import RevealScene, TableScene
from display.sound.cue_player import REST_SECONDS, CuePlayer
from display.sound.cues import Sound, cues
from tests.display.sample_pictures import samples

FACING = box_games.tables()["table-facing"]
assert isinstance(FACING, TableScene)
FROZEN = replace(FACING, frozen=True)


class Listening:
    """A speaker that remembers."""

    def __init__(self) -> None:
        self.heard: list[Sound | bytes | str] = []

    def play(self, sound: Sound) -> None:
        self.heard.append(sound)

    def speak(self, wav: bytes) -> None:
        self.heard.append(wav)

    def set_loudness(self, part: float) -> None:
        self.heard.append(f"loudness {part}")

    def rest(self) -> None:
        self.heard.append("rest")

    def close(self) -> None:
        self.heard.append("close")


@pytest.fixture
def speaker() -> Listening:
    return Listening()


@pytest.fixture
def reveal() -> RevealScene:
    scene = samples()["reveal-refuted"]
    assert isinstance(scene, RevealScene)
    return scene


def played_out(player: CuePlayer, now: float, until: float) -> float:
    """Ticks as often as the player wishes."""
    while (wait := player.tick(now)) is not None and now + wait <= until:
        now += max(wait, 0.001)
    return now


def test_an_unchanged_scene_plays_nothing(speaker: Listening) -> None:
    player = CuePlayer(speaker)
    player.show(FACING, 0.0)
    for later in (0.0, 1.0, 3600.0):
        player.show(replace(FACING), later)
        assert player.tick(later) is None
    assert speaker.heard == []


def test_a_reveal_is_played_in_order_and_once(speaker: Listening, reveal: RevealScene) -> None:
    player = CuePlayer(speaker)
    player.show(FROZEN, 100.0)
    player.show(reveal, 101.0)
    played_out(player, 101.0, 110.0)
    assert speaker.heard == [cue.sound for cue in cues(FROZEN, reveal)]


def test_the_same_reveal_seen_again_is_silent(speaker: Listening, reveal: RevealScene) -> None:
    player = CuePlayer(speaker)
    player.show(FROZEN, 0.0)
    player.show(reveal, 0.0)
    played_out(player, 0.0, 10.0)
    speaker.heard.clear()
    player.show(list_samples.lists()["resume"], 11.0)
    player.show(reveal, 12.0)
    played_out(player, 12.0, 20.0)
    assert speaker.heard == []


def test_skipping_plays_the_verdict_at_once(speaker: Listening, reveal: RevealScene) -> None:
    player = CuePlayer(speaker)
    player.show(FROZEN, 0.0)
    player.show(reveal, 0.0)
    player.tick(0.0)
    player.skip(0.2)
    player.tick(0.2)
    assert speaker.heard == [Sound.HUSH, Sound.LIE, Sound.BREAK]


def test_leaving_a_reveal_drops_its_remaining_sounds(speaker: Listening, reveal: RevealScene) -> None:
    player = CuePlayer(speaker)
    player.show(FROZEN, 0.0)
    player.show(reveal, 0.0)
    player.tick(0.0)
    player.show(list_samples.lists()["resume"], 0.3)
    played_out(player, 0.3, 10.0)
    assert speaker.heard == [Sound.HUSH]


def test_late_taps_are_dropped(speaker: Listening, reveal: RevealScene) -> None:
    player = CuePlayer(speaker)
    player.show(FROZEN, 0.0)
    player.show(reveal, 0.0)
    player.tick(30.0)
    assert speaker.heard == [Sound.HUSH, Sound.LIE, Sound.BREAK]


def test_the_device_is_released_after_a_silence(speaker: Listening) -> None:
    player = CuePlayer(speaker)
    player.show(FACING, 0.0)
    player.show(FROZEN, 0.0)
    wait = player.tick(0.0)
    assert wait == REST_SECONDS
    assert player.tick(REST_SECONDS) is None
    assert speaker.heard == [Sound.HORN, "rest"]
    assert player.tick(1000.0) is None
    assert speaker.heard == [Sound.HORN, "rest"]
