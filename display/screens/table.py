"""The game between reveals: benches of seats around the claim, the ladder, the controls."""

import math

import pygame

from display import dice, emblems, hall, ladder, layout, ornament, plates, seats
from display.kit import Kit
from display.lettering import Face
from display.picture import Box, Canvas, Picture
from display.scene import Scene, TableScene


def compose(kit: Kit, scene: TableScene, before: Scene | None = None) -> Picture:
    """Composes the table; `before` is the scene that stood there, for what moves from the one to the other."""
    places = layout.table(kit.size, len(scene.seats))
    canvas = hall.enter(kit, places.frame.torches)
    plates.head(canvas, places.frame.headline, places.frame.prompt, scene.headline, scene.prompt, scene.notice)
    left, _ = layout.ring(len(scene.seats))
    shown = tuple(plate.stock for plate in before.seats) if before is not None and hasattr(before, "seats") else ()
    for index in sorted(range(len(scene.seats)), key=lambda i: scene.seats[i].turn):
        plate = scene.seats[index]
        news = shown[index : index + 1] != (plate.stock,)
        seats.seat(
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
        ladder.draw(canvas, inner, scene.dial)
        canvas.part("ladder", inner)
        old = before.dial if isinstance(before, TableScene) else None
        if old is not None and old.claims == scene.dial.claims and old.index != scene.dial.index:
            canvas.act(ladder.Turning(canvas.surface, inner, scene.dial.index > old.index))
        return
    canvas.put(ornament.tray(kit, box.size, kit.theme.leather), box.topleft)
    inner = box.inflate(-2 * frame, -2 * frame)
    if scene.shaking:
        canvas.part("box", inner)
        canvas.act(ShakenBox(kit, inner))
    elif scene.claim is not None:
        if scene.frozen:
            _frost(canvas, box)
        plates.claim(canvas, inner.inflate(-kit.gap, -kit.gap), scene.claim, scene.claim_by)
    else:
        closed = ornament.chest(kit, _chest_width(inner))
        dark = dice.cast_shadow(kit, (closed.get_width(), closed.get_height() // 2))
        canvas.put_centred(dark, (inner.centerx, inner.centery + round(closed.get_height() * 0.42)))
        canvas.put_centred(closed, inner.center)
        canvas.part("box", inner)


def _chest_width(room: Box) -> int:
    return round(min(room.width * 0.7, room.height * 1.16))


def _frost(canvas: Canvas, box: Box) -> None:
    """Hangs ice around the claim: the dice lie frozen until the reveal."""
    kit = canvas.kit
    tones = kit.theme.frost

    def make() -> pygame.Surface:
        fine = 2
        w, h = box.width * fine, box.height * fine
        piece = pygame.Surface((w, h), pygame.SRCALPHA)
        thick = kit.px(0.012) * fine
        pygame.draw.rect(piece, (*tones[1], 46), piece.get_rect(), border_radius=thick * 3)
        pygame.draw.rect(piece, (*tones[1], 235), piece.get_rect(), thick, border_radius=thick * 3)
        pygame.draw.rect(piece, tones[2], piece.get_rect(), max(1, thick // 3), border_radius=thick * 3)
        count = max(7, w // (kit.px(0.05) * fine))
        for number in range(count):
            x = (number + 0.5) * w / count
            length = h * (0.07 + 0.09 * ((number * 37 % 11) / 10))
            half = w / count * 0.5
            pygame.draw.polygon(piece, (*tones[1], 235), [(x - half, 0), (x + half, 0), (x + half * 0.1, length)])
            pygame.draw.polygon(piece, (*tones[2], 235), [(x - half * 0.7, 0), (x - half * 0.1, 0), (x, length * 0.8)])
        return pygame.transform.smoothscale(piece, box.size)

    canvas.put(kit.stored(("frost", box.size), make), box.topleft)
    canvas.part("frost", box)


def _foot(canvas: Canvas, box: Box, scene: TableScene) -> None:
    kit = canvas.kit
    theme = kit.theme
    room = box.copy()
    if scene.seal:
        side = box.height
        canvas.put(emblems.seal(kit, side), box.topleft)
        share = 0.5 if scene.status else 1.0
        seal_room = pygame.Rect(box.left + side + kit.gap // 2, box.top, round(box.width * share) - side, box.height)
        canvas.write(scene.seal, seal_room, Face.TEXT, kit.px(kit.scale.small), theme.ink_dim, align="left")
        canvas.part("seal", box)
        room = pygame.Rect(seal_room.right, box.top, box.right - seal_room.right, box.height)
    if scene.status:
        align = "right" if scene.seal else "center"
        canvas.write(scene.status, room, Face.TEXT, kit.px(kit.scale.small), theme.ink_dim, align=align)


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
