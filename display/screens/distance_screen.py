"""The screen that is read from a distance: who, what, the claim, the verdict and who pays, and nothing else."""

from typing import TypeGuard

import pygame

from display.draw import boxes, icons, ornament, wood
from display.draw.canvas import Canvas, ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import ClaimPicture, HandOver, RevealScene, Scene, TableScene, VerdictPanel
from display.screens.reveal_timeline import FADE, timeline
from display.widgets import claim_ladder, claim_view, cup_count, hand_over, verdict_panel
from display.widgets.lid_animation import LidAnimation
from display.widgets.photo_view import PhotographAnimation
from display.widgets.tones import tones_of

_LARGEST = 0.17
"""The largest letters, in units."""
_SAYING_SHARE = 0.55
"""The most of the screen's height that says who is to do what, above the claim."""
_DIAL = 0.13
"""The height of the claims on the dial below a claim that stands, in units."""
_NAME_SHARE = 0.43
"""The part of the claim's height that its name takes, below the dice."""
_WORD_SHARE = 0.42
"""The part of the verdict's height that its word takes, above who pays."""


def suits(scene: Scene) -> TypeGuard[TableScene | RevealScene]:
    """Returns whether a scene can do without the rest: nothing is refused, explained, entered or ruled in it."""
    match scene:
        case TableScene():
            return scene.notice is None and scene.photograph is None and not scene.throws
        case RevealScene():
            return scene.notice is None and not scene.choices
        case _:
            return False


def compose(context: DrawingContext, scene: TableScene | RevealScene, before: Scene | None = None) -> ScreenPicture:
    """Composes the screen; it has no touch targets. `before` is the scene it replaces."""
    canvas = Canvas(context, wood.back_wall(context).copy())
    margin = context.px(0.02)
    room = pygame.Rect((0, 0), context.size).inflate(-2 * margin, -2 * margin)
    if isinstance(scene, RevealScene):
        _reveal(canvas, room, scene)
    else:
        _table(canvas, room, scene)
        if hand_over.begins(before, scene) and scene.hand_over is not None:
            _hand_over(canvas, scene, scene.hand_over)
    return canvas.finish()


def _hand_over(canvas: Canvas, scene: TableScene, handed: HandOver) -> None:
    """Has the box go to its next seat, over the whole screen."""
    context = canvas.context
    whole = pygame.Rect((0, 0), context.size)
    said = Canvas(context, pygame.Surface(whole.size, pygame.SRCALPHA))
    room = whole.inflate(-2 * context.gap, -2 * context.px(0.12)).move(0, -context.px(0.1))
    hand_over.words(said, room, handed, scene.seats[handed.seat], context.px(_LARGEST))
    y = whole.bottom - context.px(0.14)
    way = (-context.px(0.1), y), (round(whole.width * 0.85), y)
    bare = wood.back_wall(context)
    canvas.animate(hand_over.HandOverAnimation(context, whole, bare, said.surface, way, context.px(0.26)))


def _table(canvas: Canvas, room: pygame.Rect, scene: TableScene) -> None:
    context = canvas.context
    chosen = scene.dial.claims[scene.dial.index] if scene.dial is not None and scene.dial.claims else None
    claim = scene.claim or chosen
    said = room.copy()
    said.height = _saying(canvas, room, scene) + context.gap
    rest = pygame.Rect(room.left, said.bottom + context.gap, room.width, room.bottom - said.bottom - context.gap)
    if scene.claim is not None and chosen is not None and scene.dial is not None and not scene.shaking:
        dial = pygame.Rect(rest.left, rest.bottom - context.px(_DIAL), rest.width, context.px(_DIAL))
        rest.height -= dial.height + context.gap
        canvas.put(ornament.tray(context, rest.size, context.theme.leather), rest.topleft)
        frame = ornament.frame_width(context)
        claim_view.claim(canvas, rest.inflate(-2 * frame - context.gap, -2 * frame), scene.claim, "")
        claim_ladder.draw(canvas, dial, scene.dial)
    elif claim is not None and not scene.shaking:
        _claim(canvas, rest, claim, frozen=scene.frozen)
    else:
        closed = ornament.chest(context, round(min(rest.width * 0.7, rest.height * 1.2)))
        canvas.put_centred(closed, rest.center)
        canvas.name_part("box", closed.get_rect(center=rest.center))


def _saying(canvas: Canvas, room: pygame.Rect, scene: TableScene) -> int:
    """Says in letters of one size who is to do what; returns the height that it takes."""
    context = canvas.context
    theme = context.theme
    texts = tuple(text for text in (scene.who, scene.what) if text)
    most = room.width, round(room.height * _SAYING_SHARE) - context.gap
    fitted, px = context.letters.fit_all(texts, Typeface.NAME, most, context.px(_LARGEST))
    top = room.top
    for text, each in zip(texts, fitted, strict=True):
        metal = theme.title if text == scene.who or not scene.who else theme.ivory
        ink = theme.title[1] if metal is theme.title else theme.ink
        line = pygame.Rect(room.left, top, room.width, each.height)
        many = len(each.lines)
        canvas.write(text, line, Typeface.NAME, px, ink, lines=many, relief=theme.relief, inlay=metal)
        top += each.height
    canvas.name_part("who, what", pygame.Rect(room.left, room.top, room.width, top - room.top))
    return top - room.top


def _claim(canvas: Canvas, room: pygame.Rect, picture: ClaimPicture, *, frozen: bool) -> None:
    """Draws a claim as large as it can be, in a tray: its dice, and below them its name."""
    context = canvas.context
    theme = context.theme
    canvas.put(ornament.tray(context, room.size, theme.leather), room.topleft)
    if frozen:
        pygame.draw.rect(canvas.surface, theme.frost[1], room, context.px(0.014), border_radius=context.px(0.03))
        canvas.name_part("frost", room)
    frame = ornament.frame_width(context)
    inner = room.inflate(-2 * frame - context.gap, -2 * frame - context.gap)
    high = round(inner.height * _NAME_SHARE)
    dice = pygame.Rect(inner.left, inner.top, inner.width, inner.height - high)
    row, _ = claim_view.claim_row(context, picture, (round(dice.width * 0.9), round(dice.height * 0.86)), dice.height)
    canvas.name_part("claim", canvas.put_centred(row, dice.center))
    name = pygame.Rect(inner.left, dice.bottom, inner.width, high)
    lines = 2 if portrait(context.size) else 1
    canvas.write(
        picture.name,
        name,
        Typeface.TITLE,
        context.px(_LARGEST),
        theme.ink,
        lines=lines,
        relief=theme.relief,
        inlay=theme.ivory,
    )
    canvas.name_part("claim name", name)


def _reveal(canvas: Canvas, room: pygame.Rect, scene: RevealScene) -> None:
    """Fills the screen with the photographs while the pips are counted, then with the verdict and who pays."""
    context = canvas.context
    times = timeline(scene)
    first = 0
    counted = scene.count if scene.photographs else None
    if counted is not None:
        shots, ends = times.shots, times.verdict + verdict_panel.DROP_SECONDS
        canvas.animate(cup_count.CupCount(context, room, scene.photographs, scene.seats, counted, shots, ends))
    cells: tuple[pygame.Rect, ...] = ()
    if scene.photographs and counted is None:
        cells = boxes.pictures(room, len(scene.photographs), context.gap, 0)
    for cell, photograph in zip(cells, scene.photographs, strict=False):
        starts = times.count + times.pace * first
        canvas.animate(
            PhotographAnimation(context, cell, context.gap, photograph, times.photograph, FADE, starts, times.pace)
        )
        first += sum(len(die.pips) for die in photograph.dice)
    if scene.photographs:
        canvas.animate(LidAnimation(context, room, times.photograph, FADE))
    whole = pygame.Rect((0, 0), context.size)
    part = Canvas(context, pygame.Surface(whole.size, pygame.SRCALPHA))
    _verdict(part, whole, scene.verdict)
    canvas.merge(part, whole.topleft)
    canvas.animate(verdict_panel.DropIn(part.surface, whole, times.verdict))


def _verdict(canvas: Canvas, whole: pygame.Rect, verdict: VerdictPanel) -> None:
    context = canvas.context
    theme = context.theme
    tones = tones_of(context, verdict.tone)
    ink = theme.ink_on(tones[1])
    canvas.put(wood.panel(context, whole.size, (tones[0], tones[1], tones[1]), seed=1, rim=theme.gold), whole.topleft)
    inner = whole.inflate(-2 * context.px(0.045), -2 * context.px(0.04))
    said = verdict.pays or verdict.lines
    high = round(inner.height * _WORD_SHARE) if said else inner.height
    side = min(context.px(0.24), high, round(inner.width * 0.2))
    mark = icons.mark(context, verdict.tone.value, side)
    canvas.put(mark, (inner.left, inner.top + (high - side) // 2))
    word = pygame.Rect(inner.left + side + context.gap, inner.top, inner.width - side - context.gap, high)
    largest = context.px(_LARGEST * 1.4)
    canvas.write(
        verdict.word,
        word,
        Typeface.TITLE,
        largest,
        ink,
        lines=2,
        relief=theme.relief,
        inlay=theme.ivory,
    )
    canvas.name_part("verdict word", word)
    rest = pygame.Rect(inner.left, inner.top + high, inner.width, inner.height - high)
    canvas.write_all(said, rest, Typeface.NAME, context.px(_LARGEST), ink, relief=theme.relief)
    canvas.name_part("verdict", whole)
