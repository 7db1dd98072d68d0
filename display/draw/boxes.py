"""Rectangles cut into columns, rows and grids."""

import pygame


def columns(box: pygame.Rect, number: int, gap: int) -> tuple[pygame.Rect, ...]:
    """Splits a box into columns of equal width."""
    if number < 1:
        return ()
    width = (box.width - gap * (number - 1)) / number
    return tuple(
        pygame.Rect(box.left + round(i * (width + gap)), box.top, round(width), box.height) for i in range(number)
    )


def rows(box: pygame.Rect, number: int, gap: int) -> tuple[pygame.Rect, ...]:
    """Splits a box into rows of equal height."""
    if number < 1:
        return ()
    height = (box.height - gap * (number - 1)) / number
    return tuple(
        pygame.Rect(box.left, box.top + round(i * (height + gap)), box.width, round(height)) for i in range(number)
    )


def grid(box: pygame.Rect, number: int, gap: int, tallest: int, ratio: float = 2.6) -> tuple[pygame.Rect, ...]:
    """Splits a box into the largest `number` cells, at most `tallest` high; `ratio` is their ideal width to height."""
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
    cells: list[pygame.Rect] = []
    for line in rows(used, down, gap):
        left = number - len(cells)
        full = columns(line, across, gap)
        if left < across:
            slack = (line.width - (full[left - 1].right - line.left)) // 2
            full = tuple(cell.move(slack, 0) for cell in full[:left])
        cells += full
    return tuple(cells)


def pictures(box: pygame.Rect, number: int, gap: int, under: int) -> tuple[pygame.Rect, ...]:
    """Splits a box into the largest cells for `number` pictures, each with `under` pixels for a caption below."""

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
