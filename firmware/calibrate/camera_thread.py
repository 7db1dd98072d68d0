"""A camera in a thread of its own: one that hangs is given up after a while, and nobody else hangs with it."""

import queue
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from hardware.errors import CameraError
from hardware.message import Message, message
from hardware.ports import Camera, Frame, title_of

PATIENCE = 20.0
"""So many seconds may a camera take for anything that is asked of it: OpenCV gives up after ten, and says why; a drawn
one may take a busy machine as long."""

T = TypeVar("T")


class _Answer(Generic[T]):
    """What came of a job: a value, or what was raised."""

    def __init__(self, value: T | None, error: BaseException | None) -> None:
        self.value, self.error = value, error


class CameraThread:
    """Opens a camera and does with it what it is told, one job after another."""

    def __init__(self, opener: Callable[[], Camera], patience: float = PATIENCE) -> None:
        """Opens the camera; CameraError where it cannot be had, or does not open in time."""
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._patience = patience
        threading.Thread(target=self._work, name="camera", daemon=True).start()
        self.camera = self._done(opener, message("The camera"))
        self.name = self.camera.name

    def do(self, job: Callable[[Camera], T]) -> T:
        """Has something done with the camera and gives what comes of it; CameraError where it hangs."""
        return self._done(lambda: job(self.camera), title_of(self.camera))

    def capture(self) -> Frame:
        """Takes one frame now."""
        return self.do(lambda camera: camera.capture())

    def close(self) -> None:
        """Gives the camera back; one that hangs is left alone."""
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
            raise CameraError(
                message("{name} hangs", name=who).with_remedy(
                    message("turn the machine off and on again, and check that the camera's cable sits firmly")
                )
            ) from None
        if answer.error is not None:
            raise answer.error
        return answer.value  # type: ignore[return-value]

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
