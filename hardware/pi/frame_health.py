"""Detects a camera that still delivers frames but no longer shows the scene: frozen, black, noise, or resized. Pure."""

import zlib

import numpy as np

from hardware.errors import CameraError
from hardware.message import Message, message
from hardware.ports import Image

FROZEN_SECONDS = 2.0
"""Frames that stay identical to the bit this long are one old frame: a working sensor has noise."""
BLACK_SECONDS = 2.0
"""How long frames may be black although the lamp is lit."""
BLACK_LEVEL = 6
"""The highest grey level in a frame that counts as black."""
NOISE_SECONDS = 1.0
"""How long frames may be noise, as from a bad cable."""
NOISE_DEVIATION = 30.0
"""The least standard deviation of such frames (grey levels); a sensor's own noise stays well below it in any light."""
NOISE_ROUGHNESS = 1.6
"""From this ratio on, neighbouring pixels are independent: the mean square of their difference over their variance,
which is 2 for pure noise and nearly 0 for any real picture.
"""
_STRIDE = 5
"""Every fifth pixel of every fifth row is enough."""


class FrameHealth:
    """Checks each frame of a camera with this title, whose frames have this `shape` (rows, columns)."""

    def __init__(self, title: Message, shape: tuple[int, int]) -> None:
        """Starts before the first frame."""
        self._title, self._shape = title, shape
        self._checksum: int | None = None
        self._changed_at = 0.0
        self._bright_at: float | None = None
        self._noise_since: float | None = None

    def check(self, image: Image, at: float, *, lit: bool) -> None:
        """Checks a frame; raises CameraError if it is useless. `lit`: the lamp is on, so that it must not be black.

        A black frame does not count as frozen: in the dark many sensors give nothing but zeros.
        """
        if image.shape[:2] != self._shape:
            (rows, columns), (wanted_rows, wanted_columns) = image.shape[:2], self._shape
            raise CameraError(
                message(
                    "{name} gives pictures of {columns}×{rows} instead of {wanted_columns}×{wanted_rows}",
                    name=self._title,
                    columns=columns,
                    rows=rows,
                    wanted_columns=wanted_columns,
                    wanted_rows=wanted_rows,
                ).with_remedy(message("it is being reopened"))
            )
        sample = image[::_STRIDE, ::_STRIDE]
        black = is_black(image)
        checksum = zlib.crc32(sample.tobytes())
        if checksum != self._checksum or black:
            self._checksum, self._changed_at = checksum, at
        if not black or not lit or self._bright_at is None:
            self._bright_at = at
        if not is_noise(image):
            self._noise_since = None
        elif self._noise_since is None:
            self._noise_since = at
        if at - self._changed_at > FROZEN_SECONDS:
            raise CameraError(
                message("{name} keeps giving the same frozen picture", name=self._title).with_remedy(
                    message("check its cable; it is being reopened")
                )
            )
        if at - self._bright_at > BLACK_SECONDS:
            raise CameraError(
                message("{name} sees nothing but black", name=self._title).with_remedy(
                    message("take off its lens cap, and check that the lamp is lit and the cable sits firmly")
                )
            )
        if self._noise_since is not None and at - self._noise_since > NOISE_SECONDS:
            raise CameraError(
                message("{name} gives nothing but noise", name=self._title).with_remedy(
                    message("check its cable; it is being reopened")
                )
            )


def is_black(image: Image) -> bool:
    """Returns whether a frame is black throughout."""
    return int(image[::_STRIDE, ::_STRIDE].max()) <= BLACK_LEVEL


def is_noise(image: Image) -> bool:
    """Returns whether a frame is noise without any picture in it.

    >>> is_noise(np.random.default_rng(1).integers(0, 256, (480, 640, 3), np.uint8))
    True
    >>> is_noise(np.repeat(np.arange(240, dtype=np.uint8), 300).reshape(240, 300).T)
    False
    """
    left, right = (image[::_STRIDE, shift::_STRIDE].astype(np.float32) for shift in (0, 1))
    columns = right.shape[1]
    variance = float(right.var())
    if variance < NOISE_DEVIATION**2:
        return False
    return float(np.square(right - left[:, :columns]).mean()) > NOISE_ROUGHNESS * variance
