"""Plays sounds and speech through SDL's mixer, and stays silent if there is no audio device."""

import io
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pygame

from display.quiet_libraries import silence_alsa
from display.sound.cues import Sound

FOLDER = Path(__file__).parent / "wav"
RATE = 22_050
HEADROOM = 0.62
"""The greatest volume of one sound, so that a verdict and a breaking life together do not clip."""
BUFFER = 512
"""Samples mixed ahead: 23 ms, so that a pip's tap is in time with its ring."""
RETRY_SECONDS = 10.0
"""How long after a failure the next sound tries to open the audio device again."""
_LOG = logging.getLogger(__name__)


class Speaker(Protocol):
    """Plays sounds and speech."""

    def play(self, sound: Sound) -> None:
        """Starts a sound and returns at once."""

    def speak(self, wav: bytes) -> None:
        """Starts speech (a WAV file), and stops any that is still playing."""

    def set_loudness(self, part: float) -> None:
        """Sets the volume, 0 to 1; at 0 nothing is played."""

    def rest(self) -> None:
        """Releases the audio device until the next sound, unless one is still playing."""

    def close(self) -> None:
        """Stops every sound and releases the audio device."""


class MixerSpeaker:
    """Plays through pygame's mixer; the first sound opens the audio device, and `rest` releases it.

    If the device cannot be opened, that is logged once, and everything is silent until a sound some seconds later, or
    after the volume was set, finds one.
    """

    def __init__(self, folder: Path = FOLDER, clock: Callable[[], float] = time.monotonic) -> None:
        """Takes the sounds from `folder`; does not open the device yet."""
        self._clock = clock
        self._folder = folder
        self._loudness = 1.0
        self._sounds: dict[Sound, pygame.mixer.Sound] = {}
        self._voice: pygame.mixer.Sound | None = None
        self._retry_at: float | None = None
        self._warned = False

    @property
    def unavailable(self) -> bool:
        """Whether there was no audio device when one was last tried."""
        return self._retry_at is not None

    def play(self, sound: Sound) -> None:
        """Starts a sound and returns at once."""
        if not self._open():
            return
        try:
            if sound not in self._sounds:
                self._sounds[sound] = pygame.mixer.Sound(str(self._folder / f"{sound.value}.wav"))
            self._sounds[sound].set_volume(self._loudness * HEADROOM)
            self._sounds[sound].play()
        except (pygame.error, OSError) as error:
            self._give_up(str(error))

    def speak(self, wav: bytes) -> None:
        """Starts speech, and stops any that is still playing."""
        if not self._open():
            return
        try:
            words = pygame.mixer.Sound(file=io.BytesIO(wav))
        except pygame.error:
            _LOG.warning("espeak-ng did not produce a WAV file; nothing is spoken.")
            return
        if self._voice is not None:
            self._voice.stop()
        self._voice = words
        words.set_volume(self._loudness * HEADROOM)
        words.play()

    def set_loudness(self, part: float) -> None:
        """Sets the volume; the next sound tries again to open a device that could not be opened."""
        self._loudness = part
        self._retry_at = None
        if pygame.mixer.get_init():
            for sound in (*self._sounds.values(), *((self._voice,) if self._voice else ())):
                sound.set_volume(part * HEADROOM)

    def rest(self) -> None:
        """Releases the audio device until the next sound, unless one is still playing."""
        if pygame.mixer.get_init() and not pygame.mixer.get_busy():
            self.close()

    def close(self) -> None:
        """Stops every sound and releases the audio device."""
        self._sounds.clear()
        self._voice = None
        pygame.mixer.quit()

    def _open(self) -> bool:
        if self._loudness <= 0 or (self._retry_at is not None and self._clock() < self._retry_at):
            return False
        if pygame.mixer.get_init():
            return True
        silence_alsa()
        try:
            pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
        except pygame.error as error:
            self._give_up(str(error))
            return False
        self._retry_at, self._warned = None, False
        return True

    def _give_up(self, reason: str) -> None:
        self.close()
        self._retry_at = self._clock() + RETRY_SECONDS
        if not self._warned:
            self._warned = True
            _LOG.warning(
                "No sound can be played (%s): plug in a loudspeaker; the game goes on silently.",
                reason,
            )
