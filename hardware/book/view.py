"""Computes what a camera in the lid sees of the floor, and how large a die appears: `python -m hardware.book.view`."""

import math
from dataclasses import dataclass

from hardware.book.board_shapes import inches
from hardware.book.sizes import BoxShape, Sizes

PIXELS = 1280
"""Width of the picture that is read; its aspect ratio is 4:3."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's field of view in a 4:3 picture (degrees)."""

    name: str
    hfov: float
    vfov: float

    def seen(self, distance: float) -> tuple[float, float]:
        """Returns width and depth (mm) of the visible plane at a distance (mm)."""
        across, along = (math.tan(math.radians(angle) / 2) for angle in (self.hfov, self.vfov))
        return 2 * distance * across, 2 * distance * along

    def pixels(self, length: float, distance: float) -> float:
        """Returns how many pixels wide a length (mm) appears at a distance (mm)."""
        return PIXELS * length / self.seen(distance)[0]

    def lowest_lens(self, sizes: Sizes) -> float:
        """Returns the lowest lens (mm above the felt) with which a die standing at any wall is fully in the picture.

        The die's top is nearest to the lens, where the view is narrowest: die + half the room / tan(half the angle).
        """
        wide = sizes.room_x if sizes.shape is BoxShape.OBLONG else sizes.room_d
        across = wide / 2 / math.tan(math.radians(self.hfov) / 2)
        along = sizes.deep / 2 / math.tan(math.radians(self.vfov) / 2)
        return sizes.die_long + max(across, along)


def four_to_three(name: str, *, hfov: float | None = None, vfov: float | None = None) -> Lens:
    """Returns the lens of a 4:3 picture from one of its angles; a 16:9 sensor is cropped at the sides and keeps `vfov`.

    >>> round(four_to_three("Module 3", vfov=41).hfov, 1)
    53.0
    """
    if vfov is not None:
        return Lens(name, 2 * math.degrees(math.atan(math.tan(math.radians(vfov) / 2) * 4 / 3)), vfov)
    if hfov is not None:
        return Lens(name, hfov, 2 * math.degrees(math.atan(math.tan(math.radians(hfov) / 2) * 3 / 4)))
    raise TypeError("one of the angles must be given")


LENSES = (
    Lens("Camera Module 2 (62.2° × 48.8°)", 62.2, 48.8),
    four_to_three("Camera Module 3 (66° × 41°, cut to 4:3)", vfov=41),
    four_to_three("Camera Module 3 Wide (102° × 67°, cut to 4:3)", vfov=67),
    four_to_three("any camera of 65°", hfov=65),
    four_to_three("any camera of 75°", hfov=75),
    four_to_three("any camera of 102°", hfov=102),
)


def table() -> list[str]:
    """Returns lines of a Markdown table."""
    oblong, rounded = Sizes(), Sizes(shape=BoxShape.ROUND)
    columns = " | ".join(
        f"floor seen, {sizes.shape}: lens at {sizes.lens_h:g} mm ({inches(sizes.lens_h)}) | pixels | lowest lens"
        for sizes in (oblong, rounded)
    )
    lines = [f"| camera | angle in a 4:3 picture | {columns} |", "|---|---|---|---|---|---|---|---|"]
    for lens in LENSES:
        cells = [lens.name, f"{lens.hfov:.1f}° × {lens.vfov:.1f}°"]
        for sizes in (oblong, rounded):
            wide, deep = lens.seen(sizes.lens_h)
            least = lens.lowest_lens(sizes)
            cells += [
                f"{wide:.0f} × {deep:.0f} mm ({inches(wide)} × {inches(deep)})",
                f"{lens.pixels(sizes.die_short, sizes.lens_h - sizes.die_short):.0f}",
                f"{least:.0f} mm ({inches(least)})" + ("" if least <= sizes.lens_h else ", **higher than it is**"),
            ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    """Prints the table."""
    print("\n".join(table()))


if __name__ == "__main__":
    main()
