"""The forged sounds: small, loud enough, without clicks, and made by the program that is said to have made them."""

import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from display.scene import Scene
from display.sound import synthesizer
from display.sound.cues import Sound, cues
from display.sound.speaker import FOLDER, HEADROOM

SOUNDS = pytest.mark.parametrize("sound", Sound)


def samples(path: Path) -> NDArray[np.int16]:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, synthesizer.RATE)
        return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2")


def test_all_sounds_together_are_small_and_carry_their_licence() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 600_000
    assert {path.stem for path in FOLDER.glob("*.wav")} == {sound.value for sound in Sound}
    assert "CC0" in (FOLDER / "LICENSE.txt").read_text()


@SOUNDS
def test_what_is_shipped_is_what_the_forge_makes(sound: Sound) -> None:
    shipped, made = samples(FOLDER / f"{sound.value}.wav"), synthesizer.synthesize(sound)
    assert shipped.shape == made.shape
    # Other processors round the last bit of a sine otherwise.
    assert np.abs(shipped.astype(int) - made).max() <= 2


@SOUNDS
def test_every_sound_is_heard_and_none_is_clipped(sound: Sound) -> None:
    level = np.abs(samples(FOLDER / f"{sound.value}.wav").astype(float)) / 32768
    assert 0.3 < level.max() < 0.95
    assert np.sqrt((level**2).mean()) > 0.02


@SOUNDS
def test_every_sound_is_as_loud_to_the_ear_as_it_is_meant_to_be(sound: Sound) -> None:
    """What calls and judges is equally loud; what accompanies stands back."""
    level = synthesizer.loudness_of(samples(FOLDER / f"{sound.value}.wav").astype(float) / 32768)
    assert level == pytest.approx(synthesizer.LOUDNESS.get(sound, synthesizer.LOUD), abs=0.5)
    assert synthesizer.LOUD - 8 <= level <= synthesizer.LOUD + 0.5


def test_low_notes_are_heard_as_fainter() -> None:
    """The weighting of IEC 61672-1, at the pitches of its table."""
    full = synthesizer.loudness_of(np.sin(2 * np.pi * 1000 * synthesizer.time_points(1.0)))
    assert full == pytest.approx(10 * np.log10(0.5), abs=0.2)
    for pitch, decibels in ((100, -19.1), (500, -3.2), (4000, 1.0)):
        assert synthesizer.loudness_of(
            np.sin(2 * np.pi * pitch * synthesizer.time_points(1.0))
        ) - full == pytest.approx(decibels, abs=0.5)


@SOUNDS
def test_no_sound_begins_or_ends_with_a_click(sound: Sound) -> None:
    level = samples(FOLDER / f"{sound.value}.wav").astype(float) / 32768
    assert abs(level[-1]) < 0.005
    assert abs(level.mean()) < 0.02


@SOUNDS
def test_what_still_rings_dies_away_at_the_end(sound: Sound) -> None:
    level = np.abs(samples(FOLDER / f"{sound.value}.wav").astype(float) / 32768)
    assert level[-round(0.005 * synthesizer.RATE) :].max() < 0.01
    assert level[-round(0.02 * synthesizer.RATE) :].max() < 0.08 * level.max()


def test_a_reveal_at_full_volume_is_not_clipped_where_its_sounds_fall_together(scenes: dict[str, Scene]) -> None:
    forged = {sound: samples(FOLDER / f"{sound.value}.wav").astype(float) / 32768 for sound in Sound}
    heard = 0
    for scene in scenes.values():
        played = [cue for cue in cues(None, scene) if cue.sound is not Sound.PIP]
        mix = np.zeros(20 * synthesizer.RATE)
        for cue in played:
            start = round(cue.at * synthesizer.RATE)
            mix[start : start + len(forged[cue.sound])] += forged[cue.sound]
        heard += len(played)
        assert np.abs(mix).max() * HEADROOM < 1
    assert heard > 10


def test_verdicts_are_told_apart_by_ear() -> None:
    """Their spectra differ: no two verdicts have their strength at the same pitches."""
    spectra = {}
    for sound in (Sound.TRUE, Sound.LIE, Sound.NONE):
        strength = np.abs(np.fft.rfft(synthesizer.synthesize(sound).astype(float), 2 * synthesizer.RATE))
        bands = np.array([part.sum() for part in np.array_split(strength[100:4000], 60)])
        spectra[sound] = bands / np.linalg.norm(bands)
    for first, second in ((Sound.TRUE, Sound.LIE), (Sound.TRUE, Sound.NONE), (Sound.LIE, Sound.NONE)):
        assert float(spectra[first] @ spectra[second]) < 0.9


def test_the_forge_writes_into_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert synthesizer.main([str(tmp_path / "sounds")]) == 0
    assert len(list((tmp_path / "sounds").iterdir())) == len(Sound)
    (tmp_path / "file").write_text("")
    assert synthesizer.main([str(tmp_path / "file")]) == 1
    assert "cannot be written" in capsys.readouterr().err
