"""Who listens in a hall: collects the results of all boxes, whatever comes twice or in between an outage."""

import threading
from contextlib import suppress
from typing import Any

from firmware.league.broker_settings import BrokerSettings
from firmware.league.errors import ResultError
from firmware.league.game_result import LeagueResult, parsed_result
from firmware.league.mqtt import KEEPALIVE, QOS, client_of, turn, unreachable

TURN = 0.2
SLOWEST = 8.0
"""Seconds between two attempts to connect again, at most."""


class HallListener:
    """Listens in a thread of its own until `close`; `refused` counts messages that were no results."""

    def __init__(self, settings: BrokerSettings, name: str = "") -> None:
        """Makes a client that is not connected yet; raises MissingExtraError."""
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
        """Begins to listen; a connection that is lost is made again, and everything is told once more then.

        Raises:
            BrokerError: where there is no broker to begin with.
        """
        try:
            self._client.connect(self._settings.host, self._settings.port, KEEPALIVE)
        except (OSError, ValueError) as error:
            raise unreachable(self._settings, str(error)) from error
        self._thread.start()

    def close(self) -> None:
        """Ends the connection."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def ask_again(self) -> None:
        """Has the broker tell everything once more soon, for what it may have dropped when it was busy."""
        self._again.set()

    @property
    def results(self) -> tuple[LeagueResult, ...]:
        """What is known by now."""
        with self._lock:
            return tuple(self._results.values())

    def receive(self, topic: str, payload: bytes) -> None:
        """Takes a message: a result under its own topic counts once, anything else not at all."""
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
