"""The region of interest: the part of a camera's picture in which dice can lie, independent of resolution."""

from dataclasses import dataclass

from hardware.errors import CalibrationError
from hardware.message import message
from hardware.ports import Image

LEAST = 0.2
"""No region is narrower: enlarging it further would show no more detail."""

Rectangle = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle in fractions of the whole picture, 0 to 1; `size` is its fraction of width and height.

    It has the aspect ratio of the picture, so that nothing is distorted.

    >>> Region(0.1, 0.2, 0.5).within((0, 0, 4000, 3000))
    (400, 600, 2000, 1500)
    """

    left: float = 0.0
    top: float = 0.0
    size: float = 1.0

    def __post_init__(self) -> None:
        """Raises CalibrationError for what lies outside the picture or is too small."""
        inside = min(self.left, self.top) >= 0 and max(self.left, self.top) + self.size <= 1 + 1e-6
        if not inside or not LEAST <= self.size <= 1:
            raise CalibrationError(
                message(
                    "a region of size {size:g} at {left:g}, {top:g} is outside the picture or smaller than {least:g}",
                    size=self.size,
                    left=self.left,
                    top=self.top,
                    least=LEAST,
                )
            )

    @property
    def whole(self) -> bool:
        """Whether it is the whole picture."""
        return self.size >= 1

    def within(self, view: Rectangle) -> Rectangle:
        """Returns the rectangle that it takes up in a view, in even pixels."""
        x, y, width, height = view
        across, down = (2 * int(self.size * side / 2 + 1e-9) for side in (width, height))
        left = min(2 * round(self.left * width / 2), width - across)
        top = min(2 * round(self.top * height / 2), height - down)
        return x + left, y + top, across, down

    def cut(self, image: Image) -> Image:
        """Returns this region of a picture: a view, not a copy."""
        if self.whole:
            return image
        x, y, width, height = self.within((0, 0, image.shape[1], image.shape[0]))
        return image[y : y + height, x : x + width]

    def moved(self, across: float, down: float) -> "Region":
        """Returns the region shifted by fractions of the picture, as far as possible."""
        room = 1 - self.size
        return Region(min(room, max(0.0, self.left + across)), min(room, max(0.0, self.top + down)), self.size)

    def grown(self, factor: float) -> "Region":
        """Returns it enlarged or reduced about its centre, as far as possible."""
        size = min(1.0, max(LEAST, self.size * factor))
        half = self.size / 2
        return Region(0.0, 0.0, size).moved(self.left + half - size / 2, self.top + half - size / 2)


WHOLE = Region()
