"""Speech through `espeak-ng`: text in, a WAV file out, made in a thread so that nothing ever waits for it."""

import shutil
import subprocess
import threading
from collections.abc import Callable
from typing import Protocol

from hardware.desk.pronunciation import respelled
from hardware.message import Message, message

PROGRAM = "espeak-ng"
TIMEOUT_SECONDS = 3.0
"""A sentence takes about 25 ms; a program that takes this long hangs and is killed."""
WORDS_A_MINUTE = 150
LONGEST_TEXT = 400


class Speech(Protocol):
    """Turns sentences into sound, one at a time."""

    @property
    def lacks(self) -> Message | None:
        """What is missing for speech, and the remedy; None if nothing is."""

    def say(self, text: str, language: str) -> None:
        """Requests a sentence; an earlier one that is not finished is dropped."""

    def pop(self) -> bytes | None:
        """Returns the sentence finished since the last call (a WAV file), or None."""

    def close(self) -> None:
        """Stops; a program that is still running is killed."""


class Espeak:
    """Has sentences spoken by espeak-ng in a thread of its own; the latest wins.

    If the program is missing, fails or hangs, there is no sound, and nothing else happens.
    """

    def __init__(self, ready: Callable[[], None], program: str = PROGRAM, timeout: float = TIMEOUT_SECONDS) -> None:
        """Starts nothing yet. `ready` is called from the thread whenever a sentence is finished."""
        self._ready = ready
        self._program = program
        self._timeout = timeout
        self._wanted: tuple[str, str] | None = None
        self._made: bytes | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._closed = False
        self._changed = threading.Condition()

    @property
    def lacks(self) -> Message | None:
        """What is missing for speech, and the remedy; None if nothing is."""
        if shutil.which(self._program) is not None:
            return None
        return message("There is no speech, as espeak-ng is not installed").with_remedy(
            message("sudo apt install espeak-ng")
        )

    def say(self, text: str, language: str) -> None:
        """Requests a sentence in a language, by its two letters; only the latest is made."""
        with self._changed:
            if self._closed:
                return
            self._wanted = text[:LONGEST_TEXT], language
            self._made = None
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="speech", daemon=True)
                self._thread.start()
            self._changed.notify()

    def pop(self) -> bytes | None:
        """Returns the finished sentence, or None."""
        with self._changed:
            made, self._made = self._made, None
            return made

    def close(self) -> None:
        """Stops; a program that is still running is killed."""
        with self._changed:
            self._closed = True
            self._wanted = None
            process = self._process
            self._changed.notify()
        if process is not None:
            process.kill()
        if self._thread is not None:
            self._thread.join(1.0)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted is not None or self._closed)
                if self._closed or self._wanted is None:
                    return
                (text, language), self._wanted = self._wanted, None
            made = self._make(text, language)
            with self._changed:
                if self._closed:
                    return
                if made is None or self._wanted is not None:
                    continue
                self._made = made
            self._ready()

    def _make(self, text: str, language: str) -> bytes | None:
        found = shutil.which(self._program)
        if found is None:
            return None
        # The text goes through a pipe: it may begin with a dash, and must not show in the list of processes.
        command = [found, "--stdout", "--stdin", "-v", language, "-s", str(WORDS_A_MINUTE)]
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError:
            return None
        with self._changed:
            self._process = process
            if self._closed:
                process.kill()
        try:
            made, _ = process.communicate(respelled(text, language).encode(), self._timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return None
        finally:
            with self._changed:
                self._process = None
        return made if process.returncode == 0 and made.startswith(b"RIFF") else None
