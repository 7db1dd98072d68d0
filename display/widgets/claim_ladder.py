"""The ladder of claims that the dial climbs: the chosen claim large in the middle, its neighbours fading."""

import math

import pygame

from display.draw import wood
from display.draw.composition import Box, Canvas, Hit
from display.draw.drawing_context import Kit
from display.draw.easing import ease
from display.draw.lettering import Face
from display.scene import ClaimPicture, Dial
from display.widgets.bids import claim_row

TURN_SECONDS = 0.18
_HEIGHTS = {1: (0.50, 0.25), 2: (0.40, 0.19, 0.11)}
"""Heights of the rungs in parts of the ladder's, from the chosen one outwards, by how many are seen on either side."""
_FADES = (255, 190, 110)


def _reach(kit: Kit, box: Box) -> int:
    """Tells how many neighbours are seen on either side: fewer where the chosen rung would become too small."""
    return 2 if box.height >= kit.unit * 0.42 else 1


def _rungs(kit: Kit, box: Box) -> list[tuple[int, Box]]:
    """Places the rungs of a ladder, far ones first; the higher claim stands above the lower."""
    reach = _reach(kit, box)
    heights = _HEIGHTS[reach]
    places: list[tuple[int, Box]] = []
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


def _rung(kit: Kit, picture: ClaimPicture, size: tuple[int, int], away: int) -> pygame.Surface:
    """Draws one rung: dice at the left, the spoken name beside them."""

    def make() -> pygame.Surface:
        theme = kit.theme
        width, height = size
        if away == 0:
            piece = wood.plate(kit, size, theme.lit_board, seed=5, rim=theme.gold).copy()
        else:
            piece = wood.plate(kit, size, theme.board, seed=5).copy()
        canvas = Canvas(kit, piece)
        pad = round(height * 0.12)
        room = round(width * 0.4), round(height * 0.80)
        row, margin = claim_row(kit, picture, room, round(height * 0.9))
        column = pygame.Rect(pad, 0, row.get_width() - 2 * margin, height)
        canvas.put_centred(row, column.center)
        name = pygame.Rect(column.right + pad, pad // 2, width - column.right - 2 * pad, height - pad)
        ink = theme.ink if away == 0 else theme.ink_dim
        largest = kit.px(kit.scale.figure * 0.9)
        inlay = theme.ivory if away == 0 else None
        canvas.write(picture.name, name, Face.TITLE, largest, ink, lines=2, relief=theme.relief, inlay=inlay)
        if away:
            piece.fill((255, 255, 255, _FADES[abs(away)]), special_flags=pygame.BLEND_RGBA_MULT)
        return piece

    return kit.stored(("rung", picture, size, abs(away)), make)


def draw(canvas: Canvas, box: Box, dial: Dial) -> None:
    """Draws the ladder and makes its rungs answer to touches: the dial turns there.

    The chosen rung answers to nothing, so that no second tap of a hasty finger speaks a claim.
    """
    kit = canvas.kit
    theme = kit.theme
    rail = max(3, round(box.width * 0.022))
    for side in (-1, 1):
        x = box.centerx + side * round(box.width * 0.32) - rail // 2
        post = wood.sawn(kit, (rail, box.height), theme.board, 2)
        canvas.put(post, (x, box.top))
    rungs = _rungs(kit, box)
    for away, rung in rungs:
        index = dial.index + away
        if not 0 <= index < len(dial.claims):
            continue
        if away == 0:
            glow = wood.halo(kit, (round(rung.width * 1.3), round(rung.height * 2)), theme.ember, 110)
            canvas.put_centred(glow, rung.center)
            blur = kit.px(0.014)
            canvas.put(wood.shadow(kit, rung.size, kit.px(0.018), blur), (rung.left - blur, rung.top - blur // 2))
        canvas.put(_rung(kit, dial.claims[index], rung.size, away), rung.topleft)
        canvas.part(f"rung {away}", rung)
        if away:
            canvas.touch(rung, Hit(turn=away))


class Turning:
    """The chosen rung slides in from where it stood before the dial was turned."""

    ends = TURN_SECONDS

    def __init__(self, base: pygame.Surface, box: Box, upward: bool) -> None:
        """Moves what is drawn in `box` of `base` into place."""
        self._piece = base.subsurface(box).copy()
        self._box = box
        self._from = round(box.height * 0.10) * (-1 if upward else 1)

    def draw(self, surface: pygame.Surface, t: float) -> Box:
        """Draws the ladder shifted by what is left of the way."""
        offset = round(self._from * (1 - ease(t / TURN_SECONDS)))
        if offset == 0:
            return pygame.Rect(self._box.topleft, (0, 0))
        clip = surface.get_clip()
        surface.set_clip(self._box)
        surface.blit(self._piece, self._box.move(0, offset))
        surface.set_clip(clip)
        return self._box
