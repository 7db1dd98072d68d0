"""Exposure, gain, white balance and focus: settled once, then locked, so that they are equal in all frames. Pure."""

from collections.abc import Mapping
from typing import Any

from hardware.calibration.camera_settings import CameraSettings

SETTLED_FRAMES = 6
"""Consecutive frames that must agree before the automatic exposure counts as settled."""
SETTLED_WITHIN = 0.04
"""Relative difference within which they agree."""
MAX_FRAMES = 90
"""After this many frames it is locked as it is, since some lamps flicker."""
USABLE = (25.0, 225.0)
"""Mean grey levels outside which the lock must have been made in other light, such as daylight with the lid open."""
OUTDATED_FRAMES = 15
"""Consecutive unusable frames after which the lock is released."""


def settings_in(metadata: Mapping[str, Any]) -> CameraSettings | None:
    """Returns the settings of a frame; None if the camera does not report them."""
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
    """Follows the automatic exposure frame by frame and decides what to lock once it has settled.

    `locked` holds from then on. It is what the last frames were taken with, so it does not matter that controls take
    effect some frames late.
    """

    def __init__(self, known: CameraSettings | None = None) -> None:
        """Locks the `known` settings of a calibration, if any, from the first frame on."""
        self.locked = known
        self._seen: list[CameraSettings] = []
        self._frames = 0
        self._known = known is not None
        self._unusable = 0

    def feed(self, metadata: Mapping[str, Any]) -> CameraSettings | None:
        """Takes the metadata of a frame with the lamp on; returns the settings when they are to be locked, once."""
        seen = None if self.locked else settings_in(metadata)
        if seen is None:
            return None
        self._frames += 1
        self._seen = [*self._seen, seen][-SETTLED_FRAMES:]
        settled = len(self._seen) == SETTLED_FRAMES and all(_alike(seen, other) for other in self._seen)
        if not settled and self._frames < MAX_FRAMES:
            return None
        self.locked = seen
        return seen

    def outdated_by(self, brightness: float) -> bool:
        """Takes the mean grey level of a frame; returns whether the lock was released just now, to settle again.

        The lock of a calibration is never released: it was made under the box's own lamp.
        """
        usable = USABLE[0] <= brightness <= USABLE[1]
        self._unusable = 0 if usable or self.locked is None or self._known else self._unusable + 1
        if self._unusable < OUTDATED_FRAMES:
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
