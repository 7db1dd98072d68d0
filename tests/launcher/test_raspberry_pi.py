"""What the launcher does on a Raspberry Pi."""

import os
import pty
import subprocess

import pytest

from tests.launcher.launcher_folder import LauncherFolder

PACKAGES = (
    "python3-picamera2 python3-gpiozero python3-lgpio python3-venv espeak-ng libgbm1 libegl1 libgles2 libgl1-mesa-dri"
)


@pytest.fixture
def pi(place: LauncherFolder) -> LauncherFolder:
    """A freshly installed Pi: the system's Python, and none of the packages."""
    (place.root / "etc").mkdir()
    (place.root / "etc/rpi-issue").write_text("Raspberry Pi reference 2025-05-13\n")
    place.add_python(directory=place.root / "usr/bin")
    place.add_tool(
        "dpkg-query",
        f'for last; do :; done; grep -qsx "$last" "{place.root}/installed" && echo "install ok installed"',
    )
    # Installing the packages brings libcamera to the system's Python.
    settings = place.root / "usr/bin/python3.settings"
    place.add_tool(
        "apt-get",
        f'echo "apt-get $*" >>"$FAKE_CALLS"; [ "$1" = update ] && exit\n'
        f"echo {PACKAGES} | tr ' ' '\\n' >'{place.root}/installed'\n"
        f"sed -i \"s/'libcamera': False/'libcamera': True/\" '{settings}'",
    )
    place.add_tool("sudo", 'exec "$@"')
    return place


def start_on_a_terminal(place: LauncherFolder, answer: bytes) -> subprocess.CompletedProcess[str]:
    terminal, side = pty.openpty()
    os.write(terminal, answer)
    process = subprocess.Popen(
        [place.project / "meierbox", "play"], env=place.environment(), stdin=side, stdout=subprocess.PIPE, stderr=side
    )
    os.close(side)
    stdout = process.communicate(timeout=60)[0].decode()
    said = os.read(terminal, 65536).decode()
    os.close(terminal)
    return subprocess.CompletedProcess(process.args, process.returncode, stdout, said)


def test_prefers_the_python_that_the_camera_packages_belong_to(pi: LauncherFolder) -> None:
    pi.add_python("python3", "3.12.9")
    assert f"({pi.root}/usr/bin/python3)" in pi.start("play").stderr


def test_without_a_terminal_it_prints_the_command_and_continues(pi: LauncherFolder) -> None:
    outcome = pi.start("play")
    assert outcome.returncode == 0
    assert f"lacks {PACKAGES}" in outcome.stderr
    assert f"sudo apt install --no-install-recommends {PACKAGES}" in outcome.stderr
    assert not any(call.startswith("apt-get") for call in pi.calls)


def test_on_a_terminal_installs_nothing_unless_told(pi: LauncherFolder) -> None:
    outcome = start_on_a_terminal(pi, b"\n")
    assert "do that now? [y/N]" in outcome.stderr
    assert outcome.returncode == 0
    assert not any(call.startswith("apt-get") for call in pi.calls)


def test_on_a_terminal_installs_on_yes_and_uses_what_came(pi: LauncherFolder) -> None:
    outcome = start_on_a_terminal(pi, b"y\n")
    assert outcome.returncode == 0
    assert pi.calls[:3] == [
        "apt-get update",
        f"apt-get install -y --no-install-recommends {PACKAGES}",
        "venv --system-site-packages",
    ]


def test_with_everything_there_asks_nothing(pi: LauncherFolder) -> None:
    (pi.root / "installed").write_text(PACKAGES.replace(" ", "\n") + "\n")
    assert "lacks" not in pi.start("play").stderr


def test_names_the_groups_that_the_user_is_not_in(pi: LauncherFolder) -> None:
    (pi.bin / "id").unlink()
    pi.add_tool("id", 'case $1 in -u) echo 1000 ;; -un) echo astrid ;; -nG) echo "astrid video input" ;; esac')
    assert "sudo usermod -aG render,gpio astrid" in pi.start("play").stderr


def test_is_reminded_of_the_camera_at_each_start_without_it(pi: LauncherFolder) -> None:
    pi.start("play")
    outcome = pi.start("play")
    assert outcome.returncode == 0
    assert "python3-picamera2 is not installed" in outcome.stderr


def test_camera_packages_that_came_later_are_let_in_without_the_network(pi: LauncherFolder) -> None:
    pi.start("play")
    pi.add_python(directory=pi.root / "usr/bin", libcamera=True)
    outcome = pi.start("play", FAKE_PIP="no-network")
    assert outcome.returncode == 0
    assert "camera packages are there now" in outcome.stderr
    assert "include-system-site-packages = true" in (pi.venv / "pyvenv.cfg").read_text()
    assert pi.start("play").stderr == ""


def test_a_pi_is_known_by_its_device_tree_too(place: LauncherFolder) -> None:
    (place.root / "proc/device-tree").mkdir(parents=True)
    (place.root / "proc/device-tree/model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    place.add_python()
    assert "this Raspberry Pi lacks" in place.start("play").stderr
