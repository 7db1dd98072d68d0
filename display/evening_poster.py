"""The poster of an evening: a picture to keep, upright as a sheet of paper."""

from dataclasses import dataclass

import pygame

from display.draw import backdrop, boxes, computer_face, knotwork, ornament, wood
from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.game_art import game_pictures
from display.draw.heraldry import shield_painter
from display.draw.lettering import Typeface
from display.draw.theme import Theme
from display.scene_elements import Player, StoryLine
from display.widgets import story_board

SIZE = 1240, 1754
"""A4 upright at 150 dots an inch."""
_MARGIN = 56
_SMALLEST = 14


@dataclass(frozen=True, slots=True)
class PosterStanding:
    """How a player of the evening stands: who it is, and a few words such as "won 2 of 3"."""

    player: Player
    words: str


@dataclass(frozen=True, slots=True)
class EveningPoster:
    """What stands on a poster: the last game with its winners, the story of the evening, and how all stand."""

    title: str
    day: str
    art: str
    game: str
    headline: str
    winners: tuple[Player, ...]
    story_title: str
    story: tuple[StoryLine, ...]
    standings: tuple[PosterStanding, ...]
    foot: str


def compose(poster: EveningPoster, theme: Theme) -> Canvas:
    """Draws a poster, with a record of what was written where."""
    context = DrawingContext(SIZE, theme)
    canvas = Canvas(context, wood.back_wall(context).copy())
    whole = pygame.Rect((0, 0), SIZE).inflate(-2 * 34, -2 * 34)
    backdrop.board(canvas, whole)
    room = whole.inflate(-2 * _MARGIN, -2 * _MARGIN)
    parts = _rows(room, (130, 50, 300, 330, 56, 380 if poster.story else 0, 250, 60))
    title, day, picture, winners, story_title, story, standings, foot = parts
    _gold(canvas, poster.title, title, 118)
    canvas.write(poster.day, day, Typeface.NAME, 40, theme.ink, relief=theme.relief)
    canvas.put(game_pictures.picture(context, poster.art, picture.size), picture.topleft)
    _winners(canvas, winners, poster)
    if poster.story:
        _between_bands(canvas, poster.story_title, story_title)
        story_board.draw(canvas, story, poster.story, 34, across=2)
    for box, standing in zip(boxes.grid(standings, len(poster.standings), 18, 110, 2.6), poster.standings, strict=True):
        _standing(canvas, box, standing)
    runes = ornament.rune_band(context, (foot.width // 4, 30), theme.gold[1])
    for left in (foot.left, foot.right - runes.get_width()):
        canvas.put(runes, (left, foot.centery - 15))
    canvas.write(poster.foot, foot.inflate(-foot.width // 2, 0), Typeface.TITLE, 46, theme.title[1], inlay=theme.title)
    return canvas


def save(poster: EveningPoster, theme: Theme, path: str) -> None:
    """Draws a poster into a PNG file; raises OSError where it cannot be written."""
    try:
        pygame.image.save(compose(poster, theme).surface, path)
    except pygame.error as error:
        raise OSError(str(error)) from error


def _rows(room: pygame.Rect, heights: tuple[int, ...]) -> tuple[pygame.Rect, ...]:
    """Places rows of these heights below each other, and distributes the spare height between them."""
    shown = sum(height > 0 for height in heights)
    gap = (room.height - sum(heights)) / max(1, shown - 1)
    rows, top = [], float(room.top)
    for height in heights:
        rows.append(pygame.Rect(room.left, round(top), room.width, height))
        top += height + gap if height else 0
    return tuple(rows)


def _gold(canvas: Canvas, words: str, box: pygame.Rect, px: int, lines: int = 1) -> None:
    theme = canvas.context.theme
    canvas.write(words, box, Typeface.TITLE, px, theme.title[1], lines=lines, relief=theme.relief, inlay=theme.title)


def _between_bands(canvas: Canvas, words: str, box: pygame.Rect) -> None:
    """Writes a heading between two bands of knotwork."""
    theme = canvas.context.theme
    ink = canvas.write(words, box, Typeface.NAME, 44, theme.accent, relief=theme.relief)
    room = ink.left - box.left - 30
    if room > 60:
        band = knotwork.band(canvas.context, (room, 24), theme.knot)
        for left in (box.left, ink.right + 30):
            canvas.put(band, (left, box.centery - 12))


def _winners(canvas: Canvas, box: pygame.Rect, poster: EveningPoster) -> None:
    """Draws the crown, the arms of those who have won on both sides of it, and who has won what."""
    context = canvas.context
    crown = ornament.crown(context, 210)
    canvas.put_centred(wood.halo(context, (900, 380), context.theme.ember, 110), (box.centerx, box.centery - 40))
    canvas.put(crown, crown.get_rect(midtop=(box.centerx, box.top)).topleft)
    words = pygame.Rect(box.left, box.top + 130, box.width, box.height - 130 - 44)
    sides = (poster.winners * 2)[:2] if len(poster.winners) == 1 else poster.winners[:2]
    for player, right in zip(sides, (False, True), strict=False):
        piece = _emblem(context, player, box.height - 50)
        if piece is not None:
            place = piece.get_rect(midright=box.midright) if right else piece.get_rect(midleft=box.midleft)
            canvas.put(piece, place.topleft)
            words = words.clip(box.inflate(-2 * (piece.get_width() + 24), 0))
    _gold(canvas, poster.headline, words, 104, lines=2)
    under = pygame.Rect(words.left, words.bottom, words.width, 44)
    canvas.write(poster.game, under, Typeface.NAME, 36, context.theme.ink, relief=context.theme.relief)


def _emblem(context: DrawingContext, player: Player, height: int) -> pygame.Surface | None:
    if player.face:
        return computer_face.face(context, player.face, round(height * 0.8))
    return None if player.shield is None else shield_painter.shield(context, player.shield, height)


def _standing(canvas: Canvas, box: pygame.Rect, standing: PosterStanding) -> None:
    context = canvas.context
    theme = context.theme
    canvas.put(wood.panel(context, box.size, theme.board, seed=3), box.topleft)
    inner = box.inflate(-24, -16)
    piece = _emblem(context, standing.player, min(inner.height, round(inner.width * 0.32)))
    if piece is not None:
        canvas.put(piece, piece.get_rect(midleft=inner.midleft).topleft)
        inner.width -= piece.get_width() + 14
        inner.left += piece.get_width() + 14
    name = pygame.Rect(inner.left, inner.top, inner.width, round(inner.height * 0.6))
    words = pygame.Rect(inner.left, name.bottom, inner.width, inner.bottom - name.bottom)
    canvas.write(standing.player.name, name, Typeface.NAME, 42, theme.ink, align="left", smallest=_SMALLEST)
    canvas.write(standing.words, words, Typeface.TEXT, 26, theme.accent, align="left", smallest=_SMALLEST)
