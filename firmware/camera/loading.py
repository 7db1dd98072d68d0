"""Says from a thread that this process is still loading its libraries, which takes a very slow computer minutes."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

from firmware.camera.messages import WorkerHeartbeat

BEAT_SECONDS = 2.0
LONGEST_SECONDS = 300.0
"""After this long loading counts as a hang, and the thread falls silent."""


@contextmanager
def heard_while_loading(
    pipe: Connection, beat_seconds: float = BEAT_SECONDS, longest_seconds: float = LONGEST_SECONDS
) -> Iterator[None]:
    """Sends a heartbeat now and then until the block ends; only code that calls no camera driver belongs in it."""
    loaded = threading.Event()

    def beat() -> None:
        with suppress(OSError):  # the other end is closed: the next message from the block notices it too
            for _ in range(round(longest_seconds / beat_seconds)):
                if loaded.wait(beat_seconds):
                    return
                pipe.send(WorkerHeartbeat())

    thread = threading.Thread(target=beat, name="loading", daemon=True)
    thread.start()
    try:
        yield
    finally:
        loaded.set()
        thread.join()  # a pipe takes messages from one thread at a time
