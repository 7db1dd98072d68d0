"""The claims on the dial: the selected one large in the middle, its neighbours fading.

In a wide box higher claims are at the right, else above.
"""

import math

import pygame

from display.draw import wood
from display.draw.canvas import Canvas, Hit
from display.draw.drawing_context import DrawingContext
from display.draw.easing import ease
from display.draw.lettering import Typeface
from display.draw.theme import Colour, Ramp
from display.scene import ClaimDial, ClaimPicture
from display.widgets.claim_view import claim_row

TURN_SECONDS = 0.18
_HEIGHTS = {1: (0.50, 0.25), 2: (0.40, 0.19, 0.11)}
"""Heights of the rungs as fractions of the ladder's, from the selected one outwards, by the neighbours per side."""
_FADES = (255, 190, 110)
WIDE = 3.4
"""In a box with a higher ratio of width to height the rungs stand side by side."""
_NAME_ALONE = 0.13
"""A neighbour that is lower, in units, shows its name without dice."""
_LONG = 5
"""On a low neighbour wider than this many heights the dice would be smaller than its name."""
_LEAST = 0.9
"""The least size of a neighbour's name beside dice, as a part of small letters."""
_SIDE_SHARE, _LOW_SIDE_SHARE = 0.125, 0.19
"""The part of a wide box that a neighbour takes, and of a wide and low one."""


def wide(box: pygame.Rect) -> bool:
    """Returns whether the rungs are beside each other in a box."""
    return box.width > WIDE * box.height


def _reach(context: DrawingContext, box: pygame.Rect) -> int:
    """Returns how many neighbours show on either side: fewer if the selected rung would be too small."""
    return 2 if box.height >= context.unit * 0.42 else 1


def _rungs(context: DrawingContext, box: pygame.Rect) -> list[tuple[int, pygame.Rect]]:
    """Places the rungs, outer ones first, each with its distance from the selected one."""
    if wide(box):
        low = box.height < context.px(_NAME_ALONE)
        side, gap = round(box.width * (_LOW_SIDE_SHARE if low else _SIDE_SHARE)), context.gap // 2
        middle_rung = pygame.Rect(box.left + side + gap, box.top, box.width - 2 * (side + gap), box.height)
        ends = (-1, box.left), (1, box.right - side)
        return [
            *((away, pygame.Rect(left, box.top, side, box.height).inflate(0, -box.height // 6)) for away, left in ends),
            (0, middle_rung),
        ]
    reach = _reach(context, box)
    heights = _HEIGHTS[reach]
    places: list[tuple[int, pygame.Rect]] = []
    for away in range(-reach, reach + 1):
        distance = abs(away)
        middle = float(box.centery)
        if away:
            up = heights[0] / 2 + sum(heights[1:distance]) + heights[distance] / 2
            middle -= math.copysign(up, away) * box.height
        rung = pygame.Rect(0, 0, round(box.width * (1.0, 0.84, 0.70)[distance]), round(heights[distance] * box.height))
        rung.center = box.centerx, round(middle)
        places.append((away, rung if not away else rung.inflate(0, -2)))
    return sorted(places, key=lambda place: -abs(place[0]))


def _neighbour(context: DrawingContext, picture: ClaimPicture, size: tuple[int, int], away: int) -> pygame.Surface:
    """Draws a rung beside the selected one: dice and name, below each other if it is narrow; it fades.

    A name that would be too small to be read leaves the rung to the dice.
    """

    def make() -> pygame.Surface:
        piece = wood.panel(context, size, context.theme.board, seed=5).copy()
        canvas = Canvas(context, piece)
        box, px = piece.get_rect(), context.px(context.scale.text)
        if box.height < context.px(_NAME_ALONE):
            room = box.inflate(-box.height // 4, -2)
            if box.width > _LONG * box.height or _legible(context, picture, room):
                # Without the sum that is claimed, "in all" says nothing.
                name = f"{picture.total} {picture.name}" if picture.total else picture.name
                canvas.write(name, room, Typeface.NAME, px, context.theme.ink_dim, lines=2)
            else:
                _dice_alone(canvas, picture, box)
        elif box.width < 2 * box.height:
            _above(canvas, picture, box)
        else:
            _beside(canvas, picture, box, context.theme.ink_dim, None)
        piece.fill((255, 255, 255, _FADES[abs(away)]), special_flags=pygame.BLEND_RGBA_MULT)
        return piece

    return context.cached(("rung", picture, size, abs(away)), make)


def _above(canvas: Canvas, picture: ClaimPicture, box: pygame.Rect) -> None:
    """Draws the dice of a rung above its name."""
    context = canvas.context
    theme = context.theme
    pad = round(box.height * 0.12)
    room = round(box.width * 0.84), round(box.height * 0.46)
    row, margin = claim_row(context, picture, room, room[1])
    high = row.get_height() - 2 * margin
    name = pygame.Rect(box.left + pad // 2, box.top + pad + high, box.width - pad, box.height - high - 2 * pad)
    if not _legible(context, picture, name):
        _dice_alone(canvas, picture, box)
        return
    canvas.put_centred(row, (box.centerx, box.top + pad + high // 2))
    px = context.px(context.scale.text)
    canvas.write(picture.name, name, Typeface.NAME, px, theme.ink_dim, lines=2, relief=theme.relief)


def _legible(context: DrawingContext, picture: ClaimPicture, room: pygame.Rect) -> bool:
    """Returns whether a name is large enough in its room, or has no dice in its place."""
    fitted = context.letters.fit(picture.name, Typeface.NAME, room.size, context.px(context.scale.text), 2)
    return not picture.dice or fitted.px >= context.px(context.scale.small * _LEAST)


def _dice_alone(canvas: Canvas, picture: ClaimPicture, box: pygame.Rect) -> None:
    """Draws the dice of a rung as large as it is."""
    row, _ = claim_row(canvas.context, picture, (round(box.width * 0.86), box.height), round(box.height * 0.72))
    canvas.put_centred(row, box.center)


def _beside(canvas: Canvas, picture: ClaimPicture, box: pygame.Rect, ink: Colour, inlay: Ramp | None) -> None:
    """Draws the dice of a rung with its name beside them, together in its middle."""
    context = canvas.context
    pad = round(box.height * 0.12)
    row, margin = claim_row(context, picture, (round(box.width * 0.4), box.height), round(box.height * 0.72))
    taken = row.get_width() - 2 * margin
    most = box.width - taken - 3 * pad, box.height - 2
    fitted = context.letters.fit(picture.name, Typeface.NAME, most, context.px(context.scale.great), 2)
    left = box.left + max(pad, (box.width - taken - pad - fitted.width) // 2)
    canvas.put_centred(row, (left + taken // 2, box.centery))
    left += taken + pad
    name = pygame.Rect(left, box.top + 1, box.right - left - pad, box.height - 2)
    relief, lines = context.theme.relief, len(fitted.lines)
    canvas.write(
        picture.name,
        name,
        Typeface.NAME,
        fitted.px,
        ink,
        lines=lines,
        relief=relief,
        inlay=inlay,
        align="left",
        parted_below=1.0,
    )


def draw(canvas: Canvas, box: pygame.Rect, dial: ClaimDial) -> None:
    """Draws the ladder; a touch on a rung turns the dial there.

    The selected rung does not respond, so that a double tap cannot make a claim.
    """
    context = canvas.context
    theme = context.theme
    rail = max(3, round(box.width * 0.022))
    for side in () if wide(box) else (-1, 1):
        x = box.centerx + side * round(box.width * 0.32) - rail // 2
        post = wood.sawn(context, (rail, box.height), theme.board, 2)
        canvas.put(post, (x, box.top))
    rungs = _rungs(context, box)
    for away, rung in rungs:
        index = dial.index + away
        if not 0 <= index < len(dial.claims):
            continue
        if away == 0:
            glow = wood.halo(context, (round(rung.width * 1.3), round(rung.height * 2)), theme.ember, 110)
            canvas.put_centred(glow, rung.center)
            blur = context.px(0.014)
            canvas.put(
                wood.shadow(context, rung.size, context.px(0.018), blur), (rung.left - blur, rung.top - blur // 2)
            )
            canvas.put(wood.panel(context, rung.size, theme.lit_board, seed=5, rim=theme.gold), rung.topleft)
            _beside(canvas, dial.claims[index], rung, theme.ink, theme.ivory)
        else:
            canvas.put(_neighbour(context, dial.claims[index], rung.size, away), rung.topleft)
        canvas.name_part(f"rung {away}", rung)
        if away:
            canvas.add_target(rung, Hit(turn=away))


class DialTurn:
    """Slides the ladder into place after the dial was turned."""

    ends = TURN_SECONDS

    def __init__(self, base: pygame.Surface, box: pygame.Rect, upward: bool) -> None:
        """Slides the part of `base` in `box` from the side on which the higher claims are, or (`upward`) the lower."""
        self._piece = base.subsurface(box).copy()
        self._box = box
        if wide(box):
            self._from = round(box.width * 0.06) * (1 if upward else -1), 0
        else:
            self._from = 0, round(box.height * 0.10) * (-1 if upward else 1)

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the ladder at its remaining distance."""
        left = 1 - ease(t / TURN_SECONDS)
        offset = round(self._from[0] * left), round(self._from[1] * left)
        if offset == (0, 0):
            return pygame.Rect(self._box.topleft, (0, 0))
        clip = surface.get_clip()
        surface.set_clip(self._box)
        surface.blit(self._piece, self._box.move(offset))
        surface.set_clip(clip)
        return self._box
