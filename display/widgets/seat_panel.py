"""The panel of a seat: its name and stock, whether it is its turn, and whether the claim is its own."""

from collections.abc import Callable

import pygame

from display.draw import computer_face, dice, icons, wood
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.heraldry import shield_painter
from display.draw.lettering import Typeface
from display.scene import SeatPanel
from display.widgets import lives, tallies

SMALLEST_NAME = 0.42
"""A name is cut off with an ellipsis before it gets smaller than this fraction of the usual size."""
MANY = 14
"""A larger stock is shown as a number beside a single life."""


def _outline(size: tuple[int, int], reach: int, pointing: int) -> list[tuple[float, float]]:
    """Outlines a panel with a point of `reach` pixels to the right (1), to the left (-1) or none (0)."""
    width, height = float(size[0]), float(size[1])
    slant = height * 0.16
    if pointing == 0:
        return [(0, 0), (width, 0), (width, height), (0, height)]
    if pointing > 0:
        edge = width - reach
        return [
            (0, 0),
            (edge - 2, 0),
            (edge, slant),
            (width, height / 2),
            (edge, height - slant),
            (edge - 2, height),
            (0, height),
        ]
    return [
        (width, 0),
        (reach + 2, 0),
        (reach, slant),
        (0, height / 2),
        (reach, height - slant),
        (reach + 2, height),
        (width, height),
    ]


def _lit_seat(context: DrawingContext, size: tuple[int, int], reach: int, pointing: int) -> pygame.Surface:
    """Draws the panel of the seat whose turn it is: lit, with a gold rim and a point, and a margin for its shadow."""
    theme = context.theme
    blur = context.px(0.014)

    def make() -> pygame.Surface:
        fine = 3
        points = [(x * fine, y * fine) for x, y in _outline(size, reach, pointing)]
        big = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
        pygame.draw.polygon(big, (255, 255, 255), points)
        mask = pygame.transform.smoothscale(big, size)
        piece = wood.masked(wood.sawn(context, size, theme.lit_board, 3), mask)
        rim = pygame.Surface(big.get_size(), pygame.SRCALPHA)
        edge = max(2, context.px(0.008)) * fine
        for tone, share in ((theme.gold[0], 2.2), (theme.gold[1], 1.6), (theme.gold[2], 0.6)):
            pygame.draw.lines(rim, tone, True, points, max(1, round(edge * share)))
        rim.blit(big, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        piece.blit(pygame.transform.smoothscale(rim, size), (0, 0))
        whole = pygame.Surface((size[0] + 2 * blur, size[1] + 2 * blur), pygame.SRCALPHA)
        dark = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
        moved = [(x / fine + blur, y / fine + blur * 1.5) for x, y in points]
        if not theme.flat:
            pygame.draw.polygon(dark, (0, 0, 0, 190), moved)
            whole.blit(wood.soft(dark, max(2, blur // 2)), (0, 0))
        whole.blit(piece, (blur, blur))
        return whole

    return context.cached(("lit seat", size, reach, pointing), make)


def _seat_ground(canvas: Canvas, box: pygame.Rect, lit: bool, pointing: int) -> pygame.Rect:
    """Draws the background of a seat; returns the box of its panel."""
    context = canvas.context
    if not lit:
        blur = context.px(0.012)
        canvas.put(wood.shadow(context, box.size, context.px(0.018), blur), (box.left - blur, box.top - blur // 2))
        canvas.put(wood.panel(context, box.size, context.theme.board, seed=3), box.topleft)
        return box.copy()
    reach = min(round(box.height * 0.3), 2 * context.gap) if pointing else 0
    body = box.copy()
    body.width += reach
    if pointing < 0:
        body.left -= reach
    glow = wood.halo(context, (round(body.width * 1.3), round(body.height * 2.2)), context.theme.ember, 110)
    canvas.put_centred(glow, body.center)
    blur = context.px(0.014)
    canvas.put(_lit_seat(context, body.size, reach, pointing), (body.left - blur, body.top - blur))
    return body


def seat(
    canvas: Canvas,
    box: pygame.Rect,
    panel: SeatPanel,
    index: int,
    pointing: int,
    breaks_at: float | None = 0.25,
    lit: bool | None = None,
    stand: bool = True,
) -> None:
    """Draws a seat: name, stock, the horn if the claim is its own.

    Lives that were just lost break `breaks_at` seconds after the scene began; with None they are drawn broken. Before
    that they are drawn whole if `stand`, else not at all. `pointing` is 1 if the middle of the table is to the right,
    -1 if to the left, else 0. `lit` overrides whether it is lit as if it were its turn.
    """
    context = canvas.context
    theme = context.theme
    body = _seat_ground(canvas, box, panel.turn if lit is None else lit, pointing)
    canvas.name_part(f"seat {index}", body)
    name_room, row = _spaces(canvas, box, panel)
    if panel.kind == "tally":
        taken = tallies.number(canvas, box, panel.stock, panel.lost)
        row.width -= max(0, row.right - taken.left)
        name_room.width -= max(0, name_room.right - taken.left)
    if panel.face:
        _emblem(canvas, name_room, lambda high: computer_face.face(context, panel.face, high), index)
    elif (arms := panel.shield) is not None:
        _emblem(canvas, name_room, lambda high: shield_painter.shield(context, arms, high), index)
    canvas.write(
        panel.name,
        name_room,
        Typeface.NAME,
        context.px(context.scale.name * 1.12),
        theme.ink_dim if panel.out else theme.ink,
        lines=2,
        align="left",
        relief=theme.relief,
        smallest=context.px(context.scale.name * SMALLEST_NAME),
    )
    canvas.name_part(f"name {index}", name_room)
    if panel.owner:
        side = min(round(row.height * 1.15), context.px(0.08))
        token = icons.control(context, "claim", side)
        place = token.get_rect(midright=(row.right, row.centery))
        canvas.put(token, place.topleft)
        canvas.name_part(f"owner {index}", place)
        row.width -= side + context.gap // 2
    if panel.shown:
        row.width -= _shown(canvas, row, panel.shown) + context.gap // 2
    if panel.badge:
        row.width -= _badge(canvas, row, panel.badge) + context.gap
    _stock(canvas, row, panel, index, breaks_at, stand)
    if panel.out:
        shade = pygame.Surface(body.size, pygame.SRCALPHA)
        shade.fill((*theme.night, round(theme.depth * 0.58)))
        canvas.put(wood.masked(shade, wood.rounded(body.size, context.px(0.018), (255, 255, 255, 255))), body.topleft)


def _spaces(canvas: Canvas, box: pygame.Rect, panel: SeatPanel) -> tuple[pygame.Rect, pygame.Rect]:
    """Divides a panel into boxes for the name and the stock: below each other, or side by side on a low panel."""
    context = canvas.context
    pad_x, pad_y = max(5, context.px(0.025)), max(2, round(box.height * 0.07))
    inner = box.inflate(-2 * pad_x, -2 * pad_y)
    if box.height < context.px(0.115):
        wide = round(inner.width * (0.48 if panel.owner or panel.badge else 0.56))
        high = round(inner.height * 0.74)
        row = pygame.Rect(inner.left + wide, inner.centery - high // 2, inner.width - wide, high)
        return pygame.Rect(inner.left, inner.top, wide - context.gap, inner.height), row
    lower = min(round(inner.height * 0.40), context.px(0.085))
    row = pygame.Rect(inner.left, inner.bottom - lower, inner.width, lower)
    return pygame.Rect(inner.left, inner.top, inner.width, inner.height - lower - pad_y // 2), row


def _emblem(canvas: Canvas, room: pygame.Rect, draw: Callable[[int], pygame.Surface], index: int) -> None:
    """Draws the arms or the face of a seat, of a height, at the left of the room for its name, which they shorten."""
    context = canvas.context
    high = min(room.height, context.px(0.11), round(room.width * 0.3))
    piece = draw(high)
    place = piece.get_rect(midleft=room.midleft)
    canvas.put(piece, place.topleft)
    canvas.name_part(f"shield {index}", place)
    shift = place.width + context.gap // 2
    room.left += shift
    room.width -= shift


def _shown(canvas: Canvas, row: pygame.Rect, faces: tuple[int, ...]) -> int:
    """Draws a seat's open dice at the right of a row; returns their width in pixels."""
    context = canvas.context
    long = dice.longest_edge(faces, (round(row.width * 0.55), row.height), context.px(0.07), oblong=False)
    piece = dice.dice_row(context, faces, long, oblong=False)
    canvas.put(piece, piece.get_rect(midright=(row.right + round(long * 0.2), row.centery)).topleft)
    return dice.dice_width(faces, long, oblong=False)


def _badge(canvas: Canvas, row: pygame.Rect, text: str) -> int:
    """Draws a badge at the right of a row; returns its width in pixels."""
    context = canvas.context
    height = min(row.height, context.px(context.scale.text * 1.1))
    pad = height // 3
    width = min(context.letters.width(text, Typeface.TEXT, round(height * 0.72)) + 2 * pad + 2, round(row.width * 0.5))
    box = pygame.Rect(row.right - width, row.centery - height // 2, width, height)
    canvas.put(wood.rounded(box.size, height // 2, (*context.theme.disc, 200)), box.topleft)
    canvas.write(text, box.inflate(-2 * pad, 0), Typeface.TEXT, round(height * 0.72), context.theme.accent)
    return width


def _stock(
    canvas: Canvas, row: pygame.Rect, panel: SeatPanel, index: int, breaks_at: float | None, stand: bool
) -> None:
    context = canvas.context
    if panel.kind == "tally":
        tallies.marks(canvas, row, panel.stock, panel.lost)
        return
    if max(panel.stock, panel.stock_max) > MANY:
        one = lives.arrange(row, 1, 1)
        lives.draw(context, canvas.surface, one)
        room = pygame.Rect(
            one.boxes[0].right + context.gap, row.top, row.width - one.boxes[0].width - context.gap, row.height
        )
        canvas.write(
            str(panel.stock),
            room,
            Typeface.NAME,
            row.height,
            context.theme.ink,
            align="left",
            relief=context.theme.relief,
        )
        return
    if panel.stock_max < 1:
        return
    standing = lives.arrange(row, panel.stock, panel.stock_max)
    lives.draw(context, canvas.surface, standing)
    for number, box in enumerate(standing.boxes):
        canvas.name_part(f"life {index}.{number}", box)
    broken = standing.boxes[standing.whole : standing.whole + panel.lost]
    if broken and breaks_at is not None:
        canvas.animate(lives.BreakingLives(context, broken, breaks_at, stand))
