"""Applies the settings to screen, speaker and voice, and plays the sounds and words of the scenes."""

from collections.abc import Callable
from typing import Protocol

from display.draw.lettering import SOFT_HYPHEN
from display.draw.theme import THEMES
from display.errors import AudienceError, AudienceWindowError
from display.scene import RevealScene, Scene
from display.sound.cue_player import CuePlayer
from display.sound.speaker import Speaker
from display.sound.words import AFTER_VERDICT, Utterance, spoken
from display.window import MainWindow
from firmware.camera.device_messages import message_of
from firmware.config.settings import AUDIENCE, DISTANCE, FULLSCREEN, LANGUAGE, MUTE, THEME, VOICE, VOLUME, Settings
from firmware.rules.message import Message, literal, message
from hardware.desk.speech import Speech


def audience_message(error: AudienceError) -> Message:
    """Returns why the audience has no window, with the remedy."""
    match error:
        case AudienceWindowError(cause=cause):
            problem = message("The audience’s window does not open ({cause})", cause=literal(cause))
            return problem.with_remedy(message("play on one screen"))
        case _:
            problem = message("This pygame cannot open a second window for the audience")
            return problem.with_remedy(message("install pygame-ce instead"))


class SoundOutput(Protocol):
    """The sound output, called in every step before and after drawing."""

    def apply_settings(self) -> None:
        """Applies settings changed since the last call."""

    def tick(self, scene: Scene, now: float) -> float | None:
        """Takes the scene shown at `now`; returns the seconds until something is due, or None."""

    def skip(self, now: float) -> None:
        """Handles a skipped animation."""


class NoSound:
    """Stands in for sound and voice, for headless play."""

    def apply_settings(self) -> None:
        """Does nothing."""

    def tick(self, scene: Scene, now: float) -> float | None:  # noqa: ARG002
        """Does nothing."""
        return None

    def skip(self, now: float) -> None:
        """Does nothing."""


class SoundAndVoice:
    """Applies the settings to window, speaker and voice, and plays the sounds of the scenes.

    A sentence is synthesized as soon as its scene is known and spoken when it is due; the latest wins.
    """

    def __init__(
        self,
        window: MainWindow,
        speaker: Speaker,
        speech: Speech,
        settings: Callable[[], Settings],
        warn: Callable[[Message], None] = lambda _: None,
    ) -> None:
        """`settings` returns the settings in force; `warn` reports what is unavailable."""
        self._window, self._speaker, self._speech = window, speaker, speech
        self._cues = CuePlayer(speaker)
        self._settings = settings
        self._warn = warn
        self._applied: Settings | None = None
        self._scene: Scene | None = None
        self._told: int | None = None
        self._due: float | None = None
        self._words: bytes | None = None

    def apply_settings(self) -> None:
        """Applies settings changed since the last call."""
        settings = self._settings()
        if settings is self._applied:
            return
        before, self._applied = self._applied, settings
        self._window.set_theme(THEMES[settings.word(THEME)])
        self._window.set_distant(settings.flag(DISTANCE))
        loudness = 0.0 if settings.flag(MUTE) else settings.number(VOLUME) / VOLUME.most
        if before is None or (before[MUTE], before[VOLUME]) != (settings[MUTE], settings[VOLUME]):
            self._speaker.set_loudness(loudness)
        wish = settings.word(FULLSCREEN)
        changed = before is not None and before[FULLSCREEN] != wish
        if changed and wish != "auto" and self._window.fullscreen != (wish == "on"):
            self._window.toggle_fullscreen()
        if settings.flag(VOICE) and (before is None or not before.flag(VOICE)) and (lacks := self._speech.lacks):
            self._warn(message_of(lacks))
        if before is None or before[AUDIENCE] != settings[AUDIENCE]:
            self._seat_audience(settings.word(AUDIENCE))

    def _seat_audience(self, wish: str) -> None:
        """Opens or closes the audience window; if it cannot open, reports that and continues."""
        window = self._window
        if wish == "on" or (wish == "auto" and window.fullscreen and window.screen_count > 1):
            try:
                window.open_audience()
            except AudienceError as error:
                self._warn(audience_message(error))
        else:
            window.close_audience()

    def tick(self, scene: Scene, now: float) -> float | None:
        """Takes the scene shown at `now`; returns the seconds until something is due, or None."""
        before, self._scene = self._scene, scene
        self._cues.show(scene, now)
        if isinstance(before, RevealScene) and not isinstance(scene, RevealScene):
            # The table has moved on: a verdict not yet spoken is out of date.
            self._words = self._due = None
        said = spoken(before, scene, self._told) if scene != before else None
        if isinstance(scene, RevealScene):
            self._told = scene.serial
        if said is not None and self._aloud():
            self._say(said, now)
        self._speak(now)
        waits = [self._cues.tick(now)]
        if self._words is not None and self._due is not None:
            waits.append(max(0.0, self._due - now))
        return min((wait for wait in waits if wait is not None), default=None)

    def skip(self, now: float) -> None:
        """Handles a skipped animation: its verdict is heard at once."""
        self._cues.skip(now)
        if self._due is not None:
            self._due = now + AFTER_VERDICT

    def close(self) -> None:
        """Ends sound and voice."""
        self._speech.close()
        self._speaker.close()

    def _aloud(self) -> bool:
        settings = self._settings()
        return settings.flag(VOICE) and not settings.flag(MUTE) and settings.number(VOLUME) > 0

    def _say(self, said: Utterance, now: float) -> None:
        self._words, self._due = None, now + said.at
        # A soft hyphen divides words on the screen; a voice would pause at it.
        self._speech.say(said.text.replace(SOFT_HYPHEN, ""), self._settings().word(LANGUAGE))

    def _speak(self, now: float) -> None:
        self._words = self._speech.pop() or self._words
        if self._words is not None and self._due is not None and now >= self._due:
            if self._aloud():
                self._cues.speak(self._words, now)
            self._words = self._due = None
