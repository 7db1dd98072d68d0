"""The effects of lens and sensor on light: vignette, a little blur, tone, and new noise in every frame."""

from functools import lru_cache

import cv2
import numpy as np

from hardware.ports import Image
from hardware.simulated.simulated_dice import Vector
from hardware.simulated.viewpoint import HEIGHT, WIDTH

_LEVELS = 4096
_MARGIN = 256


class Sensor:
    """Develops radiance into 8-bit frames."""

    def __init__(self, seed: int, exposure: float = 1.0, blur: float = 0.75) -> None:
        """Prepares the tables; `exposure` scales the light, `blur` is the lens's in pixels (sigma)."""
        rng = np.random.default_rng([seed, 5])
        levels = np.arange(_LEVELS, dtype=np.float32) / (_LEVELS - 1) * 1.6 * np.float32(exposure)
        # A shoulder as in a photograph: highlights are compressed before they clip.
        shoulder = levels * (1 + levels / 2.6) / (1 + levels * 0.75)
        self._curve = np.round(255 * np.clip(shoulder, 0, 1) ** np.float32(1 / 2.2)).astype(np.uint8)
        x = np.linspace(-1, 1, WIDTH, dtype=np.float32)[None, :]
        y = np.linspace(-0.75, 0.75, HEIGHT, dtype=np.float32)[:, None]
        fade = 1 - 0.24 * (x * x + y * y)
        self._vignette = fade * np.float32((_LEVELS - 1) / 1.6)
        self._blur = blur
        grain = rng.standard_normal((HEIGHT + _MARGIN, WIDTH + _MARGIN, 3), np.float32)
        soft = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.55), np.float32)
        np.multiply(soft, np.float32(32 / _deviation(soft)), out=soft)
        self._grain = np.clip(soft, -127, 127, out=soft).astype(np.int16)
        tones = np.arange(256, dtype=np.float32) / 255
        # Read noise, and photon noise that a gamma curve makes strongest in the lower midtones.
        self._spread = (32 * (1.1 + 2.6 * np.sqrt(tones) * (1 - 0.6 * tones))).astype(np.uint8)

    def develop(self, radiance: Vector) -> Image:
        """The frame without its noise, from radiance (H × W × 3)."""
        return self.soften(self.tone(radiance, (slice(None), slice(None))))

    def tone(self, radiance: Vector, where: tuple[slice, slice]) -> Image:
        """The tones of a part of a frame, sharp and without noise, from the radiance (H × W × 3) of the whole."""
        vignette = cv2.merge([self._vignette[where]] * 3)
        codes = np.asarray(cv2.multiply(radiance[where], vignette, dtype=cv2.CV_16U), np.uint16)
        return np.take(self._curve, codes, mode="clip")

    def soften(self, tones: Image) -> Image:
        """The frame without its noise, from all its tones."""
        return np.asarray(cv2.GaussianBlur(tones, (0, 0), self._blur), np.uint8)

    def expose(self, clean: Image, rng: np.random.Generator) -> Image:
        """One frame of a developed picture, with new noise."""
        y, x = (int(shift) for shift in rng.integers(0, _MARGIN, 2))
        grain = self._grain[y : y + HEIGHT, x : x + WIDTH]
        spread = cv2.LUT(clean, self._spread).astype(np.int16)
        noise = cv2.multiply(grain, spread, scale=1 / 1024)
        return np.asarray(cv2.add(clean, noise, dtype=cv2.CV_8U), np.uint8)


@lru_cache(maxsize=4)
def sensor_of(seed: int) -> Sensor:
    """The sensor of a box of this seed; nothing in it ever changes, so that boxes of one seed share it."""
    return Sensor(seed)


def _deviation(values: Vector) -> float:
    """The standard deviation of all values; numpy's own takes twenty times as long."""
    _, deviation = cv2.meanStdDev(values.reshape(-1))
    return float(deviation[0, 0])
