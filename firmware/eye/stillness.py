"""Whether a picture is at rest, from one frame to the next."""

import cv2
import numpy as np

from hardware.ports import Frame

_SIZE = (80, 60)
_STIR = 6.0
"""Grey levels by which a spot must change to count as moved, above noise."""


class Stillness:
    """Remembers the last frame and since when nothing has moved."""

    def __init__(self) -> None:
        """Has seen nothing yet."""
        self._last: np.ndarray | None = None  # type: ignore[type-arg]
        self._since = 0.0

    def feed(self, frame: Frame) -> bool:
        """Takes the next frame; whether something moved since the last (never at the first)."""
        grey = cv2.resize(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), _SIZE, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(grey, (0, 0), 1).astype(np.float32)
        if self._last is None:
            self._since = frame.at
        moved = self._last is not None and float(np.abs(small - self._last).max()) > _STIR
        self._last = small
        if moved:
            self._since = frame.at
        return moved

    def still_for(self, now: float) -> float:
        """Seconds since anything moved."""
        return now - self._since
