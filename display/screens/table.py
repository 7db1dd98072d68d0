"""The game between reveals: benches of seats around the claim, the ladder, the controls."""

import math

import pygame

from display import dice, emblems, ladder, layout, plates, wood
from display.kit import Kit
from display.lettering import Face
from display.picture import Box, Canvas, Picture
from display.scene import Scene, TableScene


def compose(kit: Kit, scene: TableScene, before: Scene | None = None) -> Picture:
    """Composes the table; `before` is the scene that stood there, for what moves from the one to the other."""
    canvas = Canvas(kit, wood.hall(kit).copy())
    places = layout.table(kit.size, len(scene.seats))
    plates.head(canvas, places.frame.headline, places.frame.prompt, scene.headline, scene.prompt, scene.notice)
    left, _ = layout.ring(len(scene.seats))
    turn_last = sorted(range(len(scene.seats)), key=lambda i: scene.seats[i].turn)
    for index in turn_last:
        plates.seat(canvas, places.seats[index], scene.seats[index], index, 1 if index in left else -1)
    _middle(canvas, places.middle, scene, before)
    _foot(canvas, places.foot, scene)
    plates.hints(canvas, places.frame.hints, scene.hints)
    return canvas.done()


def _middle(canvas: Canvas, box: Box, scene: TableScene, before: Scene | None) -> None:
    kit = canvas.kit
    if scene.shaking:
        canvas.part("box", box)
        canvas.act(ShakenBox(kit, box))
        return
    if scene.dial is not None and scene.dial.claims:
        room = box.copy()
        if scene.claim is not None:
            strip = pygame.Rect(box.left, box.top, box.width, round(box.height * 0.24))
            plates.claim_strip(canvas, strip, scene.claim, scene.claim_by)
            room = pygame.Rect(box.left, strip.bottom, box.width, box.bottom - strip.bottom)
        ladder.draw(canvas, room, scene.dial)
        canvas.part("ladder", room)
        old = before.dial if isinstance(before, TableScene) else None
        if old is not None and old.claims == scene.dial.claims and old.index != scene.dial.index:
            canvas.act(ladder.Turning(canvas.surface, room, scene.dial.index > old.index))
        return
    if scene.claim is not None:
        if scene.frozen:
            _frost(canvas, box)
        plates.claim(canvas, box.inflate(-kit.gap * 2, -kit.gap * 2), scene.claim, scene.claim_by)
        return
    closed = _box(kit, round(min(box.width * 0.8, box.height * 1.1)))
    canvas.put_centred(closed, box.center)
    canvas.part("box", box)


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


def _box(kit: Kit, width: int) -> pygame.Surface:
    """Draws the closed dice box, carved with runes; as wide as told."""

    def make() -> pygame.Surface:
        theme = kit.theme
        height = round(width * 0.62)
        piece = pygame.Surface((width, height), pygame.SRCALPHA)
        lid_h = round(height * 0.34)
        body = wood.plate(kit, (round(width * 0.92), height - lid_h), theme.board, seed=3, rim=theme.iron)
        piece.blit(body, (round(width * 0.04), lid_h))
        lid = wood.plate(kit, (width, lid_h), theme.lit_board, seed=4, rim=theme.iron)
        piece.blit(lid, (0, 0))
        runes = kit.letters.word("ᛗᛖᛁᛖᚱ", Face.RUNE, max(9, round(height * 0.3)), theme.ink_dark)
        light = kit.letters.word("ᛗᛖᛁᛖᚱ", Face.RUNE, max(9, round(height * 0.3)), theme.board[2])
        place = runes.get_rect(center=(width // 2, lid_h + (height - lid_h) // 2))
        piece.blit(light, place.move(1, 2))
        piece.blit(runes, place)
        clasp = pygame.Rect(0, 0, round(width * 0.1), round(height * 0.2))
        clasp.center = width // 2, lid_h
        pygame.draw.rect(piece, theme.gold[0], clasp, border_radius=clasp.width // 4)
        pygame.draw.rect(piece, theme.gold[1], clasp.inflate(-4, -4), border_radius=clasp.width // 4)
        pygame.draw.circle(piece, theme.night, clasp.center, max(2, clasp.width // 6))
        return piece

    return kit.stored(("box", width), make)


class ShakenBox:
    """The box being shaken: it rocks and hops for as long as the dice are thrown."""

    ends = math.inf

    def __init__(self, kit: Kit, room: Box) -> None:
        """Shakes the box within `room`."""
        self._kit = kit
        self._room = room
        self._piece = _box(kit, round(min(room.width * 0.72, room.height * 0.95)))

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
