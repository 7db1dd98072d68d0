"""The game between reveals: who is to do what, the claim, and below them the seats and the controls."""

import math
import random

import pygame

from display.draw import backdrop, boxes, dice, ornament
from display.draw.canvas import Canvas, ScreenPicture, moved
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import (
    ClaimDial,
    HandOver,
    Photograph,
    RevealScene,
    Scene,
    SealSlip,
    SeatPanel,
    TableScene,
    WinnerScene,
)
from display.screens.table_layout import CROWD, TableLayout, answers, table_layout
from display.widgets import (
    call,
    claim_ladder,
    claim_view,
    control_hints,
    hand_over,
    notice,
    opening_throws,
    photo_view,
    seal_slip,
    seat_panel,
)
from display.widgets.hand_over import HandOverAnimation
from display.widgets.photo_view import PhotographAnimation

_SEATED = (TableScene, RevealScene, WinnerScene)
_FULL_FROST = 0.45
"""On a stage that is lower, in units, the icicles are shorter."""


def compose(context: DrawingContext, scene: TableScene, before: Scene | None = None) -> ScreenPicture:
    """Composes the screen; `before` is the scene it replaces, which decides what is animated."""
    places = table_layout(context, scene)
    canvas = backdrop.begin(context, places.torches)
    _stage(canvas, places.stage, scene)
    # The call comes after the stage, over whose frame its letters reach down.
    bare = canvas.surface.copy() if hand_over.begins(before, scene) else None
    call.draw(canvas, places.who, places.what, scene)
    if scene.dial is not None and scene.dial.claims and not scene.shaking:
        _dial(canvas, places.dial if answers(scene) else _inside(context, places.stage), scene.dial, before)
    if scene.photograph is not None:
        _laid(canvas, places.photograph, scene.photograph)
    _seats(canvas, places, scene, before)
    _corner(canvas, places.corner, scene)
    _foot(canvas, places, scene)
    control_hints.draw(canvas, places.hints, scene.hints)
    if bare is not None and scene.hand_over is not None:
        _hand_over(canvas, bare, places, scene, scene.hand_over)
    return canvas.finish()


def _hand_over(canvas: Canvas, bare: pygame.Surface, places: TableLayout, scene: TableScene, handed: HandOver) -> None:
    """Has the box go to its next seat, in words in place of the call, and over the panels from the one before."""
    context = canvas.context
    box = (places.who.union(places.what) if scene.who else places.what).clip(canvas.surface.get_rect())
    said = Canvas(context, pygame.Surface(box.size, pygame.SRCALPHA))
    panel = scene.seats[handed.seat]
    hand_over.words(said, said.surface.get_rect(), handed, panel, context.px(context.scale.great))
    canvas.passing += moved(said.labels, box.topleft)
    owner = next((index for index, seat in enumerate(scene.seats) if seat.owner), handed.seat - 1)
    way = None
    if places.seats:
        way = places.seats[owner % len(scene.seats)].center, places.seats[handed.seat].center
    names = [_name_alone(canvas, seat, index) for index, seat in enumerate(scene.seats) if places.seats]
    below = bare.subsurface(box).copy()
    canvas.animate(HandOverAnimation(context, box, below, said.surface, way, context.px(0.17), names))


def _name_alone(canvas: Canvas, panel: SeatPanel, index: int) -> tuple[pygame.Surface, pygame.Rect]:
    """Draws the name of a seat without its panel; returns it with its place."""
    room = canvas.parts[f"name {index}"]
    alone = Canvas(canvas.context, pygame.Surface(room.size, pygame.SRCALPHA))
    seat_panel.write_name(alone, alone.surface.get_rect(), panel)
    return alone.surface, room


def _seats(canvas: Canvas, places: TableLayout, scene: TableScene, before: Scene | None) -> None:
    shown = tuple(panel.stock for panel in before.seats) if isinstance(before, _SEATED) else ()
    order = sorted(range(len(places.seats)), key=lambda index: scene.seats[index].turn)
    for index in order:
        panel = scene.seats[index]
        news = shown[index : index + 1] != (panel.stock,)
        breaks_at = 0.25 if news else None
        box, crowd = places.seats[index], len(scene.seats) > CROWD
        # In a crowd only the uppermost row has the claim right above it, and not a name.
        points_up = not crowd or box.top == places.seats[0].top
        seat_panel.seat(canvas, box, panel, index, points_up, breaks_at=breaks_at, counted=crowd)


def _inside(context: DrawingContext, stage: pygame.Rect) -> pygame.Rect:
    frame = ornament.frame_width(context)
    return stage.inflate(-2 * frame - context.gap, -2 * frame)


def _dial(canvas: Canvas, box: pygame.Rect, dial: ClaimDial, before: Scene | None) -> None:
    claim_ladder.draw(canvas, box, dial)
    canvas.name_part("ladder", box)
    old = before.dial if isinstance(before, TableScene) else None
    if old is not None and old.claims == dial.claims and old.index != dial.index:
        canvas.animate(claim_ladder.DialTurn(canvas.surface, box, dial.index > old.index))


def _stage(canvas: Canvas, box: pygame.Rect, scene: TableScene) -> None:
    """Draws what the round is about, in a tray: the claim that stands, the throws, the dice or the closed box."""
    context = canvas.context
    frame = ornament.frame_width(context)
    canvas.put(ornament.tray(context, box.size, context.theme.leather), box.topleft)
    inner = box.inflate(-2 * frame, -2 * frame)
    room = _inside(context, box)
    if scene.throws:
        place = opening_throws.draw(canvas, room.inflate(0, -context.gap), scene.throws)
        if scene.shaking and place is not None:
            canvas.animate(ShakenBox(context, place))
    elif scene.shaking:
        canvas.name_part("box", inner)
        canvas.animate(ShakenBox(context, inner))
    elif scene.claim is not None:
        if scene.frozen:
            _frost(canvas, box)
            if portrait(context.size):
                hang = context.px(0.05)
                room = pygame.Rect(room.left, room.top + hang, room.width, room.height - hang)
        claim_view.claim(canvas, room, scene.claim, scene.claim_by, stake=scene.stake, owner=_owner(scene))
    elif scene.dial is None or not scene.dial.claims:
        _closed_box(canvas, inner)


def _closed_box(canvas: Canvas, inner: pygame.Rect) -> None:
    """Draws the box at rest, between bands of runes where there is room."""
    context = canvas.context
    closed = ornament.chest(context, _chest_width(inner))
    dark = dice.cast_shadow(context, (closed.get_width(), closed.get_height() // 2))
    canvas.put_centred(dark, (inner.centerx, inner.centery + round(closed.get_height() * 0.42)))
    canvas.put_centred(closed, inner.center)
    canvas.name_part("box", inner)
    beside = (inner.width - closed.get_width()) // 2 - 4 * context.gap
    if beside > inner.height:
        band = context.px(0.06)
        for number, middle in enumerate((inner.left + beside // 2, inner.right - beside // 2)):
            runes = ornament.rune_band(context, (round(beside * 0.86), band), context.theme.knot[1], first=7 * number)
            canvas.put_centred(runes, (middle + (2 - 4 * number) * context.gap, inner.centery))


def _owner(scene: TableScene) -> SeatPanel | None:
    return next((panel for panel in scene.seats if panel.owner), None) if scene.claim_by else None


def _laid(canvas: Canvas, box: pygame.Rect, photograph: Photograph) -> None:
    """Draws the dice just revealed, with rings around those that count."""
    context = canvas.context
    edge = context.px(photo_view.FRAME)
    words = round(context.px(context.scale.small) * 1.3)
    room = pygame.Rect(box.left, box.top, box.width, box.height - words).inflate(-2 * edge, -2 * edge)
    animation = PhotographAnimation(context, room, context.gap, photograph, 0.0, 0.3, 0.4, 0.08)
    target = animation.targets[0]
    photo_view.frame(canvas, target)
    canvas.name_part("photograph", target)
    canvas.animate(animation)
    under = pygame.Rect(box.left, box.bottom - words, box.width, words)
    size = context.px(context.scale.small)
    canvas.write(photograph.caption, under, Typeface.TEXT, size, context.theme.ink, relief=context.theme.relief)


def _chest_width(room: pygame.Rect) -> int:
    return round(min(room.width * 0.7, room.height * 1.16))


def _frost(canvas: Canvas, box: pygame.Rect) -> None:
    """Draws ice over the tray: the dice are frozen until the reveal."""
    context = canvas.context
    tones = context.theme.frost
    # The icicles must not cover the letters of the claim, least of all where both are white.
    reach = min(1.0, box.height / context.px(_FULL_FROST)) * (0.6 if context.theme.flat else 1.0)

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
            length = thick * chance.uniform(2.4, 5.2) * reach
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


def _corner(canvas: Canvas, box: pygame.Rect, scene: TableScene) -> None:
    """Draws the seal beside the seats; on a portrait screen below them, with its words and the status."""
    if box.height < 1:
        return
    context = canvas.context
    seal, size = scene.seal, context.px(context.scale.small)
    room = box.copy()
    if seal is not None and seal.code:
        high = seal_slip.height(context.size, seal)
        slip = pygame.Rect(box.left, box.top + (box.height - high) // 2, high, high)
        if portrait(context.size):
            slip.width = round(box.width * 0.62)
            room = pygame.Rect(slip.right + context.gap, box.top, box.right - slip.right - context.gap, box.height)
        seal_slip.draw(canvas, slip, seal)
    if portrait(context.size):
        words = scene.status if seal is None or seal.code else f"{_named(seal)} · {scene.status}"
        canvas.write(words, room, Typeface.TEXT, size, context.theme.ink_dim, lines=3)


def _named(seal: SealSlip) -> str:
    return f"{seal.label} {' '.join(seal.words)}"


def _foot(canvas: Canvas, places: TableLayout, scene: TableScene) -> None:
    """Draws the prompt or the notice, and the status with the seal's words."""
    context = canvas.context
    theme = context.theme
    if scene.notice is not None:
        notice.draw(canvas, places.prompt, scene.notice)
    else:
        size = context.px(context.scale.text * 1.1)
        canvas.write(scene.prompt, places.prompt, Typeface.TEXT, size, theme.ink, lines=2, relief=theme.relief)
    told: tuple[str, ...] = (scene.status,)
    if scene.seal is not None:
        # The words of the seal have a line of their own, to be read and noted.
        told = (" · ".join(filter(None, (scene.status, scene.seal.label))), " ".join(scene.seal.words))
    for text, room in zip(told, boxes.rows(places.status, len(told), 0), strict=True):
        size = context.px(context.scale.small)
        canvas.write(text, room, Typeface.TEXT, size, theme.ink_dim, align="right", lines=2)
    if scene.seal and places.status.height:
        canvas.name_part("seal words", places.status)


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
