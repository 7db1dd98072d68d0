"""Decoding photographs and cropping them to the dice: the whole picture, and a close-up of every die."""

import io
from dataclasses import dataclass

import pygame

from display.draw.boxes import columns, rows
from display.scene import DieMarks

MAX_CLOSE_UPS = 6
WIDE = 1.6
"""In a box with a higher ratio of width to height the close-ups are beside the picture, else below it."""


@dataclass(frozen=True, slots=True)
class Crop:
    """Maps the box `source` of a picture to the box `target` of the screen, both in pixels."""

    source: pygame.Rect
    target: pygame.Rect

    @property
    def zoom(self) -> float:
        """Returns screen pixels per picture pixel."""
        return self.target.width / self.source.width

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Maps a point of the picture to the screen."""
        return self.target.left + (x - self.source.left) * self.zoom, self.target.top + (
            y - self.source.top
        ) * self.zoom


def decode(encoded: bytes) -> pygame.Surface | None:
    """Decodes a JPEG or PNG; None if it is neither."""
    try:
        return pygame.image.load(io.BytesIO(encoded)).convert()
    except pygame.error:
        return None


def crop(size: tuple[int, int], dice: tuple[DieMarks, ...], room: pygame.Rect) -> Crop:
    """Chooses the part of a picture of `size` to show in `room`: all dice with a margin, undistorted."""
    whole = pygame.Rect(0, 0, *size)
    points = [point for die in dice for point in die.polygon]
    source = whole
    if points:
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        air = 0.22 * max(right - left, bottom - top, 0.12 * max(size)) + 0.03 * max(size)
        width, height = right - left + 2 * air, bottom - top + 2 * air
        shape = room.width / room.height
        width, height = max(width, height * shape), max(height, width / shape)
        width, height = min(width, size[0]), min(height, size[1])
        source = pygame.Rect(0, 0, round(width), round(height))
        source.center = round((left + right) / 2), round((top + bottom) / 2)
        source.clamp_ip(whole)
    zoom = min(room.width / source.width, room.height / source.height)
    target = pygame.Rect(0, 0, max(1, round(source.width * zoom)), max(1, round(source.height * zoom)))
    target.center = room.center
    return Crop(source, target)


def close_up(size: tuple[int, int], die: DieMarks, room: pygame.Rect) -> Crop:
    """Chooses the part of a picture of `size` around one die that fills the square `room`."""
    left, right = min(x for x, _ in die.polygon), max(x for x, _ in die.polygon)
    top, bottom = min(y for _, y in die.polygon), max(y for _, y in die.polygon)
    side = min(max(8, round(1.4 * max(right - left, bottom - top))), *size)
    source = pygame.Rect(0, 0, side, side)
    source.center = round((left + right) / 2), round((top + bottom) / 2)
    source.clamp_ip(pygame.Rect(0, 0, *size))
    return Crop(source, room.copy())


def _squares(room: pygame.Rect, number: int, gap: int) -> tuple[pygame.Rect, ...]:
    """Places the largest possible squares in a grid in the middle of `room`."""
    across = max(range(1, number + 1), key=lambda n: min(room.width / n, room.height / -(-number // n)))
    down = -(-number // across)
    side = min((room.width - gap * (across - 1)) // across, (room.height - gap * (down - 1)) // down)
    whole = pygame.Rect(0, 0, side * across + gap * (across - 1), side * down + gap * (down - 1))
    whole.center = room.center
    cells = [cell for line in rows(whole, down, gap) for cell in columns(line, across, gap)]
    return tuple(pygame.Rect(cell.left, cell.top, side, side) for cell in cells[:number])


def views(
    size: tuple[int, int], dice: tuple[DieMarks, ...], room: pygame.Rect, gap: int
) -> tuple[Crop, tuple[tuple[DieMarks, Crop], ...]]:
    """Arranges a picture of `size` in `room`: the whole, and a close-up of every die unless there are too many."""
    shown = tuple(die for die in dice if len(die.polygon) > 2)
    if not 1 <= len(shown) <= MAX_CLOSE_UPS:
        return crop(size, dice, room), ()
    if room.width > WIDE * room.height:
        main = pygame.Rect(room.left, room.top, round(room.width * 0.37), room.height)
        side = pygame.Rect(main.right + gap, room.top, room.right - main.right - gap, room.height)
    else:
        main = pygame.Rect(room.left, room.top, room.width, round(room.height * 0.46))
        side = pygame.Rect(room.left, main.bottom + gap, room.width, room.bottom - main.bottom - gap)
    squares = _squares(side, len(shown), gap)
    closer = tuple((die, close_up(size, die, square)) for die, square in zip(shown, squares, strict=True))
    return crop(size, dice, main), closer
