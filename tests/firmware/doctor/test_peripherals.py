"""Screen, sound, groups and packages."""

from pathlib import Path

import pytest

from firmware.doctor import peripherals
from firmware.doctor.finding import Level
from tests.firmware.doctor.test_machine_health import FakeMachine, worst

PI = "Raspberry Pi 5 Model B Rev 1.0\0"


@pytest.fixture
def fake(tmp_path: Path) -> FakeMachine:
    return FakeMachine(tmp_path)


def test_a_screen_is_named_with_its_size(fake: FakeMachine) -> None:
    assert peripherals.check_screen(fake.machine, None).level is Level.ISSUE
    assert peripherals.check_screen(fake.machine, "wayland").level is Level.OK
    fake.put("dev/dri/card1")
    fake.put("sys/class/drm/card1-HDMI-A-1/status", "disconnected\n")
    assert "no screen is connected" in str(peripherals.check_screen(fake.machine, None).says)
    fake.put("sys/class/drm/card1-DSI-1/status", "connected\n")
    fake.put("sys/class/drm/card1-DSI-1/modes", "800x480\n640x480\n")
    found = peripherals.check_screen(fake.machine, None)
    assert (found.level, str(found.says)) == (Level.OK, "DSI-1 800x480")


def test_a_box_without_sound_has_no_fault(fake: FakeMachine) -> None:
    assert peripherals.check_sound(fake.machine).level is Level.INFO
    fake.put("proc/asound/cards", " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n      bcm2835\n")
    assert str(peripherals.check_sound(fake.machine).says) == "bcm2835_headpho - bcm2835 Headphones"


def test_a_missing_voice_matters_only_where_it_was_turned_on() -> None:
    assert peripherals.check_voice(True, wanted=True).level is Level.OK
    assert peripherals.check_voice(False, wanted=False).level is Level.INFO
    missed = peripherals.check_voice(False, wanted=True)
    assert (missed.level, str(missed.remedy)) == (Level.WARNING, "sudo apt install espeak-ng")


def test_only_groups_of_devices_that_are_there_are_reported(fake: FakeMachine) -> None:
    fake.put("dev/gpiochip0")
    fake.put("dev/video0")
    found = peripherals.check_groups(fake.machine, ["video", "users"], root=False)
    assert found.level is Level.WARNING
    assert "usermod -aG gpio NAME" in str(found.remedy)
    assert peripherals.check_groups(fake.machine, ["video", "gpio"], root=False).level is Level.OK
    assert peripherals.check_groups(fake.machine, [], root=True).level is Level.OK


def test_what_a_pi_lacks_comes_with_the_command_that_brings_it(fake: FakeMachine) -> None:
    everywhere = {"cv2", "numpy", "pygame"}
    assert worst(list(peripherals.check_packages(fake.machine, everywhere.__contains__))).level is Level.OK
    fake.put("proc/device-tree/model", PI)
    found = worst(list(peripherals.check_packages(fake.machine, {*everywhere, "gpiozero"}.__contains__)))
    assert found.level is Level.ISSUE
    assert str(found.remedy).endswith("python3-lgpio python3-picamera2")
    found = worst(list(peripherals.check_packages(fake.machine, {"numpy"}.__contains__)))
    assert str(found.says) == "cv2, pygame cannot be found"
