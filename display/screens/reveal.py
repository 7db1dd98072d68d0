"""The reveal is theatre: the dark, the photograph, pip after pip, the verdict, and who pays."""

from dataclasses import dataclass

import pygame

from display import emblems, hall, layout, plates, wood
from display.evidence import RING_SECONDS, Appearing, Exhibit
from display.kit import Kit
from display.lettering import Face
from display.motion import clamp, drop
from display.picture import Box, Canvas, Hit, Picture
from display.scene import RevealScene, Row, Scene, VerdictPlate

DARK, FADE, DROP, PAY = 0.45, 0.45, 0.5, 0.9
LONGEST_COUNT = 1.5
"""Seconds that the counting of all pips may take."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """When what happens, in seconds after the lid goes up."""

    photograph: float
    count: float
    pace: float
    verdict: float
    pay: float


def timeline(scene: RevealScene) -> Timeline:
    """Sets the pace so that the whole takes four seconds at most, however many pips there are."""
    pips = sum(len(die.pips) for photograph in scene.photographs for die in photograph.dice)
    if not scene.photographs:
        return Timeline(DARK, DARK, 0.0, DARK, DARK + DROP)
    count = DARK + FADE
    pace = min(0.24, LONGEST_COUNT / pips) if pips else 0.0
    verdict = count + pace * max(0, pips - 1) + (RING_SECONDS + 0.15 if pips else 0.1)
    return Timeline(DARK, count, pace, verdict, verdict + DROP)


@dataclass(frozen=True, slots=True)
class Places:
    """Where the parts of a reveal stand."""

    photographs: tuple[Box, ...]
    claim: Box
    actual: Box
    verdict: Box
    payers: Box
    choices: Box


def compose(kit: Kit, scene: RevealScene, before: Scene | None = None) -> Picture:  # noqa: ARG001
    """Composes the reveal; everything that would tell the dice is kept for the theatre."""
    times = timeline(scene)
    parts = layout.frame(kit.size)
    canvas = hall.enter(kit, parts.torches)
    plates.head(canvas, parts.headline, parts.prompt, scene.headline, "", scene.notice)
    body = parts.body
    if scene.notice is None:
        body = pygame.Rect(body.left, parts.headline.bottom, body.width, body.bottom - parts.headline.bottom)
    payers = [index for index, plate in enumerate(scene.seats) if plate.lost]
    places = _places(kit, body, scene, len(payers))
    plates.hints(canvas, parts.hints, scene.hints)
    plates.claim_strip(canvas, places.claim, scene.claim, scene.claim_by)
    first = 0
    for number, (room, photograph) in enumerate(zip(places.photographs, scene.photographs, strict=True)):
        caption_h = kit.px(0.055) if photograph.caption else 0
        view = pygame.Rect(room.left, room.top, room.width, room.height - caption_h)
        edge = kit.px(0.014)
        exhibit = Exhibit(
            kit,
            view.inflate(-2 * edge, -2 * edge),
            photograph,
            times.photograph,
            FADE,
            times.count + times.pace * first,
            times.pace,
        )
        first += sum(len(die.pips) for die in photograph.dice)
        border = exhibit.target.inflate(2 * edge, 2 * edge)
        canvas.put(wood.plate(kit, border.size, kit.theme.lit_board, seed=2, rim=kit.theme.iron), border.topleft)
        pygame.draw.rect(canvas.surface, kit.theme.night, exhibit.target)
        canvas.part(f"photograph {number}", exhibit.target)
        canvas.act(exhibit)
        under = pygame.Rect(room.left, border.bottom, room.width, caption_h)
        canvas.write(photograph.caption, under, Face.TEXT, kit.px(kit.scale.small * 1.2), kit.theme.ink_dim)
    if scene.actual is not None:
        piece = _patch(canvas, places.actual)
        part = Canvas(kit, piece)
        plates.claim_strip(part, piece.get_rect(), scene.actual, "", part="actual")
        canvas.adopt(part, places.actual.topleft)
        canvas.act(Appearing(piece, places.actual.topleft, times.verdict))
    _payers(canvas, places.payers, scene, payers, times)
    _choices(canvas, places.choices, scene)
    piece = pygame.Surface(places.verdict.size, pygame.SRCALPHA)
    part = Canvas(kit, piece)
    _verdict(part, piece.get_rect(), scene.verdict)
    canvas.adopt(part, places.verdict.topleft)
    canvas.act(Dropping(piece, places.verdict, times.verdict))
    canvas.act(Dark(kit, times.photograph))
    return canvas.done()


def _patch(canvas: Canvas, box: Box) -> pygame.Surface:
    """Cuts out what lies at a place, to draw upon and lay back later."""
    return canvas.surface.subsurface(box).copy()


def _places(kit: Kit, body: Box, scene: RevealScene, payers: int) -> Places:
    gap = kit.gap
    empty = pygame.Rect(body.topleft, (0, 0))
    tall = layout.portrait(kit.size)
    choices_h = kit.px(0.082) * len(scene.choices)
    if not scene.photographs:
        strip_h = min(kit.px(0.17), round(body.height * 0.24))
        strips = pygame.Rect(body.left, body.top, body.width, strip_h)
        column = pygame.Rect(body.left, strips.bottom + gap, body.width, body.bottom - strips.bottom - gap)
        column = column.inflate(-round(column.width * (0.0 if tall else 0.16)), 0)
        halves = (
            layout.columns(strips, 2, gap) if scene.actual else (strips.inflate(-round(strips.width * 0.4), 0), empty)
        )
        photographs: tuple[Box, ...] = ()
        claim, actual = halves[0], halves[1]
    else:
        if tall:
            view = pygame.Rect(body.left, body.top, body.width, round(body.height * 0.42))
            column = pygame.Rect(body.left, view.bottom + gap, body.width, body.bottom - view.bottom - gap)
        else:
            share = 0.56 if len(scene.photographs) == 1 else 0.6
            view = pygame.Rect(body.left, body.top, round(body.width * share), body.height)
            column = pygame.Rect(view.right + 2 * gap, body.top, body.right - view.right - 2 * gap, body.height)
        photographs = layout.columns(view, len(scene.photographs), gap)
        strip_h = min(kit.px(0.15), round(column.height * 0.2))
        if tall and scene.actual:
            strips = pygame.Rect(column.left, column.top, column.width, strip_h)
            claim, actual = layout.columns(strips, 2, gap)
            top = strips.bottom
        else:
            claim = pygame.Rect(column.left, column.top, column.width, strip_h)
            actual = pygame.Rect(column.left, claim.bottom + gap // 2, column.width, strip_h) if scene.actual else empty
            top = (actual if scene.actual else claim).bottom
        column = pygame.Rect(column.left, top + gap, column.width, column.bottom - top - gap)
    pay_h = min(kit.px(0.17) * (1 if payers <= 3 else 2), round(column.height * 0.4)) if payers else 0
    choices_h = min(choices_h, round(column.height * 0.62))
    choices = pygame.Rect(column.left, column.bottom - choices_h, column.width, choices_h)
    pay = pygame.Rect(column.left, choices.top - (gap if choices_h else 0) - pay_h, column.width, pay_h)
    bottom = pay.top - (gap if pay_h else 0)
    verdict = pygame.Rect(column.left, column.top, column.width, bottom - column.top)
    most = kit.px(0.36)
    if verdict.height > most:
        verdict = pygame.Rect(verdict.left, verdict.top + (verdict.height - most) // 2, verdict.width, most)
    return Places(photographs, claim, actual, verdict, pay, choices)


def _payers(canvas: Canvas, room: Box, scene: RevealScene, payers: list[int], times: Timeline) -> None:
    kit = canvas.kit
    if not payers:
        return
    cells = layout.grid(room, len(payers), kit.gap, kit.px(0.17))
    base = _patch(canvas, room)
    shown = Canvas(kit, pygame.Surface(kit.size, pygame.SRCALPHA))
    shown.surface.blit(base, room)
    for cell, index in zip(cells, payers, strict=True):
        plates.seat(shown, cell, scene.seats[index], index, 1, breaks_at=times.pay + 0.2)
    canvas.act(Appearing(shown.surface.subsurface(room).copy(), room.topleft, times.pay - 0.1))
    breaking = list(shown.actors)
    shown.actors.clear()
    canvas.adopt(shown, (0, 0))
    for actor in breaking:
        canvas.act(actor)


def _choices(canvas: Canvas, room: Box, scene: RevealScene) -> None:
    kit = canvas.kit
    for index, (box, row) in enumerate(zip(layout.rows(room, len(scene.choices), 0), scene.choices, strict=True)):
        _choice(canvas, box, row, index, scene.cursor)
    if scene.choices:
        canvas.part("choices", room)
    del kit


def _choice(canvas: Canvas, box: Box, row: Row, index: int, cursor: int) -> None:
    kit = canvas.kit
    theme = kit.theme
    lit = box.inflate(0, -max(2, box.height // 12))
    here = index == cursor
    tones = theme.lit_board if here else theme.board
    canvas.put(wood.plate(kit, lit.size, tones, seed=2, rim=theme.gold if here else None), lit.topleft)
    side = round(box.height * 0.5)
    if here:
        pointer = emblems.arrow(kit, side, theme.gold[2])
        canvas.put(pointer, pointer.get_rect(midleft=(box.left + kit.gap, box.centery)).topleft)
    text = f"{row.label}  {row.value}".strip()
    room = pygame.Rect(box.left + side + 2 * kit.gap, box.top, box.width - side - 3 * kit.gap, box.height)
    ink = theme.ink if row.enabled else theme.ink_dim
    canvas.write(text, room, Face.NAME, kit.px(kit.scale.text * 1.1), ink, lines=2, align="left", relief=theme.night)
    canvas.part(f"row {index}", box)
    canvas.touch(box, Hit(turn=index - cursor, control="dial"))


def _verdict(canvas: Canvas, box: Box, verdict: VerdictPlate) -> None:
    """Draws the verdict: word, mark, lines; whole, split or plain plate by its tone."""
    kit = canvas.kit
    tones = plates.tones_of(kit, verdict.tone)
    canvas.put(
        wood.plate(kit, box.size, (tones[0], tones[1], tones[1]), seed=1, rim=(tones[0], tones[2], kit.theme.ink)),
        box.topleft,
    )
    pad = kit.px(0.02)
    inner = box.inflate(-2 * pad, -2 * pad)
    lines = min(len(verdict.lines), 3)
    word_h = inner.height if not lines else max(round(inner.height * 0.42), min(kit.px(0.15), inner.height // 2))
    side = min(round(word_h * 1.05), round(inner.width * 0.22))
    canvas.put(emblems.mark(kit, verdict.tone.value, side), (inner.left, inner.top + (word_h - side) // 2))
    word_room = pygame.Rect(inner.left + side + pad, inner.top, inner.width - side - pad, word_h)
    canvas.write(
        verdict.word, word_room, Face.TITLE, kit.px(kit.scale.figure * 1.25), kit.theme.ink, relief=kit.theme.night
    )
    rest = pygame.Rect(inner.left, inner.top + word_h, inner.width, inner.height - word_h)
    for room, line in zip(layout.rows(rest, len(verdict.lines), 0), verdict.lines, strict=True):
        canvas.write(
            line, room, Face.TEXT, kit.px(kit.scale.text * 1.15), kit.theme.ink, lines=3, relief=kit.theme.night
        )
    canvas.part("verdict", box)


class Dropping:
    """The verdict's plate falls from above and comes to rest."""

    def __init__(self, piece: pygame.Surface, box: Box, starts: float) -> None:
        """Lets `piece` fall to `box` from `starts` on."""
        self._piece, self._box, self._starts = piece, box, starts
        self.ends = starts + DROP

    def draw(self, surface: pygame.Surface, t: float) -> Box:
        """Draws the plate where it is."""
        if t < self._starts:
            return pygame.Rect(self._box.topleft, (0, 0))
        way = drop((t - self._starts) / DROP)
        return surface.blit(self._piece, (self._box.left, round(-self._box.height + (self._box.bottom) * way)))


class Dark:
    """Darkness over everything that lifts as the photograph appears."""

    def __init__(self, kit: Kit, lifts: float) -> None:
        """Is whole until `lifts` and gone soon after."""
        self._piece = pygame.Surface(kit.size)
        self._piece.fill(kit.theme.night)
        self._lifts = lifts
        self.ends = lifts + 0.3

    def draw(self, surface: pygame.Surface, t: float) -> Box:
        """Draws the darkness that is left: it falls quickly and lifts slowly."""
        strength = clamp(t / 0.2) if t < self._lifts else 1 - clamp((t - self._lifts) / 0.3)
        if strength <= 0:
            return pygame.Rect(0, 0, 0, 0)
        self._piece.set_alpha(round(225 * strength))
        return surface.blit(self._piece, (0, 0))
