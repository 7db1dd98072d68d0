"""Posters on USB drives: what is copied where, and what is said when that fails."""

from pathlib import Path

import pytest

from firmware.deploy import usb_drives
from firmware.deploy.errors import DeployError
from firmware.deploy.poster_copy import POSTERS, copy_posters
from firmware.table.maintenance_port import Task
from tests.firmware.deploy.test_maintenance import keeper


@pytest.fixture
def posters(tmp_path: Path) -> Path:
    folder = tmp_path / "var/lib/meierbox" / POSTERS
    folder.mkdir(parents=True)
    (folder / "2026-11-25-3.png").write_bytes(b"a poster")
    return folder


def plugged_in(root: Path, name: str = "STICK") -> Path:
    """A drive that is mounted."""
    stick = root / "media/astrid" / name
    stick.mkdir(parents=True)
    mounts = root / "proc/self/mountinfo"
    mounts.parent.mkdir(parents=True)
    where = f"/media/astrid/{name}".replace(" ", "\\040")
    mounts.write_text(f"36 25 8:1 / {where} rw,relatime - vfat /dev/sda1 rw\n")
    return stick


def test_a_poster_is_copied_once(tmp_path: Path, posters: Path) -> None:
    stick = plugged_in(tmp_path, "MY STICK")
    assert usb_drives.writable(tmp_path) == [stick]
    assert copy_posters(posters, [stick]) == 1
    assert (stick / "meierbox/2026-11-25-3.png").read_bytes() == b"a poster"
    assert copy_posters(posters, [stick]) == 0


def test_a_folder_where_nothing_is_mounted_is_no_drive(tmp_path: Path) -> None:
    (tmp_path / "media/astrid/CDROM").mkdir(parents=True)
    assert usb_drives.writable(tmp_path) == []


def test_a_link_among_the_posters_is_left_out(tmp_path: Path, posters: Path) -> None:
    (tmp_path / "secret").write_text("what only root may read")
    (posters / "link.png").symlink_to(tmp_path / "secret")
    stick = plugged_in(tmp_path)
    copy_posters(posters, [stick])
    assert [path.name for path in (stick / "meierbox").iterdir()] == ["2026-11-25-3.png"]


def test_a_drive_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path, posters: Path) -> None:
    stick = plugged_in(tmp_path)
    (stick / "meierbox").write_text("in the way")
    with pytest.raises(DeployError, match="cannot be written to the USB drive"):
        copy_posters(posters, [stick])


def test_root_copies_them_for_a_box_that_may_not_mount(tmp_path: Path) -> None:
    runner, card = keeper(tmp_path)
    with pytest.raises(DeployError, match="There is no USB drive: plug one in"):
        runner.do(Task.POSTERS)
    plugged_in(tmp_path)
    folder = card.at("/var/lib/meierbox") / POSTERS
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "2026-11-25-1.png").write_bytes(b"a poster")
    assert str(runner.do(Task.POSTERS)) == "1 poster was copied to the USB drive."
