"""A power cut at any moment of an update leaves one complete release that runs and has all its games."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.firmware.deploy.installed_box import GAMES

PROJECT = Path(__file__).parents[3]
OLD = "meierbox"
NEW = "0.2.0-1a2b3c4"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory if there is one: some thousand files are synced here."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with TemporaryDirectory(prefix="meierbox-cuts-", dir=memory) as name:
        yield Path(name)


def test_a_power_cut_at_any_instant_leaves_a_working_box(folder: Path) -> None:
    command = [sys.executable, "-m", "tests.firmware.deploy.power_cuts", str(folder)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    updates: dict[tuple[bool, bool], list[dict[str, object]]] = {}
    for line in done.stdout.splitlines():
        end = json.loads(line)
        updates.setdefault((end["bad"], end["later"]), []).append(end)
    assert len(updates) == 4, "to a good and a bad release, with a journal of the same and of a later kind"
    for (bad, later), ends in updates.items():
        assert len(ends) > 60, "as many instants as the update touches files"
        for end in ends:
            assert end["whole"], end
            assert end["set_up"], end
            assert end["runs"], end
            assert not end["trial"], end
            assert end["games"] == list(GAMES), end
            assert end["units"] in (None, end["current"]), end
            assert end["current"] == OLD or not bad, end
            assert end["kind"] == (2 if end["current"] == NEW and later else 1), end
        assert ends[0]["current"] == OLD
        assert ends[-1]["current"] == (OLD if bad else NEW)
