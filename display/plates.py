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


def _seat_shape(kit: Kit, size: tuple[int, int], lit: bool, pointing: int) -> pygame.Surface:
    """Makes a seat's plate; the plate in turn is lit, rimmed in gold and runs out into a point."""
    theme = kit.theme

    def make() -> pygame.Surface:
        width, height = size
        if not lit:
            return wood.plate(kit, size, theme.board, seed=3)
        fine = 3
        tip = height * 0.32
        left = 0 if pointing > 0 else tip
        right = width - tip if pointing > 0 else width
        outline = [(left, 0.0), (right, 0.0)]
        outline += [(width, height / 2)] if pointing > 0 else []
        outline += [(right, float(height)), (left, float(height))]
        outline += [(0.0, height / 2)] if pointing < 0 else []
        big = pygame.Surface((width * fine, height * fine), pygame.SRCALPHA)
        pygame.draw.polygon(big, (255, 255, 255), [(x * fine, y * fine) for x, y in outline])
        mask = pygame.transform.smoothscale(big, size)
        piece = wood.masked(wood.sawn(kit, size, theme.lit_board, 3), mask)
        rim = pygame.Surface(big.get_size(), pygame.SRCALPHA)
        edge = max(2, kit.px(0.008)) * fine
        points = [(x * fine, y * fine) for x, y in outline]
        pygame.draw.lines(rim, theme.gold[0], True, points, edge * 2)
        pygame.draw.lines(rim, theme.gold[1], True, points, round(edge * 1.5))
        pygame.draw.lines(rim, theme.gold[2], True, points, round(edge * 0.6))
        rim.blit(big, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        piece.blit(pygame.transform.smoothscale(rim, size), (0, 0))
        return piece

    return kit.stored(("seat", size, lit, pointing), make)


def seat(canvas: Canvas, box: Box, plate: SeatPlate, index: int, pointing: int, breaks_at: float = 0.25) -> None:
    """Draws a seat: name, staves, whose turn, the horn of the claim's owner, its die in the starting throw."""
    kit = canvas.kit
    theme = kit.theme
    body = box.copy()
    if plate.turn:
        reach = min(round(box.height * 0.28), kit.px(0.035))
        body.width += reach
        if pointing < 0:
            body.left -= reach
        glow = wood.halo(kit, (round(body.width * 1.35), round(body.height * 2.3)), theme.ember, 120)
        canvas.put_centred(glow, body.center)
    blur = kit.px(0.012)
    canvas.put(wood.shadow(kit, body.size, kit.px(0.018), blur), (body.left - blur, body.top - blur + blur // 2))
    canvas.put(_seat_shape(kit, body.size, plate.turn, pointing), body.topleft)
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
    lower = round(inner.height * 0.40)
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


def _stock(canvas: Canvas, row: Box, plate: SeatPlate, index: int, breaks_at: float) -> None:
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
    if broken:
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
        kit.theme.gold[2],
        lines=2,
        relief=kit.theme.night,
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
