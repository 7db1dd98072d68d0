"""Makes SIGTERM end every command within seconds, whatever it is doing.

The box shuts down in order: its main loop has a handler of its own. Other commands end at once. A watchdog thread kills
the program if neither works.
"""

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

GRACE = 2.0
"""Seconds for an orderly shutdown; the camera process is given one of them."""
CODE = 128 + signal.SIGTERM


@contextmanager
def ended_by_sigterm(grace: float = GRACE, end: Callable[[int], object] = os._exit) -> Iterator[None]:
    """Handles SIGTERM for its duration; does nothing outside the main thread, which alone gets signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    done = threading.Event()

    def watch() -> None:
        with ours:
            while number := ours.recv(1):
                if number[0] == signal.SIGTERM and not done.wait(grace):
                    end(CODE)

    before = signal.signal(signal.SIGTERM, _leave)
    woken_before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    watcher = threading.Thread(target=watch, name="termination", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        signal.set_wakeup_fd(woken_before)
        signal.signal(signal.SIGTERM, before)
        theirs.close()
        watcher.join()


def _leave(*_: object) -> None:
    """The default handler; files are written so that nothing is lost."""
    raise SystemExit(CODE)
