"""The speaker, on SDL's dummy audio driver."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from display.sound.cues import Sound
from display.sound.speaker import FOLDER, RETRY_SECONDS, MixerSpeaker

ROOT = Path(__file__).parents[3]


@pytest.fixture
def speaker() -> Iterator[MixerSpeaker]:
    made = MixerSpeaker()
    yield made
    made.close()


def test_nothing_is_opened_before_the_first_sound(speaker: MixerSpeaker) -> None:
    assert pygame.mixer.get_init() is None
    speaker.play(Sound.KNOCK)
    assert pygame.mixer.get_init() is not None
    assert pygame.mixer.get_busy()


def test_every_sound_can_be_played(speaker: MixerSpeaker) -> None:
    for sound in Sound:
        speaker.play(sound)
    assert pygame.mixer.get_busy()


def test_zero_volume_does_not_open_the_device(speaker: MixerSpeaker) -> None:
    speaker.set_loudness(0.0)
    speaker.play(Sound.HORN)
    speaker.speak((FOLDER / "pip.wav").read_bytes())
    assert pygame.mixer.get_init() is None


def test_new_speech_stops_the_old(speaker: MixerSpeaker) -> None:
    words = (FOLDER / "winner.wav").read_bytes()
    speaker.speak(words)
    speaker.speak(words)
    assert sum(pygame.mixer.Channel(number).get_busy() for number in range(pygame.mixer.get_num_channels())) == 1


def test_invalid_speech_is_logged_and_skipped(speaker: MixerSpeaker, caplog: pytest.LogCaptureFixture) -> None:
    speaker.speak(b"RIFF and nothing more")
    assert "espeak-ng" in caplog.text
    speaker.play(Sound.KNOCK)
    assert pygame.mixer.get_busy()


def test_a_device_that_is_plugged_in_again_is_found(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [0.0]
    speaker = MixerSpeaker(clock=lambda: now[0])
    monkeypatch.setenv("SDL_AUDIODRIVER", "none-at-all")
    for _ in range(3):
        speaker.play(Sound.KNOCK)
    assert speaker.unavailable
    assert len(caplog.records) == 1
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker.play(Sound.KNOCK)
    assert speaker.unavailable, "not tried with every sound"
    now[0] += RETRY_SECONDS
    speaker.play(Sound.KNOCK)
    assert not speaker.unavailable
    assert pygame.mixer.get_busy()
    speaker.close()


def test_a_resting_device_is_released_and_reopened(speaker: MixerSpeaker) -> None:
    speaker.play(Sound.WINNER)
    speaker.rest()
    assert pygame.mixer.get_init() is not None, "it is still playing"
    pygame.mixer.stop()
    speaker.rest()
    assert pygame.mixer.get_init() is None
    speaker.play(Sound.KNOCK)
    assert pygame.mixer.get_busy()


def test_without_a_device_there_is_one_warning_and_silence() -> None:
    program = (
        "from display.sound.cues import Sound\n"
        "from display.sound.speaker import MixerSpeaker\n"
        "speaker = MixerSpeaker()\n"
        "for sound in Sound:\n"
        "    speaker.play(sound)\n"
        "speaker.set_loudness(0.5)\n"
        "speaker.play(Sound.KNOCK)\n"
        "speaker.close()\n"
        "print('the game goes on')\n"
    )
    environment = {**os.environ, "SDL_AUDIODRIVER": "no-such-driver"}
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "the game goes on\n"
    assert ran.stderr.count("No sound can be played") == 1
    assert ran.stderr.count("\n") == 1


def test_missing_sounds_are_logged_once_and_skipped(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    speaker = MixerSpeaker(tmp_path)
    with caplog.at_level(logging.WARNING):
        speaker.play(Sound.KNOCK)
        speaker.play(Sound.HORN)
    assert caplog.text.count("No sound can be played") == 1
    speaker.close()
