"""Synthesizes the sounds from sines and noise: `python -m display.sound.synthesizer DIR`.

It generated the files in `display/sound/wav`. The random seeds are fixed, so it always generates the same sounds.
Sounds are float64 arrays of N samples with arbitrary peaks until `normalize` brings them to full scale 1.
"""

import argparse
import sys
import wave
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from display.sound.cues import SEATS, Sound

RATE = 22_050
"""Samples per second; one channel of 16 bits."""
PEAK = 0.86
"""The largest amplitude; full scale is 1."""
FADE_SECONDS = 0.05
"""Length of the fade-out at the end of a sound."""
Wave = NDArray[np.float64]


def time_points(seconds: float) -> Wave:
    """Returns the sample times of a sound of this length in seconds."""
    return np.arange(round(seconds * RATE)) / RATE


def struck(seconds: float, modes: Sequence[tuple[float, float, float]]) -> Wave:
    """Simulates a struck body; each mode has a frequency (Hz), a strength and a decay time (seconds)."""
    t = time_points(seconds)
    rung = np.zeros_like(t)
    for pitch, strength, fades in modes:
        rung += strength * np.exp(-t / fades) * np.sin(2 * np.pi * pitch * t)
    return np.asarray(rung, dtype=np.float64)


def plucked(pitch: float, seconds: float, bright: float = 1.0) -> Wave:
    """Simulates a plucked string of `pitch` Hz: twelve partials, the higher ones decaying faster."""
    t = time_points(seconds)
    tone = np.zeros_like(t)
    for partial in range(1, 13):
        stiff = pitch * partial * np.sqrt(1 + 0.00012 * partial**2)
        strength = np.sin(np.pi * partial * 0.21) / partial ** (1.5 / bright)
        tone += strength * np.exp(-t * (2.4 + 0.75 * partial)) * np.sin(2 * np.pi * stiff * t)
    return np.asarray(tone * np.minimum(1, t / 0.002))


def band(random: np.random.Generator, seconds: float, low: float, high: float) -> Wave:
    """Makes band-limited noise between two frequencies (Hz)."""
    number = round(seconds * RATE)
    spectrum = np.fft.rfft(random.standard_normal(number))
    pitch = np.fft.rfftfreq(number, 1 / RATE)
    spectrum *= 1 / (1 + (low / np.maximum(pitch, 1)) ** 4) / (1 + (pitch / high) ** 4)
    noise = np.fft.irfft(spectrum, number)
    return np.asarray(noise / np.abs(noise).max())


def mixed(seconds: float, *parts: tuple[float, float, Wave]) -> Wave:
    """Mixes parts, each with its start (seconds) and strength, and cuts them off after `seconds`."""
    whole = np.zeros(round(seconds * RATE))
    for at, strength, part in parts:
        start = round(at * RATE)
        room = part[: max(0, len(whole) - start)]
        whole[start : start + len(room)] += strength * room
    return whole


def drum(seconds: float = 0.6, pitch: float = 74.0) -> Wave:
    """Simulates a frame drum whose pitch (Hz) falls slightly."""
    t = time_points(seconds)
    return np.asarray(np.exp(-t / 0.16) * np.sin(2 * np.pi * (pitch * t + 2.2 * (1 - np.exp(-t / 0.03)))))


def bone(random: np.random.Generator) -> Wave:
    """Simulates a bone die hitting wood."""
    bend = random.uniform(0.85, 1.2)
    modes = ((1650.0, 0.7, 0.010), (2900.0, 0.6, 0.006), (430.0, 0.7, 0.022))
    clack = struck(0.09, [(pitch * bend, strength, fades) for pitch, strength, fades in modes])
    click = band(random, 0.09, 900, 5000) * np.exp(-time_points(0.09) / 0.005)
    return np.asarray(clack + 0.35 * click)


def shake(random: np.random.Generator) -> Wave:
    """Two dice shaken in a wooden box, three times to and fro, and dropped."""
    parts = []
    for swing in range(6):
        for hit in range(3):
            at = 0.02 + 0.13 * swing + 0.022 * hit + random.uniform(0, 0.018)
            parts.append((at, random.uniform(0.35, 0.9), bone(random)))
    for number, at in enumerate((0.86, 0.93, 0.98, 1.01)):
        parts.append((at, 0.9 * 0.62**number, bone(random)))
    return mixed(1.15, *parts)


def knock(random: np.random.Generator) -> Wave:
    """The box set down on an oak table."""
    body = struck(0.3, ((142, 1.0, 0.06), (268, 0.6, 0.04), (610, 0.3, 0.018)))
    return mixed(0.3, (0, 1, body), (0, 0.4, band(random, 0.05, 300, 3000) * np.exp(-time_points(0.05) / 0.008)))


def horn_tone(random: np.random.Generator, pitch: float, seconds: float) -> Wave:
    """Simulates a horn of `pitch` Hz that rises into its pitch and brightens as it swells."""
    t = time_points(seconds)
    swell = np.clip(np.minimum(t / 0.14, (seconds - t) / 0.28), 0, 1) ** 0.8
    bent = pitch * (1 - 0.09 * np.exp(-t / 0.07)) * (1 + 0.004 * np.sin(2 * np.pi * 5.1 * t) * np.minimum(1, t))
    phase = 2 * np.pi * np.cumsum(bent) / RATE
    tone = 0.12 * band(random, seconds, 300, 2600) * swell
    for k in range(1, 11):
        tone += np.sin(k * phase) * swell ** (0.5 + 0.28 * k) / k**0.85
    return np.asarray(tone, dtype=np.float64)


def horn(random: np.random.Generator) -> Wave:
    """A challenge: two blasts of a horn, the second a fifth higher."""
    return mixed(1.3, (0, 0.8, horn_tone(random, 146.8, 0.5)), (0.36, 1.0, horn_tone(random, 220.0, 0.94)))


def hush(random: np.random.Generator) -> Wave:
    """The start of a reveal: wind over a low drone."""
    seconds = 0.9
    t = time_points(seconds)
    swell = np.sin(np.pi * np.minimum(1, t / seconds)) ** 1.5
    drone = np.sin(2 * np.pi * 73.4 * t) + 0.5 * np.sin(2 * np.pi * 110.0 * t)
    return np.asarray(swell * (0.5 * band(random, seconds, 180, 900) + 0.35 * drone))


def pip(random: np.random.Generator) -> Wave:
    """One pip counted: a tap of a fingernail on bone."""
    tap = struck(0.07, ((1320, 1.0, 0.014), (2640, 0.45, 0.008), (3970, 0.2, 0.005)))
    return mixed(0.07, (0, 1, tap), (0, 0.15, band(random, 0.02, 1500, 6000) * np.exp(-time_points(0.02) / 0.003)))


def true(random: np.random.Generator) -> Wave:
    """The verdict "true": a landing panel, and a lyre rising to a fifth."""
    strings = ((0.05, 293.7), (0.15, 440.0), (0.25, 587.3), (0.35, 880.0))
    return mixed(
        1.5, (0, 0.5, knock(random)), (0, 0.5, drum()), *((at, 0.8, plucked(pitch, 1.3)) for at, pitch in strings)
    )


def lie(random: np.random.Generator) -> Wave:
    """The verdict "lie": a splitting panel, a heavy drum, and two strings falling a tritone."""
    strings = ((0.10, 207.7), (0.30, 146.8), (0.30, 103.8))
    return mixed(
        1.3,
        (0, 0.8, crack(random)),
        (0, 1.0, drum(0.8, 58)),
        (0.3, 0.7, drum(0.8, 52)),
        *((at, 0.75, plucked(pitch, 1.0, 1.25)) for at, pitch in strings),
    )


def none(random: np.random.Generator) -> Wave:
    """No verdict: the same dull note twice, unresolved."""
    notes = ((0.0, 196.0), (0.28, 196.0), (0.28, 293.7))
    return mixed(1.0, (0, 0.4, knock(random)), *((at, 0.8, plucked(pitch, 0.8, 0.8)) for at, pitch in notes))


def crack(random: np.random.Generator) -> Wave:
    """Wood cracking: one sharp break, then splinters."""
    first = band(random, 0.12, 500, 6000) * np.exp(-time_points(0.12) / 0.012)
    parts = [(0.0, 1.0, first), (0.0, 0.6, struck(0.2, ((310, 1.0, 0.03), (880, 0.6, 0.015))))]
    for _ in range(9):
        splinter = band(random, 0.03, 1200, 7000) * np.exp(-time_points(0.03) / 0.004)
        parts.append((random.uniform(0.015, 0.2), random.uniform(0.15, 0.5), splinter))
    return mixed(0.35, *parts)


def broken(random: np.random.Generator) -> Wave:
    """A life lost: wood cracking, and the piece clattering down."""
    parts = [(0.0, 1.0, crack(random))]
    parts += [(at, 0.5 * 0.6**n, bone(random)) for n, at in enumerate((0.34, 0.44, 0.5, 0.54))]
    return mixed(0.65, *parts)


def winner(random: np.random.Generator) -> Wave:
    """The winner: horns over drums, and a rising lyre."""
    strings = ((0.0, 293.7), (0.16, 370.0), (0.32, 440.0), (0.48, 587.3), (0.8, 740.0), (0.8, 880.0), (0.8, 440.0))
    beats = ((0.0, 1.0), (0.32, 0.6), (0.48, 0.6), (0.8, 1.0))
    return mixed(
        2.4,
        *((at, 0.8, plucked(pitch, 1.6)) for at, pitch in strings),
        *((at, strength, drum()) for at, strength in beats),
        (0.0, 0.16, horn_tone(random, 146.8, 0.9)),
        (0.8, 0.2, horn_tone(random, 293.7, 1.4)),
        (0.8, 0.16, horn_tone(random, 220.0, 1.4)),
    )


DORIAN = (0, 2, 3, 5, 7, 9, 10, 12, 14, 15, 17, 19)
"""The notes of the seats, in semitones above the first."""


def seat(number: int) -> Callable[[np.random.Generator], Wave]:
    """The box comes to a seat, from 0: two strings, the second a fifth higher, for every other seat a fourth lower."""
    pitch = 261.6 * 2 ** (DORIAN[number] / 12)
    second = pitch * (3 / 2 if number % 2 == 0 else 3 / 4)

    def sound(random: np.random.Generator) -> Wave:
        del random
        strings = mixed(0.46, (0, 0.8, plucked(pitch, 0.46)), (0.13, 0.9, plucked(second, 0.33)))
        return np.asarray(strings * np.exp(-time_points(0.46) / 0.13))

    return sound


GENERATORS: dict[Sound, Callable[[np.random.Generator], Wave]] = {
    Sound.SHAKE: shake,
    Sound.KNOCK: knock,
    Sound.HORN: horn,
    Sound.HUSH: hush,
    Sound.PIP: pip,
    Sound.TRUE: true,
    Sound.LIE: lie,
    Sound.NONE: none,
    Sound.BREAK: broken,
    Sound.WINNER: winner,
    **{sound: seat(number) for number, sound in enumerate(SEATS)},
}
LOUD = -14.0
LOUDNESS = {
    Sound.BREAK: -17.0,
    Sound.SHAKE: -17.0,
    Sound.KNOCK: -18.0,
    Sound.HUSH: -21.0,
    Sound.PIP: -21.0,
    **dict.fromkeys(SEATS, -18.0),
}
"""Loudness in dB (see `loudness_of`) of the sounds in the background; all others have `LOUD`."""
_MOMENT = 0.1


def loudness_of(sound: Wave) -> float:
    """Measures the greatest A-weighted loudness (IEC 61672-1) of a sound over a tenth of a second, in dB full scale."""
    pitch = np.fft.rfftfreq(len(sound), 1 / RATE) ** 2
    weight = 12194**2 * pitch**2 / (pitch + 20.6**2) / np.sqrt((pitch + 107.7**2) * (pitch + 737.9**2))
    weight *= 10**0.1 / (pitch + 12194**2)
    power = np.fft.irfft(np.fft.rfft(sound) * weight, len(sound)) ** 2
    moment = round(_MOMENT * RATE)
    summed = np.concatenate([[0.0], np.cumsum(np.pad(power, (0, max(0, moment - len(power)))))])
    return float(10 * np.log10(((summed[moment:] - summed[:-moment]) / moment).max()))


def normalize(sound: Wave, loudness: float) -> Wave:
    """Scales a sound to a loudness in dB; peaks beyond `PEAK` are soft-clipped."""
    gain = PEAK / np.abs(sound).max()
    for _ in range(8):
        limited = PEAK * np.tanh(gain * sound / PEAK)
        gain *= 10 ** ((loudness - loudness_of(limited)) / 20)
    return np.asarray(PEAK * np.tanh(gain * sound / PEAK), dtype=np.float64)


def synthesize(sound: Sound) -> NDArray[np.int16]:
    """Synthesizes a sound as N 16-bit samples, with its end faded out so that it does not click."""
    # Each sound has its own seed, so that adding one changes no other.
    made = GENERATORS[sound](np.random.default_rng([*sound.value.encode()]))
    fade = min(len(made) // 4, round(FADE_SECONDS * RATE))
    made[-fade:] *= 0.5 + 0.5 * np.cos(np.linspace(0, np.pi, fade))
    return np.asarray(np.round(normalize(made, LOUDNESS.get(sound, LOUD)) * 32767), dtype="<i2")


def write(folder: Path) -> list[Path]:
    """Writes every sound as a WAV file into a folder; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for sound in Sound:
        path = folder / f"{sound.value}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(synthesize(sound).tobytes())
        written.append(path)
    return written


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the sounds; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m display.sound.synthesizer", description="Synthesizes the sounds of the box."
    )
    parser.add_argument("folder", type=Path, help="where the WAV files go; created if needed")
    chosen = parser.parse_args(arguments)
    try:
        files = write(chosen.folder)
    except OSError as error:
        print(
            f"The sounds cannot be written to {chosen.folder} ({error.strerror}): name another folder.", file=sys.stderr
        )
        return 1
    print(f"{len(files)} sounds, {sum(path.stat().st_size for path in files) // 1000} kB, in {chosen.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
