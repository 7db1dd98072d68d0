"""The box as a service, in a process of its own; the test plays systemd."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.config.start_guard import FLAG, SAFE_START_CODE
from firmware.rules.message import from_json

ROOT = Path(__file__).parents[3]


class Manager:
    """Starts the box as systemd does and receives its notifications."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state = folder / "state"
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(str(folder / "notify"))
        self.line.settimeout(60)
        self.started: list[subprocess.Popen[str]] = []

    def start(self, *words: str, **environ: str) -> subprocess.Popen[str]:
        (self.folder / "run").mkdir(exist_ok=True)
        env = {
            **os.environ,
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "MEIERBOX_STATE": str(self.state),
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "WATCHDOG_USEC": "600000",
            "RUNTIME_DIRECTORY": str(self.folder / "run"),
            "MEIERBOX_POWER_OFF": str(self.folder / "run" / "poweroff"),
            **environ,
        }
        command = [sys.executable, "-m", "firmware", "play", "--window", "800x480", *words]
        process = subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.PIPE, text=True)
        self.started.append(process)
        return process

    def hears(self) -> str:
        return self.line.recv(4096).decode()

    def hears_nothing_more(self, seconds: float) -> None:
        """Receives notifications until there is silence for this long."""
        self.line.settimeout(seconds)
        try:
            while self.hears():
                pass
        except TimeoutError:
            self.line.settimeout(60)

    def end(self, process: subprocess.Popen[str], number: signal.Signals = signal.SIGTERM) -> int:
        process.send_signal(number)
        process.communicate(timeout=60)
        return process.returncode

    def close(self) -> None:
        for process in self.started:
            if process.poll() is None:
                process.kill()
                process.communicate(timeout=60)
        self.line.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(tmp_path)
    yield manager
    manager.close()


def test_it_says_that_it_is_ready_lives_hangs_and_ends(manager: Manager) -> None:
    box = manager.start("--camera", "none")
    assert manager.hears() == "READY=1\nSTATUS=At the table.\nWATCHDOG=1"
    assert manager.hears() == "WATCHDOG=1"
    assert manager.hears() == "WATCHDOG=1"
    assert (manager.state / FLAG).exists(), "it has not run long enough to be proven"
    box.send_signal(signal.SIGSTOP)
    manager.hears_nothing_more(0.5)
    box.send_signal(signal.SIGCONT)
    assert manager.hears() == "WATCHDOG=1", "a loop that hangs gave no signs"
    assert manager.end(box) == 0
    said = manager.hears()
    while said == "WATCHDOG=1":
        said = manager.hears()
    assert said.startswith("STOPPING=1")
    assert not (manager.state / FLAG).exists()
    assert not (manager.folder / "run" / "poweroff").exists(), "systemd ended it, not the table"


def test_after_a_start_without_its_camera_the_next_is_a_safe_one_that_says_why(manager: Manager) -> None:
    failed = manager.start("--camera", "usb:97")
    _, said = failed.communicate(timeout=60)
    assert failed.returncode == 2
    reason = str(from_json(json.loads((manager.state / FLAG).read_text())["reason"]))
    assert reason in said
    assert "97" in reason
    box = manager.start("--camera", "usb:97")
    ready = manager.hears()
    assert ready.startswith("READY=1\nSTATUS=Safe start: ")
    assert f"\nERRNO={SAFE_START_CODE}" in ready, "the trial of a release goes by this, not by the words"
    assert reason in ready
    assert manager.end(box) == 0


def test_two_starts_that_were_killed_make_a_safe_one(manager: Manager) -> None:
    for _ in range(2):
        box = manager.start("--camera", "none")
        assert "At the table" in manager.hears()
        manager.end(box, signal.SIGKILL)
        manager.hears_nothing_more(0.1)
    manager.start("--camera", "none")
    assert "The last 2 starts failed" in manager.hears()


def test_a_safe_start_plays_even_where_no_journal_can_be_kept(manager: Manager) -> None:
    manager.state.write_text("in the way")
    failed = manager.start("--camera", "none")
    failed.communicate(timeout=60)
    assert failed.returncode == 2
    box = manager.start("--camera", "none")
    assert "The journal cannot be kept" in manager.hears()
    assert manager.end(box) == 0
    assert manager.state.read_text() == "in the way"
