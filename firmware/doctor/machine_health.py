"""The machine itself: power, heat, clock, disk, memory card."""

import datetime
import re
from collections.abc import Iterator
from pathlib import Path

from firmware.doctor.finding import Finding, info, issue, ok, warning
from firmware.doctor.machine import Machine

WARM, HOT = 70.0, 80.0
"""Degrees Celsius; a Pi slows down from 80 on (60 on a Pi 3B+, which then says so by itself)."""
LITTLE_ROOM, NO_ROOM = 500_000_000, 50_000_000
"""Bytes; an evening's journal takes some ten million."""
EARLIEST = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC).timestamp()
"""Older than this program is no honest time."""
NOW_LOW, NOW_SLOW, WAS_LOW, WAS_SLOW = 1 << 0, 1 << 2, 1 << 16, 1 << 18
"""Bits of `vcgencmd get_throttled`: undervoltage and throttling, now and since the machine was started."""
FEED = "use the Pi's own power supply (5.1 V) with a short, thick cable"


def check_power(machine: Machine) -> Finding:
    """Looks for undervoltage: the kernel's own alarm first, then the firmware's flags."""
    alarms = [
        path / "in0_lcrit_alarm"
        for path in machine.find("/sys/class/hwmon/hwmon*")
        if machine.read(f"/{path.relative_to(machine.root)}/name") == "rpi_volt"
    ]
    said = machine.ask(["vcgencmd", "get_throttled"]) or ""
    found = re.search(r"throttled=0x([0-9a-fA-F]+)", said)
    flags = int(found[1], 16) if found else 0
    alarm = any(machine.read(f"/{path.relative_to(machine.root)}") == "1" for path in alarms)
    if alarm or flags & NOW_LOW:
        return issue("power", "the voltage is too low now", FEED)
    if flags & WAS_LOW:
        return warning("power", "the voltage was too low since the machine was started", FEED)
    if flags & (NOW_SLOW | WAS_SLOW):
        return warning("power", "the machine has slowed itself down", "see that it is cool and well fed")
    if alarms or found:
        return ok("power", "the voltage is right")
    return info(
        "power", "this machine does not tell its voltage", "a Raspberry Pi does; elsewhere nothing need be done"
    )


def check_heat(machine: Machine) -> Finding:
    """Reads the hottest of the thermal zones."""
    texts = (machine.read(f"/{path.relative_to(machine.root)}") for path in machine.find("/sys/class/thermal/*/temp"))
    degrees = [int(text) / 1000 for text in texts if text and re.fullmatch(r"-?\d+", text)]
    if not degrees:
        return info("heat", "this machine does not tell its temperature", "see that it stays cool to the hand")
    says = f"{max(degrees):.0f} °C"
    if max(degrees) >= HOT:
        return issue("heat", says, "give the box openings for air, or the machine a fan")
    if max(degrees) >= WARM:
        return warning("heat", says, "keep it out of the sun and give it air")
    return ok("heat", says)


def check_clock(machine: Machine) -> Finding:
    """Asks whether the clock can be believed: the games in the journal bear its time."""
    now = datetime.datetime.fromtimestamp(machine.now(), datetime.UTC)
    if now.timestamp() < EARLIEST:
        return warning(
            "clock", f"it says {now:%Y-%m-%d}, which is long ago", "connect to a network once, or add a clock (RTC)"
        )
    if (machine.ask(["timedatectl", "show", "--property=NTPSynchronized", "--value"]) or "").strip() == "yes":
        return ok("clock", f"set by the network, {now:%Y-%m-%d %H:%M} UTC")
    if machine.find("/dev/rtc*"):
        return ok("clock", f"kept by a clock of its own, {now:%Y-%m-%d %H:%M} UTC")
    return info(
        "clock",
        f"neither set by a network nor kept by a clock of its own, {now:%Y-%m-%d %H:%M} UTC",
        "games may bear a wrong time; nothing else depends on it",
    )


def check_disk(machine: Machine, folder: Path) -> Iterator[Finding]:
    """Looks for room, a disk that takes no writing, and errors that the kernel has seen."""
    nearest = next(place for place in (folder, *folder.parents) if place.is_dir())
    free = machine.free(nearest)
    says = f"{free // 1_000_000} MB are free"
    if free < NO_ROOM:
        yield issue("disk", says, f"make room on the disk of {folder}")
    elif free < LITTLE_ROOM:
        yield warning("disk", says, f"make room on the disk of {folder}")
    else:
        yield ok("disk", says)
    if _read_only(machine, nearest):
        yield issue(
            "disk",
            f"the disk of {folder} takes no writing",
            "check the card (fsck) or mount a partition for the journal there (systemd/README.md)",
        )
    for path in machine.find("/sys/fs/ext4/*/errors_count"):
        count = machine.read(f"/{path.relative_to(machine.root)}")
        if count and count.isdecimal() and int(count):
            yield warning(
                "disk",
                f"{path.parent.name} has had {count} errors",
                "keep a copy of the journal and change the card soon",
            )


def _read_only(machine: Machine, folder: Path) -> bool:
    """Tells whether the file system of a folder is mounted without writing."""
    best, options = "", ""
    for line in (machine.read("/proc/mounts") or "").splitlines():
        fields = line.split(" ")
        # Blanks in the name of a mount stand as \\040.
        if (
            len(fields) >= 4
            and folder.is_relative_to(place := fields[1].replace("\\040", " "))
            and len(place) >= len(best)
        ):
            best, options = place, fields[3]
    return "ro" in options.split(",")
