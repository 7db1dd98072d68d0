"""Follows the scenes and plays each sound when it is due."""

from collections import deque

from display.scene import RevealScene, Scene
from display.sound.cues import Cue, Sound, cues, returns_to
from display.sound.speaker import Speaker

LATE_SECONDS = 0.25
"""A pip's tap that would be later than this is dropped, because its ring was shown long before."""
REST_SECONDS = 20.0
"""The audio device is released after this long without a sound: playing silence costs CPU time."""
_STAY = frozenset({Sound.TRUE, Sound.LIE, Sound.NONE, Sound.BREAK})
"""The cues that are still played when a reveal's animation is skipped."""


class CuePlayer:
    """Plays the sounds of the scenes. All work is done by `follow` and `tick`."""

    def __init__(self, speaker: Speaker) -> None:
        """Plays on a speaker."""
        self._speaker = speaker
        self._scene: Scene | None = None
        self._due: deque[tuple[float, Sound]] = deque()
        self._played: int | None = None
        self._last: float | None = None

    def show(self, scene: Scene, now: float) -> None:
        """Takes the scene that is shown from `now` (monotonic seconds) on."""
        before, self._scene = self._scene, scene
        if scene == before:
            return
        news = cues(before, scene)
        if isinstance(scene, RevealScene):
            again = returns_to(before, scene, self._played)
            self._played = scene.serial
            if again:
                return
        elif isinstance(before, RevealScene):
            self._due.clear()
        self._add(news, now)

    def _add(self, news: tuple[Cue, ...], now: float) -> None:
        waiting = [*self._due, *((now + cue.at, cue.sound) for cue in news)]
        self._due = deque(sorted(waiting, key=lambda due: due[0]))

    def tick(self, now: float) -> float | None:
        """Plays what is due at `now`; returns the seconds until the next call is needed, or None."""
        while self._due and self._due[0][0] <= now:
            at, sound = self._due.popleft()
            if sound is not Sound.PIP or now - at <= LATE_SECONDS:
                self._speaker.play(sound)
                self._last = now
        if self._due:
            return self._due[0][0] - now
        if self._last is None:
            return None
        if now - self._last >= REST_SECONDS:
            self._speaker.rest()
            self._last = None
            return None
        return self._last + REST_SECONDS - now

    def speak(self, wav: bytes, now: float) -> None:
        """Plays speech (a WAV file) at once."""
        self._speaker.speak(wav)
        self._last = now

    def skip(self, now: float) -> None:
        """Follows a skipped animation: plays its verdict at once and drops the remaining taps."""
        self._due = deque((now, sound) for _, sound in self._due if sound in _STAY)
