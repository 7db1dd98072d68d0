"""The panel of a seat: its name and stock, whether it is its turn, and whether the claim is its own."""

from collections.abc import Sequence
from dataclasses import replace

import pygame

from display.draw import dice, icons, wood
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.emblem import emblem
from display.draw.lettering import LEADING, Typeface
from display.scene import SeatPanel
from display.widgets import lives, tallies

SMALLEST_NAME = 0.36
"""A name is cut off with an ellipsis before it gets smaller than this fraction of the usual size."""
_SMALLER_ON_TWO = 0.8
"""On two lines it may be smaller by this factor."""
POINT = 0.022
"""How far a lit panel points up, in units."""
_LOW = 0.115
"""On a panel that is lower, in units, name and stock stand side by side."""
_NARROW = 1.9
"""On a panel narrower than this many heights, the emblem is below the name."""
_NARROW_FOR_NUMBER = 2.5
"""On a panel narrower than this many heights, the number of tallies is below the name."""
_TIGHT = 4.5
"""On a low panel narrower than this many heights, the name takes the space that a short stock leaves."""
_BESIDE_NAME, _NAME_ON_LOW = 2.6, 0.72
"""On a low panel, in its heights: the width of emblem, stock and edges, and the letter size of the name."""
THINNEST = 0.009
"""Lives that would be narrower than this, in units, are shown as a number beside a single life."""
MANY = 14
"""A larger stock is shown as a number beside a single life."""


def low_ratio(context: DrawingContext, panels: Sequence[SeatPanel]) -> float:
    """Returns the width to height of low panels on which the longest of the names is as large as the height allows."""
    px = 100
    longest = max((context.letters.width(panel.name, Typeface.NAME, px) for panel in panels), default=0)
    return _BESIDE_NAME + _NAME_ON_LOW * longest / px


def _outline(size: tuple[int, int], reach: int) -> list[tuple[float, float]]:
    """Outlines a panel with a point of `reach` pixels in the middle of its upper edge, or none (0)."""
    width, height = float(size[0]), float(size[1])
    if not reach:
        return [(0, 0), (width, 0), (width, height), (0, height)]
    middle, half = width / 2, reach * 1.5
    return [
        (0, reach),
        (middle - half, reach),
        (middle, 0),
        (middle + half, reach),
        (width, reach),
        (width, height),
        (0, height),
    ]


def _lit_seat(context: DrawingContext, size: tuple[int, int], reach: int) -> pygame.Surface:
    """Draws the panel of the seat whose turn it is: lit, with a gold rim and a point, and a margin for its shadow."""
    theme = context.theme
    blur = context.px(0.014)

    def make() -> pygame.Surface:
        fine = 3
        points = [(x * fine, y * fine) for x, y in _outline(size, reach)]
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

    return context.cached(("lit seat", size, reach), make)


def _seat_ground(canvas: Canvas, box: pygame.Rect, lit: bool, points_up: bool) -> pygame.Rect:
    """Draws the background of a seat; returns the box of its panel."""
    context = canvas.context
    if not lit:
        blur = context.px(0.012)
        canvas.put(wood.shadow(context, box.size, context.px(0.018), blur), (box.left - blur, box.top - blur // 2))
        canvas.put(wood.panel(context, box.size, context.theme.board, seed=3), box.topleft)
        return box.copy()
    reach = context.px(POINT) if points_up else 0
    body = pygame.Rect(box.left, box.top - reach, box.width, box.height + reach)
    glow = wood.halo(context, (round(body.width * 1.3), round(body.height * 2.0)), context.theme.ember, 110)
    canvas.put_centred(glow, body.center)
    blur = context.px(0.014)
    canvas.put(_lit_seat(context, body.size, reach), (body.left - blur, body.top - blur))
    return body


def seat(
    canvas: Canvas,
    box: pygame.Rect,
    panel: SeatPanel,
    index: int,
    points_up: bool = False,
    breaks_at: float | None = 0.25,
    lit: bool | None = None,
    stand: bool = True,
    counted: bool = False,
) -> None:
    """Draws a seat: name, stock, the horn if the claim is its own.

    Lives that were just lost break `breaks_at` seconds after the scene began; with None they are drawn broken. Before
    that they are drawn whole if `stand`, else not at all. Lit, it points to the claim above it if `points_up`. `lit`
    overrides whether it is lit as if it were its turn. `counted`: on a low panel the stock is a number, so that the
    name has room.
    """
    context = canvas.context
    theme = context.theme
    body = _seat_ground(canvas, box, panel.turn if lit is None else lit, points_up)
    canvas.name_part(f"seat {index}", body)
    name_room, row = _spaces(canvas, box, panel, index, counted)
    if panel.kind == "tally":
        narrow = box.width < _NARROW_FOR_NUMBER * box.height
        taken = tallies.number(canvas, row if narrow else box, panel.stock, panel.lost)
        row.width -= max(0, row.right - taken.left)
        if box.height < context.px(_LOW):
            # The number is the score: the name gets the room of the marks.
            name_room.width, row.width = taken.left - name_room.left, 0
        elif not narrow:
            name_room.width -= max(0, name_room.right - taken.left)
    write_name(canvas, name_room, panel)
    canvas.name_part(f"name {index}", name_room)
    if panel.owner:
        _horn(canvas, row, index)
    if panel.shown:
        row.width -= _shown(canvas, row, panel.shown) + context.gap // 2
        # Open dice are not drawn a second time among the closed ones.
        opened = len(panel.shown)
        panel = replace(panel, stock=panel.stock - opened, stock_max=panel.stock_max - opened)
    if panel.badge:
        row.width -= _badge(canvas, row, panel.badge) + context.gap
    _stock(canvas, row, panel, index, breaks_at, stand)
    if panel.out:
        shade = pygame.Surface(body.size, pygame.SRCALPHA)
        shade.fill((*theme.night, round(theme.depth * 0.58)))
        canvas.put(wood.masked(shade, wood.rounded(body.size, context.px(0.018), (255, 255, 255, 255))), body.topleft)


def write_name(canvas: Canvas, room: pygame.Rect, panel: SeatPanel) -> None:
    """Writes the name of a seat as on its panel."""
    context, theme = canvas.context, canvas.context.theme
    canvas.write(
        panel.name,
        room,
        Typeface.NAME,
        context.px(context.scale.name * 1.12),
        theme.ink_dim if panel.out else theme.ink,
        lines=2,
        align="left",
        relief=theme.relief,
        smallest=_smallest_name(context, room),
    )


def _smallest_name(context: DrawingContext, room: pygame.Rect) -> int:
    """Returns the letter size below which a name is cut off; on two lines of a low panel it may be a little smaller."""
    smallest = context.px(context.scale.name * SMALLEST_NAME)
    on_two_lines = int(room.height / (2 * LEADING))
    return on_two_lines if _SMALLER_ON_TWO * smallest <= on_two_lines < smallest else smallest


def _spaces(
    canvas: Canvas, box: pygame.Rect, panel: SeatPanel, index: int, counted: bool
) -> tuple[pygame.Rect, pygame.Rect]:
    """Draws the emblem and returns the boxes for name and stock: below each other, side by side on a low panel."""
    context = canvas.context
    pad_x, pad_y = max(4, context.px(0.016)), max(1, round(box.height * 0.07))
    inner = box.inflate(-2 * pad_x, -2 * pad_y)
    if box.height < context.px(_LOW):
        _emblem(canvas, inner, panel, index)
        beside = panel.badge or (panel.owner and f"shield {index}" not in canvas.parts)
        wide = round(inner.width * (0.48 if beside else 0.56))
        if counted or inner.width < _TIGHT * inner.height:
            # A number beside a single life takes little room.
            wide = inner.width - round(inner.height * (1.9 if beside else 1.1))
        high = round(inner.height * 0.74)
        row = pygame.Rect(inner.left + wide, inner.centery - high // 2, inner.width - wide, high)
        return pygame.Rect(inner.left, inner.top, wide - context.gap, inner.height), row
    lower = min(round(inner.height * 0.44), context.px(0.085))
    upper = pygame.Rect(inner.left, inner.top, inner.width, inner.height - lower - pad_y // 2)
    if box.width < _NARROW * box.height:
        row = pygame.Rect(inner.left, inner.bottom - lower, inner.width, lower)
        _emblem(canvas, row, panel, index)
        return upper, row
    _emblem(canvas, inner, panel, index)
    upper.left, upper.width = inner.left, inner.width
    return upper, pygame.Rect(inner.left, inner.bottom - lower, inner.width, lower)


def _emblem(canvas: Canvas, room: pygame.Rect, panel: SeatPanel, index: int) -> None:
    """Draws the emblem of a seat at the left of a room, which it shortens."""
    context = canvas.context
    piece = emblem(context, panel, min(room.height, round(room.width * 0.4)))
    if piece is None:
        return
    place = piece.get_rect(midleft=room.midleft)
    canvas.put(piece, place.topleft)
    canvas.name_part(f"shield {index}", place)
    shift = place.width + context.gap
    room.left += shift
    room.width -= shift


def _horn(canvas: Canvas, row: pygame.Rect, index: int) -> None:
    """Marks whose claim it is: over the corner of the emblem, or without one at the right of the row."""
    context = canvas.context
    side = min(round(row.height * 1.15), context.px(0.08))
    shield = canvas.parts.get(f"shield {index}")
    if shield is not None:
        side = min(round(shield.height * 0.56), context.px(0.06))
    token = icons.control(context, "claim", side)
    place = token.get_rect(midright=(row.right, row.centery))
    if shield is not None:
        place.center = shield.right - side // 5, shield.bottom - side // 2
    else:
        row.width -= side + context.gap // 2
    canvas.put(token, place.topleft)
    canvas.name_part(f"owner {index}", place)


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
    wanted = context.letters.width(text, Typeface.TEXT, round(height * 0.72)) + 2 * pad + 2
    width = min(wanted, row.width)
    box = pygame.Rect(row.right - width, row.centery - height // 2, width, height)
    canvas.put(wood.rounded(box.size, height // 2, (*context.theme.disc, 200)), box.topleft)
    canvas.write(text, box.inflate(-2 * pad, 0), Typeface.TEXT, round(height * 0.72), context.theme.accent)
    return width


def _stock(
    canvas: Canvas, row: pygame.Rect, panel: SeatPanel, index: int, breaks_at: float | None, stand: bool
) -> None:
    context = canvas.context
    if row.width < row.height // 2:
        return  # a badge needs the room
    if panel.kind == "tally":
        tallies.marks(canvas, row, panel.stock, panel.lost)
        return
    most = max(panel.stock, panel.stock_max)
    if most > MANY or row.width < 1.5 * most * context.px(THINNEST):
        one = lives.arrange(row, 1, 1)
        figure = str(panel.stock)
        room = pygame.Rect(
            one.boxes[0].right + context.gap, row.top, row.width - one.boxes[0].width - context.gap, row.height
        )
        if room.width < context.letters.width(figure, Typeface.NAME, row.height // 2):
            return  # beside a badge the number would be cut
        lives.draw(context, canvas.surface, one)
        canvas.write(
            figure,
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
