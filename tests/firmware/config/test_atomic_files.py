"""Small files that survive power cuts."""

from pathlib import Path

import pytest

from firmware.config import atomic_files


def test_the_new_content_takes_the_place_of_the_old(tmp_path: Path) -> None:
    path = tmp_path / "flag"
    atomic_files.write(path, "old\n", mode=0o600)
    atomic_files.write(path, "new\n")
    assert path.read_text() == "new\n"
    assert path.stat().st_mode & 0o777 == 0o644
    assert [entry.name for entry in tmp_path.iterdir()] == ["flag"]


def test_what_cannot_be_put_in_place_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "flag").mkdir()
    with pytest.raises(IsADirectoryError):
        atomic_files.write(tmp_path / "flag", "new\n")
    assert [entry.name for entry in tmp_path.iterdir()] == ["flag"]


def test_removing_tells_whether_something_was_there(tmp_path: Path) -> None:
    atomic_files.write(tmp_path / "flag", "")
    assert atomic_files.remove(tmp_path / "flag")
    assert not atomic_files.remove(tmp_path / "flag")
