"""The plate of a seat: name, lives as staves, whose turn, who stands behind the claim."""

import pygame

from display.draw import dice, emblems, wood
from display.draw.composition import Box, Canvas
from display.draw.drawing_context import Kit
from display.draw.lettering import Face
from display.scene import SeatPlate
from display.widgets import lives, tallies

MANY = 14
"""A stock above this is told by a figure beside a single stave."""


def _outline(size: tuple[int, int], reach: int, pointing: int) -> list[tuple[float, float]]:
    """Outlines a plate that runs out into a point of `reach` pixels, to the right, the left (negative) or nowhere."""
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


def _lit_seat(kit: Kit, size: tuple[int, int], reach: int, pointing: int) -> pygame.Surface:
    """Makes the plate of the seat in turn: lit, rimmed in gold, pointing to the middle; its shadow around it."""
    theme = kit.theme
    blur = kit.px(0.014)

    def make() -> pygame.Surface:
        fine = 3
        points = [(x * fine, y * fine) for x, y in _outline(size, reach, pointing)]
        big = pygame.Surface((size[0] * fine, size[1] * fine), pygame.SRCALPHA)
        pygame.draw.polygon(big, (255, 255, 255), points)
        mask = pygame.transform.smoothscale(big, size)
        piece = wood.masked(wood.sawn(kit, size, theme.lit_board, 3), mask)
        rim = pygame.Surface(big.get_size(), pygame.SRCALPHA)
        edge = max(2, kit.px(0.008)) * fine
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

    return kit.stored(("lit seat", size, reach, pointing), make)


def _seat_ground(canvas: Canvas, box: Box, lit: bool, pointing: int) -> Box:
    """Draws the plate of a seat and tells where its wood lies."""
    kit = canvas.kit
    if not lit:
        blur = kit.px(0.012)
        canvas.put(wood.shadow(kit, box.size, kit.px(0.018), blur), (box.left - blur, box.top - blur // 2))
        canvas.put(wood.plate(kit, box.size, kit.theme.board, seed=3), box.topleft)
        return box.copy()
    reach = min(round(box.height * 0.3), 2 * kit.gap) if pointing else 0
    body = box.copy()
    body.width += reach
    if pointing < 0:
        body.left -= reach
    glow = wood.halo(kit, (round(body.width * 1.3), round(body.height * 2.2)), kit.theme.ember, 110)
    canvas.put_centred(glow, body.center)
    blur = kit.px(0.014)
    canvas.put(_lit_seat(kit, body.size, reach, pointing), (body.left - blur, body.top - blur))
    return body


def seat(
    canvas: Canvas,
    box: Box,
    plate: SeatPlate,
    index: int,
    pointing: int,
    breaks_at: float | None = 0.25,
    lit: bool | None = None,
    stand: bool = True,
) -> None:
    """Draws a seat: name, staves, whose turn, the horn of the claim's owner, its die in the starting throw.

    The staves that were just lost break `breaks_at` seconds after the scene began; with None they lie broken already.
    Where they do not `stand` yet they are not drawn before.
    `pointing` is 1 where the middle of the table lies to the right, -1 to the left, 0 nowhere; `lit` outdoes the turn.
    """
    kit = canvas.kit
    theme = kit.theme
    body = _seat_ground(canvas, box, plate.turn if lit is None else lit, pointing)
    canvas.part(f"seat {index}", body)
    name_room, row = _spaces(canvas, box, plate, index)
    canvas.write(
        plate.name,
        name_room,
        Face.NAME,
        kit.px(kit.scale.name * 1.12),
        theme.ink_dim if plate.out else theme.ink,
        lines=2,
        align="left",
        relief=theme.relief,
    )
    canvas.part(f"name {index}", name_room)
    if plate.owner:
        side = min(round(row.height * 1.15), kit.px(0.08))
        token = emblems.control(kit, "claim", side)
        place = token.get_rect(midright=(row.right, row.centery))
        canvas.put(token, place.topleft)
        canvas.part(f"owner {index}", place)
        row.width -= side + kit.gap // 2
    if plate.shown:
        row.width -= _shown(canvas, row, plate.shown) + kit.gap // 2
    if plate.badge:
        row.width -= _badge(canvas, row, plate.badge) + kit.gap
    _stock(canvas, row, plate, index, breaks_at, stand)
    if plate.out:
        shade = pygame.Surface(body.size, pygame.SRCALPHA)
        shade.fill((*theme.night, round(theme.depth * 0.58)))
        canvas.put(wood.masked(shade, wood.rounded(body.size, kit.px(0.018), (255, 255, 255, 255))), body.topleft)


def _spaces(canvas: Canvas, box: Box, plate: SeatPlate, index: int) -> tuple[Box, Box]:
    """Divides a plate into room for the name and a row for the staves: one below the other, or abreast on a low plate.

    A die of the starting throw is drawn at the right and takes its room first.
    """
    kit = canvas.kit
    pad_x, pad_y = max(5, kit.px(0.025)), max(2, round(box.height * 0.07))
    inner = box.inflate(-2 * pad_x, -2 * pad_y)
    if plate.throw is not None:
        long = min(round(inner.height * 0.8), kit.px(0.13))
        face = dice.die(kit, plate.throw, long)
        place = face.get_rect(midright=(inner.right, inner.centery))
        canvas.put(face, place.topleft)
        canvas.part(f"throw {index}", place)
        inner.width -= dice.die_size(3, long, True)[0] + pad_x // 2
    if box.height < kit.px(0.115):
        wide = round(inner.width * (0.48 if plate.owner or plate.badge else 0.56))
        high = round(inner.height * 0.74)
        row = pygame.Rect(inner.left + wide, inner.centery - high // 2, inner.width - wide, high)
        return pygame.Rect(inner.left, inner.top, wide - kit.gap, inner.height), row
    lower = min(round(inner.height * 0.40), kit.px(0.085))
    row = pygame.Rect(inner.left, inner.bottom - lower, inner.width, lower)
    return pygame.Rect(inner.left, inner.top, inner.width, inner.height - lower - pad_y // 2), row


def _shown(canvas: Canvas, row: Box, faces: tuple[int, ...]) -> int:
    """Draws the dice that lie open before a seat at the right of a row and tells how broad they are."""
    kit = canvas.kit
    long = dice.longest_edge(faces, (round(row.width * 0.55), row.height), kit.px(0.07), oblong=False)
    piece = dice.dice_row(kit, faces, long, oblong=False)
    canvas.put(piece, piece.get_rect(midright=(row.right + round(long * 0.2), row.centery)).topleft)
    return dice.dice_width(faces, long, oblong=False)


def _badge(canvas: Canvas, row: Box, text: str) -> int:
    """Draws a small word on a dark lozenge at the right of a row and tells how broad it is."""
    kit = canvas.kit
    height = min(row.height, kit.px(kit.scale.text * 1.1))
    pad = height // 3
    width = min(kit.letters.width(text, Face.TEXT, round(height * 0.72)) + 2 * pad + 2, round(row.width * 0.5))
    box = pygame.Rect(row.right - width, row.centery - height // 2, width, height)
    canvas.put(wood.rounded(box.size, height // 2, (*kit.theme.disc, 200)), box.topleft)
    canvas.write(text, box.inflate(-2 * pad, 0), Face.TEXT, round(height * 0.72), kit.theme.accent)
    return width


def _stock(canvas: Canvas, row: Box, plate: SeatPlate, index: int, breaks_at: float | None, stand: bool) -> None:
    kit = canvas.kit
    if plate.kind == "tally":
        tallies.draw(canvas, row, plate.stock, plate.lost)
        return
    if max(plate.stock, plate.stock_max) > MANY:
        one = lives.arrange(row, 1, 1)
        lives.draw(kit, canvas.surface, one)
        room = pygame.Rect(one.boxes[0].right + kit.gap, row.top, row.width - one.boxes[0].width - kit.gap, row.height)
        canvas.write(
            str(plate.stock), room, Face.NAME, row.height, kit.theme.ink, align="left", relief=kit.theme.relief
        )
        return
    if plate.stock_max < 1:
        return
    standing = lives.arrange(row, plate.stock, plate.stock_max)
    lives.draw(kit, canvas.surface, standing)
    for number, box in enumerate(standing.boxes):
        canvas.part(f"stave {index}.{number}", box)
    broken = standing.boxes[standing.whole : standing.whole + plate.lost]
    if broken and breaks_at is not None:
        canvas.act(lives.Breaking(kit, broken, breaks_at, stand))
