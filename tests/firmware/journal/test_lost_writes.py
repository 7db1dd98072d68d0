"""A power cut that loses unflushed writes: a short run of `python -m tests.firmware.journal.lost_writes`."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from tests.firmware.journal.lost_writes import FileOperation, cut_power, record


@pytest.fixture(scope="module")
def operations(tmp_path_factory: pytest.TempPathFactory) -> list[FileOperation]:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler for the recorder")
    return record(tmp_path_factory.mktemp("recorded"), seed=1, actions=10)


def test_nothing_that_was_shown_is_lost(operations: list[FileOperation], tmp_path: Path) -> None:
    report = cut_power(operations, 25, 1, tmp_path)
    assert report.findings == []
    assert report.shown > 0


def test_a_journal_that_did_not_flush_would_lose_events(operations: list[FileOperation], tmp_path: Path) -> None:
    """The model itself can fail; otherwise it would prove nothing."""
    careless = [operation for operation in operations if operation.kind != "S" or operation.name == "."]
    assert cut_power(careless, 25, 1, tmp_path).findings != []


def test_two_torn_commits_and_a_lost_head_take_nothing_with_them(
    operations: list[FileOperation], tmp_path: Path
) -> None:
    """Found by 3,000 cuts: such a log was set aside as damaged, and its salvage lost rows that SQLite could read."""
    flushes = [0, *(at for at, operation in enumerate(operations) if operation.kind == "S")]
    frames = [
        at for at, operation in enumerate(operations) if operation.name.endswith("-wal") and len(operation.data) == 24
    ]
    windows = [end for start, end in pairwise(flushes) if sum(start < at < end for at in frames) == 3]
    assert windows, "photographs are written without a flush, together with the next rows"
    for number, end in enumerate(windows[:3]):
        for seed in range(12):
            folder = tmp_path / f"{number}-{seed}"
            folder.mkdir()
            assert cut_power(operations, 1, seed, folder, at=end).findings == []
