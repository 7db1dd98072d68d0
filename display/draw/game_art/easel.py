"""An easel: shapes in coordinates that fit a picture of any width.

The unit is the height of the picture; y goes from 0 at the top to 1 at the bottom, x is 0 in the middle.
"""

import math
from collections.abc import Iterable, Sequence

import pygame

from display.draw import wood
from display.draw.drawing_context import DrawingContext
from display.draw.theme import Colour, Scenery

XY = tuple[float, float]


class Easel:
    """Draws on a surface with the colours of a theme's scenery; `reach` is the x of the right edge."""

    def __init__(self, context: DrawingContext, surface: pygame.Surface) -> None:
        """Starts on an empty surface."""
        self.context, self.surface = context, surface
        self.colours: Scenery = context.theme.scenery
        self.flat = context.theme.flat
        self.unit = float(surface.get_height())
        self.reach = surface.get_width() / surface.get_height() / 2

    def at(self, x: float, y: float) -> XY:
        """Converts a point to pixels."""
        return (x + self.reach) * self.unit, y * self.unit

    def px(self, length: float) -> int:
        """Converts a length to pixels, at least one."""
        return max(1, round(length * self.unit))

    def sky(self, high: Colour, low: Colour, end: float = 1.0) -> None:
        """Fills the picture from its top down to `end` with a gradient, and below that with its last colour."""
        for row in range(round(self.unit)):
            part = min(1.0, row / (self.unit * end)) ** 1.4
            tone = tuple(round(a + (b - a) * part) for a, b in zip(high, low, strict=True))
            pygame.draw.line(self.surface, tone, (0, row), (self.surface.get_width(), row))

    def shape(self, points: Iterable[XY], colour: Colour) -> None:
        """Fills a polygon."""
        pygame.draw.polygon(self.surface, colour, [self.at(*point) for point in points])

    def both(self, points: Sequence[XY], colour: Colour) -> None:
        """Fills a polygon and its mirror image."""
        self.shape(points, colour)
        self.shape([(-x, y) for x, y in points], colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fills a circle."""
        pygame.draw.circle(self.surface, colour, self.at(x, y), radius * self.unit)

    def ring(self, x: float, y: float, radius: float, colour: Colour, width: float) -> None:
        """Draws a circle's outline."""
        pygame.draw.circle(self.surface, colour, self.at(x, y), radius * self.unit, self.px(width))

    def oval(self, x: float, y: float, size: XY, colour: Colour) -> None:
        """Fills an ellipse of a width and a height."""
        box = pygame.Rect(0, 0, self.px(size[0]), self.px(size[1]))
        box.center = round(self.at(x, y)[0]), round(self.at(x, y)[1])
        pygame.draw.ellipse(self.surface, colour, box)

    def line(self, points: Sequence[XY], colour: Colour, width: float) -> None:
        """Draws a line with round ends and joints."""
        ends = [self.at(*point) for point in points]
        pygame.draw.lines(self.surface, colour, False, ends, self.px(width))
        for end in ends:
            pygame.draw.circle(self.surface, colour, end, width * self.unit / 2)

    def glow(self, x: float, y: float, radius: float, colour: Colour, strength: int = 150) -> None:
        """Lights up a round place; a flat theme has no light."""
        if self.flat:
            return
        side = self.px(2 * radius)
        # A small halo is enough: it is soft, and is enlarged.
        halo = pygame.transform.smoothscale(wood.halo(self.context, (64, 64), colour, strength), (side, side))
        centre = self.at(x, y)
        self.surface.blit(halo, halo.get_rect(center=(round(centre[0]), round(centre[1]))))

    def ridge(self, height: float, sway: float, colour: Colour, first: float, waves: float = 1.0) -> None:
        """Fills everything below a line of rolling hills or waves."""
        steps = 80
        points = [(-self.reach, 1.1)]
        for step in range(steps + 1):
            x = -self.reach + 2 * self.reach * step / steps
            y = (
                height
                - sway * (math.sin(waves * 3.1 * x + first) + 0.5 * math.sin(waves * 7.3 * x + 2.3 * first)) / 1.5
            )
            points.append((x, y))
        points.append((self.reach, 1.1))
        self.shape(points, colour)

    def star(self, x: float, y: float, radius: float, colour: Colour, points: int = 5) -> None:
        """Fills a star."""
        corners = []
        for corner in range(2 * points):
            angle = -math.pi / 2 + corner * math.pi / points
            far = radius if corner % 2 == 0 else radius * (0.42 if points == 5 else 0.3)
            corners.append((x + far * math.cos(angle), y + far * math.sin(angle)))
        self.shape(corners, colour)
