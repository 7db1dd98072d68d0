"""A list to choose from: the start in the full splendour of the hall, the house rules, the menu."""

import pygame

from display import emblems, hall, layout, plates, wood
from display.kit import Kit
from display.lettering import Face
from display.picture import Box, Canvas, Hit, Picture
from display.scene import ListScene, Row, Scene


def compose(kit: Kit, scene: ListScene, before: Scene | None = None) -> Picture:  # noqa: ARG001
    """Composes a list."""
    parts = layout.frame(kit.size)
    canvas = hall.enter(kit, parts.torches)
    theme = kit.theme
    title_h = kit.px(0.2 if scene.hall else 0.13)
    title = pygame.Rect(parts.headline.left, parts.headline.top, parts.headline.width, title_h)
    canvas.write(scene.title, title, Face.TITLE, kit.px(0.2 if scene.hall else 0.1), theme.gold[2], relief=theme.night)
    canvas.part("title", title)
    sub = pygame.Rect(title.left, title.bottom, title.width, kit.px(0.06))
    canvas.write(scene.subtitle, sub, Face.TEXT, kit.px(kit.scale.text), theme.ink_dim, relief=theme.night)
    board = pygame.Rect(0, sub.bottom + kit.gap, 0, parts.body.bottom - sub.bottom - kit.gap)
    board.width = min(parts.body.width, round(kit.unit * 1.35))
    board.centerx = kit.size[0] // 2
    said = scene.notice
    if said is not None:
        band = pygame.Rect(board.left, board.bottom - kit.px(0.085), board.width, kit.px(0.085))
        plates.notice(canvas, band, said)
        board.height -= band.height + kit.gap
    _board(canvas, board, scene)
    plates.hints(canvas, parts.hints, scene.hints)
    return canvas.done()


def _board(canvas: Canvas, board: Box, scene: ListScene) -> None:
    kit = canvas.kit
    theme = kit.theme
    blur = kit.px(0.02)
    canvas.put(wood.shadow(kit, board.size, kit.px(0.02), blur), (board.left - blur, board.top - blur // 2))
    canvas.put(wood.plate(kit, board.size, theme.board, seed=1), board.topleft)
    inner = board.inflate(-2 * kit.px(0.025), -2 * kit.px(0.02))
    detail = scene.rows[scene.cursor].detail if scene.rows else ""
    has_detail = any(row.detail for row in scene.rows)
    detail_h = kit.px(0.105) if has_detail else 0
    lines = pygame.Rect(inner.left, inner.top, inner.width, inner.height - detail_h)
    row_h = min(kit.px(0.105), lines.height // max(1, len(scene.rows)))
    row_h = max(row_h, kit.px(0.075))
    shown = max(1, min(len(scene.rows), lines.height // row_h))
    first = min(max(0, scene.cursor - shown // 2), max(0, len(scene.rows) - shown))
    for place, index in enumerate(range(first, first + shown)):
        box = pygame.Rect(lines.left, lines.top + place * row_h, lines.width, row_h)
        _row(canvas, box, scene.rows[index], index, scene)
    side = kit.px(0.035)
    if first > 0:
        up = emblems.arrow(kit, side, theme.gold[1], 90)
        canvas.put(up, up.get_rect(midtop=(lines.right - side, lines.top)).topleft)
    if first + shown < len(scene.rows):
        down = emblems.arrow(kit, side, theme.gold[1], -90)
        canvas.put(down, down.get_rect(midbottom=(lines.right - side, lines.bottom)).topleft)
    if detail:
        room = pygame.Rect(inner.left, inner.bottom - detail_h, inner.width, detail_h)
        pygame.draw.line(canvas.surface, theme.board[2], room.topleft, room.topright, 1)
        canvas.write(detail, room, Face.TEXT, kit.px(kit.scale.text), theme.ink_dim, lines=2, relief=theme.night)


def _row(canvas: Canvas, box: Box, row: Row, index: int, scene: ListScene) -> None:
    kit = canvas.kit
    theme = kit.theme
    here = index == scene.cursor
    ink = theme.ink if row.enabled else theme.ink_dim
    if here:
        lit = box.inflate(0, -max(2, box.height // 14))
        canvas.put(wood.plate(kit, lit.size, theme.lit_board, seed=2, rim=theme.gold), lit.topleft)
    side = round(box.height * 0.5)
    left = box.left + side + kit.gap * 2
    if here:
        pointer = emblems.arrow(kit, side, theme.gold[2])
        canvas.put(pointer, pointer.get_rect(midleft=(box.left + kit.gap, box.centery)).topleft)
    share = 0.52 if row.value or (here and scene.typing) else 1.0
    room = pygame.Rect(left, box.top, round((box.right - left - kit.gap) * share), box.height)
    size = round(min(kit.px(kit.scale.name), box.height * 0.72))
    canvas.write(row.label, room, Face.NAME, size, ink, align="left", relief=theme.night)
    canvas.part(f"row {index}", box)
    canvas.touch(box, Hit(turn=index - scene.cursor, control="dial"))
    if share == 1.0:
        return
    value = pygame.Rect(room.right + kit.gap, box.top, box.right - room.right - 2 * kit.gap, box.height)
    text = row.value
    if here and scene.changing:
        mark = round(box.height * 0.42)
        left_mark = emblems.arrow(kit, mark, theme.gold[2], 180)
        right_mark = emblems.arrow(kit, mark, theme.gold[2])
        canvas.put(left_mark, left_mark.get_rect(midleft=value.midleft).topleft)
        canvas.put(right_mark, right_mark.get_rect(midright=value.midright).topleft)
        canvas.touch(pygame.Rect(value.left, box.top, value.width // 2, box.height), Hit(turn=-1))
        canvas.touch(pygame.Rect(value.centerx, box.top, value.width // 2, box.height), Hit(turn=1))
        value = value.inflate(-2 * mark - kit.gap, 0)
    tone = theme.gold[2] if here else theme.ink_dim
    room = value.inflate(-kit.px(0.03), 0) if here and scene.typing else value
    ink_box = canvas.write(
        text, room, Face.NAME, size, tone, align="center" if here and scene.changing else "right", relief=theme.night
    )
    if here and scene.typing:
        x = (ink_box.right if text else room.right) + kit.px(0.008)
        pygame.draw.rect(canvas.surface, theme.gold[2], (x, box.centery - size // 2, max(2, kit.px(0.006)), size))
