"""Notices a camera that still delivers but no longer sees. Pure."""

import zlib

from hardware.ports import CameraError, Image

FROZEN_SECONDS = 2.0
"""Pictures that are equal to the last bit for so long are one old picture: a living sensor has noise."""
BLACK_SECONDS = 3.0
"""So long may nothing be seen though the lamp is lit."""
BLACK_LEVEL = 6
"""Grey level that nothing in a black picture exceeds."""
_STRIDE = 5
"""Every fifth pixel of every fifth row is enough to tell."""


class Vigil:
    """Looks at each picture of a camera called `name`, which gives pictures of `shape` (rows, columns)."""

    def __init__(self, name: str, shape: tuple[int, int]) -> None:
        """Has seen nothing yet."""
        self._name, self._shape = name, shape
        self._print: int | None = None
        self._changed_at = 0.0
        self._bright_at: float | None = None

    def check(self, image: Image, at: float, *, lit: bool) -> None:
        """Takes a picture; raises CameraError where the camera does not see. `lit`: there must be light.

        A black picture is not called frozen: in the dark many sensors give nothing but zeros.
        """
        if image.shape[:2] != self._shape:
            rows, columns = image.shape[:2]
            raise CameraError(
                f"{self._name} gives pictures of {columns}×{rows} instead of {self._shape[1]}×{self._shape[0]}: "
                "it is being opened anew."
            )
        sample = image[::_STRIDE, ::_STRIDE]
        black = int(sample.max()) <= BLACK_LEVEL
        print_ = zlib.crc32(sample.tobytes())
        if print_ != self._print or black:
            self._print, self._changed_at = print_, at
        if not black or not lit or self._bright_at is None:
            self._bright_at = at
        if at - self._changed_at > FROZEN_SECONDS:
            raise CameraError(
                f"{self._name} gives the same frozen picture again and again: check its cable; it is being opened anew."
            )
        if at - self._bright_at > BLACK_SECONDS:
            raise CameraError(
                f"{self._name} sees nothing but black: take off its cap, check that the lamp is lit and that its "
                "cable sits firmly."
            )
