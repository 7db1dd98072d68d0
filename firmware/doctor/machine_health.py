"""Checks of the machine: power, temperature, clock, disk, memory card."""

import datetime
import re
from collections.abc import Iterator
from pathlib import Path

from firmware.doctor.finding import Finding, info, issue, ok, warning
from firmware.doctor.machine import Machine
from firmware.rules.message import message

WARM, HOT = 70.0, 80.0
"""Degrees Celsius; a Pi throttles from 80 (a Pi 3B+ from 60, which it reports itself)."""
LITTLE_ROOM, NO_ROOM = 500_000_000, 50_000_000
"""Bytes; an evening's journal takes about ten million."""
EARLIEST = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC).timestamp()
"""A clock before this program's date is wrong."""
NOW_LOW, NOW_SLOW, WAS_LOW, WAS_SLOW = 1 << 0, 1 << 2, 1 << 16, 1 << 18
"""Bits of `vcgencmd get_throttled`: undervoltage and throttling, now and since boot."""

POWER, HEAT, CLOCK, DISK = message("power"), message("heat"), message("clock"), message("disk")
_FEED = message("use the Pi's own power supply (5.1 V) with a short, thick cable")


def check_power(machine: Machine) -> Finding:
    """Checks for undervoltage: the kernel's alarm first, then the flags of the Pi's firmware."""
    sensors = [path for path in machine.find("/sys/class/hwmon/hwmon*") if machine.read(path / "name") == "rpi_volt"]
    found = re.search(r"throttled=0x([0-9a-fA-F]+)", machine.ask(["vcgencmd", "get_throttled"]) or "")
    flags = int(found[1], 16) if found else 0
    alarm = any(machine.read(path / "in0_lcrit_alarm") == "1" for path in sensors)
    if alarm or flags & NOW_LOW:
        return issue(POWER, message("the voltage is too low now"), _FEED)
    if flags & WAS_LOW:
        return warning(POWER, message("the voltage has been too low since the machine was started"), _FEED)
    if flags & (NOW_SLOW | WAS_SLOW):
        says = message("the machine has been throttled")
        return warning(POWER, says, message("keep it cool, and check its power supply"))
    if sensors or found:
        return ok(POWER, message("the voltage is right"))
    says = message("this machine does not report its voltage")
    return info(POWER, says, message("a Raspberry Pi does; elsewhere there is nothing to do"))


def check_heat(machine: Machine) -> Finding:
    """Reads the hottest of the thermal zones."""
    texts = (machine.read(path) for path in machine.find("/sys/class/thermal/*/temp"))
    degrees = [int(text) / 1000 for text in texts if text and re.fullmatch(r"-?\d+", text)]
    if not degrees:
        says = message("this machine does not report its temperature")
        return info(HEAT, says, message("check that it stays cool to the touch"))
    says = message("{degrees:.0f} °C", degrees=max(degrees))
    if max(degrees) >= HOT:
        return issue(HEAT, says, message("give the box openings for air, or the machine a fan"))
    if max(degrees) >= WARM:
        return warning(HEAT, says, message("keep it out of the sun and give it air"))
    return ok(HEAT, says)


def check_clock(machine: Machine) -> Finding:
    """Checks whether the clock can be trusted: the journal's games bear its time."""
    now = datetime.datetime.fromtimestamp(machine.now(), datetime.UTC)
    time = f"{now:%Y-%m-%d %H:%M} UTC"
    if now.timestamp() < EARLIEST:
        says = message("it shows {date}, which is long ago", date=f"{now:%Y-%m-%d}")
        return warning(CLOCK, says, message("connect to a network once, or add a clock (RTC)"))
    if (machine.ask(["timedatectl", "show", "--property=NTPSynchronized", "--value"]) or "").strip() == "yes":
        return ok(CLOCK, message("set by the network, {time}", time=time))
    if machine.find("/dev/rtc*"):
        return ok(CLOCK, message("kept by a clock of its own, {time}", time=time))
    says = message("neither set by a network nor kept by a clock of its own, {time}", time=time)
    return info(CLOCK, says, message("games may bear a wrong time; nothing else depends on it"))


def check_disk(machine: Machine, folder: Path) -> Iterator[Finding]:
    """Checks for free space, a read-only disk, a system that should be read-only, and the kernel's disk errors."""
    nearest = next(place for place in (folder, *folder.parents) if place.is_dir())
    yield _check_room(machine.free(nearest), folder)
    if _read_only(machine, nearest):
        remedy = message("check the card (fsck) or mount a partition for the journal there (systemd/README.md)")
        yield issue(DISK, message("the disk of {folder} is read-only", folder=str(folder)), remedy)
    if _overlay_failed(machine):
        says = message("the system was to be read-only and is not, so a power cut may damage it")
        remedy = message("install busybox, run sudo update-initramfs -u, and start the machine again")
        yield warning(DISK, says, remedy)
    for path in machine.find("/sys/fs/ext4/*/errors_count"):
        count = machine.read(path)
        if count and count.isdecimal() and int(count):
            says = message("{device} has had {count} errors", device=path.parent.name, count=int(count))
            yield warning(DISK, says, message("keep a copy of the journal and replace the card soon"))


def _check_room(free: int, folder: Path) -> Finding:
    says = message("{megabytes} MB are free", megabytes=free // 1_000_000)
    remedy = message("make room on the disk of {folder}", folder=str(folder))
    if free < NO_ROOM:
        return issue(DISK, says, remedy)
    if free < LITTLE_ROOM:
        return warning(DISK, says, remedy)
    return ok(DISK, says)


def _overlay_failed(machine: Machine) -> bool:
    """Returns whether the kernel's command line asks for an overlay over the system, and there is none."""
    asked = re.search(r"(?:^|\s)overlayroot=(?!disabled)\S", machine.read("/proc/cmdline") or "")
    mounts = [line.split(" ") for line in (machine.read("/proc/mounts") or "").splitlines()]
    kinds = [fields[2] for fields in mounts if len(fields) > 2 and fields[1] == "/"]
    return asked is not None and bool(kinds) and kinds[-1] != "overlay"


def _read_only(machine: Machine, folder: Path) -> bool:
    """Returns whether the file system of a folder is mounted read-only."""
    best, options = "", ""
    for line in (machine.read("/proc/mounts") or "").splitlines():
        fields = line.split(" ")
        if len(fields) < 4:
            continue
        # Blanks in mount names are written as \\040.
        mount = fields[1].replace("\\040", " ")
        if folder.is_relative_to(mount) and len(mount) >= len(best):
            best, options = mount, fields[3]
    return "ro" in options.split(",")
