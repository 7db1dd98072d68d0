"""The start screen: the game with its picture, who plays, a large Begin, and the way to change it all."""

import pygame

from display.draw import backdrop, boxes, computer_face, icons, wood
from display.draw.canvas import Canvas, Hit, ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.game_art import game_pictures
from display.draw.heraldry import shield_painter
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import StartScene
from display.scene_elements import GameFace, Player
from display.screens import layout
from display.widgets import control_hints, notice

SMALLEST_NAME = 0.42
"""A name is cut off before it gets smaller than this fraction of the usual size."""


def compose(context: DrawingContext, scene: StartScene) -> ScreenPicture:
    """Composes the screen."""
    parts = layout.frame(context.size)
    canvas = backdrop.begin(context, parts.torches)
    _title(canvas, parts, scene)
    game, begin, change, players = _places(context, parts.body)
    _game(canvas, game, scene.game)
    _begin(canvas, begin, scene)
    _change(canvas, change, scene)
    for index, (box, player) in enumerate(
        zip(_cells(context, players, len(scene.players)), scene.players, strict=True)
    ):
        _player(canvas, box, player)
        canvas.name_part(f"player {index}", box)
    for box in (game, players):
        canvas.add_target(box, Hit(control="challenge"))
    control_hints.draw(canvas, parts.hints, scene.hints)
    return canvas.finish()


def _title(canvas: Canvas, parts: layout.ScreenFrame, scene: StartScene) -> None:
    """Draws the name of the box over both rows of the heading, or over the notice."""
    context = canvas.context
    room = parts.headline.copy()
    if scene.notice is not None:
        notice.draw(canvas, parts.prompt, scene.notice)
    else:
        room.height = parts.prompt.bottom - room.top
    theme = context.theme
    canvas.write(
        scene.title, room, Typeface.TITLE, context.px(0.15), theme.title[1], relief=theme.relief, inlay=theme.title
    )
    canvas.name_part("title", room)


def _places(context: DrawingContext, body: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect, pygame.Rect]:
    """Returns the boxes of the game, of Begin, of the way to change it, and of the players."""
    gap = context.gap
    if portrait(context.size):
        heights = [round(body.height * share) - gap for share in (0.44, 0.16, 0.13)]
        tops = [body.top + sum(heights[:number]) + number * gap for number in range(4)]
        game, begin, change = (
            pygame.Rect(body.left, top, body.width, height) for top, height in zip(tops, heights, strict=False)
        )
        return game, begin, change, pygame.Rect(body.left, tops[3], body.width, body.bottom - tops[3])
    upper = round(body.height * 0.66)
    wide = round(body.width * 0.66)
    game = pygame.Rect(body.left, body.top, wide, upper)
    side = pygame.Rect(game.right + gap, body.top, body.width - wide - gap, upper)
    low = round(upper * 0.33)
    begin = pygame.Rect(side.left, side.top, side.width, upper - low - gap)
    change = pygame.Rect(side.left, begin.bottom + gap, side.width, low)
    players = pygame.Rect(body.left, game.bottom + gap, body.width, body.bottom - game.bottom - gap)
    return game, begin, change, players


def _game(canvas: Canvas, box: pygame.Rect, game: GameFace) -> None:
    """Draws the picture of the game, and what it is like beside it or below."""
    context = canvas.context
    theme = context.theme
    inner = backdrop.board(canvas, box)
    gap = context.gap
    if portrait(context.size):
        picture = pygame.Rect(inner.left, inner.top, inner.width, round(inner.height * 0.47))
        words = pygame.Rect(inner.left, picture.bottom + gap, inner.width, inner.bottom - picture.bottom - gap)
    else:
        picture = pygame.Rect(inner.left, inner.top, round(inner.width * 0.5), inner.height)
        words = pygame.Rect(picture.right + 2 * gap, inner.top, inner.right - picture.right - 2 * gap, inner.height)
    canvas.put(game_pictures.picture(context, game.art, picture.size), picture.topleft)
    canvas.name_part("art", picture)
    facts = pygame.Rect(words.left, words.bottom, words.width, 0)
    facts.height = context.px(context.scale.text) * (1 if portrait(context.size) else len(game.facts))
    facts.bottom = words.bottom
    name = pygame.Rect(words.left, words.top, words.width, round((words.height - facts.height) * 0.42))
    size = context.px(0.088)
    name.height = min(name.height, context.letters.fit(game.name, Typeface.NAME, name.size, size, lines=3).height)
    canvas.write(
        game.name,
        name,
        Typeface.NAME,
        size,
        theme.title[1],
        lines=3,
        relief=theme.relief,
        inlay=theme.title,
    )
    feel = pygame.Rect(words.left, name.bottom, words.width, facts.top - name.bottom)
    canvas.write_all((game.feel,), feel, Typeface.TEXT, context.px(context.scale.text * 1.1), theme.ink, theme.relief)
    lines = (" · ".join(game.facts),) if portrait(context.size) else game.facts
    for room, line in zip(boxes.rows(facts, len(lines), 0), lines, strict=True):
        size = context.px(context.scale.text * 0.92)
        canvas.write(line, room, Typeface.TEXT, size, theme.accent, relief=theme.relief)
    canvas.name_part("game", box)


def _begin(canvas: Canvas, box: pygame.Rect, scene: StartScene) -> None:
    """Draws the large button that begins the game."""
    context = canvas.context
    theme = context.theme
    glow = wood.halo(context, (round(box.width * 1.3), round(box.height * 1.5)), theme.ember, 120)
    canvas.put_centred(glow, box.center)
    blur = context.px(0.02)
    canvas.put(wood.shadow(context, box.size, context.px(0.018), blur), (box.left - blur, box.top - blur // 2))
    canvas.put(wood.panel(context, box.size, theme.lit_board, seed=2, rim=theme.gold), box.topleft)
    inner = box.inflate(-2 * context.gap, -2 * context.gap)
    tall = portrait(context.size)
    details = (" · ".join(scene.begin_details),) if tall else scene.begin_details
    detail = pygame.Rect(inner.left, 0, inner.width, round(inner.height * 0.44))
    detail.bottom = inner.bottom
    word = pygame.Rect(inner.left, inner.top, inner.width, inner.height - detail.height)
    canvas.write(
        scene.begin, word, Typeface.TITLE, context.px(0.15), theme.ivory[1], relief=theme.relief, inlay=theme.ivory
    )
    size = context.px(context.scale.text * 0.95)
    places = boxes.rows(detail, len(details), 0)
    for line, place in zip(details, places, strict=True):
        size = min(size, context.letters.fit(line, Typeface.TEXT, place.size, size).px)
    for line, place in zip(details, places, strict=True):
        canvas.write(line, place, Typeface.TEXT, size, theme.ink, relief=theme.relief)
    canvas.name_part("begin", box)
    canvas.add_target(box, Hit(control="dial"))


def _change(canvas: Canvas, box: pygame.Rect, scene: StartScene) -> None:
    """Draws the button behind which everything else is, with the control that presses it."""
    context = canvas.context
    theme = context.theme
    blur = context.px(0.012)
    canvas.put(wood.shadow(context, box.size, context.px(0.018), blur), (box.left - blur, box.top - blur // 2))
    canvas.put(wood.panel(context, box.size, theme.board, seed=4), box.topleft)
    inner = box.inflate(-2 * context.gap, -context.gap)
    side = min(inner.height, context.px(0.1))
    token = icons.control(context, "challenge", side)
    canvas.put(token, token.get_rect(midleft=inner.midleft).topleft)
    words = pygame.Rect(inner.left + side + context.gap, inner.top, inner.width - side - context.gap, inner.height)
    head = pygame.Rect(words.left, words.top, words.width, round(words.height * 0.52))
    size = context.px(context.scale.text * 1.2)
    canvas.write(scene.change, head, Typeface.NAME, size, theme.ink, align="left", relief=theme.relief)
    rest = pygame.Rect(words.left, head.bottom, words.width, words.bottom - head.bottom)
    size = context.px(context.scale.small)
    canvas.write(scene.change_detail, rest, Typeface.TEXT, size, theme.ink_dim, lines=2, align="left")
    canvas.name_part("change", box)
    canvas.add_target(box, Hit(control="challenge"))


def _cells(context: DrawingContext, room: pygame.Rect, number: int) -> tuple[pygame.Rect, ...]:
    return boxes.grid(room, number, context.gap, context.px(0.2), ratio=2.4)


def _player(canvas: Canvas, box: pygame.Rect, player: Player) -> None:
    """Draws who sits at a seat: the arms, or the face of a computer player, and the name."""
    context = canvas.context
    theme = context.theme
    blur = context.px(0.012)
    canvas.put(wood.shadow(context, box.size, context.px(0.018), blur), (box.left - blur, box.top - blur // 2))
    canvas.put(wood.panel(context, box.size, theme.board, seed=3), box.topleft)
    inner = box.inflate(-2 * max(4, box.width // 24), -2 * max(3, box.height // 11))
    piece = None
    if player.face:
        piece = computer_face.face(context, player.face, min(inner.height, round(inner.width * 0.4)))
    elif player.shield is not None:
        piece = shield_painter.shield(context, player.shield, min(inner.height, round(inner.width * 0.4)))
    if piece is not None:
        place = piece.get_rect(midleft=inner.midleft)
        canvas.put(piece, place.topleft)
        shift = place.width + context.gap
        inner = pygame.Rect(inner.left + shift, inner.top, inner.width - shift, inner.height)
    if player.character:
        words = pygame.Rect(inner.left, inner.bottom - round(inner.height * 0.36), inner.width, 0)
        words.height = inner.bottom - words.top
        inner.height -= words.height
        size = context.px(context.scale.text)
        canvas.write(player.character, words, Typeface.TEXT, size, theme.accent, align="left", relief=theme.relief)
    largest = context.px(context.scale.name * 1.15)
    smallest = context.px(context.scale.name * SMALLEST_NAME)
    canvas.write(
        player.name,
        inner,
        Typeface.NAME,
        largest,
        theme.ink,
        lines=2,
        align="left",
        relief=theme.relief,
        smallest=smallest,
    )
