"""Synchronises a broker with the results of a box: asks what it has, and publishes what it lacks.

The journal itself is the queue: what could not be published is published later, after any interruption of box or
broker. A killed broker forgets what it had acknowledged but not saved, so a box does not remember what it sent, but
asks.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from firmware.league.broker_settings import BrokerSettings
from firmware.league.errors import ResultError
from firmware.league.game_result import LeagueResult, parsed_result
from firmware.league.mqtt import KEEPALIVE, QOS, client_of, turn, unreachable

PATIENCE = 20.0
"""The longest exchange, in seconds."""
TURN = 0.1


@dataclass(slots=True)
class _Received:
    """What the broker has sent."""

    refused: str = ""
    connected: bool = False
    everything: bool = False
    results: dict[str, LeagueResult] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)


class Exchange:
    """A box's connection to a broker; it stays open until `close`."""

    def __init__(self, settings: BrokerSettings, box: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Creates an unconnected client; raises MissingExtraError."""
        self._settings, self._box, self._clock = settings, box, clock
        self._told = _Received()
        self._client = client_of(settings, f"meierbox-{box[:16]}")
        self._client.on_connect = self._on_connect
        self._client.on_subscribe = self._on_subscribe
        self._client.on_message = self._on_message
        self._client.on_publish = self._on_publish
        self._open = False

    def synchronise(self, results: Iterable[LeagueResult]) -> int:
        """Publishes the results that the broker lacks; returns how many.

        Raises:
            BrokerError: where the broker cannot be reached, refuses, or does not answer; nothing is lost by it.
        """
        self.close()
        self._told = told = _Received()
        deadline = self._clock() + PATIENCE
        try:
            self._client.connect(self._settings.host, self._settings.port, KEEPALIVE)
        except (OSError, ValueError) as error:
            raise unreachable(self._settings, str(error)) from error
        self._open = True
        self._until(lambda: told.everything, deadline)
        lacking = [result for result in results if _lacks(told.results.get(result.id), result)]
        waiting = {self._publish(result) for result in lacking}
        self._until(lambda: waiting <= told.taken, deadline)
        return len(lacking)

    def close(self) -> None:
        """Closes the connection."""
        if self._open:
            self._client.disconnect()
            turn(self._client, TURN)
            self._open = False

    def _publish(self, result: LeagueResult) -> int:
        topic = f"{self._settings.results}/{self._box}/{result.id}"
        sent = self._client.publish(topic, result.to_json().encode(), qos=QOS, retain=True)
        return int(sent.mid)

    def _until(self, done: Callable[[], bool], deadline: float) -> None:
        while not done():
            alive = turn(self._client, TURN)
            if self._told.refused or not alive:
                raise unreachable(self._settings, self._told.refused or "the connection was lost")
            if self._clock() > deadline:
                raise unreachable(self._settings, "it does not answer")

    def _on_connect(self, client: Any, _: Any, __: Any, reason: Any, ___: Any) -> None:
        if reason.is_failure:
            self._told.refused = str(reason)
            return
        client.subscribe([(f"{self._settings.results}/{self._box}/+", QOS), (self._mark, QOS)])

    def _on_subscribe(self, client: Any, _: Any, __: Any, reasons: Any, ___: Any) -> None:
        if any(reason.is_failure for reason in reasons):
            self._told.refused = "it may not read"
            return
        # This marker comes back after all retained results.
        client.publish(self._mark, b"", qos=QOS)

    def _on_message(self, _: Any, __: Any, found: Any) -> None:
        if found.topic == self._mark:
            self._told.everything = True
            return
        try:
            result = parsed_result(found.payload)
        except ResultError:
            return
        self._told.results[found.topic.rpartition("/")[2]] = result

    def _on_publish(self, _: Any, __: Any, number: int, ___: Any, ____: Any) -> None:
        self._told.taken.add(number)

    @property
    def _mark(self) -> str:
        return f"{self._settings.marks}/{self._box}"


def _lacks(known: LeagueResult | None, result: LeagueResult) -> bool:
    return known is None or (known != result and known.rows <= result.rows)
