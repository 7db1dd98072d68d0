"""Exposure, gain, white balance and focus: settled once, then locked, so that no two pictures differ in them. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

SETTLED_FRAMES = 6
"""So many frames must agree before the automatic exposure counts as settled."""
SETTLED_WITHIN = 0.04
"""By so much, relatively, they may differ."""
MOST_FRAMES = 90
"""After so many frames it is locked as it is: some lamps flicker."""


USABLE = (25.0, 225.0)
"""Mean grey levels outside which a lock was made in another light, such as by day with the lid open."""
OUTLIVED_FRAMES = 15
"""So many frames in a row must be unusable before the lock is given up."""


class SettingsError(ValueError):
    """A table of camera settings says what cannot be."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """What is locked: microseconds, analogue gain, gains of red and blue, and focus in dioptres (1 / metres).

    A `lens` of None leaves a fixed lens alone, or takes the distance of the floor.
    """

    exposure: int
    gain: float
    red: float
    blue: float
    lens: float | None = None

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> "CameraSettings":
        """Reads a table of a calibration; raises SettingsError where a value is missing or cannot be."""
        try:
            settings = cls(**{field.name: table[field.name] for field in fields(cls) if field.name in table})
        except TypeError as error:
            raise SettingsError(str(error).partition(" ")[2]) from error
        settings._check()
        return settings

    def table(self) -> dict[str, float]:
        """Gives what `of` reads."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}

    def controls(self) -> dict[str, Any]:
        """As libcamera's controls."""
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
                raise SettingsError(f"{field.name} is {value!r}")
        if self.exposure < 1 or not isinstance(self.exposure, int) or self.gain < 1:
            raise SettingsError("exposure must be whole microseconds from 1 and gain at least 1")


def seen_in(metadata: Mapping[str, Any]) -> CameraSettings | None:
    """What a frame was taken with; None where the camera does not tell."""
    try:
        red, blue = metadata["ColourGains"]
        return CameraSettings(
            max(1, round(metadata["ExposureTime"])),
            max(1.0, float(metadata["AnalogueGain"])),
            float(red),
            float(blue),
            float(metadata["LensPosition"]) if "LensPosition" in metadata else None,
        )
    except (KeyError, TypeError, ValueError):
        return None


class ExposureLock:
    """Watches the automatic exposure frame by frame and says what to lock once it has settled.

    `locked` is what holds from then on. Since that is what the last frames were taken with, it does not matter that a
    control takes effect some frames after it was set.
    """

    def __init__(self, known: CameraSettings | None = None) -> None:
        """`known` settings, from a calibration, are locked from the first frame."""
        self.locked = known
        self._seen: list[CameraSettings] = []
        self._frames = 0
        self._known = known is not None
        self._unusable = 0

    def feed(self, metadata: Mapping[str, Any]) -> CameraSettings | None:
        """Takes the metadata of a frame taken in the light; gives settings to be locked now, once."""
        seen = None if self.locked else seen_in(metadata)
        if seen is None:
            return None
        self._frames += 1
        self._seen = [*self._seen, seen][-SETTLED_FRAMES:]
        settled = len(self._seen) == SETTLED_FRAMES and all(_alike(seen, other) for other in self._seen)
        if not settled and self._frames < MOST_FRAMES:
            return None
        self.locked = seen
        return seen

    def outlived(self, brightness: float) -> bool:
        """Takes the mean grey level of a frame; whether the lock was given up just now, so that it settles anew.

        What a calibration says is never given up: it was made in the box's own light.
        """
        usable = USABLE[0] <= brightness <= USABLE[1]
        self._unusable = 0 if usable or self.locked is None or self._known else self._unusable + 1
        if self._unusable < OUTLIVED_FRAMES:
            return False
        self.locked, self._seen, self._frames, self._unusable = None, [], 0, 0
        return True


def _alike(one: CameraSettings, other: CameraSettings) -> bool:
    pairs = [
        (one.exposure * one.gain, other.exposure * other.gain),
        (one.red, other.red),
        (one.blue, other.blue),
    ]
    return all(abs(a - b) <= SETTLED_WITHIN * max(a, b) for a, b in pairs)
