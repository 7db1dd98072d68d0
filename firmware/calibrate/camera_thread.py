"""Runs a camera in a thread of its own, so that one that hangs can be abandoned."""

import queue
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from firmware.calibrate.errors import CameraStalledError
from firmware.camera.device_messages import message_of
from firmware.rules.message import Message, message
from hardware.ports import Camera, Frame, title_of

PATIENCE = 20.0
"""Seconds that any camera operation may take: OpenCV gives up after ten, with a reason; a simulated camera may need as
long on a busy machine."""

T = TypeVar("T")


class _Answer(Generic[T]):
    """The result of a job: a value or an exception."""

    def __init__(self, value: T | None, error: BaseException | None) -> None:
        self.value, self.error = value, error


class CameraThread:
    """Opens a camera and runs jobs with it, one at a time."""

    def __init__(self, opener: Callable[[], Camera], patience: float = PATIENCE) -> None:
        """Opens the camera; CameraError if there is none, CameraStalledError if it does not open in time."""
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._patience = patience
        threading.Thread(target=self._work, name="camera", daemon=True).start()
        self.camera = self._done(opener, message("The camera"))
        self.name = self.camera.name

    def do(self, job: Callable[[Camera], T]) -> T:
        """Runs a job with the camera and returns its result; CameraStalledError if it hangs."""
        return self._done(lambda: job(self.camera), message_of(title_of(self.camera)))

    def capture(self) -> Frame:
        """Captures a frame."""
        return self.do(lambda camera: camera.capture())

    def close(self) -> None:
        """Closes the camera; a hung one is abandoned."""
        self._jobs.put(self.camera.close)
        self._jobs.put(None)

    def _done(self, job: Callable[[], T], who: Message) -> T:
        answers: queue.SimpleQueue[_Answer[T]] = queue.SimpleQueue()

        def run() -> None:
            try:
                answers.put(_Answer(job(), None))
            except Exception as error:  # noqa: BLE001 - handed over to whoever asked
                answers.put(_Answer(None, error))

        self._jobs.put(run)
        try:
            answer = answers.get(timeout=self._patience)
        except queue.Empty:
            remedy = message("turn the machine off and on again, and check that the camera's cable sits firmly")
            raise CameraStalledError(message("{camera} hangs", camera=who).with_remedy(remedy)) from None
        if answer.error is not None:
            raise answer.error
        return answer.value  # type: ignore[return-value]

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
