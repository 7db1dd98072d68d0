"""The settings of a camera that a calibration keeps: exposure, gain, white balance and focus."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from hardware.errors import CalibrationError
from hardware.message import message


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """The locked settings: microseconds, analogue gain, gains of red and blue, and focus in dioptres (1 / metres).

    With a `lens` of None a fixed lens is left alone, and a focusable one is set to the distance of the floor.
    """

    exposure: int
    gain: float
    red: float
    blue: float
    lens: float | None = None

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> "CameraSettings":
        """Reads a table of a calibration; raises CalibrationError if a value is missing or impossible."""
        missing = tuple(field.name for field in fields(cls) if field.name != "lens" and field.name not in table)
        if missing:
            raise CalibrationError(message("{names} missing", names=missing))
        settings = cls(**{field.name: table[field.name] for field in fields(cls) if field.name in table})
        settings._check()
        return settings

    def table(self) -> dict[str, float]:
        """Returns what `of` reads."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    def controls(self) -> dict[str, Any]:
        """Returns them as libcamera's controls."""
        return {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": self.exposure,
            "AnalogueGain": self.gain,
            "ColourGains": (self.red, self.blue),
        }

    def _check(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None and field.name == "lens":
                continue
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
                raise CalibrationError(message("{name} is {value}", name=field.name, value=repr(value)))
        if self.exposure < 1 or not isinstance(self.exposure, int) or self.gain < 1:
            raise CalibrationError(
                message("the exposure must be a whole number of microseconds from 1 on, and the gain at least 1")
            )
