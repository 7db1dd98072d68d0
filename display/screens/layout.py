"""Where things stand on each screen: rectangles only, from the size of the screen and the number of things."""

from dataclasses import dataclass

import pygame

from display.draw.theme import scale, unit

Box = pygame.Rect


@dataclass(frozen=True, slots=True)
class Frame:
    """What every screen has: a head with two rows between two torches, a body, and the plates of the controls."""

    torches: tuple[Box, Box]
    headline: Box
    prompt: Box
    body: Box
    hints: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The benches with their seats around the middle, where the claim and the ladder stand."""

    frame: Frame
    seats: tuple[Box, ...]
    middle: Box
    foot: Box


def portrait(size: tuple[int, int]) -> bool:
    """Tells whether a screen is higher than wide."""
    return size[1] > size[0]


def columns(box: Box, number: int, gap: int) -> tuple[Box, ...]:
    """Cuts a box into columns of one width."""
    if number < 1:
        return ()
    width = (box.width - gap * (number - 1)) / number
    return tuple(
        pygame.Rect(box.left + round(i * (width + gap)), box.top, round(width), box.height) for i in range(number)
    )


def rows(box: Box, number: int, gap: int) -> tuple[Box, ...]:
    """Cuts a box into rows of one height."""
    if number < 1:
        return ()
    height = (box.height - gap * (number - 1)) / number
    return tuple(
        pygame.Rect(box.left, box.top + round(i * (height + gap)), box.width, round(height)) for i in range(number)
    )


def grid(box: Box, number: int, gap: int, tallest: int, ratio: float = 2.6) -> tuple[Box, ...]:
    """Cuts a box into cells for `number` plates, in as many columns as make the plates largest."""
    best: tuple[float, int] = (0.0, 1)
    for across in range(1, max(1, number) + 1):
        down = -(-number // across)
        width = (box.width - gap * (across - 1)) / across
        height = min(tallest, (box.height - gap * (down - 1)) / down)
        best = max(best, (min(width / ratio, height), -across))
    across = -best[1]
    down = -(-number // across)
    height = min(tallest, (box.height - gap * (down - 1)) // down)
    used = pygame.Rect(box.left, 0, box.width, height * down + gap * (down - 1))
    used.centery = box.centery
    cells: list[Box] = []
    for line in rows(used, down, gap):
        left = number - len(cells)
        full = columns(line, across, gap)
        if left < across:
            slack = (line.width - (full[left - 1].right - line.left)) // 2
            full = tuple(cell.move(slack, 0) for cell in full[:left])
        cells += full
    return tuple(cells)


def pictures(box: Box, number: int, gap: int, under: int) -> tuple[Box, ...]:
    """Cuts a box into cells for pictures, each with `under` for a line below it, so that they become largest."""

    def least(across: int) -> float:
        down = -(-number // across)
        width = (box.width - gap * (across - 1)) / across
        return min(width * 0.75, (box.height - gap * (down - 1)) / down - under)

    across = max(range(1, number + 1), key=least)
    down = -(-number // across)
    cells = [cell for line in rows(box, down, gap) for cell in columns(line, across, gap)]
    slack = (box.right - cells[number - 1].right) // 2
    last = number - (number - 1) % across - 1
    return (*cells[:last], *(cell.move(slack, 0) for cell in cells[last:number]))


def frame(size: tuple[int, int], controls: bool = True) -> Frame:
    """Lays the head, the body and the four control plates; without `controls` the body has their room."""
    width, height = size
    u = unit(size)
    margin = max(4, round(u * 0.018))
    gap = max(3, round(u * scale(size).gap))
    inner = pygame.Rect(margin, margin, width - 2 * margin, height - 2 * margin)
    head = round(u * 0.115), round(u * 0.155)
    if not portrait(size):
        head = round(u * 0.105), round(u * 0.08)
    wing = round(u * 0.115)
    torches = (
        pygame.Rect(inner.left, inner.top, wing, sum(head)),
        pygame.Rect(inner.right - wing, inner.top, wing, sum(head)),
    )
    headline = pygame.Rect(inner.left + wing, inner.top, inner.width - 2 * wing, head[0])
    prompt = pygame.Rect(headline.left, headline.bottom, headline.width, head[1])
    if portrait(size):
        # The prompt gets the whole width, below the torches.
        for torch in torches:
            torch.height = head[0]
        prompt.left, prompt.width = inner.left, inner.width
    if portrait(size):
        plate = round(u * 0.17)
        strip = pygame.Rect(inner.left, inner.bottom - 2 * plate - gap, inner.width, 2 * plate + gap)
        hints = tuple(cell for line in rows(strip, 2, gap) for cell in columns(line, 2, gap))
    else:
        strip = pygame.Rect(inner.left, inner.bottom - round(u * 0.145), inner.width, round(u * 0.145))
        hints = columns(strip, 4, gap)
    if not controls:
        strip, hints = pygame.Rect(inner.left, inner.bottom + gap, inner.width, 0), ()
    body = pygame.Rect(inner.left, prompt.bottom + gap, inner.width, strip.top - prompt.bottom - 2 * gap)
    return Frame(torches, headline, prompt, body, hints)


def ring(number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Seats on the left and the right bench, each from top to bottom, so that play goes clockwise on the screen.

    >>> ring(5)
    ((0, 4, 3), (1, 2))
    """
    right = tuple(range(1, number // 2 + 1))
    left = (0, *range(number - 1, number // 2, -1)) if number else ()
    return left, right


def table(size: tuple[int, int], seats: int, controls: bool = True) -> TableLayout:
    """Lays the benches left and right of the middle, or above it on a portrait screen."""
    parts = frame(size, controls)
    u = unit(size)
    gap = max(3, round(u * scale(size).gap))
    body = parts.body
    foot_height = round(u * scale(size).small * 1.49)
    left, right = ring(seats)
    places: dict[int, Box] = {}
    if portrait(size):
        depth = max(len(left), len(right), 1)
        high = min(round(u * 0.19), round((body.height * 0.42 - gap * (depth - 1)) / depth))
        bench = pygame.Rect(body.left, body.top, body.width, high * depth + gap * (depth - 1))
        sides = columns(bench, 2, gap * 2)
        middle = pygame.Rect(body.left, bench.bottom + gap, body.width, body.bottom - bench.bottom - gap)
    else:
        depth = max(len(left), len(right), 1)
        high = min(round(u * 0.235), round((body.height - gap * (depth - 1)) / depth))
        wide = round(min(body.width * 0.275, u * 0.6))
        sides = (
            pygame.Rect(body.left, body.top, wide, body.height),
            pygame.Rect(body.right - wide, body.top, wide, body.height),
        )
        middle = pygame.Rect(body.left + wide + 2 * gap, body.top, body.width - 2 * wide - 4 * gap, body.height)
    for side, indices in zip(sides, (left, right), strict=True):
        step = high + gap
        if not portrait(size) and len(indices) > 1:
            step = min(round(high * 1.35), (side.height - high) // (depth - 1))
        spare = 0 if portrait(size) else (side.height - high - step * (len(indices) - 1)) // 2
        for row, seat in enumerate(indices):
            places[seat] = pygame.Rect(side.left, side.top + spare + row * step, side.width, high)
    foot = pygame.Rect(middle.left, middle.bottom - foot_height, middle.width, foot_height)
    middle = pygame.Rect(middle.left, middle.top, middle.width, middle.height - foot_height - gap // 2)
    return TableLayout(parts, tuple(places[i] for i in range(seats)), middle, foot)
