"""The boxes of the table between reveals, in pixels: who, what, the claim, and below them everything else."""

from dataclasses import dataclass

import pygame

from display.draw import boxes
from display.draw.boxes import columns, rows
from display.draw.drawing_context import DrawingContext
from display.draw.theme import portrait
from display.scene import TableScene
from display.widgets import call, seal_slip, seat_panel

_CONTROLS = 0.132
_PROMPT, _DIAL, _NOTICE, _NOTICE_IN_CROWD = 0.096, 0.108, 0.122, 0.108
_DIAL_IN_PORTRAIT = 0.15
_DIAL_BESIDE, _DIAL_BESIDE_LONG = 0.6, 0.46
"""The shares of a row for the claims on the dial beside a prompt, and beside a notice of more than so many letters."""
_LONG_NOTICE = 60
_WORDS, _STATUS = 0.34, 0.29
"""The shares of a row for the status with the words of the seal, and without them."""
_SEATS = 0.142
CROWD = 8
"""The most seats that fit in one row of the usual height."""
_PHOTOGRAPH = 0.34
"""The share of the width for a photograph of revealed dice."""
_FEW = 4
"""As many seats stand in two columns on a portrait screen; more and fewer in three, but a crowd needs long rows."""
_ROW, _ONLY_ROW, _ROW_IN_CROWD = 0.125, 0.17, 0.08
"""The height of a row of seats on a portrait screen."""
_PHOTOGRAPH_BELOW = 0.54
"""The share of the height for a photograph below the claim, on a portrait screen."""
_CROWD_HEIGHT = 1.5
"""How much higher than the usual row the rows of a crowd are together."""
_CELL = 3.2
"""The ideal width to height of a seat's panel; in a crowd it depends on the names."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The boxes from the top down: two torches beside the name, the call, the stage with the claim, the seats.

    `photograph` is beside the stage and the seats, or above the seats. `corner`, beside or below the seats, is that of
    the seal. `dial` is the box of the claims on the dial while the stage has the claim that stands, `prompt` that of
    the prompt or notice, `status` that of the status beside it. An empty box is not used.
    """

    torches: tuple[pygame.Rect, pygame.Rect]
    who: pygame.Rect
    what: pygame.Rect
    stage: pygame.Rect
    seats: tuple[pygame.Rect, ...]
    photograph: pygame.Rect
    corner: pygame.Rect
    dial: pygame.Rect
    prompt: pygame.Rect
    status: pygame.Rect
    hints: tuple[pygame.Rect, ...]


def table_layout(context: DrawingContext, scene: TableScene) -> TableLayout:
    """Places everything; what the scene lacks leaves its room to the stage."""
    margin, gap = max(4, context.px(0.018)), max(3, context.px(0.0125))
    inner = pygame.Rect((0, 0), context.size).inflate(-2 * margin, -2 * margin)
    torches, who, what = _call(context, scene, inner)
    top = (what.bottom if what.height else who.bottom) - context.px(0.012)
    hints, bottom = _controls(context, inner, gap) if scene.hints else ((), inner.bottom + gap)
    prompt_row, bottom = _above(inner, bottom, _prompt_height(context, scene), gap)
    seats_row, bottom = _above(inner, bottom, _seats_height(context, scene), gap)
    stage = pygame.Rect(inner.left, top, inner.width, bottom - gap - top)
    photograph = pygame.Rect(stage.bottomright, (0, 0))
    if scene.photograph is not None and portrait(context.size):
        high = round(stage.height * _PHOTOGRAPH_BELOW)
        photograph = pygame.Rect(stage.left, stage.bottom - high, stage.width, high)
        stage.height -= high + gap
    elif scene.photograph is not None:
        both = stage.union(seats_row)
        wide = round(min(both.width * _PHOTOGRAPH, both.height * 1.3))
        photograph = pygame.Rect(both.right - wide, both.top, wide, both.height)
        stage.width -= wide + gap
        seats_row.width -= wide + gap
    seats, corner = _seats(context, scene, seats_row, gap)
    dial, prompt, status = _prompt(context, scene, prompt_row, gap)
    return TableLayout(torches, who, what, stage, seats, photograph, corner, dial, prompt, status, hints)


def _above(inner: pygame.Rect, bottom: int, height: int, gap: int) -> tuple[pygame.Rect, int]:
    """Returns a row of a height that ends a gap above `bottom`, and where it begins; nothing for no height."""
    if height <= 0:
        return pygame.Rect(inner.left, bottom, inner.width, 0), bottom
    row = pygame.Rect(inner.left, bottom - gap - height, inner.width, height)
    return row, row.top


def _call(
    context: DrawingContext, scene: TableScene, inner: pygame.Rect
) -> tuple[tuple[pygame.Rect, pygame.Rect], pygame.Rect, pygame.Rect]:
    wing = context.px(0.1)
    great, line = context.px(context.scale.great), call.line_height(context)
    between = inner.width - 2 * wing
    names, calls = call.lines(context, scene, between)
    top = inner.top - round(great * call.OVERLAP)
    who = pygame.Rect(inner.left + wing, top, between, names * line)
    over = round(great * call.OVERLAP) if names else 0
    beside = pygame.Rect(inner.left + wing, who.bottom - over, between, calls * line)
    what = beside.inflate(2 * wing, 0) if names and portrait(context.size) else beside
    lit = pygame.Rect(inner.left, inner.top, wing, (who.bottom if portrait(context.size) else what.bottom) - inner.top)
    if not names:
        lit.height = what.bottom - inner.top
    elif not portrait(context.size) and call.width_of_name(context, scene) > between:
        # A long name takes the whole width: the torches stand beside the call.
        who = who.inflate(2 * wing, 0)
        lit = pygame.Rect(inner.left, what.top + over, wing, what.height - over)
    return (lit, lit.move(inner.width - wing, 0)), who, what


def _controls(context: DrawingContext, inner: pygame.Rect, gap: int) -> tuple[tuple[pygame.Rect, ...], int]:
    if portrait(context.size):
        panel = context.px(0.165)
        strip = pygame.Rect(inner.left, inner.bottom - 2 * panel - gap, inner.width, 2 * panel + gap)
        return tuple(cell for line in rows(strip, 2, gap) for cell in columns(line, 2, gap)), strip.top
    high = context.px(_CONTROLS)
    strip = pygame.Rect(inner.left, inner.bottom - high, inner.width, high)
    return columns(strip, 4, gap), strip.top


def answers(scene: TableScene) -> bool:
    """Returns whether another claim is on the dial while one stands, which then keeps the stage."""
    return scene.dial is not None and bool(scene.dial.claims) and scene.claim is not None and not scene.shaking


def _prompt_height(context: DrawingContext, scene: TableScene) -> int:
    told = _NOTICE if len(scene.seats) <= CROWD else _NOTICE_IN_CROWD
    high = context.px(told if scene.notice is not None else _DIAL if answers(scene) else _PROMPT)
    if portrait(context.size):
        # Beside the claims on the dial there is no room for a prompt.
        strip = context.px(_DIAL_IN_PORTRAIT) if answers(scene) else 0
        if scene.notice is not None:
            return strip + context.px(0.19)
        return strip or (context.px(0.13) if scene.prompt else 0)
    return high if scene.notice is not None or scene.prompt or scene.status or answers(scene) else 0


def _prompt(
    context: DrawingContext, scene: TableScene, row: pygame.Rect, gap: int
) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """Divides the row of the prompt: the claims on the dial, the prompt or notice, and the status."""
    nowhere = pygame.Rect(row.topleft, (0, 0))
    if portrait(context.size):
        strip = pygame.Rect(
            row.left, row.top, row.width, min(row.height, context.px(_DIAL_IN_PORTRAIT)) if answers(scene) else 0
        )
        return strip, pygame.Rect(row.left, strip.bottom, row.width, row.bottom - strip.bottom), nowhere
    if answers(scene):
        long = scene.notice is not None and len(scene.notice.text) > _LONG_NOTICE
        wide = round(row.width * (_DIAL_BESIDE_LONG if long else _DIAL_BESIDE))
        strip = pygame.Rect(row.left, row.top, wide, row.height)
        return strip, pygame.Rect(strip.right + gap, row.top, row.width - wide - gap, row.height), nowhere
    wide = round(row.width * (_WORDS if scene.seal else _STATUS)) if scene.status or scene.seal else 0
    status = pygame.Rect(row.right - wide, row.top, wide, row.height)
    return nowhere, pygame.Rect(row.left, row.top, row.width - wide - (gap if wide else 0), row.height), status


def _slip_height(context: DrawingContext, scene: TableScene) -> int:
    return seal_slip.height(context.size, scene.seal) if scene.seal is not None and scene.seal.code else 0


def _seats_height(context: DrawingContext, scene: TableScene) -> int:
    """Returns the height of the seats and of the seal; throws for the opening stand in place of the seats."""
    slip, number = _slip_height(context, scene), len(scene.seats)
    if portrait(context.size):
        corner = max(slip, context.px(0.07)) + context.gap if scene.seal is not None or scene.status else 0
        if scene.throws:
            return corner
        lines = -(-number // _across(number))
        return corner + lines * context.px(_ROW_IN_CROWD if number > CROWD else _ROW if lines > 1 else _ONLY_ROW)
    if scene.throws:
        return 0
    return max(slip, context.px(_SEATS if number <= CROWD else _CROWD_HEIGHT * _SEATS))


def _across(seats: int) -> int:
    """Returns how many seats stand side by side on a portrait screen."""
    return 2 if seats == _FEW or seats > CROWD else min(3, seats)


def _seats(
    context: DrawingContext, scene: TableScene, row: pygame.Rect, gap: int
) -> tuple[tuple[pygame.Rect, ...], pygame.Rect]:
    """Places the panels of the seats, and beside or below them the corner of the seal."""
    slip, room = _slip_height(context, scene), row.copy()
    corner = pygame.Rect(row.bottomright, (0, 0))
    if portrait(context.size):
        high = max(slip, context.px(0.07)) if scene.seal is not None or scene.status else 0
        corner = pygame.Rect(row.left, row.bottom - high, row.width, high)
        room.height -= high + (context.gap if high else 0)
    elif slip:
        corner = pygame.Rect(row.right - slip, row.top, slip, row.height)
        room.width -= slip + gap
    if scene.throws:
        return (), corner
    if portrait(context.size):
        number, across = len(scene.seats), _across(len(scene.seats))
        lines = rows(room, -(-number // across), gap // 2)
        return tuple(cell for line in lines for cell in columns(line, across, gap))[:number], corner
    if len(scene.seats) <= CROWD:
        return boxes.grid(room, len(scene.seats), gap, room.height, _CELL), corner
    ideal = seat_panel.low_ratio(context, scene.seats)
    return boxes.grid(room, len(scene.seats), gap // 2, room.height, ideal), corner
