"""The end of a game: who won, what follows from it, the final standings, and the story of the evening."""

import pygame

from display.draw import backdrop, boxes, fire, ornament, wood
from display.draw.canvas import Canvas, ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.emblem import emblem
from display.draw.lettering import LEADING, Typeface
from display.draw.theme import Wall, portrait
from display.scene import SeatPanel, WinnerScene
from display.screens import layout
from display.widgets import control_hints, notice, seat_panel, story_board

_STORY_SHARE, _STORY_SHARE_BESIDE_MANY = 0.62, 0.56
"""The part of the width that the story takes, beside the standings of few seats or of many."""
_STILL_GREAT = 0.75
"""A headline of two lines this large, in letter sizes of a name, needs no third."""
_MANY = 6
_STORY_HEIGHT = 0.44
"""The least height of the story on a wide screen, of the screen's: below it, its words are too small to be read."""


def compose(context: DrawingContext, scene: WinnerScene) -> ScreenPicture:
    """Composes the screen."""
    parts = layout.frame(context.size, bool(scene.hints))
    canvas = backdrop.begin(context, parts.torches)
    rest = _lines(canvas, _winner(canvas, parts, scene), parts.body, scene)
    if scene.notice is not None:
        band = pygame.Rect(rest.left, rest.bottom - context.px(0.08), rest.width, context.px(0.08))
        notice.draw(canvas, band, scene.notice)
        rest.height -= band.height + context.gap
    if scene.story:
        rest = _story(canvas, rest, scene)
    crowded = bool(scene.story) and len(scene.seats) > _MANY
    ratio = seat_panel.low_ratio(context, scene.seats) if crowded else 2.6
    gap, tallest = context.gap // 2 if crowded else context.gap, context.px(context.scale.name * 3)
    cells = boxes.grid(rest, len(scene.seats), gap, tallest, ratio)
    order = sorted(range(len(scene.seats)), key=lambda index: index in scene.winners)
    for index in order:
        canvas.name_part(f"winner {index}" if index in scene.winners else f"place {index}", cells[index])
        won = index in scene.winners
        seat_panel.seat(canvas, cells[index], scene.seats[index], index, breaks_at=None, lit=won, counted=crowded)
    if context.theme.wall is Wall.FIRES:
        canvas.animate(fire.Embers(context, pygame.Rect(0, 0, context.size[0], parts.body.bottom)))
    control_hints.draw(canvas, parts.hints, scene.hints)
    return canvas.finish()


def _winner(canvas: Canvas, parts: layout.ScreenFrame, scene: WinnerScene) -> int:
    """Draws who won, as large as whose turn it is in a game, with crown and arms; returns where that ends (y)."""
    context = canvas.context
    theme, great, width = context.theme, context.px(context.scale.great), parts.headline.width
    line = round(great * LEADING) + 1
    tall = portrait(context.size)
    most = _lines_of_headline(context, scene, width)
    # Beside a long name the arms are smaller.
    for share in (0.22,) if tall else (0.25, 0.2, 0.14):
        side = context.px(share)
        room = width if tall else width - 2 * (side + context.gap)
        fitted = context.letters.fit(scene.headline, Typeface.NAME, (room, most * line), great, lines=most)
        if fitted.px == great:
            break
    # On a low screen two lines and the story leave no room for the crown.
    crowned = tall or len(fitted.lines) == 1 or not scene.story
    crown = ornament.crown(context, context.px(0.13 if scene.story else 0.2))
    above = max(crown.get_height(), side) if tall else crown.get_height() if crowned else context.gap
    high = fitted.height if scene.story else len(fitted.lines) * line
    if not tall:
        high = max(high, side + context.gap // 2 - above)
    top = pygame.Rect(parts.headline.left, parts.headline.top, width, above + high)
    glow = wood.halo(context, (context.px(0.7), context.px(0.42)), theme.ember, 120)
    canvas.put_centred(glow, (top.centerx, top.top + above // 2))
    if crowned:
        canvas.put_centred(crown, (top.centerx, top.top + above // 2))
    from_centre = crown.get_width() // 2 + context.gap + side // 2 if tall else (width - side) // 2
    _arms(canvas, (top.centerx, top.top + above // 2 if tall else top.centery), from_centre, scene, side)
    words = pygame.Rect(top.centerx - room // 2, top.top + above, room, high)
    canvas.write(
        scene.headline, words, Typeface.NAME, great, theme.title[1], lines=most, relief=theme.relief, inlay=theme.title
    )
    canvas.name_part("headline", words)
    return top.bottom


def _lines_of_headline(context: DrawingContext, scene: WinnerScene, width: int) -> int:
    """Returns on how many lines at most the headline is written: three where two would be small and there is room."""
    if not portrait(context.size) or scene.story:
        return 2
    great = context.px(context.scale.great)
    on_two = context.letters.fit(scene.headline, Typeface.NAME, (width, round(2 * LEADING * great) + 2), great, lines=2)
    return 2 if on_two.px >= _STILL_GREAT * great else 3


def _arms(canvas: Canvas, middle: tuple[int, int], from_centre: int, scene: WinnerScene, side: int) -> None:
    """Draws the arms of the first winner and of the last on both sides of a point; horns where there are none."""
    context = canvas.context
    winners = [scene.seats[index] for index in scene.winners]
    for panel, right in ((winners[0] if winners else None, False), (winners[-1] if winners else None, True)):
        piece = _emblem(context, panel, side, mirrored=right)
        x = middle[0] + (from_centre if right else -from_centre)
        place = canvas.put_centred(piece, (x, middle[1]))
        canvas.name_part("arms right" if right else "arms left", place)


def _emblem(context: DrawingContext, panel: SeatPanel | None, side: int, *, mirrored: bool) -> pygame.Surface:
    piece = None if panel is None else emblem(context, panel, side)
    return ornament.horn(context, side, mirrored) if piece is None else piece


def _lines(canvas: Canvas, top: int, body: pygame.Rect, scene: WinnerScene) -> pygame.Rect:
    """Writes what the end means; returns the room below. The last line, a verse, gives way to a story."""
    context = canvas.context
    tall = portrait(context.size)
    # On a narrow screen a verse takes two lines.
    high = context.px(context.scale.text * (2.2 if tall else 1.24))
    above, written = top + context.gap // 2, scene.lines
    if scene.story and not tall:
        least = context.px(_STORY_HEIGHT)
        while len(written) > 1 and body.bottom - above - high * len(written) - context.gap < least:
            written = written[:-1]
    lines = pygame.Rect(body.left, above, body.width, high * len(written))
    for room, line in zip(boxes.rows(lines, len(written), 0), written, strict=True):
        size = context.px(context.scale.text * 1.15)
        canvas.write(
            line, room, Typeface.TEXT, size, context.theme.ink, lines=2 if tall else 1, relief=context.theme.relief
        )
    below = lines.bottom + context.gap
    return pygame.Rect(lines.left, below, lines.width, body.bottom - below)


def _story(canvas: Canvas, room: pygame.Rect, scene: WinnerScene) -> pygame.Rect:
    """Draws the story on a board; returns the room that is left for the standings."""
    context = canvas.context
    gap = context.gap
    board = room.copy()
    if portrait(context.size):
        board.height = round(room.height * 0.56)
        rest = pygame.Rect(room.left, board.bottom + gap, room.width, room.bottom - board.bottom - gap)
    else:
        share = _STORY_SHARE_BESIDE_MANY if len(scene.seats) > _MANY else _STORY_SHARE
        board.width = round(room.width * share)
        rest = pygame.Rect(room.left, room.top, room.width - board.width - gap, room.height)
        board.right = room.right
    inner = backdrop.board(canvas, board)
    title = pygame.Rect(inner.left, inner.top, inner.width, context.px(context.scale.text))
    size = context.px(context.scale.text * 0.85)
    canvas.write(scene.story_title, title, Typeface.NAME, size, context.theme.ink, relief=context.theme.relief)
    lines = pygame.Rect(inner.left, title.bottom, inner.width, inner.bottom - title.bottom)
    across = 1 if portrait(context.size) or len(scene.story) < 3 else 2
    story_board.draw(canvas, lines, scene.story, context.px(context.scale.text * 1.15), across)
    canvas.name_part("story", board)
    return rest
