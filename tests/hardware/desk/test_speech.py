"""The voice: a program speaks, and if it is missing, fails or hangs, nothing waits for it."""

import array
import io
import os
import select
import shutil
import stat
import subprocess
import threading
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.desk.pronunciation import respelled
from hardware.desk.speech import PROGRAM, Espeak

PATIENCE = 20.0


class Room:
    """A voice whose program is a script, and what it has produced."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ready = threading.Event()
        self.voices: list[Espeak] = []

    def voice(self, script: str, timeout: float = PATIENCE) -> Espeak:
        program = self.folder / "voice"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        self.voices.append(Espeak(self.ready.set, str(program), timeout))
        return self.voices[-1]

    def hear(self, voice: Espeak) -> bytes | None:
        assert self.ready.wait(PATIENCE)
        self.ready.clear()
        return voice.pop()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    for voice in made.voices:
        voice.close()


def gone(name: str) -> Callable[[], bool]:
    return lambda: not any(thread.name == name for thread in threading.enumerate())


def test_a_sentence_is_turned_into_sound(room: Room) -> None:
    voice = room.voice('printf RIFF; cat; echo " $*"')
    assert voice.pop() is None
    voice.say("Astrid says: thirty-four.", "en")
    made = room.hear(voice)
    assert made is not None
    assert made.startswith(b"RIFFAstrid says: thirty-four.")
    assert b"--stdout --stdin -v en" in made
    assert voice.pop() is None, "it is taken once"


def test_words_that_the_voice_mispronounces_are_spelled_as_it_says_them_rightly(room: Room) -> None:
    voice = room.voice("printf RIFF; cat")
    for language, text, heard in (
        ("de", "Sechsen und Sechserpasch", "Sexen und Sexerpasch"),
        ("es", "Mia", "Mía"),
        ("en", "Mia", "Mia"),
    ):
        voice.say(text, language)
        assert room.hear(voice) == f"RIFF{heard}".encode()


@pytest.mark.skipif(shutil.which(PROGRAM) is None, reason=f"{PROGRAM} is not installed")
@pytest.mark.parametrize("plural", ["Einsen", "Zweien", "Dreien", "Vieren", "Fünfen", "Sechsen"])
def test_the_real_voice_says_the_plural_of_a_german_face_as_one_word(plural: str) -> None:
    command = [PROGRAM, "-x", "-q", "-v", "de", respelled(f"vier {plural}", "de")]
    phonemes = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert phonemes.rstrip().endswith("@n"), "not “sechs, e, n”"


def test_the_latest_sentence_wins(room: Room) -> None:
    hold = room.folder / "hold"
    hold.write_text("")
    voice = room.voice(f'text=$(cat); while [ -e {hold} ]; do :; done; printf "RIFF%s" "$text"')
    voice.say("first", "en")
    voice.say("second", "en")
    voice.say("third", "en")
    hold.unlink()
    assert room.hear(voice) == b"RIFFthird"


def test_a_program_that_hangs_is_killed_and_the_next_sentence_is_spoken(room: Room) -> None:
    hangs = room.folder / "hangs"
    os.mkfifo(hangs)
    begun = os.open(hangs, os.O_RDONLY | os.O_NONBLOCK)
    voice = room.voice(
        f'text=$(cat); case "$text" in hang*) echo > {hangs}; exec tail -f /dev/null;; esac; printf "RIFF%s" "$text"',
        1.0,
    )
    voice.say("hang", "en")
    # The next is requested only once the first hangs: earlier, it would replace it.
    assert select.select([begun], [], [], PATIENCE)[0]
    os.close(begun)
    voice.say("speak", "en")
    assert room.hear(voice) == b"RIFFspeak"


def test_a_hanging_program_is_ended_with_the_voice(room: Room) -> None:
    voice = room.voice("exec tail -f /dev/null")
    voice.say("hang", "en")
    voice.close()
    assert gone("speech")()


@pytest.mark.parametrize("script", ["exit 1", "echo no sound", "cat > /dev/null; printf RIFF; exit 3"])
def test_a_failing_program_makes_no_sound(room: Room, script: str) -> None:
    voice = room.voice(f'text=$(cat); case "$text" in well) printf RIFFwell; exit 0;; esac; {script}')
    voice.say("ill", "en")
    voice.say("well", "en")
    assert room.hear(voice) == b"RIFFwell"


def test_it_tells_what_is_missing_for_speech(room: Room) -> None:
    assert room.voice("exit 0").lacks is None
    lacks = Espeak(room.ready.set, "no-such-voice").lacks
    assert str(lacks) == "There is no speech, as espeak-ng is not installed: sudo apt install espeak-ng."


def test_without_the_program_nothing_happens(room: Room) -> None:
    voice = Espeak(room.ready.set, "no-such-voice")
    room.voices.append(voice)
    voice.say("hello", "en")
    voice.close()
    assert voice.pop() is None
    assert not room.ready.is_set()


def test_nothing_starts_after_closing(room: Room) -> None:
    voice = room.voice("printf RIFF")
    voice.close()
    voice.say("too late", "en")
    assert gone("speech")()


SAID = {
    "en": "Astrid says: thirty-four. A lie!",
    "de": "Adelheid sagt: vierunddreißig. Lüge! Dreierpasch.",
    "da": "Bjørn siger: fireogtredive. Løgn! Par treere.",
    "es": "Jimena dice: treinta y cuatro. ¡Mentira! Dobles treses.",
}


@pytest.mark.skipif(shutil.which(PROGRAM) is None, reason=f"{PROGRAM} is not installed")
@pytest.mark.parametrize("language", SAID)
def test_the_real_voice_speaks_every_language_aloud(room: Room, language: str) -> None:
    voice = Espeak(room.ready.set)
    room.voices.append(voice)
    heard = []
    for spoken_by in (language, "en" if language != "en" else "de"):
        voice.say(SAID[language], spoken_by)
        made = room.hear(voice)
        assert made is not None
        # A WAV written to a pipe does not know its own length.
        with wave.open(io.BytesIO(made)) as sound:
            rate, loud = sound.getframerate(), array.array("h", made[44 : 44 + (len(made) - 44) // 2 * 2])
        assert len(loud) / rate > 1.5, "it takes seconds to say"
        assert max(loud) > 3000, "it is not silent"
        heard.append(made)
    assert heard[0] != heard[1], "another voice says it otherwise"
