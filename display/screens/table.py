"""The game between reveals: benches of seats around the claim, the ladder, the controls."""

import math
import random

import pygame

from display.draw import dice, emblems, hall, ornament
from display.draw.composition import Box, Canvas, Picture
from display.draw.drawing_context import Kit
from display.draw.lettering import Face
from display.scene import ClaimPicture, Photograph, RevealScene, Scene, TableScene, WinnerScene
from display.screens import layout
from display.widgets import claim_ladder, plates, seat_plate
from display.widgets.exhibit import Exhibit

_SEATED = (TableScene, RevealScene, WinnerScene)


def compose(kit: Kit, scene: TableScene, before: Scene | None = None) -> Picture:
    """Composes the table; `before` is the scene that stood there, for what moves from the one to the other."""
    places = layout.table(kit.size, len(scene.seats), bool(scene.hints))
    canvas = hall.enter(kit, places.frame.torches)
    headline = places.frame.headline
    if not (scene.prompt or scene.notice):
        headline = headline.union(places.frame.prompt)
    plates.head(canvas, headline, places.frame.prompt, scene.headline, scene.prompt, scene.notice)
    left, _ = layout.ring(len(scene.seats))
    shown = tuple(plate.stock for plate in before.seats) if isinstance(before, _SEATED) else ()
    for index in sorted(range(len(scene.seats)), key=lambda i: scene.seats[i].turn):
        plate = scene.seats[index]
        news = shown[index : index + 1] != (plate.stock,)
        seat_plate.seat(
            canvas, places.seats[index], plate, index, 1 if index in left else -1, breaks_at=0.25 if news else None
        )
    _middle(canvas, places.middle, scene, before)
    _foot(canvas, places.foot, scene)
    plates.hints(canvas, places.frame.hints, scene.hints)
    return canvas.done()


def _middle(canvas: Canvas, box: Box, scene: TableScene, before: Scene | None) -> None:
    kit = canvas.kit
    frame = ornament.frame_width(kit)
    if scene.dial is not None and scene.dial.claims and not scene.shaking:
        room = box.copy()
        if scene.claim is not None:
            strip = pygame.Rect(box.left, box.top, box.width, round(box.height * 0.22))
            plates.claim_strip(canvas, strip, scene.claim, scene.claim_by)
            room = pygame.Rect(box.left, strip.bottom, box.width, box.bottom - strip.bottom)
        canvas.put(ornament.tray(kit, room.size, kit.theme.leather), room.topleft)
        inner = room.inflate(-2 * frame - kit.gap, -2 * frame - kit.gap // 2)
        claim_ladder.draw(canvas, inner, scene.dial)
        canvas.part("ladder", inner)
        old = before.dial if isinstance(before, TableScene) else None
        if old is not None and old.claims == scene.dial.claims and old.index != scene.dial.index:
            canvas.act(claim_ladder.Turning(canvas.surface, inner, scene.dial.index > old.index))
        return
    if scene.photograph is not None and scene.claim is not None and not scene.shaking:
        _counted(canvas, box, scene.photograph, scene.claim, scene.claim_by)
        return
    canvas.put(ornament.tray(kit, box.size, kit.theme.leather), box.topleft)
    inner = box.inflate(-2 * frame, -2 * frame)
    if scene.shaking:
        canvas.part("box", inner)
        canvas.act(ShakenBox(kit, inner))
    elif scene.claim is not None:
        room = inner.inflate(-kit.gap, -kit.gap)
        if scene.frozen:
            _frost(canvas, box)
            room = pygame.Rect(room.left, room.top + kit.px(0.035), room.width, room.height - kit.px(0.035))
        plates.claim(canvas, room, scene.claim, scene.claim_by)
    else:
        closed = ornament.chest(kit, _chest_width(inner))
        dark = dice.cast_shadow(kit, (closed.get_width(), closed.get_height() // 2))
        canvas.put_centred(dark, (inner.centerx, inner.centery + round(closed.get_height() * 0.42)))
        canvas.put_centred(closed, inner.center)
        canvas.part("box", inner)


def _counted(canvas: Canvas, box: Box, photograph: Photograph, claim: ClaimPicture, by: str) -> None:
    """Draws the challenged bid small, and below it the dice that were just laid, those that count ringed in turn."""
    kit = canvas.kit
    strip = pygame.Rect(box.left, box.top, box.width, round(box.height * 0.24))
    plates.claim_strip(canvas, strip, claim, by)
    edge = kit.px(plates.FRAME)
    words = round(kit.px(kit.scale.text) * 1.1)
    room = pygame.Rect(box.left, strip.bottom, box.width, box.bottom - strip.bottom - words).inflate(
        -2 * edge, -2 * edge
    )
    exhibit = Exhibit(kit, room, kit.gap, photograph, 0.0, 0.3, 0.4, 0.08)
    target = exhibit.targets[0]
    plates.frame(canvas, target)
    canvas.part("photograph", target)
    canvas.act(exhibit)
    under = pygame.Rect(box.left, box.bottom - words, box.width, words)
    canvas.write(photograph.caption, under, Face.TEXT, kit.px(kit.scale.text), kit.theme.ink, relief=kit.theme.relief)


def _chest_width(room: Box) -> int:
    return round(min(room.width * 0.7, room.height * 1.16))


def _frost(canvas: Canvas, box: Box) -> None:
    """Hangs ice over the tray: the dice lie frozen until the reveal."""
    kit = canvas.kit
    tones = kit.theme.frost

    def make() -> pygame.Surface:
        fine = 2
        w, h = box.width * fine, box.height * fine
        piece = pygame.Surface((w, h), pygame.SRCALPHA)
        thick = kit.px(0.012) * fine
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

    canvas.put(kit.stored(("frost", box.size), make), box.topleft)
    canvas.part("frost", box)


def _foot(canvas: Canvas, box: Box, scene: TableScene) -> None:
    """Writes the seal at the left and how far the game is at the right; the seal gets what room the other leaves."""
    kit = canvas.kit
    theme = kit.theme
    size = kit.px(kit.scale.small)
    room = box.copy()
    if scene.seal:
        side = box.height
        canvas.put(emblems.seal(kit, side), box.topleft)
        left = box.left + side + kit.gap // 2
        status = kit.letters.width(scene.status, Face.TEXT, size) + kit.gap if scene.status else 0
        end = box.right - min(status, box.width // 2)
        seal_room = pygame.Rect(left, box.top, end - left, box.height)
        canvas.write(scene.seal, seal_room, Face.TEXT, size, theme.ink_dim, align="left")
        canvas.part("seal", box)
        room = pygame.Rect(end, box.top, box.right - end, box.height)
    if scene.status:
        align = "right" if scene.seal else "center"
        canvas.write(scene.status, room, Face.TEXT, size, theme.ink_dim, align=align)


class ShakenBox:
    """The box being shaken: it rocks and hops for as long as the dice are thrown."""

    ends = math.inf

    def __init__(self, kit: Kit, room: Box) -> None:
        """Shakes the box within `room`."""
        self._kit = kit
        self._room = room
        self._piece = ornament.chest(kit, round(_chest_width(room) * 0.86))

    def draw(self, surface: pygame.Surface, t: float) -> Box:
        """Draws the box as it is tilted at `t` seconds; the pose depends on the time alone."""
        step = round(math.sin(t * 17) * 4)
        piece = self._kit.stored(
            ("tilted", self._piece.get_size(), step), lambda: pygame.transform.rotozoom(self._piece, step * 2.6, 1.0)
        )
        hop = abs(math.sin(t * 8.5)) * self._room.height * 0.06
        place = piece.get_rect(center=(self._room.centerx, round(self._room.centery - hop)))
        dark = dice.cast_shadow(self._kit, (self._piece.get_width(), self._piece.get_height() // 2))
        under = dark.get_rect(center=(self._room.centerx, self._room.centery + self._piece.get_height() // 3))
        return surface.blit(dark, under).union(surface.blit(piece, place))
