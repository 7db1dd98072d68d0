"""Notifies systemd (sd_notify(3)) that the service is ready, alive, or ending, and of its status.

The socket is named in `NOTIFY_SOCKET`; without it nothing is sent, so that the same program runs on a desktop.
"""

import os
import socket
import time
from collections.abc import Callable, Mapping

BEATS = 3
"""Heartbeats per interval of the watchdog."""


class Notifier:
    """Sends notifications to systemd; silently does nothing if nobody listens."""

    def __init__(self, address: str | None) -> None:
        """Takes the address of the socket: a path, or `@name` for one without a file."""
        self._address = "\0" + address[1:] if address and address[0] == "@" else address

    @property
    def enabled(self) -> bool:
        """Whether the program runs as a service."""
        return self._address is not None

    def tell(self, **words: str) -> None:
        """Sends `KEY=value` lines in one datagram: `tell(READY="1", STATUS="At the table.")`."""
        if self._address is None:
            return
        text = "\n".join(f"{key}={' '.join(value.split())}" for key, value in words.items())
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            try:
                line.sendto(text.encode(), self._address)
            except OSError:
                # A busy or missing service manager must not end the game; another heartbeat follows anyway.
                return


class Heartbeat:
    """Reports completed turns of the main loop to systemd, no more often than its watchdog needs.

    Only the loop calls `beat`, after waiting, handling messages and drawing. A loop that hangs in a screen, a disk or a
    flood of messages sends no heartbeat, and systemd restarts the box.
    """

    def __init__(
        self,
        notifier: Notifier | None = None,
        watchdog: float | None = None,
        status: str = "",
        clock: Callable[[], float] = time.monotonic,
        error_number: int = 0,
    ) -> None:
        """Sends nothing yet.

        `watchdog` is systemd's timeout in seconds, or None; `error_number` is sent with the status.
        """
        self._notifier = notifier or Notifier(None)
        self._every = watchdog / BEATS if watchdog else None
        self._status, self._error_number = status, error_number
        self._clock = clock
        self._last: float | None = None

    def beat(self) -> None:
        """Reports a completed turn; the first one also that the box is ready."""
        now = self._clock()
        if self._last is None:
            error = {"ERRNO": str(self._error_number)} if self._error_number else {}
            self._notifier.tell(READY="1", STATUS=self._status, WATCHDOG="1", **error)
        elif self._every is None or now - self._last < self._every:
            return
        else:
            self._notifier.tell(WATCHDOG="1")
        self._last = now

    def end(self) -> None:
        """Reports that the box ends on purpose."""
        self._notifier.tell(STOPPING="1", STATUS="Putting the dice away.")


def watchdog_seconds(environ: Mapping[str, str], pid: int) -> float | None:
    """Returns systemd's watchdog timeout for this process in seconds, or None.

    >>> watchdog_seconds({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "7"}, 7)
    20.0
    >>> watchdog_seconds({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "6"}, 7) is None
    True
    """
    microseconds = environ.get("WATCHDOG_USEC", "")
    meant = environ.get("WATCHDOG_PID", str(pid)) == str(pid)
    return int(microseconds) / 1e6 if meant and microseconds.isascii() and microseconds.isdecimal() else None


def notifier_of(environ: Mapping[str, str] | None = None) -> Notifier:
    """Returns the notifier that the environment names."""
    return Notifier((os.environ if environ is None else environ).get("NOTIFY_SOCKET") or None)
