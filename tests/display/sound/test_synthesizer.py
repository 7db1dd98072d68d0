"""The shipped sounds are small, loud enough, free of clicks, and reproducible with the synthesizer."""

import wave
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from display.scene import Scene
from display.sound import synthesizer
from display.sound.cues import Sound, cues
from display.sound.speaker import FOLDER, HEADROOM


def samples(path: Path) -> NDArray[np.int16]:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, synthesizer.RATE)
        return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2")


def test_all_sounds_together_are_small_and_have_their_licence() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 730_000
    assert {path.stem for path in FOLDER.glob("*.wav")} == {sound.value for sound in Sound}
    assert "CC0" in (FOLDER / "LICENSE.txt").read_text()


def test_the_shipped_sounds_are_reproducible() -> None:
    for sound in Sound:
        shipped, made = samples(FOLDER / f"{sound.value}.wav"), synthesizer.synthesize(sound)
        assert shipped.shape == made.shape
        # Processors differ in the last bit of a sine.
        assert np.abs(shipped.astype(int) - made).max() <= 2


def test_no_sound_is_silent_or_clipped() -> None:
    for sound in Sound:
        level = np.abs(samples(FOLDER / f"{sound.value}.wav").astype(float)) / 32768
        assert 0.3 < level.max() < 0.95
        assert np.sqrt((level**2).mean()) > 0.02


def test_every_sound_has_its_intended_loudness() -> None:
    """Calls and verdicts are equally loud, background sounds are quieter."""
    for sound in Sound:
        level = synthesizer.loudness_of(samples(FOLDER / f"{sound.value}.wav").astype(float) / 32768)
        assert level == pytest.approx(synthesizer.LOUDNESS.get(sound, synthesizer.LOUD), abs=0.5)
        assert synthesizer.LOUD - 8 <= level <= synthesizer.LOUD + 0.5


def test_loudness_is_a_weighted() -> None:
    """Compares with the table of IEC 61672-1."""
    full = synthesizer.loudness_of(np.sin(2 * np.pi * 1000 * synthesizer.time_points(1.0)))
    assert full == pytest.approx(10 * np.log10(0.5), abs=0.2)
    for pitch, decibels in ((100, -19.1), (500, -3.2), (4000, 1.0)):
        assert synthesizer.loudness_of(
            np.sin(2 * np.pi * pitch * synthesizer.time_points(1.0))
        ) - full == pytest.approx(decibels, abs=0.5)


def test_no_sound_begins_or_ends_with_a_click() -> None:
    for sound in Sound:
        level = samples(FOLDER / f"{sound.value}.wav").astype(float) / 32768
        assert abs(level[-1]) < 0.005
        assert abs(level.mean()) < 0.02


def test_every_sound_fades_out() -> None:
    for sound in Sound:
        level = np.abs(samples(FOLDER / f"{sound.value}.wav").astype(float) / 32768)
        assert level[-round(0.005 * synthesizer.RATE) :].max() < 0.01
        assert level[-round(0.02 * synthesizer.RATE) :].max() < 0.08 * level.max()


def test_overlapping_sounds_of_a_reveal_do_not_clip(scenes: Mapping[str, Scene]) -> None:
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


def test_verdicts_sound_different() -> None:
    """No two verdicts have similar spectra."""
    spectra = {}
    for sound in (Sound.TRUE, Sound.LIE, Sound.NONE):
        strength = np.abs(np.fft.rfft(synthesizer.synthesize(sound).astype(float), 2 * synthesizer.RATE))
        bands = np.array([part.sum() for part in np.array_split(strength[100:4000], 60)])
        spectra[sound] = bands / np.linalg.norm(bands)
    for first, second in ((Sound.TRUE, Sound.LIE), (Sound.TRUE, Sound.NONE), (Sound.LIE, Sound.NONE)):
        assert float(spectra[first] @ spectra[second]) < 0.9


def test_the_sounds_are_written_to_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert synthesizer.main([str(tmp_path / "sounds")]) == 0
    assert len(list((tmp_path / "sounds").iterdir())) == len(Sound)
    (tmp_path / "file").write_text("")
    assert synthesizer.main([str(tmp_path / "file")]) == 1
    assert "cannot be written" in capsys.readouterr().err
