"""Runs the computer players in a process of their own, which receives only what a seat may know."""

from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection

from firmware.camera.child_process import ChildProcess, ignore_interrupts, listen, spawn
from firmware.players.question import AdviceAnswer, AdviceQuestion, Answer, Question

LEAVING_SECONDS = 1.0


def _launch() -> ChildProcess:
    return spawn(_run, None, "meierbox-players", daemon=True)


def _run(pipe: Connection, task: None) -> None:
    """The entry point of the process."""
    del task
    ignore_interrupts()
    from firmware.players.answering import answer_questions  # noqa: PLC0415 - loads all players

    answer_questions(pipe)


class ComputerProcess:
    """Asks the computer players; starts their process at the first question, and again if it has ended.

    Answers go to `on_answer` from a thread.
    """

    def __init__(
        self, on_answer: Callable[[Answer | AdviceAnswer], None], launcher: Callable[[], ChildProcess] = _launch
    ) -> None:
        """Starts nothing yet."""
        self._on_answer = on_answer
        self._launcher = launcher
        self._process: ChildProcess | None = None

    def ask(self, question: Question | AdviceQuestion) -> None:
        """Sends a question; if the process has ended, the question is lost and the next one restarts it."""
        process = self._process
        if process is None:
            process = self._process = self._launcher()
            listen(process.pipe, self._on_answer, lambda: None, "computer-players")
        try:
            process.pipe.send(question)
        except OSError:
            self.restart()

    def restart(self) -> None:
        """Kills a hung process; the next question starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.join(LEAVING_SECONDS)
            with suppress(OSError):
                self._process.pipe.close()
            self._process = None

    def close(self) -> None:
        """Ends the process."""
        self.restart()
