"""SIGTERM ends every command within seconds, whatever it is doing.

The box leaves in order: its main loop has a handler of its own. A command without one ends at once. A thread waits
beside both, and ends the program by force where nothing has come of it.
"""

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

GRACE = 2.0
"""Seconds for leaving in order: the camera's process is given one of them."""
CODE = 128 + signal.SIGTERM


@contextmanager
def ended_by_sigterm(grace: float = GRACE, end: Callable[[int], object] = os._exit) -> Iterator[None]:
    """Watches for SIGTERM as long as it lasts; does nothing outside the main thread, which alone gets signals."""
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
    """What SIGTERM does where nobody else handles it; files are written so that this loses nothing."""
    raise SystemExit(CODE)
