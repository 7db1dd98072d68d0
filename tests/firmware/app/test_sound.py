"""Settings affect screen, speaker and voice at once; sound and voice follow the scenes."""

import os
from collections.abc import Iterator
from dataclasses import replace

import pytest

from display.draw.drawing_context import DrawingContext
from display.draw.surface_cache import SurfaceCache
from display.errors import SingleWindowError
from display.samples import box_games, list_samples
from display.scene import Notice, RevealScene, Scene, TableScene
from display.sound.cues import Sound
from display.window import MainWindow
from firmware.app.sound import SoundAndVoice
from firmware.config.settings import AUDIENCE, FULLSCREEN, LANGUAGE, MUTE, THEME, VOICE, VOLUME, Preferences
from hardware.message import Message, message
from tests.display.pixels import rgb


class Listening:
    """A speaker that records."""

    def __init__(self) -> None:
        self.heard: list[Sound | bytes | float] = []

    def play(self, sound: Sound) -> None:
        self.heard.append(sound)

    def speak(self, wav: bytes) -> None:
        self.heard.append(wav)

    def set_loudness(self, part: float) -> None:
        self.heard.append(part)

    def rest(self) -> None:
        pass

    def close(self) -> None:
        pass


class FakeSpeech:
    """A voice that synthesizes instantly."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.made: bytes | None = None
        self.lacks: Message | None = None

    def say(self, text: str, language: str) -> None:
        self.asked.append((text, language))
        self.made = text.encode()

    def pop(self) -> bytes | None:
        made, self.made = self.made, None
        return made

    def close(self) -> None:
        pass


class Evening:
    """A stage with everything that belongs to it, and a clock of its own."""

    def __init__(self, surfaces: SurfaceCache) -> None:
        self.preferences = Preferences()
        self.speaker, self.speech = Listening(), FakeSpeech()
        self.stage = MainWindow((800, 480), surfaces=surfaces)
        self.sound = SoundAndVoice(self.stage, self.speaker, self.speech, lambda: self.preferences.settings)
        self.sound.apply_settings()
        self.speaker.heard.clear()

    def show(self, scene: Scene, now: float) -> float | None:
        self.stage.show(scene)
        self.stage.tick(now)
        return self.sound.tick(scene, now)


@pytest.fixture
def evening(surfaces: SurfaceCache) -> Iterator[Evening]:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    made = Evening(surfaces)
    yield made
    made.stage.close()


def table(name: str) -> TableScene:
    scene = box_games.tables()[name]
    assert isinstance(scene, TableScene)
    return scene


def reveal() -> RevealScene:
    scene = box_games.reveals(DrawingContext((800, 480)))["reveal-refuted"]
    assert isinstance(scene, RevealScene)
    return scene


def test_the_speaker_is_as_loud_as_it_is_set(evening: Evening) -> None:
    for option, value in ((VOLUME, 3), (MUTE, True), (MUTE, False), (THEME, "day")):
        evening.preferences.change(option, value)
        evening.sound.apply_settings()
        evening.sound.apply_settings()
    assert evening.speaker.heard == [0.3, 0.0, 0.3]


def test_the_screen_changes_at_once(evening: Evening) -> None:
    evening.show(table("table-facing"), 0.0)
    dark = float(rgb().mean())
    evening.preferences.change(THEME, "day")
    evening.sound.apply_settings()
    evening.show(table("table-facing"), 1.0)
    assert float(rgb().mean()) > dark + 80


def test_the_whole_screen_is_taken_and_given_back(evening: Evening) -> None:
    for word, whole in (("on", True), ("auto", True), ("off", False), ("auto", False)):
        evening.preferences.change(FULLSCREEN, word)
        evening.sound.apply_settings()
        assert evening.stage.fullscreen is whole, word


def test_a_claim_is_heard_but_not_spoken_where_the_voice_is_off(evening: Evening) -> None:
    evening.show(table("table-first-claim"), 0.0)
    evening.show(table("table-facing"), 1.0)
    evening.show(table("table-facing"), 2.0)
    assert evening.speaker.heard == [Sound.KNOCK, Sound.SEAT_2]
    assert evening.speech.asked == []


def test_a_german_claim_is_spoken_in_german_without_the_hyphens_of_the_screen(evening: Evening) -> None:
    evening.preferences.change(VOICE, True)
    evening.preferences.change(LANGUAGE, "de")
    claim = replace(table("table-facing").claim, name="vier\u00adund\u00addreißig")  # type: ignore[type-var]
    evening.show(table("table-first-claim"), 0.0)
    evening.show(replace(table("table-facing"), claim=claim, claim_by="Astrid sagt"), 1.0)
    assert evening.speech.asked == [("Astrid sagt: vierunddreißig.", "de")]


def test_a_voice_that_cannot_be_had_is_reported_once_when_it_is_turned_on(evening: Evening) -> None:
    said: list[str] = []
    sound = SoundAndVoice(
        evening.stage,
        evening.speaker,
        evening.speech,
        lambda: evening.preferences.settings,
        lambda warning: said.append(str(warning)),
    )
    evening.speech.lacks = message("Nothing can be spoken.")
    sound.apply_settings()
    assert said == []
    for option, value in ((VOICE, True), (VOLUME, 2), (THEME, "day")):
        evening.preferences.change(option, value)
        sound.apply_settings()
    assert said == ["Nothing can be spoken."]


def test_the_skald_is_heard_after_the_plain_verdict(evening: Evening) -> None:
    evening.preferences.change(VOICE, True)
    evening.show(table("table-frozen"), 0.0)
    evening.show(replace(reveal(), verse="The horn goes to the one who dared."), 1.0)
    ((said, _),) = evening.speech.asked
    plain = reveal().verdict
    assert said == f"{plain.word.capitalize()}! {' '.join(plain.lines)} The horn goes to the one who dared."


def test_a_claim_is_heard_and_spoken(evening: Evening) -> None:
    evening.preferences.change(VOICE, True)
    evening.show(table("table-first-claim"), 0.0)
    wait = evening.show(table("table-facing"), 1.0)
    assert wait is not None
    evening.show(table("table-facing"), 1.0 + wait)
    assert evening.speaker.heard == [Sound.KNOCK, b"Astrid says: thirty-four."]
    assert evening.speech.asked == [("Astrid says: thirty-four.", "en")]


def test_a_verdict_is_spoken_only_when_it_fell(evening: Evening) -> None:
    evening.preferences.change(VOICE, True)
    evening.show(table("table-frozen"), 0.0)
    scene = reveal()
    evening.show(scene, 10.0)
    now = 10.0
    while not any(isinstance(heard, bytes) for heard in evening.speaker.heard):
        wait = evening.show(scene, now)
        assert wait is not None
        now += max(wait, 0.001)
    order = [heard for heard in evening.speaker.heard if heard in (Sound.LIE, Sound.BREAK) or isinstance(heard, bytes)]
    assert order[0] is Sound.LIE
    assert isinstance(order[-1], bytes)


def test_a_verdict_of_the_table_is_spoken_once_though_the_menu_is_opened(evening: Evening) -> None:
    evening.preferences.change(VOICE, True)
    menu, ruled = list_samples.lists()["resume"], replace(reveal(), photographs=(), serial=reveal().serial + 1)
    for number, scene in enumerate((table("table-frozen"), reveal(), menu, ruled, menu, ruled, menu, ruled)):
        evening.show(scene, 10.0 * number)
    assert len(evening.speech.asked) == 2, "the missing verdict, and the ruling"


def test_a_skipped_theatre_goes_to_its_verdict(evening: Evening) -> None:
    evening.preferences.change(VOICE, True)
    evening.show(table("table-frozen"), 0.0)
    scene = reveal()
    evening.show(scene, 10.0)
    assert evening.stage.skip()
    evening.sound.skip(10.1)
    wait = evening.show(scene, 10.1)
    assert Sound.LIE in evening.speaker.heard
    assert wait is not None
    evening.show(scene, 10.1 + wait)
    assert isinstance(evening.speaker.heard[-1], bytes)
    assert Sound.PIP not in evening.speaker.heard


def test_a_verdict_that_was_left_behind_is_not_spoken(evening: Evening) -> None:
    evening.preferences.change(VOICE, True)
    evening.show(table("table-frozen"), 0.0)
    evening.show(reveal(), 10.0)
    evening.show(table("table-roll"), 10.5)
    for now in (11.0, 15.0, 60.0):
        evening.show(table("table-roll"), now)
    assert evening.speech.asked
    assert not any(isinstance(heard, bytes) for heard in evening.speaker.heard)


def test_a_muted_box_asks_for_no_sentence(evening: Evening) -> None:
    evening.preferences.change(VOICE, True)
    evening.preferences.change(MUTE, True)
    evening.show(table("table-first-claim"), 0.0)
    evening.show(table("table-facing"), 1.0)
    assert evening.speech.asked == []


def test_when_nothing_happens_nothing_is_asked_for(evening: Evening) -> None:
    evening.preferences.change(VOICE, True)
    evening.show(table("table-facing"), 0.0)
    for now in (1.0, 60.0, 3600.0):
        evening.sound.apply_settings()
        assert evening.sound.tick(replace(table("table-facing")), now) is None
    assert evening.speaker.heard == []


def test_the_crowd_is_invited_when_it_is_set_and_not_again_after_its_window_was_closed(evening: Evening) -> None:
    assert evening.stage.audience is None, "one screen: the crowd is not invited of itself"
    evening.preferences.change(AUDIENCE, "on")
    evening.sound.apply_settings()
    assert evening.stage.audience is not None
    evening.stage.close_audience()
    evening.preferences.change(VOLUME, 3)
    evening.sound.apply_settings()
    assert evening.stage.audience is None
    for word, open_ in (("off", False), ("on", True), ("auto", False)):
        evening.preferences.change(AUDIENCE, word)
        evening.sound.apply_settings()
        assert (evening.stage.audience is not None) is open_, word


class OneWindow(MainWindow):
    """A stage on a machine that opens one window only."""

    def open_audience(self) -> None:
        raise SingleWindowError


class TwoScreens(MainWindow):
    """A stage on a machine with two screens."""

    screen_count = 2


def test_what_the_crowd_cannot_have_is_reported() -> None:
    stage, preferences, said = OneWindow((320, 240)), Preferences(), list[str]()
    preferences.change(AUDIENCE, "on")
    SoundAndVoice(
        stage, Listening(), FakeSpeech(), lambda: preferences.settings, lambda warning: said.append(str(warning))
    ).apply_settings()
    (warning,) = said
    assert warning.endswith("install pygame-ce instead.")
    stage.close()


@pytest.mark.parametrize("fullscreen", [True, False])
def test_two_screens_invite_the_crowd_where_the_table_takes_the_whole_of_its_own(fullscreen: bool) -> None:
    stage, preferences = TwoScreens((320, 240), fullscreen), Preferences()
    SoundAndVoice(stage, Listening(), FakeSpeech(), lambda: preferences.settings).apply_settings()
    assert (stage.audience is not None) is fullscreen
    stage.close()


def test_newcomers_hear_what_is_explained_to_them_where_the_voice_is_on(evening: Evening) -> None:
    scene = table("table-roll")
    evening.show(scene, 0.0)
    told = replace(scene, notice=Notice("Astrid: shut the lid and shake.", aloud=True))
    evening.show(told, 1.0)
    assert evening.speech.asked == [], "the voice is off"
    evening.preferences.change(VOICE, True)
    evening.show(scene, 2.0)
    evening.show(told, 3.0)
    evening.show(told, 3.1)
    assert evening.speech.asked == [("Astrid: shut the lid and shake.", "en")]
    assert b"Astrid: shut the lid and shake." in evening.speaker.heard
