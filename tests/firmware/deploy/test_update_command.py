"""`update` from the outside, on a machine that is not a box; and where it looks for bundles."""

import os
import shutil
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from firmware.deploy import release_bundle, usb_drives
from firmware.deploy.accounts import User, closed_to
from firmware.deploy.errors import DeployError
from firmware.deploy.host import BoxState, LocalHost, installed_options, state_of
from firmware.deploy.releases import RELEASES
from firmware.deploy.units import CONSOLE, filled, read_template
from tests.firmware.deploy.installed_box import make_box, make_bundle

PROJECT = Path(__file__).parents[3]
NOBODY = User("nobody", 65534, 65534, frozenset({65534}))
is_no_box = pytest.mark.skipif(
    Path(CONSOLE[0].path).exists() or Path(RELEASES).exists(), reason="this machine is a box"
)


def update(*words: str, user: int | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "firmware", "update", *words]
    return subprocess.run(
        command,
        cwd=PROJECT,
        user=user,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@is_no_box
def test_without_a_path_it_tells_what_runs() -> None:
    done = update()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("This box is not installed.\n")


@pytest.mark.skipif(
    any(closed_to(NOBODY, path) for path in (PROJECT, Path(sys.executable))) or os.geteuid() != 0,
    reason="only users who can read this project can be told",
)
def test_only_root_may() -> None:
    done = update("--rollback", user=NOBODY.number)
    assert done.returncode == 2
    assert "sudo ./meierbox update" in done.stderr


@is_no_box
@pytest.mark.skipif(os.geteuid() != 0, reason="others are refused before")
@pytest.mark.parametrize("words", [["bundle.zip"], ["--rollback"], ["--settle"]])
def test_the_command_without_an_installed_box_names_the_remedy(words: list[str]) -> None:
    done = update(*words)
    assert done.returncode == 2
    assert "sudo ./meierbox install --console" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_box_is_reinstalled_with_the_options_it_was_installed_with(tmp_path: Path) -> None:
    unit = tmp_path / "meierbox.service"
    assert installed_options(unit) is None
    values = dict.fromkeys(("PYTHON", "PROJECT", "GROUP", "GROUPS"), "x")
    unit.write_text(filled(read_template(PROJECT, CONSOLE[0]), {**values, "USER": "astrid"}))
    assert installed_options(unit) == ("--console", "--user", "astrid")


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("ActiveState=activating\nInvocationID=1f\nStatusText=\n", BoxState(start="1f")),
        ("ActiveState=failed\nInvocationID=2f\nStatusText=\n", BoxState(failed=True, start="2f")),
        ("", BoxState()),
    ],
)
def test_the_state_of_the_box_is_read_from_systemd(said: str, state: BoxState) -> None:
    assert state_of(said) == state


@pytest.mark.parametrize(("code", "refused"), [(0, False), (1, True)])
def test_a_release_whose_own_round_goes_wrong_is_refused(tmp_path: Path, code: int, *, refused: bool) -> None:
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\necho "$3 $4 in $MEIERBOX_STATE: 1 disagreements"\nexit {code}\n')
    python.chmod(0o755)
    with pytest.raises(DeployError, match=r"1 disagreements.*stays as it is") if refused else nullcontext():
        LocalHost(("--console",)).try_out(tmp_path)


def test_bundles_are_found_on_mounted_usb_drives(tmp_path: Path) -> None:
    for folder in ("media/astrid/STICK", "run/media/astrid/STICK", "mnt", "home/astrid"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "meierbox-0.2.0-1a2b3c4.zip").touch()
        (tmp_path / folder / "holiday.zip").touch()
    assert [str(path.parent.relative_to(tmp_path)) for path in usb_drives.bundles(tmp_path)] == [
        "media/astrid/STICK",
        "mnt",
        "run/media/astrid/STICK",
    ]


def test_usb_drives_that_are_not_mounted_are_found(tmp_path: Path) -> None:
    bus = tmp_path / "sys/devices/platform/usb1/1-1/host0/block"
    for disk, partition, dev in (("sda", "sda1", "8:1"), ("sdb", "sdb1", "8:17"), ("sdc", "", "8:32"), ("sdd", "", "")):
        lay_block(tmp_path, bus / disk, dev if not partition else "8:99", size=0 if disk == "sdd" else 1000)
        if partition:
            lay_block(tmp_path, bus / disk / partition, dev)
            (bus / disk / partition / "partition").write_text("1\n")
    lay_block(tmp_path, tmp_path / "sys/devices/platform/mmc0/block/mmcblk0", "179:0")
    mounts = tmp_path / "proc/self/mountinfo"
    mounts.parent.mkdir(parents=True)
    mounts.write_text("36 35 8:17 / /media/astrid/STICK rw,noatime - vfat /dev/sdb1 rw\n")
    assert [str(device) for device in usb_drives.unmounted(tmp_path)] == ["/dev/sda1", "/dev/sdc"]


def lay_block(root: Path, device: Path, dev: str, size: int = 1000) -> None:
    """Creates a block device of the kernel: a disk or a partition of one."""
    device.mkdir(parents=True)
    (device / "size").write_text(f"{size}\n")
    (device / "dev").write_text(f"{dev}\n")
    (root / "sys/class/block").mkdir(parents=True, exist_ok=True)
    (root / "sys/class/block" / device.name).symlink_to(device)


def test_a_folder_means_the_one_bundle_in_it(tmp_path: Path) -> None:
    with pytest.raises(DeployError, match="There is no bundle"), usb_drives.found(tmp_path):
        pass
    only = tmp_path / "meierbox-0.2.0-1a2b3c4.zip"
    only.touch()
    with usb_drives.found(tmp_path) as path:
        assert path == only
    shutil.copy(only, tmp_path / "meierbox-0.3.0-2b3c4d5.zip")
    with pytest.raises(DeployError, match=r"2 bundles .* name the one you mean"), usb_drives.found(tmp_path):
        pass


def test_a_file_means_itself(tmp_path: Path) -> None:
    with usb_drives.found(tmp_path / "any.zip") as path:
        assert path == tmp_path / "any.zip"


def test_the_one_release_on_the_drives_needs_no_name(tmp_path: Path) -> None:
    nothing = pytest.raises(DeployError, match=r"no USB drive with a release: copy the file meierbox-")
    with nothing, usb_drives.found_anywhere(tmp_path):
        pass
    stick = tmp_path / "media/astrid/STICK"
    stick.mkdir(parents=True)
    (stick / "meierbox-0.2.0-1a2b3c4.zip").touch()
    with usb_drives.found_anywhere(tmp_path) as path:
        assert path.parent == stick
    (stick / "meierbox-0.3.0-1a2b3c4.zip").touch()
    with pytest.raises(DeployError, match="There are 2 releases"), usb_drives.found_anywhere(tmp_path):
        pass


def test_a_32_bit_system_is_refused_with_the_reason(tmp_path: Path) -> None:
    box = make_box(tmp_path / "box")
    box.machine.called = "3.11 armv7l"
    with release_bundle.opened(make_bundle(tmp_path)) as opened:
        steps = box.update(opened).steps()
        with pytest.raises(DeployError, match=r"exist for 64-bit systems only: flash the 64-bit"):
            next(steps)
