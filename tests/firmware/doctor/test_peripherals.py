"""Screen, sound, groups, packages and service."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from firmware.config.start_guard import Broken
from firmware.doctor import peripherals
from firmware.doctor.finding import Level
from tests.firmware.doctor.test_machine_health import Bench, worst

PI = "Raspberry Pi 5 Model B Rev 1.0\0"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_a_screen_is_named_with_its_size(bench: Bench) -> None:
    assert peripherals.check_screen(bench.machine, None).level is Level.ISSUE
    assert peripherals.check_screen(bench.machine, "wayland").level is Level.OK
    bench.lay("dev/dri/card1")
    bench.lay("sys/class/drm/card1-HDMI-A-1/status", "disconnected\n")
    assert "no screen is connected" in peripherals.check_screen(bench.machine, None).says
    bench.lay("sys/class/drm/card1-DSI-1/status", "connected\n")
    bench.lay("sys/class/drm/card1-DSI-1/modes", "800x480\n640x480\n")
    found = peripherals.check_screen(bench.machine, None)
    assert (found.level, found.says) == (Level.OK, "DSI-1 800x480")


def test_a_box_without_sound_is_no_sick_one(bench: Bench) -> None:
    assert peripherals.check_sound(bench.machine).level is Level.INFO
    bench.lay("proc/asound/cards", " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n      bcm2835\n")
    assert peripherals.check_sound(bench.machine).says == "bcm2835_headpho - bcm2835 Headphones"


def test_a_voice_is_missed_only_where_it_was_turned_on() -> None:
    assert peripherals.check_voice(True, wanted=True).level is Level.OK
    assert peripherals.check_voice(False, wanted=False).level is Level.INFO
    missed = peripherals.check_voice(False, wanted=True)
    assert (missed.level, missed.remedy) == (Level.WARNING, "sudo apt install espeak-ng")


def test_only_groups_of_devices_that_are_there_are_missed(bench: Bench) -> None:
    bench.lay("dev/gpiochip0")
    bench.lay("dev/video0")
    found = peripherals.check_groups(bench.machine, ["video", "users"], root=False)
    assert found.level is Level.WARNING
    assert "usermod -aG gpio NAME" in found.remedy
    assert peripherals.check_groups(bench.machine, ["video", "gpio"], root=False).level is Level.OK
    assert peripherals.check_groups(bench.machine, [], root=True).level is Level.OK


def test_what_a_pi_lacks_comes_with_the_command_that_brings_it(bench: Bench) -> None:
    everywhere = {"cv2", "numpy", "pygame"}
    assert worst(list(peripherals.check_packages(bench.machine, everywhere.__contains__))).level is Level.OK
    bench.lay("proc/device-tree/model", PI)
    found = worst(list(peripherals.check_packages(bench.machine, {*everywhere, "gpiozero"}.__contains__)))
    assert found.level is Level.ISSUE
    assert found.remedy.endswith("python3-lgpio python3-picamera2")
    found = worst(list(peripherals.check_packages(bench.machine, {"numpy"}.__contains__)))
    assert "cv2, pygame cannot be found" in found.says or "lacks" in found.says


@pytest.mark.parametrize(
    ("state", "level"),
    [
        ({}, Level.INFO),
        ({"LoadState": "not-found"}, Level.INFO),
        ({"LoadState": "loaded", "ActiveState": "failed", "Result": "watchdog"}, Level.ISSUE),
        ({"LoadState": "loaded", "ActiveState": "inactive"}, Level.WARNING),
        ({"LoadState": "loaded", "ActiveState": "activating"}, Level.INFO),
        ({"LoadState": "loaded", "ActiveState": "active", "NRestarts": "2"}, Level.WARNING),
        ({"LoadState": "loaded", "ActiveState": "active", "NRestarts": "0"}, Level.OK),
    ],
)
def test_systemd_tells_how_the_service_fares(bench: Bench, state: Mapping[str, str], level: Level) -> None:
    if state:
        bench.answers["systemctl"] = "".join(f"{key}={value}\n" for key, value in state.items())
    assert worst(list(peripherals.check_service(bench.machine, Broken()))).level is level


def test_a_safe_start_to_come_is_told_with_its_reason(bench: Bench) -> None:
    found = worst(list(peripherals.check_service(bench.machine, Broken(1, "USB camera 0 is missing: plug it in."))))
    assert found.level is Level.WARNING
    assert "USB camera 0 is missing" in found.remedy
