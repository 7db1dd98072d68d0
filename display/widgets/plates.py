"""Plates: a seat, a control with what it does, a notice, a claim."""

import pygame

from display.draw import emblems, wood
from display.draw.composition import Box, Canvas, Hit
from display.draw.dice import longest_edge
from display.draw.drawing_context import Kit
from display.draw.lettering import Face
from display.draw.theme import Ramp
from display.scene import ClaimPicture, Hint, Notice, Tone
from display.screens.layout import Frame, portrait
from display.widgets.bids import claim_row

NOTHING = " ·"
"""Of a control that never does anything on a screen the picture alone is seen."""

FRAME = 0.016
"""How broad the frame of a photograph is, in units."""

_LONG_TITLE = 0.75
"""A title is long where it would be smaller than this on one line, in parts of the usual size."""

_ON_ONE_LINE = 0.8
"""Names of claims stay on one line where they are no smaller so than this, in parts of their size on two."""


def tones_of(kit: Kit, tone: Tone) -> Ramp:
    """Chooses the colours of a tone."""
    theme = kit.theme
    plain = (theme.lit_board[0], theme.lit_board[1], theme.gold[1])
    return {Tone.GOOD: theme.good, Tone.BAD: theme.bad, Tone.DOUBT: theme.doubt}.get(tone, plain)


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
    room = pygame.Rect(left, box.top + 2, box.right - left - kit.px(0.02), box.height - 4)
    ink = theme.ink if hint.enabled else theme.ink_dim
    canvas.write(
        hint.label.strip(NOTHING),
        room,
        Face.TEXT,
        kit.px(kit.scale.text * 1.15),
        ink,
        lines=3,
        align="left",
        relief=theme.relief,
    )
    canvas.part(f"hint {hint.control}", box)
    canvas.touch(box, Hit(control=hint.control))


def frame(canvas: Canvas, picture: Box) -> Box:
    """Hangs a frame around the place of a photograph; gives its outer edge."""
    kit = canvas.kit
    edge, blur = kit.px(FRAME), kit.px(0.016)
    outer = picture.inflate(2 * edge, 2 * edge)
    canvas.put(wood.shadow(kit, outer.size, edge, blur), (outer.left - blur, outer.top - blur // 2))
    canvas.put(wood.plate(kit, outer.size, kit.theme.lit_board, seed=2), outer.topleft)
    pygame.draw.rect(canvas.surface, kit.theme.gold[0], picture.inflate(4, 4), 2)
    pygame.draw.rect(canvas.surface, kit.theme.night, picture)
    return outer


def notice(canvas: Canvas, box: Box, said: Notice) -> None:
    """Draws a sentence to the table on a band in its tone, with the tone's mark."""
    kit = canvas.kit
    tones = tones_of(kit, said.tone)
    band = wood.plate(kit, box.size, (tones[0], tones[1], tones[1]), seed=2, rim=(tones[0], tones[2], kit.theme.ink))
    canvas.put(band, box.topleft)
    side = round(min(box.height * 0.8, kit.px(0.1)))
    canvas.put(emblems.mark(kit, said.tone.value, side), (box.left + kit.px(0.014), box.centery - side // 2))
    left = box.left + side + kit.px(0.03)
    edge = max(2, kit.px(0.005))
    room = pygame.Rect(left, box.top + edge, box.right - left - kit.px(0.02), box.height - 2 * edge)
    canvas.write(
        said.text,
        room,
        Face.TEXT,
        kit.px(kit.scale.text * 1.1),
        kit.theme.ink_on(tones[1]),
        lines=3 if box.height > kit.px(0.11) else 2,
        relief=kit.theme.relief,
    )
    canvas.part("notice", box)


def head(canvas: Canvas, headline_box: Box, prompt_box: Box, headline: str, prompt: str, said: Notice | None) -> Box:
    """Writes who is to act, and below it what they may do, or the notice while there is one; gives the upper room."""
    kit = canvas.kit
    if said is not None:
        # What newcomers are told is longer than what everybody is told, and read to the end.
        headline_box, prompt_box = room_for_notice(kit, headline_box, prompt_box, 0.12 if said.aloud else 0.104)
    canvas.write(
        headline,
        headline_box,
        Face.NAME,
        kit.px(kit.scale.headline),
        kit.theme.title[1],
        lines=2,
        relief=kit.theme.relief,
        inlay=kit.theme.title,
    )
    canvas.part("headline", headline_box)
    if said is not None:
        notice(canvas, prompt_box, said)
    else:
        canvas.write(
            prompt, prompt_box, Face.TEXT, kit.px(kit.scale.text * 1.1), kit.theme.ink, lines=2, relief=kit.theme.relief
        )
    return headline_box


def room_for_notice(kit: Kit, upper: Box, lower: Box, wanted: float) -> tuple[Box, Box]:
    """Takes as much off the upper of two rooms as the lower lacks of `wanted`, a part of the unit; most of it stays."""
    more = min(max(0, kit.px(wanted) - lower.height), round(upper.height * 0.38))
    return (
        pygame.Rect(upper.left, upper.top, upper.width, upper.height - more),
        pygame.Rect(lower.left, lower.top - more, lower.width, lower.height + more),
    )


def title(canvas: Canvas, parts: Frame, words: str, subtitle: str, said: Notice | None) -> Box:
    """Writes what a screen without a table is about, and below it a line on it, or the notice while there is one.

    Gives the body that is left: on a high screen a long title takes two lines, and room from it.
    """
    kit = canvas.kit
    theme = kit.theme
    head, line, body = parts.headline.copy(), parts.prompt.copy(), parts.body.copy()
    largest = kit.px(0.1)
    more = kit.px(0.08)
    alone = kit.letters.fit(words, Face.TITLE, head.size, largest).px
    roomy = kit.letters.fit(words, Face.TITLE, (head.width, head.height + more - kit.gap // 2), largest, 2)
    if portrait(kit.size) and alone < _LONG_TITLE * largest and len(roomy.lines) > 1:
        head.height += more
        line.top += more
        body = pygame.Rect(body.left, body.top + more, body.width, body.height - more)
    # Descenders stand a little out of the line, and would touch the plate of a notice.
    room = pygame.Rect(head.left, head.top, head.width, head.height - kit.gap // 2)
    canvas.write(words, room, Face.TITLE, largest, theme.title[1], relief=theme.relief, inlay=theme.title, lines=2)
    canvas.part("title", head)
    if said is not None:
        notice(canvas, line, said)
    else:
        canvas.write(subtitle, line, Face.TEXT, kit.px(kit.scale.text * 1.1), theme.ink, lines=2, relief=theme.relief)
    return body


def _size_of_names(
    kit: Kit, names: tuple[str, ...], room: tuple[int, int], largest: int, lines: int = 2
) -> tuple[int, int]:
    """Finds the letter size and the lines at which each of some names fits into a room; one alone may take it all."""
    if len(names) == 1:
        return largest, lines
    one, more = (
        min(kit.letters.fit(name, Face.TITLE, room, largest, most).px for name in names) for most in (1, lines)
    )
    return (one, 1) if one >= _ON_ONE_LINE * more else (more, lines)


def _largest_die(pictures: tuple[ClaimPicture, ...], room: tuple[int, int], largest: int) -> int:
    """Finds the long edge at which the dice of each of some claims fit into a room."""
    return min((longest_edge(each.dice, room, largest, each.oblong) for each in pictures if each.dice), default=largest)


def claim(
    canvas: Canvas,
    box: Box,
    picture: ClaimPicture,
    by: str,
    part: str = "claim",
    peers: tuple[ClaimPicture, ...] = (),
) -> None:
    """Draws a claim large: who stands behind it, the dice, and its spoken name, close below each other.

    It is no larger than its `peers` would be in such a box.
    """
    kit = canvas.kit
    by_height = min(round(box.height * 0.16), kit.px(kit.scale.text * 1.5)) if by else 0
    name_height = round(min(box.height * 0.34, kit.px(kit.scale.figure * 1.35)))
    high = box.height - by_height - name_height
    room = round(box.width * 0.94), round(high * 0.86)
    row, margin = claim_row(kit, picture, room, _largest_die((picture, *peers), room, kit.px(0.4)))
    dice_height = row.get_height() - 2 * margin
    space = min(2 * kit.gap, (high - dice_height) // 4)
    top = box.top + (high - dice_height) // 2 - space
    by_room = pygame.Rect(box.left, top, box.width, by_height)
    middle = by_room.bottom + space + dice_height // 2
    canvas.part(part, canvas.put_centred(row, (box.centerx, middle)))
    name_room = pygame.Rect(box.left, by_room.bottom + dice_height + 2 * space, box.width, name_height)
    names = tuple(each.name for each in (picture, *peers))
    size, lines = _size_of_names(kit, names, name_room.size, kit.px(kit.scale.figure))
    canvas.write(
        picture.name,
        name_room,
        Face.TITLE,
        size,
        kit.theme.ink,
        lines=lines,
        relief=kit.theme.relief,
        inlay=kit.theme.ivory,
    )
    canvas.part(f"{part} name", name_room)
    if by:
        canvas.write(by, by_room, Face.TEXT, kit.px(kit.scale.text * 1.2), kit.theme.ink, relief=kit.theme.relief)


def claim_strip(
    canvas: Canvas,
    box: Box,
    picture: ClaimPicture,
    by: str,
    part: str = "claim",
    token: str = "",
    peers: tuple[ClaimPicture, ...] = (),
) -> None:
    """Draws a claim small, in one line: dice at the left, name and owner at the right.

    `token` names the control whose picture stands before it: "claim" for what was said, "reveal" for what is seen. It
    is no larger than its `peers`, which stand in such strips above or below it, and its name begins where theirs do.
    """
    kit = canvas.kit
    if token:
        side = min(kit.px(0.07), round(box.height * 0.5))
        picture_ = emblems.control(kit, token, side)
        canvas.put(picture_, picture_.get_rect(midleft=box.midleft).topleft)
        box = pygame.Rect(box.left + side, box.top, box.width - side, box.height)
    room = round(box.width * 0.36), round(box.height * 0.84)
    all_ = (picture, *peers)
    long = _largest_die(all_, room, kit.px(0.16))
    column = max(claim_row(kit, each, room, long)[0].get_width() for each in all_)
    row, margin = claim_row(kit, picture, room, long)
    canvas.part(part, canvas.put(row, (box.left, box.centery - row.get_height() // 2)))
    left = box.left + column - margin // 2 + kit.gap // 2
    above = min(round(box.height * 0.4), kit.px(kit.scale.text)) + kit.gap // 2
    upper = pygame.Rect(left, box.top, box.right - left, above - kit.gap // 2)
    lower = pygame.Rect(left, box.top + above, upper.width, box.height - above)
    names = tuple(each.name for each in all_)
    # A short name does not drown a long one.
    largest = min(kit.px(kit.scale.figure * 0.66), round(lower.width * 0.18))
    size, lines = _size_of_names(kit, names, lower.size, largest)
    if not by:
        lower = pygame.Rect(left, box.top + above // 4, upper.width, box.height - above // 2)
    ink, relief = kit.theme.ink, kit.theme.relief
    canvas.write(picture.name, lower, Face.TITLE, size, ink, lines=lines, align="left", relief=relief)
    canvas.write(by, upper, Face.TEXT, kit.px(kit.scale.text), kit.theme.ink_dim, align="left", relief=relief)
