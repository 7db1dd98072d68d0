"""A claim with its dice and its name: as a bare row, large in a box, or small in a strip."""

import pygame

from display.draw import boxes, dice, icons
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.emblem import emblem
from display.draw.lettering import LEADING, Typeface
from display.scene import ClaimPicture, SeatPanel

_WIDE = 3.4
"""In a box with a higher ratio of width to height dice and name stand side by side, else below each other."""
_LOW = 0.082
"""A strip that is lower, in units, does not say who made the claim."""
_MAKER = 0.155
"""The share of the width of a row for who made the claim."""
_STILL_SMALL = 0.87
"""Who made a claim stays on one line at this fraction of its size or more."""
_ON_ONE_LINE = 0.8
"""Names of claims stay on one line unless they are smaller than this fraction of their size on two."""


def claim_row(
    context: DrawingContext, picture: ClaimPicture, room: tuple[int, int], largest: int
) -> tuple[pygame.Surface, int]:
    """Draws a claim's dice or figures in one row that fits into `room` (width, height).

    Returns the row and the margin around it that holds its shadow, in pixels.
    """
    figure = f"{picture.quantity}×" if picture.quantity else str(picture.total) if picture.total else ""
    if not figure:
        long = dice.longest_edge(picture.dice, room, largest, picture.oblong)
        return dice.dice_row(context, picture.dice, long, picture.oblong), round(long * 0.2)
    long = min(largest, room[1])
    while long > 8 and _width(context, figure, picture, long) > room[0]:
        long -= max(1, long // 20)

    def make() -> pygame.Surface:
        margin = round(long * 0.2)
        size = dice.die_size(6, long, picture.oblong)[1] if picture.dice else long
        piece = pygame.Surface(
            (_width(context, figure, picture, long) + 2 * margin, size + 2 * margin), pygame.SRCALPHA
        )
        px = _letters(long)
        for colour, shift in ((context.theme.relief, max(1, px // 20)), (context.theme.ink, 0)):
            if colour is None:
                continue
            word = context.letters.word(figure, Typeface.NAME, px, colour)
            piece.blit(word, word.get_rect(midleft=(margin + shift, piece.get_height() // 2 + shift)))
        if picture.dice:
            row = dice.dice_row(context, picture.dice, long, picture.oblong)
            piece.blit(row, row.get_rect(midright=(piece.get_width(), piece.get_height() // 2)))
        return piece

    return context.cached(("bid", figure, picture.dice, long, picture.oblong), make), round(long * 0.2)


def _letters(long: int) -> int:
    return round(long * 0.95)


def _width(context: DrawingContext, figure: str, picture: ClaimPicture, long: int) -> int:
    words = context.letters.width(figure, Typeface.NAME, _letters(long))
    if not picture.dice:
        return words
    return words + round(long * 0.16) + dice.dice_width(picture.dice, long, picture.oblong)


def _size_of_names(
    context: DrawingContext, names: tuple[str, ...], room: tuple[int, int], largest: int, lines: int = 2
) -> tuple[int, int]:
    """Finds the letter size and the number of lines at which every one of the names fits into `room`."""
    if len(names) == 1:
        return largest, lines
    one, more = (
        min(context.letters.fit(name, Typeface.NAME, room, largest, most).px for name in names) for most in (1, lines)
    )
    return (one, 1) if one >= _ON_ONE_LINE * more else (more, lines)


def _largest_die(pictures: tuple[ClaimPicture, ...], room: tuple[int, int], largest: int) -> int:
    """Finds the largest long edge at which the dice of every one of the claims fit into `room`."""
    return min(
        (dice.longest_edge(each.dice, room, largest, each.oblong) for each in pictures if each.dice), default=largest
    )


def claim(
    canvas: Canvas,
    box: pygame.Rect,
    picture: ClaimPicture,
    by: str,
    part: str = "claim",
    *,
    stake: str = "",
    owner: SeatPanel | None = None,
    peers: tuple[ClaimPicture, ...] = (),
) -> None:
    """Draws a claim as large as it can be: who made it, for what stake, the emblem of its owner, its dice and its name.

    They stand side by side in a wide box, else below each other. It is no larger than any of its `peers` could be in
    the same box.
    """
    if box.width > _WIDE * box.height:
        _claim_in_a_row(canvas, box, picture, (by, stake), part, owner)
    else:
        _claim_in_a_column(canvas, box, picture, ", ".join(filter(None, (by, stake))), part, owner, peers)


def _claim_in_a_row(
    canvas: Canvas,
    box: pygame.Rect,
    picture: ClaimPicture,
    by: tuple[str, str],
    part: str,
    owner: SeatPanel | None,
) -> None:
    context = canvas.context
    theme = context.theme
    great = context.px(context.scale.great)
    gap = context.px(0.028)
    aside = _maker(canvas, box, by, part, owner)
    free = box.width - 2 * aside
    least = _least_dice(context, picture, round(great * 0.78))
    high = round(great * LEADING * 1.06) + 1
    if context.letters.fit(picture.name, Typeface.NAME, (free - least - gap, high), great).px < great:
        free = box.width - aside
    most = free - least - gap, high
    fitted = context.letters.fit(picture.name, Typeface.NAME, most, round(great * 1.06))
    room = free - gap - fitted.width, round(box.height * 0.9)
    row, margin = claim_row(context, picture, room, round(box.height * 0.84))
    dice_width = row.get_width() - 2 * margin
    left = box.right - free + (free - dice_width - gap - fitted.width) // 2
    if free == box.width - 2 * aside:
        left -= aside
    canvas.name_part(part, canvas.put(row, (left - margin, box.centery - row.get_height() // 2)))
    name = pygame.Rect(left + dice_width + gap, box.centery - high // 2, fitted.width + 2, high)
    canvas.write(
        picture.name,
        name,
        Typeface.NAME,
        fitted.px,
        theme.ink,
        align="left",
        relief=theme.relief,
        inlay=theme.ivory,
        parted_below=0.0,
    )
    canvas.name_part(f"{part} name", name)


def _maker(canvas: Canvas, box: pygame.Rect, by: tuple[str, str], part: str, owner: SeatPanel | None) -> int:
    """Draws who made a claim, and the stake, at the left of its box, below the emblem; returns the width taken."""
    context = canvas.context
    said = tuple(filter(None, by))
    if not said and owner is None:
        return 0
    wide = round(box.width * _MAKER)
    shield = None
    if owner is not None:
        size, line = context.px(context.scale.small), round(context.px(context.scale.small) * 1.3)
        fits = all(context.letters.width(text, Typeface.TEXT, size) * _STILL_SMALL <= wide for text in said)
        many = len(said) if fits else 2
        words = min(round(box.height * (0.3 if many < 2 else 0.46)), many * line) if said else 0
        shield = emblem(context, owner, box.height - words - context.gap // 2)
    if shield is None:
        text = ", ".join(said)
        room, size = pygame.Rect(box.left, box.top, wide, box.height), context.px(context.scale.text)
        canvas.write(text, room, Typeface.TEXT, size, context.theme.ink, lines=3, relief=context.theme.relief)
        return wide
    room = pygame.Rect(box.left, box.bottom - words, wide, words)
    place = shield.get_rect(midtop=(room.centerx, box.top + context.gap // 4))
    canvas.put(shield, place.topleft)
    canvas.name_part(f"{part} emblem", place)
    for text, row in zip(said, boxes.rows(room, len(said), 0), strict=True):
        ink = context.theme.ink if text == by[0] else context.theme.accent
        canvas.write(text, row, Typeface.TEXT, size, ink, lines=many // len(said), relief=context.theme.relief)
    return wide


def _least_dice(context: DrawingContext, picture: ClaimPicture, long: int) -> int:
    """Returns the width of a claim's dice or figures, for dice whose long edge has this many pixels."""
    row, margin = claim_row(context, picture, (context.size[0], long), long)
    return row.get_width() - 2 * margin


def _claim_in_a_column(
    canvas: Canvas,
    box: pygame.Rect,
    picture: ClaimPicture,
    by: str,
    part: str,
    owner: SeatPanel | None,
    peers: tuple[ClaimPicture, ...],
) -> None:
    context = canvas.context
    great = context.px(context.scale.great)
    by_height = min(round(box.height * 0.16), context.px(context.scale.text * 1.5)) if by else 0
    name_height = min(round(box.height * 0.5), round(great * LEADING) + 1)
    high = box.height - by_height - name_height
    room = round(box.width * 0.94), round(high * 0.86)
    shield = emblem(context, owner, min(round(high * 0.86), great)) if owner is not None else None
    aside = 0 if shield is None else shield.get_width() + context.gap
    room = room[0] - aside, room[1]
    row, margin = claim_row(context, picture, room, _largest_die((picture, *peers), room, context.px(0.4)))
    dice_height = row.get_height() - 2 * margin
    space = min(2 * context.gap, max(0, high - dice_height) // 4)
    top = box.top + (high - dice_height) // 2 - space
    by_room = pygame.Rect(box.left, top, box.width, by_height)
    middle = by_room.bottom + space + dice_height // 2
    if shield is not None:
        left = box.centerx - (aside + row.get_width() - 2 * margin) // 2
        place = shield.get_rect(midleft=(left, middle))
        canvas.put(shield, place.topleft)
        canvas.name_part(f"{part} emblem", place)
    canvas.name_part(part, canvas.put_centred(row, (box.centerx + aside // 2, middle)))
    name_room = pygame.Rect(box.left, by_room.bottom + dice_height + 2 * space, box.width, name_height)
    names = tuple(each.name for each in (picture, *peers))
    size, lines = _size_of_names(context, names, name_room.size, great)
    canvas.write(
        picture.name,
        name_room,
        Typeface.NAME,
        size,
        context.theme.ink,
        lines=lines,
        relief=context.theme.relief,
        inlay=context.theme.ivory,
    )
    canvas.name_part(f"{part} name", name_room)
    if by:
        canvas.write(
            by,
            by_room,
            Typeface.TEXT,
            context.px(context.scale.text * 1.2),
            context.theme.ink,
            relief=context.theme.relief,
        )


def claim_strip(
    canvas: Canvas,
    box: pygame.Rect,
    picture: ClaimPicture,
    by: str,
    part: str = "claim",
    token: str = "",
    peers: tuple[ClaimPicture, ...] = (),
) -> None:
    """Draws a claim small, in one row: dice at the left, name and owner at the right.

    `token` is the control whose icon precedes it: "claim" for what was said, "reveal" for what was seen. Size and
    alignment match its `peers`, which are drawn in such strips above or below it.
    """
    context = canvas.context
    low = box.height < context.px(_LOW)
    by = "" if low else by
    if token:
        side = min(context.px(0.07), round(box.height * 0.5))
        picture_ = icons.control(context, token, side)
        canvas.put(picture_, picture_.get_rect(midleft=box.midleft).topleft)
        box = pygame.Rect(box.left + side, box.top, box.width - side, box.height)
    room = round(box.width * 0.36), round(box.height * 0.84)
    all_ = (picture, *peers)
    long = _largest_die(all_, room, context.px(0.16))
    column = max(claim_row(context, each, room, long)[0].get_width() for each in all_)
    row, margin = claim_row(context, picture, room, long)
    canvas.name_part(part, canvas.put(row, (box.left, box.centery - row.get_height() // 2)))
    left = box.left + column - margin // 2 + context.gap // 2
    above = min(round(box.height * 0.4), context.px(context.scale.text)) + context.gap // 2
    upper = pygame.Rect(left, box.top, box.right - left, above - context.gap // 2)
    lower = pygame.Rect(left, box.top + above, upper.width, box.height - above)
    names = tuple(each.name for each in all_)
    # Limits a short name, which would otherwise dwarf a long one in the next strip.
    largest = min(context.px(context.scale.figure * 0.6), round(lower.width * 0.17))
    if low:
        lower = pygame.Rect(left, box.top, upper.width, box.height)
        largest = min(largest, context.px(context.scale.text * 0.85))
    size, lines = _size_of_names(context, names, lower.size, largest)
    if not by and not low:
        lower = pygame.Rect(left, box.top + above // 4, upper.width, box.height - above // 2)
    ink, relief = context.theme.ink, context.theme.relief
    canvas.write(picture.name, lower, Typeface.NAME, size, ink, lines=lines, align="left", relief=relief)
    canvas.write(
        by, upper, Typeface.TEXT, context.px(context.scale.text), context.theme.ink_dim, align="left", relief=relief
    )
