"""Notices about voltage and heat."""

from pathlib import Path

import pytest

from firmware.app.machine_watch import LOOK_SECONDS, QUIET_SECONDS, MachineWatch
from tests.firmware.doctor.test_machine_health import FakeMachine


@pytest.fixture
def fake(tmp_path: Path) -> FakeMachine:
    fake = FakeMachine(tmp_path)
    fake.put("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    fake.put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    fake.put("sys/class/thermal/thermal_zone0/temp", "55000\n")
    return fake


def said(watch: MachineWatch, now: float) -> list[str]:
    return [str(message) for message in watch.poll(now)]


def test_undervoltage_is_reported_once_and_again_only_after_a_while(fake: FakeMachine) -> None:
    watch = MachineWatch(fake.machine)
    assert said(watch, 0.0) == []
    fake.put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert said(watch, LOOK_SECONDS / 2) == [], "it looks now and then only"
    (low,) = said(watch, LOOK_SECONDS)
    assert "voltage is too low" in low
    assert said(watch, 2 * LOOK_SECONDS) == []
    assert said(watch, LOOK_SECONDS + QUIET_SECONDS) == [low]


def test_the_firmwares_own_flags_count_as_well(fake: FakeMachine) -> None:
    fake.put("sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    assert "voltage" in said(MachineWatch(fake.machine), 0.0)[0]
    fake.put("sys/devices/platform/soc/soc:firmware/get_throttled", "50000\n")
    assert said(MachineWatch(fake.machine), 0.0) == [], "only what is so now"


def test_heat_is_reported_with_the_degrees(fake: FakeMachine) -> None:
    fake.put("sys/class/thermal/thermal_zone0/temp", "81500\n")
    (hot,) = said(MachineWatch(fake.machine), 0.0)
    assert "82 °C" in hot
    fake.put("sys/class/thermal/thermal_zone0/temp", "nonsense")
    assert said(MachineWatch(fake.machine), 0.0) == []
