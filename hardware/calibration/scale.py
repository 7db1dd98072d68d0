"""Converts between millimetres and pixels under a camera that looks straight down."""

from dataclasses import dataclass
from enum import StrEnum

from hardware.errors import CalibrationError
from hardware.message import message

CAMERA_MM = 155.0
"""From the lens to the felt in the box of the build book (hardware/book/sizes.py)."""


class Source(StrEnum):
    """The object from which the scale was measured."""

    DICE = "dice"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Scale:
    """How many millimetres of the floor one pixel shows, in pictures that are `width` pixels wide.

    Whatever is higher is nearer to the camera and looks larger: `camera_mm` is the distance of lens and floor.

    >>> scale = Scale(0.15, 1280, 155.0, Source.CARD)
    >>> round(scale.at(19.05), 4)
    0.1316
    """

    mm_per_pixel: float
    width: int
    camera_mm: float
    source: Source

    def __post_init__(self) -> None:
        """Raises CalibrationError for impossible values."""
        if not (0.005 <= self.mm_per_pixel <= 5 and 160 <= self.width <= 20_000 and 30 <= self.camera_mm <= 3000):
            raise CalibrationError(
                message(
                    "{mm_per_pixel:g} mm per pixel in pictures {width} wide from {camera_mm:g} mm is impossible",
                    mm_per_pixel=self.mm_per_pixel,
                    width=self.width,
                    camera_mm=self.camera_mm,
                )
            )

    def at(self, height_mm: float, width: int | None = None) -> float:
        """Returns millimetres per pixel at a height above the floor, in pictures of that width."""
        return self.mm_per_pixel * self.width / (width or self.width) * (1 - height_mm / self.camera_mm)

    def lying_edge(self, pixels: float, width: int | None = None) -> float:
        """Returns the edge (mm), from its pixels, of a top face that is as wide as its die is high.

        >>> scale = Scale(0.15, 1280, 155.0, Source.CARD)
        >>> round(scale.lying_edge(16 / scale.at(16)), 6)
        16.0
        """
        on_floor = pixels * self.at(0.0, width)
        return on_floor / (1 + on_floor / self.camera_mm)

    def through(self, part: float) -> "Scale":
        """Returns the scale of pictures of the same width that show only `part` (0 to 1) of the measured view."""
        return Scale(self.mm_per_pixel * part, self.width, self.camera_mm, self.source)


def scale_of_edge(edge_mm: float, pixels: float, width: int, camera_mm: float = CAMERA_MM) -> Scale:
    """Returns the scale from the edge of top faces as wide as their dice are high; CalibrationError if impossible."""
    return Scale(edge_mm / pixels / (1 - edge_mm / camera_mm), width, camera_mm, Source.DICE)
