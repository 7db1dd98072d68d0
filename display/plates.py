"""Plates: a seat, a control with what it does, a notice, a claim."""

import pygame

from display import dice, emblems, staves, wood
from display.kit import Kit
from display.lettering import Face
from display.picture import Box, Canvas, Hit
from display.scene import ClaimPicture, Hint, Notice, SeatPlate, Tone
from display.theme import Ramp

MANY = 14
"""A stock above this is told by a figure beside a single stave."""


def tones_of(kit: Kit, tone: Tone) -> Ramp:
    """Chooses the colours of a tone."""
    theme = kit.theme
    return {Tone.GOOD: theme.good, Tone.BAD: theme.bad, Tone.DOUBT: theme.doubt}.get(tone, theme.board)


def _outline(size: tuple[int, int], reach: int, pointing: int) -> list[tuple[float, float]]:
    """Outlines a plate that runs out into a point of `reach` pixels, to the right or (negative) to the left."""
    width, height = float(size[0]), float(size[1])
    slant = height * 0.16
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
    reach = min(round(box.height * 0.3), 2 * kit.gap)
    body = box.copy()
    body.width += reach
    if pointing < 0:
        body.left -= reach
    glow = wood.halo(kit, (round(body.width * 1.3), round(body.height * 2.2)), kit.theme.ember, 110)
    canvas.put_centred(glow, body.center)
    blur = kit.px(0.014)
    canvas.put(_lit_seat(kit, body.size, reach, pointing), (body.left - blur, body.top - blur))
    return body


def seat(canvas: Canvas, box: Box, plate: SeatPlate, index: int, pointing: int, breaks_at: float | None = 0.25) -> None:
    """Draws a seat: name, staves, whose turn, the horn of the claim's owner, its die in the starting throw.

    The staves that were just lost break `breaks_at` seconds after the scene began; with None they lie broken already.
    """
    kit = canvas.kit
    theme = kit.theme
    body = _seat_ground(canvas, box, plate.turn, pointing)
    canvas.part(f"seat {index}", body)
    pad_x, pad_y = max(4, kit.px(0.02)), max(2, round(box.height * 0.07))
    inner = box.inflate(-2 * pad_x, -2 * pad_y)
    if plate.throw is not None:
        long = min(round(inner.height * 0.8), kit.px(0.13))
        face = dice.die(kit, plate.throw, long)
        place = face.get_rect(midright=(inner.right, inner.centery))
        canvas.put(face, place.topleft)
        canvas.part(f"throw {index}", place)
        inner.width -= dice.die_size(3, long, True)[0] + pad_x // 2
    lower = min(round(inner.height * 0.40), kit.px(0.085))
    row = pygame.Rect(inner.left, inner.bottom - lower, inner.width, lower)
    name_room = pygame.Rect(inner.left, inner.top, inner.width, inner.height - lower - pad_y // 2)
    ink = theme.ink_dim if plate.out else theme.ink
    name = canvas.write(
        plate.name,
        name_room,
        Face.NAME,
        kit.px(kit.scale.name * 1.12),
        ink,
        lines=2,
        align="left",
        relief=theme.night,
    )
    if plate.owner:
        side = min(row.height + pad_y, kit.px(0.075))
        token = emblems.control(kit, "claim", side)
        place = token.get_rect(midright=(row.right, row.centery))
        canvas.put(token, place.topleft)
        canvas.part(f"owner {index}", place)
        row.width -= side + pad_x // 2
    if plate.badge:
        wide = round(min(row.width * 0.45, kit.px(0.3)))
        room = pygame.Rect(row.right - wide, row.top, wide, row.height)
        canvas.write(plate.badge, room, Face.TEXT, kit.px(kit.scale.small), theme.gold[2], align="right")
        row.width -= wide + pad_x // 2
    _stock(canvas, row, plate, index, breaks_at)
    if plate.out:
        y = name.centery
        pygame.draw.line(canvas.surface, theme.night, (name.left - 3, y + 2), (name.right + 3, y + 2), kit.px(0.009))
        pygame.draw.line(canvas.surface, theme.bone[0], (name.left - 3, y), (name.right + 3, y), kit.px(0.006))
        shade = pygame.Surface(body.size, pygame.SRCALPHA)
        shade.fill((0, 0, 0, 70))
        canvas.put(wood.masked(shade, wood.rounded(body.size, kit.px(0.018), (255, 255, 255, 255))), body.topleft)


def _stock(canvas: Canvas, row: Box, plate: SeatPlate, index: int, breaks_at: float | None) -> None:
    kit = canvas.kit
    if max(plate.stock, plate.stock_max) > MANY:
        one = staves.arrange(row, 1, 1)
        staves.draw(kit, canvas.surface, one)
        room = pygame.Rect(one.boxes[0].right + kit.gap, row.top, row.width - one.boxes[0].width - kit.gap, row.height)
        canvas.write(str(plate.stock), room, Face.NAME, row.height, kit.theme.ink, align="left", relief=kit.theme.night)
        return
    if plate.stock_max < 1:
        return
    standing = staves.arrange(row, plate.stock, plate.stock_max)
    staves.draw(kit, canvas.surface, standing)
    for number, box in enumerate(standing.boxes):
        canvas.part(f"stave {index}.{number}", box)
    broken = standing.boxes[standing.whole : standing.whole + plate.lost]
    if broken and breaks_at is not None:
        canvas.act(staves.Breaking(kit, broken, breaks_at))


def hints(canvas: Canvas, boxes: tuple[Box, ...], hints_: tuple[Hint, ...]) -> None:
    """Draws the plates of the controls with what each does now; a control that does nothing is dimmed."""
    for box, hint in zip(boxes, hints_, strict=False):
        _hint(canvas, box, hint)


def _hint(canvas: Canvas, box: Box, hint: Hint) -> None:
    kit = canvas.kit
    theme = kit.theme
    blur = kit.px(0.012)
    canvas.put(wood.shadow(kit, box.size, kit.px(0.018), blur), (box.left - blur, box.top - blur // 2))
    tones = theme.board if hint.enabled else theme.hall
    canvas.put(wood.plate(kit, box.size, tones, seed=4), box.topleft)
    side = round(box.height * 0.82)
    picture = emblems.control(kit, hint.control, side, hint.enabled)
    if not hint.enabled:
        faint = picture.copy()
        faint.set_alpha(110)
        picture = faint
    canvas.put(picture, (box.left + round(box.height * 0.08), box.centery - side // 2))
    left = box.left + side + round(box.height * 0.18)
    room = pygame.Rect(left, box.top + 2, box.right - left - kit.px(0.014), box.height - 4)
    ink = theme.ink if hint.enabled else theme.ink_dim
    canvas.write(
        hint.label, room, Face.TEXT, kit.px(kit.scale.text * 1.15), ink, lines=3, align="left", relief=theme.night
    )
    canvas.part(f"hint {hint.control}", box)
    canvas.touch(box, Hit(control=hint.control))


def notice(canvas: Canvas, box: Box, said: Notice) -> None:
    """Draws a sentence to the table on a band in its tone, with the tone's mark."""
    kit = canvas.kit
    tones = tones_of(kit, said.tone)
    band = wood.plate(kit, box.size, (tones[0], tones[1], tones[1]), seed=2, rim=(tones[0], tones[2], kit.theme.ink))
    canvas.put(band, box.topleft)
    side = round(min(box.height * 0.8, kit.px(0.1)))
    canvas.put(emblems.mark(kit, said.tone.value, side), (box.left + kit.px(0.014), box.centery - side // 2))
    left = box.left + side + kit.px(0.03)
    room = pygame.Rect(left, box.top + 2, box.right - left - kit.px(0.02), box.height - 4)
    canvas.write(
        said.text, room, Face.TEXT, kit.px(kit.scale.text * 1.1), kit.theme.ink, lines=2, relief=kit.theme.night
    )
    canvas.part("notice", box)


def head(canvas: Canvas, headline_box: Box, prompt_box: Box, headline: str, prompt: str, said: Notice | None) -> None:
    """Writes who is to act, and below it what they may do, or the notice while there is one."""
    kit = canvas.kit
    canvas.write(
        headline,
        headline_box,
        Face.NAME,
        kit.px(kit.scale.headline),
        kit.theme.gold[1],
        lines=2,
        relief=kit.theme.night,
        inlay=kit.theme.gold,
    )
    canvas.part("headline", headline_box)
    if said is not None:
        notice(canvas, prompt_box, said)
    else:
        canvas.write(
            prompt, prompt_box, Face.TEXT, kit.px(kit.scale.text * 1.1), kit.theme.ink, lines=2, relief=kit.theme.night
        )


def claim(canvas: Canvas, box: Box, picture: ClaimPicture, by: str, part: str = "claim") -> None:
    """Draws a claim large: dice, its spoken name, who stands behind it, one below the other."""
    kit = canvas.kit
    by_height = round(box.height * 0.15) if by else 0
    name_height = round(min(box.height * 0.34, kit.px(kit.scale.figure * 1.35)))
    dice_room = pygame.Rect(box.left, box.top, box.width, box.height - name_height - by_height)
    long = dice.longest_edge(
        picture.dice, (round(box.width * 0.94), round(dice_room.height * 0.86)), kit.px(0.34), picture.oblong
    )
    row = dice.dice_row(kit, picture.dice, long, picture.oblong)
    placed = canvas.put_centred(row, dice_room.center)
    canvas.part(part, placed)
    name_room = pygame.Rect(box.left, dice_room.bottom, box.width, name_height)
    canvas.write(
        picture.name,
        name_room,
        Face.TITLE,
        kit.px(kit.scale.figure),
        kit.theme.bone[2],
        relief=kit.theme.night,
        inlay=kit.theme.ivory,
    )
    canvas.part(f"{part} name", name_room)
    if by:
        by_room = pygame.Rect(box.left, name_room.bottom, box.width, by_height)
        canvas.write(by, by_room, Face.TEXT, kit.px(kit.scale.text * 1.15), kit.theme.ink_dim, relief=kit.theme.night)


def claim_strip(canvas: Canvas, box: Box, picture: ClaimPicture, by: str, part: str = "claim") -> None:
    """Draws a claim small, in one line: dice at the left, name and owner at the right."""
    kit = canvas.kit
    long = dice.longest_edge(
        picture.dice, (round(box.width * 0.42), round(box.height * 0.84)), kit.px(0.14), picture.oblong
    )
    row = dice.dice_row(kit, picture.dice, long, picture.oblong)
    margin = round(long * 0.2)
    placed = canvas.put(row, (box.left, box.centery - row.get_height() // 2))
    canvas.part(part, placed)
    left = placed.right - margin // 2 + kit.gap // 2
    right = pygame.Rect(left, box.top, box.right - left, box.height)
    upper = pygame.Rect(right.left, right.top, right.width, round(right.height * (0.58 if by else 1)))
    canvas.write(
        picture.name,
        upper,
        Face.TITLE,
        kit.px(kit.scale.figure * 0.62),
        kit.theme.bone[2],
        align="left",
        relief=kit.theme.night,
    )
    if by:
        lower = pygame.Rect(right.left, upper.bottom, right.width, right.bottom - upper.bottom)
        canvas.write(
            by, lower, Face.TEXT, kit.px(kit.scale.text), kit.theme.ink_dim, align="left", relief=kit.theme.night
        )
