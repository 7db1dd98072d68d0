"""Watches the machine's voltage and temperature during play, and warns the table in time."""

import re

from firmware.doctor.machine import Machine
from firmware.doctor.machine_health import HOT, NOW_LOW
from firmware.rules.message import Message, message

LOOK_SECONDS = 10.0
QUIET_SECONDS = 600.0
"""The same warning is not repeated for this long."""
COOLED = 5.0
"""Degrees below HOT at which the machine counts as cool again."""
_THROTTLED = "/sys/devices/platform/soc*/soc*:firmware/get_throttled"
_LOW = message("The voltage is too low, and the box may stop at any moment").with_remedy(
    message("use the Pi's own power supply with a short, thick cable, or charge the battery")
)


class MachineWatch:
    """Polls occasionally; reads only kernel files that never block."""

    def __init__(self, machine: Machine) -> None:
        """Has not polled yet."""
        self._machine = machine
        self._next = float("-inf")
        self._told: dict[str, float] = {}
        self._hot = False

    def poll(self, now: float) -> tuple[Message, ...]:
        """Returns a warning due at this time (monotonic seconds), usually none."""
        if now < self._next:
            return ()
        self._next = now + LOOK_SECONDS
        found = []
        if self._voltage_is_low() and self._may_tell("voltage", now):
            found.append(_LOW)
        degrees = self._degrees()
        self._hot = degrees >= (HOT - COOLED if self._hot else HOT)
        if self._hot and self._may_tell("heat", now):
            says = message("The machine is at {degrees:.0f} °C and is slowing down", degrees=degrees)
            found.append(says.with_remedy(message("keep it out of the sun and give the box air")))
        return tuple(found)

    def _may_tell(self, what: str, now: float) -> bool:
        if now - self._told.get(what, float("-inf")) < QUIET_SECONDS:
            return False
        self._told[what] = now
        return True

    def _voltage_is_low(self) -> bool:
        for path in self._machine.find("/sys/class/hwmon/hwmon*/in0_lcrit_alarm"):
            if self._machine.read(path.parent / "name") == "rpi_volt" and self._machine.read(path) == "1":
                return True
        flags = (self._machine.read(path) or "" for path in self._machine.find(_THROTTLED))
        return any(re.fullmatch("[0-9a-fA-F]{1,8}", flag) and int(flag, 16) & NOW_LOW for flag in flags)

    def _degrees(self) -> float:
        texts = (self._machine.read(path) or "" for path in self._machine.find("/sys/class/thermal/*/temp"))
        return max((int(text) / 1000 for text in texts if re.fullmatch(r"-?\d{1,7}", text)), default=0.0)
