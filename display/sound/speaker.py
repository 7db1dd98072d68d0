"""The speaker: plays the forged sounds and spoken words through SDL's mixer, or is silent where there is none."""

import io
import logging
from pathlib import Path
from typing import Protocol

import pygame

from display.sound.cues import Sound

FOLDER = Path(__file__).parent / "wav"
RATE = 22_050
HEADROOM = 0.62
"""How loud a single sound is at the most: a verdict and a breaking life at once stay below full scale."""
BUFFER = 512
"""Samples that are mixed ahead: 23 ms, so that a tap is heard when its ring is seen."""
_LOG = logging.getLogger(__name__)


class Speaker(Protocol):
    """What plays sounds."""

    def play(self, sound: Sound) -> None:
        """Begins a sound; returns at once."""

    def speak(self, wav: bytes) -> None:
        """Begins spoken words (a WAV file), in the place of those that are still being spoken."""

    def set_loudness(self, part: float) -> None:
        """Sets how loud everything is, 0 to 1; at 0 nothing is played."""

    def rest(self) -> None:
        """Gives the device back until the next sound, unless something is still heard."""

    def close(self) -> None:
        """Ends every sound and gives the device back."""


class MixerSpeaker:
    """Plays through pygame's mixer, whose device is opened by the first sound and given back when it rests.

    Where no device can be opened that is logged once and everything stays silent until the loudness is set again.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        """Takes the sounds from a folder; opens nothing yet."""
        self._folder = folder
        self._loudness = 1.0
        self._sounds: dict[Sound, pygame.mixer.Sound] = {}
        self._voice: pygame.mixer.Sound | None = None
        self._dumb = False
        self._warned = False

    def play(self, sound: Sound) -> None:
        """Begins a sound; returns at once."""
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
        """Begins spoken words, in the place of those that are still being spoken."""
        if not self._open():
            return
        try:
            words = pygame.mixer.Sound(file=io.BytesIO(wav))
        except pygame.error:
            _LOG.warning("What espeak-ng gave is no sound; nothing is spoken.")
            return
        if self._voice is not None:
            self._voice.stop()
        self._voice = words
        words.set_volume(self._loudness * HEADROOM)
        words.play()

    def set_loudness(self, part: float) -> None:
        """Sets how loud everything is; a device that could not be opened is tried again by the next sound."""
        self._loudness = part
        self._dumb = False
        if pygame.mixer.get_init():
            for sound in (*self._sounds.values(), *((self._voice,) if self._voice else ())):
                sound.set_volume(part * HEADROOM)

    def rest(self) -> None:
        """Gives the device back until the next sound, unless something is still heard."""
        if pygame.mixer.get_init() and not pygame.mixer.get_busy():
            self.close()

    def close(self) -> None:
        """Ends every sound and gives the device back."""
        self._sounds.clear()
        self._voice = None
        pygame.mixer.quit()

    def _open(self) -> bool:
        if self._loudness <= 0 or self._dumb:
            return False
        if pygame.mixer.get_init():
            return True
        try:
            pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
        except pygame.error as error:
            self._give_up(str(error))
            return False
        return True

    def _give_up(self, reason: str) -> None:
        self._dumb = True
        if not self._warned:
            self._warned = True
            _LOG.warning(
                "No sound can be played (%s): plug in a loudspeaker and turn the volume; the game goes on without.",
                reason,
            )
