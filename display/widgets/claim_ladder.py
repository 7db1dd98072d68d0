"""The ladder of claims on the dial: the selected claim large in the middle, its neighbours fading."""

import math

import pygame

from display.draw import wood
from display.draw.canvas import Canvas, Hit
from display.draw.drawing_context import DrawingContext
from display.draw.easing import ease
from display.draw.lettering import Typeface
from display.scene import ClaimDial, ClaimPicture
from display.widgets.claim_view import claim_row

TURN_SECONDS = 0.18
_HEIGHTS = {1: (0.50, 0.25), 2: (0.40, 0.19, 0.11)}
"""Heights of the rungs as fractions of the ladder's, from the selected one outwards, by the neighbours per side."""
_FADES = (255, 190, 110)


def _reach(context: DrawingContext, box: pygame.Rect) -> int:
    """Returns how many neighbours show on either side: fewer if the selected rung would be too small."""
    return 2 if box.height >= context.unit * 0.42 else 1


def _rungs(context: DrawingContext, box: pygame.Rect) -> list[tuple[int, pygame.Rect]]:
    """Places the rungs, outer ones first, each with its distance from the selected one; higher claims are above."""
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


def _rung(context: DrawingContext, picture: ClaimPicture, size: tuple[int, int], away: int) -> pygame.Surface:
    """Draws one rung: dice at the left, the name beside them."""

    def make() -> pygame.Surface:
        theme = context.theme
        width, height = size
        if away == 0:
            piece = wood.panel(context, size, theme.lit_board, seed=5, rim=theme.gold).copy()
        else:
            piece = wood.panel(context, size, theme.board, seed=5).copy()
        canvas = Canvas(context, piece)
        pad = round(height * 0.12)
        room = round(width * 0.4), round(height * 0.80)
        row, margin = claim_row(context, picture, room, round(height * 0.9))
        column = pygame.Rect(pad, 0, row.get_width() - 2 * margin, height)
        canvas.put_centred(row, column.center)
        name = pygame.Rect(column.right + pad, pad // 2, width - column.right - 2 * pad, height - pad)
        ink = theme.ink if away == 0 else theme.ink_dim
        largest = context.px(context.scale.figure * 0.9)
        inlay = theme.ivory if away == 0 else None
        canvas.write(picture.name, name, Typeface.TITLE, largest, ink, lines=2, relief=theme.relief, inlay=inlay)
        if away:
            piece.fill((255, 255, 255, _FADES[abs(away)]), special_flags=pygame.BLEND_RGBA_MULT)
        return piece

    return context.cached(("rung", picture, size, abs(away)), make)


def draw(canvas: Canvas, box: pygame.Rect, dial: ClaimDial) -> None:
    """Draws the ladder; a touch on a rung turns the dial there.

    The selected rung does not respond, so that a double tap cannot make a claim.
    """
    context = canvas.context
    theme = context.theme
    rail = max(3, round(box.width * 0.022))
    for side in (-1, 1):
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
        canvas.put(_rung(context, dial.claims[index], rung.size, away), rung.topleft)
        canvas.name_part(f"rung {away}", rung)
        if away:
            canvas.add_target(rung, Hit(turn=away))


class DialTurn:
    """Slides the ladder into place after the dial was turned."""

    ends = TURN_SECONDS

    def __init__(self, base: pygame.Surface, box: pygame.Rect, upward: bool) -> None:
        """Slides the part of `base` in `box`, from above or (`upward`) from below."""
        self._piece = base.subsurface(box).copy()
        self._box = box
        self._from = round(box.height * 0.10) * (-1 if upward else 1)

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the ladder at its remaining distance."""
        offset = round(self._from * (1 - ease(t / TURN_SECONDS)))
        if offset == 0:
            return pygame.Rect(self._box.topleft, (0, 0))
        clip = surface.get_clip()
        surface.set_clip(self._box)
        surface.blit(self._piece, self._box.move(0, offset))
        surface.set_clip(clip)
        return self._box
