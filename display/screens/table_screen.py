"""The game between reveals: the seats around the claim or the ladder, and the controls."""

import math
import random

import pygame

from display.draw import backdrop, dice, icons, ornament
from display.draw.canvas import Canvas, ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.scene import ClaimPicture, Photograph, RevealScene, Scene, TableScene, WinnerScene
from display.screens import heading, layout
from display.widgets import (
    claim_ladder,
    claim_view,
    control_hints,
    opening_throws,
    photo_view,
    seal_slip,
    seat_panel,
)
from display.widgets.photo_view import PhotographAnimation

_SEATED = (TableScene, RevealScene, WinnerScene)


def compose(context: DrawingContext, scene: TableScene, before: Scene | None = None) -> ScreenPicture:
    """Composes the screen; `before` is the scene it replaces, which decides what is animated."""
    slip = seal_slip.height(context.size, scene.seal) if scene.seal and scene.seal.code else 0
    places = layout.table(context.size, len(scene.seats), bool(scene.hints), slip)
    canvas = backdrop.begin(context, places.frame.torches)
    headline = places.frame.headline
    if not (scene.prompt or scene.notice):
        headline = headline.union(places.frame.prompt)
    heading.head(canvas, headline, places.frame.prompt, scene.headline, scene.prompt, scene.notice)
    left, _ = layout.ring(len(scene.seats))
    shown = tuple(panel.stock for panel in before.seats) if isinstance(before, _SEATED) else ()
    for index in sorted(range(len(scene.seats)), key=lambda i: scene.seats[i].turn):
        panel = scene.seats[index]
        news = shown[index : index + 1] != (panel.stock,)
        seat_panel.seat(
            canvas, places.seats[index], panel, index, 1 if index in left else -1, breaks_at=0.25 if news else None
        )
    _middle(canvas, places.middle, scene, before)
    _foot(canvas, places.foot, scene)
    control_hints.draw(canvas, places.frame.hints, scene.hints)
    return canvas.finish()


def _middle(canvas: Canvas, box: pygame.Rect, scene: TableScene, before: Scene | None) -> None:
    context = canvas.context
    frame = ornament.frame_width(context)
    if scene.dial is not None and scene.dial.claims and not scene.shaking:
        room = box.copy()
        if scene.claim is not None:
            strip = pygame.Rect(box.left, box.top, box.width, round(box.height * 0.22))
            claim_view.claim_strip(canvas, strip, scene.claim, scene.claim_by)
            room = pygame.Rect(box.left, strip.bottom, box.width, box.bottom - strip.bottom)
        canvas.put(ornament.tray(context, room.size, context.theme.leather), room.topleft)
        inner = room.inflate(-2 * frame - context.gap, -2 * frame - context.gap // 2)
        claim_ladder.draw(canvas, inner, scene.dial)
        canvas.name_part("ladder", inner)
        old = before.dial if isinstance(before, TableScene) else None
        if old is not None and old.claims == scene.dial.claims and old.index != scene.dial.index:
            canvas.animate(claim_ladder.DialTurn(canvas.surface, inner, scene.dial.index > old.index))
        return
    if scene.photograph is not None and scene.claim is not None and not scene.shaking:
        _counted(canvas, box, scene.photograph, scene.claim, scene.claim_by)
        return
    canvas.put(ornament.tray(context, box.size, context.theme.leather), box.topleft)
    inner = box.inflate(-2 * frame, -2 * frame)
    if scene.throws:
        place = opening_throws.draw(canvas, inner.inflate(-context.gap, -context.gap), scene.throws)
        if scene.shaking and place is not None:
            canvas.animate(ShakenBox(context, place))
    elif scene.shaking:
        canvas.name_part("box", inner)
        canvas.animate(ShakenBox(context, inner))
    elif scene.claim is not None:
        room = inner.inflate(-context.gap, -context.gap)
        if scene.frozen:
            _frost(canvas, box)
            room = pygame.Rect(room.left, room.top + context.px(0.035), room.width, room.height - context.px(0.035))
        claim_view.claim(canvas, room, scene.claim, scene.claim_by)
    else:
        closed = ornament.chest(context, _chest_width(inner))
        dark = dice.cast_shadow(context, (closed.get_width(), closed.get_height() // 2))
        canvas.put_centred(dark, (inner.centerx, inner.centery + round(closed.get_height() * 0.42)))
        canvas.put_centred(closed, inner.center)
        canvas.name_part("box", inner)


def _counted(canvas: Canvas, box: pygame.Rect, photograph: Photograph, claim: ClaimPicture, by: str) -> None:
    """Draws the challenged bid small, and below it the dice that were just laid out, those that count ringed."""
    context = canvas.context
    strip = pygame.Rect(box.left, box.top, box.width, round(box.height * 0.24))
    claim_view.claim_strip(canvas, strip, claim, by)
    edge = context.px(photo_view.FRAME)
    words = round(context.px(context.scale.text) * 1.1)
    room = pygame.Rect(box.left, strip.bottom, box.width, box.bottom - strip.bottom - words).inflate(
        -2 * edge, -2 * edge
    )
    animation = PhotographAnimation(context, room, context.gap, photograph, 0.0, 0.3, 0.4, 0.08)
    target = animation.targets[0]
    photo_view.frame(canvas, target)
    canvas.name_part("photograph", target)
    canvas.animate(animation)
    under = pygame.Rect(box.left, box.bottom - words, box.width, words)
    canvas.write(
        photograph.caption,
        under,
        Typeface.TEXT,
        context.px(context.scale.text),
        context.theme.ink,
        relief=context.theme.relief,
    )


def _chest_width(room: pygame.Rect) -> int:
    return round(min(room.width * 0.7, room.height * 1.16))


def _frost(canvas: Canvas, box: pygame.Rect) -> None:
    """Draws ice over the tray: the dice are frozen until the reveal."""
    context = canvas.context
    tones = context.theme.frost

    def make() -> pygame.Surface:
        fine = 2
        w, h = box.width * fine, box.height * fine
        piece = pygame.Surface((w, h), pygame.SRCALPHA)
        thick = context.px(0.012) * fine
        pygame.draw.rect(piece, (*tones[1], 46), piece.get_rect(), border_radius=thick * 3)
        pygame.draw.rect(piece, (*tones[0], 235), piece.get_rect(), thick * 2, border_radius=thick * 3)
        pygame.draw.rect(piece, (*tones[1], 235), piece.get_rect(), thick, border_radius=thick * 3)
        pygame.draw.rect(piece, tones[2], piece.get_rect(), max(1, thick // 3), border_radius=thick * 3)
        pygame.draw.rect(piece, tones[1], (thick, 0, w - 2 * thick, round(thick * 2.6)), border_radius=thick)
        chance = random.Random(3)
        x = 2.0 * thick
        while x < w - 3 * thick:
            half = thick * chance.uniform(0.8, 1.9)
            length = thick * chance.uniform(2.4, 5.2)
            middle, foot = x + half, 2.2 * thick + length
            side = [(middle + half * (1 - p) ** 1.8, 2 * thick + (foot - 2 * thick) * p) for p in (0, 0.2, 0.4, 0.7, 1)]
            other = [(2 * middle - px, y) for px, y in reversed(side)]
            pygame.draw.polygon(piece, tones[1], side + other)
            pygame.draw.polygon(
                piece, tones[2], [(middle - half * 0.55, 2 * thick), (middle, 2 * thick), (middle, foot * 0.8)]
            )
            pygame.draw.line(piece, tones[0], side[1], side[-1], max(1, thick // 6))
            x += half * chance.uniform(1.7, 2.6)
        pygame.draw.rect(piece, tones[2], (thick, 0, w - 2 * thick, round(thick * 1.1)), border_radius=thick // 2)
        return pygame.transform.smoothscale(piece, box.size)

    canvas.put(context.cached(("frost", box.size), make), box.topleft)
    canvas.name_part("frost", box)


def _foot(canvas: Canvas, box: pygame.Rect, scene: TableScene) -> None:
    """Draws the seal at the left and the status of the game at the right, which takes its width first.

    A seal that has a code is a slip of paper; the status stands beside it, at the bottom.
    """
    context = canvas.context
    theme = context.theme
    size = context.px(context.scale.small)
    room = box.copy()
    if scene.seal and scene.seal.code:
        least = round(box.height * 3.1)
        status = context.letters.width(scene.status, Typeface.TEXT, size) + context.gap if scene.status else 0
        end = min(max(box.right - status, box.left + least), box.right - (box.width // 5 if status else 0))
        seal_slip.draw(canvas, pygame.Rect(box.left, box.top, end - box.left, box.height), scene.seal)
        room = pygame.Rect(end + context.gap // 2, box.top, box.right - end - context.gap // 2, box.height)
        canvas.write(scene.status, room, Typeface.TEXT, size, theme.ink_dim, lines=3, align="right", valign="bottom")
        return
    if scene.seal:
        side = box.height
        canvas.put(icons.seal(context, side), box.topleft)
        left = box.left + side + context.gap // 2
        status = context.letters.width(scene.status, Typeface.TEXT, size) + context.gap if scene.status else 0
        end = box.right - min(status, box.width // 2)
        seal_room = pygame.Rect(left, box.top, end - left, box.height)
        named = f"{scene.seal.label} {' '.join(scene.seal.words)}"
        canvas.write(named, seal_room, Typeface.TEXT, size, theme.ink_dim, align="left")
        canvas.name_part("seal", box)
        room = pygame.Rect(end, box.top, box.right - end, box.height)
    if scene.status:
        align = "right" if scene.seal else "center"
        canvas.write(scene.status, room, Typeface.TEXT, size, theme.ink_dim, align=align)


class ShakenBox:
    """The box being shaken: it rocks and hops as long as the scene lasts."""

    ends = math.inf

    def __init__(self, context: DrawingContext, room: pygame.Rect) -> None:
        """Shakes the box within `room`."""
        self._context = context
        self._room = room
        self._piece = ornament.chest(context, round(_chest_width(room) * 0.86))

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the box at `t` seconds; its pose depends only on the time."""
        step = round(math.sin(t * 17) * 4)
        piece = self._context.cached(
            ("tilted", self._piece.get_size(), step), lambda: pygame.transform.rotozoom(self._piece, step * 2.6, 1.0)
        )
        hop = abs(math.sin(t * 8.5)) * self._room.height * 0.06
        place = piece.get_rect(center=(self._room.centerx, round(self._room.centery - hop)))
        dark = dice.cast_shadow(self._context, (self._piece.get_width(), self._piece.get_height() // 2))
        under = dark.get_rect(center=(self._room.centerx, self._room.centery + self._piece.get_height() // 3))
        return surface.blit(dark, under).union(surface.blit(piece, place))
