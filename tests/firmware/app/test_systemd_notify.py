"""Notifications to systemd, on a socket of the test's own."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.app.systemd_notify import Heartbeat, Notifier, notifier_of


class Listener:
    """The other end of the socket."""

    def __init__(self, address: str) -> None:
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(address)
        self.line.setblocking(False)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self.line.recv(4096).decode())
            except BlockingIOError:
                return messages


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    listener = Listener(str(tmp_path / "notify"))
    yield listener
    listener.line.close()


def test_each_word_is_a_line_of_one_datagram(listener: Listener, tmp_path: Path) -> None:
    notifier_of({"NOTIFY_SOCKET": str(tmp_path / "notify")}).tell(READY="1", STATUS="Safe start:\nno camera")
    assert listener.heard() == ["READY=1\nSTATUS=Safe start: no camera"]


def test_a_socket_without_a_file_is_reached() -> None:
    listener = Listener("\0meierbox-test-notify")
    try:
        Notifier("@meierbox-test-notify").tell(READY="1")
        assert listener.heard() == ["READY=1"]
    finally:
        listener.line.close()


def test_at_a_desk_nothing_is_reported() -> None:
    assert not notifier_of({}).enabled
    Notifier(None).tell(READY="1")


def test_a_lost_service_manager_does_not_end_the_game(tmp_path: Path) -> None:
    Notifier(str(tmp_path / "gone")).tell(WATCHDOG="1")


def test_the_first_turn_says_that_the_box_is_ready_and_later_ones_that_it_lives(
    listener: Listener, tmp_path: Path
) -> None:
    clock = Clock()
    heartbeat = Heartbeat(Notifier(str(tmp_path / "notify")), 21.0, "At the table.", clock)
    assert listener.heard() == []
    heartbeat.beat()
    assert listener.heard() == ["READY=1\nSTATUS=At the table.\nWATCHDOG=1"]
    clock.now += 6.9
    heartbeat.beat()
    assert listener.heard() == []
    clock.now += 0.2
    heartbeat.beat()
    heartbeat.beat()
    assert listener.heard() == ["WATCHDOG=1"]


def test_a_loop_that_stands_still_gives_no_sign(listener: Listener, tmp_path: Path) -> None:
    clock = Clock()
    heartbeat = Heartbeat(Notifier(str(tmp_path / "notify")), 21.0, clock=clock)
    heartbeat.beat()
    listener.heard()
    clock.now += 300
    assert listener.heard() == []


def test_without_a_watchdog_only_the_readiness_is_reported(listener: Listener, tmp_path: Path) -> None:
    clock = Clock()
    heartbeat = Heartbeat(Notifier(str(tmp_path / "notify")), None, clock=clock)
    heartbeat.beat()
    clock.now += 100
    heartbeat.beat()
    heartbeat.end()
    ready, end = listener.heard()
    assert ready.startswith("READY=1")
    assert end.startswith("STOPPING=1")
