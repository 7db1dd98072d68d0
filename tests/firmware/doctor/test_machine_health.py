"""Power, heat, clock and disk, on machines made of a few files."""

import datetime
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware.doctor import machine_health
from firmware.doctor.finding import Finding, Level
from firmware.doctor.machine import Machine, answer_of

EVENING = datetime.datetime(2026, 11, 21, 19, tzinfo=datetime.UTC).timestamp()


class FakeMachine:
    """A fake machine: files, answers of programs, the time, the free space."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.answers: dict[str, str] = {}
        self.time = EVENING
        self.room = 10_000_000_000

    def put(self, path: str, text: str = "") -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def ask(self, words: Sequence[str]) -> str | None:
        return self.answers.get(words[0])

    @property
    def machine(self) -> Machine:
        return Machine(self.root, self.ask, lambda: self.time, lambda _: self.room)


@pytest.fixture
def fake(tmp_path: Path) -> FakeMachine:
    return FakeMachine(tmp_path)


def worst(findings: Sequence[Finding]) -> Finding:
    return max(findings, key=lambda finding: finding.level)


def test_the_firmwares_flags_tell_of_the_voltage(fake: FakeMachine) -> None:
    for flags, level, words in (
        ("0x0", Level.OK, "right"),
        ("0x1", Level.ISSUE, "too low now"),
        ("0x50005", Level.ISSUE, "too low now"),
        ("0x50000", Level.WARNING, "has been too low"),
        ("0x40000", Level.WARNING, "throttled"),
    ):
        fake.answers["vcgencmd"] = f"throttled={flags}\n"
        found = machine_health.check_power(fake.machine)
        assert found.level is level
        assert words in str(found.says)
        assert bool(found.remedy) is (level is not Level.OK)


def test_the_kernels_alarm_tells_of_it_too(fake: FakeMachine) -> None:
    fake.put("sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    fake.put("sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1\n")
    fake.put("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    fake.put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert machine_health.check_power(fake.machine).level is Level.OK
    fake.put("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert machine_health.check_power(fake.machine).level is Level.ISSUE


def test_the_memory_is_what_the_kernel_says(fake: FakeMachine) -> None:
    assert fake.machine.memory_mb is None
    fake.put("proc/meminfo", "MemTotal:         437748 kB\nMemFree:          100000 kB\n")
    assert fake.machine.memory_mb == 427


def test_a_machine_without_sensors_has_no_fault(fake: FakeMachine) -> None:
    assert machine_health.check_power(fake.machine).level is Level.INFO
    assert machine_health.check_heat(fake.machine).level is Level.INFO


def test_the_hottest_zone_counts(fake: FakeMachine) -> None:
    for degrees, level in ((45.6, Level.OK), (74.0, Level.WARNING), (83.2, Level.ISSUE)):
        fake.put("sys/class/thermal/thermal_zone0/temp", f"{degrees * 1000:.0f}\n")
        fake.put("sys/class/thermal/thermal_zone1/temp", "31000\n")
        fake.put("sys/class/thermal/thermal_zone2/temp", "broken\n")
        found = machine_health.check_heat(fake.machine)
        assert found.level is level
        assert f"{degrees:.0f} °C" in str(found.says)


def test_a_clock_is_believed_by_its_source(fake: FakeMachine) -> None:
    assert machine_health.check_clock(fake.machine).level is Level.INFO
    fake.put("dev/rtc0")
    assert "a clock of its own" in str(machine_health.check_clock(fake.machine).says)
    fake.answers["timedatectl"] = "yes\n"
    assert "set by the network" in str(machine_health.check_clock(fake.machine).says)
    fake.time = 86400.0 * 365
    assert machine_health.check_clock(fake.machine).level is Level.WARNING


def test_a_full_disk_is_an_issue(fake: FakeMachine) -> None:
    for room, level in ((9_000_000_000, Level.OK), (300_000_000, Level.WARNING), (1_000_000, Level.ISSUE)):
        fake.room = room
        assert worst(list(machine_health.check_disk(fake.machine, fake.root / "not" / "yet"))).level is level


def test_the_nearest_mount_tells_whether_the_disk_is_writable(fake: FakeMachine) -> None:
    folder = fake.root / "the journal"
    folder.mkdir()
    escaped = str(folder).replace(" ", "\\040")
    fake.put("proc/mounts", f"/dev/root / ext4 ro,noatime 0 0\n/dev/sda1 {escaped} ext4 rw,noatime 0 0\n")
    assert worst(list(machine_health.check_disk(fake.machine, folder))).level is Level.OK
    found = worst(list(machine_health.check_disk(fake.machine, fake.root)))
    assert found.level is Level.ISSUE
    assert "is read-only" in str(found.says)


def test_a_system_that_stayed_writable_against_its_command_line_is_reported(fake: FakeMachine) -> None:
    """overlayroot starts the machine all the same when it fails."""
    system, overlay = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n", "overlayroot / overlay rw,relatime 0 0\n"
    for line, mounts, level in (
        ("rootwait", system, Level.OK),
        ("rootwait overlayroot=disabled", system, Level.OK),
        ("rootwait overlayroot=tmpfs:recurse=0", overlay, Level.OK),
        ("rootwait overlayroot=tmpfs:recurse=0", system, Level.WARNING),
    ):
        fake.put("proc/cmdline", f"{line}\n")
        fake.put("proc/mounts", f"{mounts}/dev/mmcblk0p3 /var/lib/meierbox ext4 rw 0 0\n")
        assert worst(list(machine_health.check_disk(fake.machine, fake.root))).level is level, (line, mounts)


def test_errors_that_the_kernel_has_seen_are_reported(fake: FakeMachine) -> None:
    fake.put("sys/fs/ext4/mmcblk0p2/errors_count", "0")
    assert worst(list(machine_health.check_disk(fake.machine, fake.root))).level is Level.OK
    fake.put("sys/fs/ext4/mmcblk0p2/errors_count", "3")
    found = worst(list(machine_health.check_disk(fake.machine, fake.root)))
    assert found.level is Level.WARNING
    assert "mmcblk0p2 has had 3 errors" in str(found.says)


def test_a_program_that_is_missing_or_fails_gives_no_answer() -> None:
    assert answer_of(["no-such-program-anywhere"]) is None
    assert answer_of(["false"]) is None
    assert answer_of(["echo", "yes"]) == "yes\n"
