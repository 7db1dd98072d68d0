"""The end of a game: who won, who pays the drinks, how everybody stands."""

import pygame

from display import hall, layout, plates, wood
from display.kit import Kit
from display.lettering import Face
from display.picture import Picture
from display.scene import Scene, WinnerScene


def compose(kit: Kit, scene: WinnerScene, before: Scene | None = None) -> Picture:  # noqa: ARG001
    """Composes the celebration."""
    theme = kit.theme
    parts = layout.frame(kit.size)
    canvas = hall.enter(kit, parts.torches)
    crown = pygame.Rect(parts.headline.left, parts.headline.top, parts.headline.width, kit.px(0.3))
    canvas.write(scene.headline, crown, Face.TITLE, kit.px(0.16), theme.gold[2], lines=2, relief=theme.night)
    canvas.part("headline", crown)
    lines_h = kit.px(0.065) * len(scene.lines)
    lines = pygame.Rect(crown.left, crown.bottom, crown.width, lines_h)
    for room, line in zip(layout.rows(lines, len(scene.lines), 0), scene.lines, strict=True):
        canvas.write(line, room, Face.TEXT, kit.px(kit.scale.text * 1.2), theme.ink, relief=theme.night)
    rest = pygame.Rect(crown.left, lines.bottom + kit.gap, crown.width, parts.body.bottom - lines.bottom - kit.gap)
    if scene.notice is not None:
        band = pygame.Rect(rest.left, rest.bottom - kit.px(0.08), rest.width, kit.px(0.08))
        plates.notice(canvas, band, scene.notice)
        rest.height -= band.height + kit.gap
    cells = layout.grid(rest, len(scene.seats), kit.gap, kit.px(0.19))
    for index, (cell, plate) in enumerate(zip(cells, scene.seats, strict=True)):
        if index in scene.winners:
            glow = wood.halo(kit, (round(cell.width * 1.2), round(cell.height * 1.9)), theme.ember, 130)
            canvas.put_centred(glow, cell.center)
        plates.seat(canvas, cell, plate, index, 1)
    plates.hints(canvas, parts.hints, scene.hints)
    return canvas.done()
