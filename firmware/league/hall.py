"""Listens to a broker, and collects the results of all boxes despite duplicates and outages."""

import threading
from contextlib import suppress
from typing import Any

from firmware.league.broker_settings import BrokerSettings
from firmware.league.errors import ResultError
from firmware.league.game_result import LeagueResult, parsed_result
from firmware.league.mqtt import KEEPALIVE, QOS, client_of, turn, unreachable

TURN = 0.2
SLOWEST = 8.0
"""The longest pause before reconnecting, in seconds."""


class HallListener:
    """Listens in a thread until `close`; `refused` counts invalid messages."""

    def __init__(self, settings: BrokerSettings, name: str = "") -> None:
        """Creates an unconnected client; raises MissingExtraError."""
        self._settings = settings
        self._lock = threading.Lock()
        self._results: dict[str, LeagueResult] = {}
        self.refused = 0
        self.connected = False
        self._ended, self._again = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)
        self._client = client_of(settings, name)
        self._client.on_connect = self._on_connect
        self._client.on_message = lambda _, __, found: self.receive(found.topic, found.payload)

    def listen(self) -> None:
        """Starts listening; after a lost connection it reconnects and receives everything again.

        Raises:
            BrokerError: where there is no broker to begin with.
        """
        try:
            self._client.connect(self._settings.host, self._settings.port, KEEPALIVE)
        except (OSError, ValueError) as error:
            raise unreachable(self._settings, str(error)) from error
        self._thread.start()

    def close(self) -> None:
        """Closes the connection."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def ask_again(self) -> None:
        """Requests all results again soon, in case a busy broker dropped some."""
        self._again.set()

    @property
    def results(self) -> tuple[LeagueResult, ...]:
        """All results so far."""
        with self._lock:
            return tuple(self._results.values())

    def receive(self, topic: str, payload: bytes) -> None:
        """Handles a message: a result under its own topic counts once, anything else is refused."""
        box, _, game = topic.removeprefix(f"{self._settings.results}/").partition("/")
        try:
            result = parsed_result(payload)
        except ResultError:
            self.refused += 1
            return
        if (result.box, result.id) != (box, game):
            self.refused += 1
            return
        with self._lock:
            known = self._results.get(result.id)
            if known is None or known.rows <= result.rows:
                self._results[result.id] = result

    def _run(self) -> None:
        wait = 1.0
        while not self._ended.is_set():
            if turn(self._client, TURN):
                wait = 1.0
                if self._again.is_set() and self.connected:
                    self._again.clear()
                    self._client.subscribe(f"{self._settings.results}/+/+", QOS)
                continue
            self.connected = False
            self._ended.wait(wait)
            wait = min(SLOWEST, 2 * wait)
            with suppress(OSError, ValueError):
                self._client.reconnect()
        self._client.disconnect()
        turn(self._client, 0)

    def _on_connect(self, _: Any, __: Any, ___: Any, reason: Any, ____: Any) -> None:
        self.connected = not reason.is_failure
        if self.connected:
            self.ask_again()
