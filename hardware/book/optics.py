"""How sharp and how large dice are for each camera module, in any box: `python -m hardware.book.optics`.

Computed from the makers' data sheets by the thin-lens formulas; no camera was at hand.
"""

import argparse
import math
from dataclasses import dataclass

from hardware.book.board_shapes import inches
from hardware.book.cuts import parse_sizes
from hardware.book.sizes import BoxShape, Sizes
from hardware.book.view import PIXELS

PIP = 3.0
"""Diameter of a pip (mm)."""
USUAL_FOCUS = 150.0
"""Distance (mm) at which the program sets a motorised lens that was not calibrated."""


@dataclass(frozen=True, slots=True)
class CameraModule:
    """A camera by its data sheet: focal length (mm), f-number, and the sensor that a 4:3 picture uses (mm)."""

    name: str
    focal: float
    stop: float
    wide: float
    high: float

    def angle(self) -> float:
        """Returns the field of view from side to side (degrees), without distortion."""
        return 2 * math.degrees(math.atan(self.wide / 2 / self.focal))

    def blur(self, distance: float, focus: float) -> float:
        """Returns how many pixels of the picture a point at a distance is spread over, focused elsewhere (mm).

        >>> MODULES[1].blur(150, 150)
        0.0
        """
        circle = self.focal**2 / self.stop * abs(distance - focus) / (distance * (focus - self.focal))
        return circle / (self.wide / PIXELS)

    def depth(self, focus: float, pixels: float = 1.0) -> tuple[float, float]:
        """Returns the distances (mm) between which the blur is at most `pixels`; the far one may be infinite."""
        share = pixels * (self.wide / PIXELS) * (focus - self.focal) * self.stop / self.focal**2
        return focus / (1 + share), focus / (1 - share) if share < 1 else math.inf

    def pip(self, distance: float) -> float:
        """Returns the diameter of a pip in the picture (pixels)."""
        return PIP * self.focal / distance / (self.wide / PIXELS)


MODULES = (
    CameraModule("Camera Module 2", 3.04, 2.0, 3280 * 0.00112, 2464 * 0.00112),
    CameraModule("Camera Module 3", 4.74, 1.8, 2592 * 4 / 3 * 0.0014, 2592 * 0.0014),
    CameraModule("Camera Module 3 Wide", 2.75, 2.2, 2592 * 4 / 3 * 0.0014, 2592 * 0.0014),
)


def best_focus(sizes: Sizes) -> float:
    """Returns the distance (mm) at which a face that lies and one that stands on end are equally blurred."""
    near, far = sizes.lens_h - sizes.die_long, sizes.lens_h - sizes.die_short
    return 2 * near * far / (near + far)


def spare(module: CameraModule, sizes: Sizes) -> float:
    """Returns how much wider (mm, each side) the view is than the room for the tops of standing dice.

    The bevels keep dice away from the walls.
    """
    distance = sizes.lens_h - sizes.die_long
    across, along = module.wide * distance / module.focal, module.high * distance / module.focal
    return min(across - sizes.flat_x, along - sizes.flat_y) / 2


def table(sizes: Sizes) -> list[str]:
    """Returns the numbers of every module in a box as a Markdown table."""
    focus = best_focus(sizes)
    lying, standing = sizes.lens_h - sizes.die_short, sizes.lens_h - sizes.die_long
    lines = [
        f"| lens {sizes.lens_h:g} mm ({inches(sizes.lens_h)}) above the felt | view | beyond a standing die "
        f"| sharp within 1 pixel, focus {focus:.0f} mm ({inches(focus)}) "
        f"| blur of a lying and a standing top face, focus {focus:.0f} mm "
        f"| the same, focus {USUAL_FOCUS:.0f} mm ({inches(USUAL_FOCUS)}) | pip |",
        "|---|---|---|---|---|---|---|",
    ]
    for module in MODULES:
        near, far = module.depth(focus)
        margin = spare(module, sizes)
        lines.append(
            f"| {module.name} | {module.angle():.0f}° | "
            + (f"{margin:.0f} mm ({inches(margin)}) a side" if margin >= 0 else f"**{-margin:.0f} mm too small**")
            + f" | {near:.0f} to {far:.0f} mm ({inches(near)} to {inches(far)}) "
            f"| {module.blur(lying, focus):.1f} and {module.blur(standing, focus):.1f} pixels "
            f"| {module.blur(lying, USUAL_FOCUS):.1f} and {module.blur(standing, USUAL_FOCUS):.1f} pixels "
            f"| {module.pip(lying):.0f} pixels |"
        )
    return lines


def both_tables() -> list[str]:
    """Returns the tables of the oblong box, of the round one, and of the taller oblong one."""
    boxes = (Sizes(), Sizes(shape=BoxShape.ROUND), Sizes(lens_oblong=185))
    return [line for sizes in boxes for line in ("", *table(sizes))][1:]


def main() -> None:
    """Prints the table."""
    sizes, _ = parse_sizes(argparse.ArgumentParser(description="Sharpness and size of dice for each camera module."))
    print("\n".join(table(sizes)))


if __name__ == "__main__":
    main()
