"""Cards to choose from: the selected one lit in the middle, its neighbours dimmed beside it."""

import pygame

from display.draw import backdrop, knotwork, ornament, wood
from display.draw.canvas import Canvas, Hit, ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.game_art import game_pictures
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import CardsScene, ChoiceCard
from display.screens import heading, layout
from display.widgets import control_hints
from display.widgets.claim_view import claim_row


def compose(context: DrawingContext, scene: CardsScene) -> ScreenPicture:
    """Composes the screen."""
    parts = layout.frame(context.size)
    canvas = backdrop.begin(context, parts.torches)
    body = heading.title(canvas, parts, scene.title, scene.subtitle, scene.notice)
    body.height -= context.px(0.05)
    for index, box in _places(context, body, scene):
        here = index == scene.index
        _card(canvas, box, scene.cards[index], lit=here)
        canvas.name_part(f"card {index}", box)
        canvas.add_target(box, Hit(control="dial") if here else Hit(turn=index - scene.index))
    _dots(canvas, pygame.Rect(body.left, body.bottom, body.width, context.px(0.05)), scene)
    control_hints.draw(canvas, parts.hints, scene.hints)
    return canvas.finish()


def _places(context: DrawingContext, body: pygame.Rect, scene: CardsScene) -> list[tuple[int, pygame.Rect]]:
    """Places the selected card in the middle and its neighbours beside it, or above and below it in portrait."""
    tall = portrait(context.size)
    middle = body.copy()
    if tall:
        middle.height = round(body.height * 0.6)
        side = pygame.Rect(0, 0, round(body.width * 0.86), round(body.height * 0.18))
    else:
        middle.width = min(round(body.width * 0.56), round(body.height * 1.6))
        side = pygame.Rect(0, 0, (body.width - middle.width) // 2 - 2 * context.gap, round(body.height * 0.84))
        side.width = min(side.width, round(side.height * 1.15))
    middle.center = body.center
    places = []
    for away in (-1, 1):
        index = scene.index + away
        if 0 <= index < len(scene.cards):
            box = side.copy()
            if tall:
                box.centerx = body.centerx
                box.top = body.top if away < 0 else body.bottom - box.height
            else:
                gap = (middle.left - body.left - box.width) // 2
                box.left = body.left + gap if away < 0 else body.right - gap - box.width
                box.centery = body.centery
            places.append((index, box))
    return [*places, (scene.index, middle)]


def _card(canvas: Canvas, box: pygame.Rect, card: ChoiceCard, lit: bool) -> None:
    context = canvas.context
    theme = context.theme
    frame = ornament.frame_width(context)
    blur = context.px(0.02)
    if lit:
        glow = wood.halo(context, (round(box.width * 1.25), round(box.height * 1.2)), theme.ember, 110)
        canvas.put_centred(glow, box.center)
    canvas.put(wood.shadow(context, box.size, frame, blur), (box.left - blur, box.top - blur // 2))
    middle = box.inflate(-frame, -frame)
    canvas.put(wood.panel(context, middle.size, theme.lit_board if lit else theme.board, seed=6), middle.topleft)
    canvas.put(knotwork.frame(context, box.size, frame, theme.gold if lit else theme.knot), box.topleft)
    inner = box.inflate(-2 * frame - context.gap, -2 * frame - context.gap // 2)
    ink = theme.ink if lit else theme.ink_dim
    picture, words = _divided(context, inner, painted=bool(card.art))
    _picture(canvas, picture, card, lit)
    if not lit:
        # Only the selected card shows its text; the others show their title.
        canvas.write(
            card.title, words, Typeface.NAME, context.px(context.scale.name * 1.05), ink, lines=3, relief=theme.relief
        )
        return
    badge_h = context.px(context.scale.text) if card.badge else 0
    title = pygame.Rect(words.left, words.top, words.width, round(words.height * 0.29)).inflate(-context.gap, 0)
    canvas.write(
        card.title, title, Typeface.NAME, context.px(context.scale.name * 1.13), ink, lines=2, relief=theme.relief
    )
    text = pygame.Rect(words.left, title.bottom, words.width, words.bottom - title.bottom - badge_h)
    size = context.px(context.scale.text * 1.25)
    canvas.write_all(card.lines, text, Typeface.TEXT, size, ink, relief=theme.relief)
    if badge_h:
        foot = pygame.Rect(words.left, text.bottom, words.width, badge_h)
        canvas.write(
            card.badge, foot, Typeface.TEXT, context.px(context.scale.small * 1.1), theme.accent, relief=theme.relief
        )


def _divided(context: DrawingContext, inner: pygame.Rect, *, painted: bool) -> tuple[pygame.Rect, pygame.Rect]:
    """Returns the boxes of a card's picture and of its words: side by side on a low card, else below each other."""
    gap = context.gap
    if inner.width > inner.height * 2.2:
        wide = round(inner.width * (0.42 if painted else 0.3))
        return (
            pygame.Rect(inner.left, inner.top, wide, inner.height),
            pygame.Rect(inner.left + wide + gap, inner.top, inner.width - wide - gap, inner.height),
        )
    high = round(inner.height * (0.38 if painted else 0.26))
    return (
        pygame.Rect(inner.left, inner.top, inner.width, high),
        pygame.Rect(inner.left, inner.top + high, inner.width, inner.height - high),
    )


def _picture(canvas: Canvas, room: pygame.Rect, card: ChoiceCard, lit: bool) -> None:
    """Draws the picture of the game, or the claim that stands for it; dimmed on a card beside the selected one."""
    context = canvas.context
    if card.art:
        piece = game_pictures.picture(context, card.art, room.size)
    elif card.picture is not None:
        fitting = round(room.width * 0.8), round(room.height * 0.86)
        piece, _ = claim_row(context, card.picture, fitting, round(context.unit * 0.24))
    else:
        return
    if not lit:
        piece = piece.copy()
        piece.set_alpha(170)
    canvas.put_centred(piece, room.center)


def _dots(canvas: Canvas, box: pygame.Rect, scene: CardsScene) -> None:
    """Draws a dot for every card, the selected one larger."""
    context = canvas.context
    radius = max(3, context.px(0.008))
    step = radius * 4
    left = box.centerx - step * (len(scene.cards) - 1) // 2
    for index in range(len(scene.cards)):
        colour = context.theme.accent if index == scene.index else context.theme.ink_dim
        at = left + step * index, box.centery
        pygame.draw.circle(canvas.surface, colour, at, round(radius * 1.5) if index == scene.index else radius)
