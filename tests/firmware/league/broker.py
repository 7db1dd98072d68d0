"""A broker for tests: Mosquitto on a free port of this machine, which can be killed and restarted."""

import shutil
import socket
import subprocess
import time
from pathlib import Path

from firmware.league.broker_settings import BrokerSettings

PROGRAM = shutil.which("mosquitto") or (shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin"))
WHY_NOT = "mosquitto is not installed, so NOTHING was tried on a real broker: apt install mosquitto"


class Broker:
    """A broker with its data in a folder; `extra` are lines for its configuration."""

    def __init__(self, folder: Path, extra: str = "allow_anonymous true") -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._config = folder / "mosquitto.conf"
        lines = (
            "persistence true",
            f"persistence_location {folder}/",
            "autosave_interval 5",
            "max_queued_messages 0",
            "user root",
            f"listener {self.port} 127.0.0.1",
            extra,
        )
        self._config.write_text("\n".join(lines) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def settings(self) -> BrokerSettings:
        return BrokerSettings("127.0.0.1", "hall", self.port)

    def start(self) -> None:
        assert PROGRAM is not None
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen([PROGRAM, "-c", str(self._config)], stdout=quiet, stderr=quiet)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                assert self._process.poll() is None, "mosquitto ended at once"
            else:
                return
        raise AssertionError("mosquitto does not listen")

    def kill(self) -> None:
        """Kills it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
