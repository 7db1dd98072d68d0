"""The end of a game: who won, who pays the drinks, how everybody stands."""

import pygame

from display.draw import fire, hall, ornament, wood
from display.draw.composition import Picture
from display.draw.drawing_context import Kit
from display.draw.lettering import Face
from display.draw.theme import Wall
from display.scene import WinnerScene
from display.screens import layout
from display.widgets import plates, seat_plate


def compose(kit: Kit, scene: WinnerScene) -> Picture:
    """Composes the celebration."""
    theme = kit.theme
    parts = layout.frame(kit.size, bool(scene.hints))
    canvas = hall.enter(kit, parts.torches)
    tall = layout.portrait(kit.size)
    top = pygame.Rect(parts.headline.left, parts.headline.top, parts.headline.width, kit.px(0.36))
    side = kit.px(0.25)
    crown = ornament.crown(kit, kit.px(0.24))
    glow = wood.halo(kit, (kit.px(0.7), kit.px(0.42)), theme.ember, 120)
    canvas.put_centred(glow, (top.centerx, top.top + crown.get_height() // 2))
    canvas.put(crown, crown.get_rect(midtop=top.midtop).topleft)
    words = pygame.Rect(top.left, top.top + crown.get_height(), top.width, top.height - crown.get_height())
    if not tall:
        for mirrored in (False, True):
            horn = ornament.horn(kit, side, mirrored)
            x = words.right - side // 2 if mirrored else words.left + side // 2
            canvas.put_centred(horn, (x, words.centery - kit.px(0.02)))
        words = words.inflate(-2 * side, 0)
    canvas.write(
        scene.headline,
        words,
        Face.TITLE,
        kit.px(0.14),
        theme.title[1],
        lines=2,
        relief=theme.relief,
        inlay=theme.title,
    )
    canvas.part("headline", words)
    # On a narrow screen a verse goes over two lines.
    high = kit.px(kit.scale.text * (2.2 if tall else 1.24))
    lines = pygame.Rect(parts.body.left, top.bottom + kit.gap // 2, parts.body.width, high * len(scene.lines))
    for room, line in zip(layout.rows(lines, len(scene.lines), 0), scene.lines, strict=True):
        size = kit.px(kit.scale.text * 1.15)
        canvas.write(line, room, Face.TEXT, size, theme.ink, lines=2 if tall else 1, relief=theme.relief)
    rest = pygame.Rect(lines.left, lines.bottom + kit.gap, lines.width, parts.body.bottom - lines.bottom - kit.gap)
    if scene.notice is not None:
        band = pygame.Rect(rest.left, rest.bottom - kit.px(0.08), rest.width, kit.px(0.08))
        plates.notice(canvas, band, scene.notice)
        rest.height -= band.height + kit.gap
    cells = layout.grid(rest, len(scene.seats), kit.gap, kit.px(kit.scale.name * 3))
    order = sorted(range(len(scene.seats)), key=lambda index: index in scene.winners)
    for index in order:
        canvas.part(f"winner {index}" if index in scene.winners else f"place {index}", cells[index])
        seat_plate.seat(canvas, cells[index], scene.seats[index], index, 0, breaks_at=None, lit=index in scene.winners)
    if theme.wall is Wall.FIRES:
        canvas.act(fire.Embers(kit, pygame.Rect(0, 0, kit.size[0], parts.body.bottom)))
    plates.hints(canvas, parts.hints, scene.hints)
    return canvas.done()
