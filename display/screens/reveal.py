"""The reveal is theatre: the lid, the dark, the photograph, pip after pip, the verdict, and who pays."""

from dataclasses import dataclass, replace

import pygame

from display.draw import emblems, hall, ornament, wood
from display.draw.composition import Box, Canvas, Hit, Picture
from display.draw.drawing_context import Kit
from display.draw.easing import clamp
from display.draw.lettering import Face
from display.scene import ClaimPicture, RevealScene, Row, VerdictPlate
from display.screens import layout
from display.widgets import plates, seat_plate, verdict_plate
from display.widgets.exhibit import RING_SECONDS, Appearing, Exhibit
from display.widgets.lid import Lid

DARK, FADE, PLATE_SECONDS = 0.45, 0.45, 0.2
LONGEST_COUNT = 1.4
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
        return Timeline(DARK, DARK, 0.0, DARK, DARK + verdict_plate.DROP_SECONDS - 0.1)
    count = DARK + FADE
    pace = min(0.24, LONGEST_COUNT / pips) if pips else 0.0
    falls = count + pace * max(0, pips - 1) + (RING_SECONDS + 0.15 if pips else 0.1)
    return Timeline(DARK, count, pace, falls, falls + verdict_plate.DROP_SECONDS - 0.1)


@dataclass(frozen=True, slots=True)
class Places:
    """Where the parts of a reveal stand; a box without size is not used."""

    evidence: tuple[Box, ...]
    foot: Box
    claim: Box
    actual: Box
    payers: Box
    choices: Box
    verdict: Box


_NOWHERE = pygame.Rect(0, 0, 0, 0)


def compose(kit: Kit, scene: RevealScene) -> Picture:
    """Composes the reveal; everything that would tell the dice is kept for the theatre."""
    times = timeline(scene)
    parts = layout.frame(kit.size, bool(scene.hints))
    if layout.portrait(kit.size) and scene.notice is None:
        # There is room for a verse in large letters.
        parts.headline.height += kit.px(0.04)
    head = parts.headline.height + (parts.prompt.height if scene.notice is not None else 0)
    # On a high screen a notice stands below the torches.
    fire = min(head, parts.headline.height) if layout.portrait(kit.size) else head
    fires = tuple(pygame.Rect(box.left, box.top, box.width, fire) for box in parts.torches)
    canvas = hall.enter(kit, (fires[0], fires[1]))
    # Descenders and the edge of the inlay stand a little out of the headline's box.
    above = parts.headline.inflate(0, 2 * (kit.gap // 2)).clip(canvas.surface.get_rect())
    bare = canvas.surface.subsurface(above).copy()
    headline = plates.head(canvas, parts.headline, parts.prompt, scene.headline, "", scene.notice)
    if scene.saga:
        if scene.notice is not None:
            above.height = min(above.height, headline.bottom - above.top)
        _saga(canvas, bare.subsurface(((0, 0), above.size)).copy(), above, scene, times)
    top = parts.headline.top + head + kit.gap // 2
    body = pygame.Rect(parts.body.left, top, parts.body.width, parts.body.bottom - top)
    payers = [index for index, plate in enumerate(scene.seats) if plate.lost]
    places = _places(kit, body, scene, len(payers))
    shut = _photographs(canvas, places, scene, times) if scene.photographs else None
    _claims(canvas, places, scene, times)
    if scene.seal:
        _seal(canvas, places.foot, scene.seal)
    _payers(canvas, places.payers, scene, payers, times)
    _choices(canvas, places.choices, scene)
    plates.hints(canvas, parts.hints, scene.hints)
    part = Canvas(kit, pygame.Surface(places.verdict.size, pygame.SRCALPHA))
    verdict_plate.draw(part, part.surface.get_rect(), _with_choice(scene))
    canvas.adopt(part, places.verdict.topleft)
    canvas.act(verdict_plate.Dropping(part.surface, places.verdict, times.verdict))
    canvas.act(Dark(kit, times.photograph))
    if shut is not None:
        canvas.act(Lid(kit, shut, times.photograph, FADE))
    return canvas.done()


def _with_choice(scene: RevealScene) -> VerdictPlate:
    """Ends a verdict with what the ruling under the cursor would mean, such as who pays, where the table rules."""
    means = scene.choices[scene.cursor].detail if scene.choices else ""
    return replace(scene.verdict, lines=(*scene.verdict.lines[:-1], means)) if means else scene.verdict


def _saga(canvas: Canvas, bare: pygame.Surface, box: Box, scene: RevealScene, times: Timeline) -> None:
    """Keeps what the skald makes of the verdict for the moment in which it falls: it takes the headline's place."""
    kit = canvas.kit
    part = Canvas(kit, bare)
    room = bare.get_rect()
    size, lines = kit.px(kit.scale.text * 1.5), 3 if layout.portrait(kit.size) else 2
    part.write(scene.saga, room, Face.NAME, size, kit.theme.title[1], lines=lines, relief=kit.theme.relief)
    part.part("saga", room)
    canvas.labels = [label for label in canvas.labels if label.text != scene.headline]
    canvas.adopt(part, box.topleft)
    canvas.act(Appearing(bare, box.topleft, times.verdict))


def _places(kit: Kit, body: Box, scene: RevealScene, payers: int) -> Places:
    """Lays the verdict below, and above it what it rests on and who pays."""
    gap = kit.gap
    tall = layout.portrait(kit.size)
    verdict_h = kit.px(0.215 if not tall else 0.35 if scene.choices else 0.4)
    verdict_box = pygame.Rect(body.left, body.bottom - verdict_h, body.width, verdict_h)
    upper = pygame.Rect(body.left, body.top, body.width, verdict_box.top - gap - body.top)
    if not scene.photographs:
        view, claims, rest = _unseen(kit, upper, scene, payers)
    elif tall:
        view, claims, rest = _in_a_column(kit, upper, scene, payers)
    elif payers or scene.choices or scene.actual:
        view, claims, rest = _side_by_side(kit, upper, scene, payers)
    else:
        view, claims, rest = _beside_the_claim(kit, upper)
    foot = _NOWHERE
    if scene.seal:
        foot_h = round(kit.px(kit.scale.small) * 1.5)
        foot = pygame.Rect(view.left, view.bottom - foot_h, view.width, foot_h)
        view = pygame.Rect(view.left, view.top, view.width, view.height - foot_h)
        if not scene.photographs:
            claims = tuple(pygame.Rect(box.left, box.top, box.width, box.height - foot_h) for box in claims)
    evidence: tuple[Box, ...] = ()
    if scene.photographs:
        evidence = layout.pictures(view, len(scene.photographs), gap, _caption_height(kit, scene))
    pay, choices = rest, _NOWHERE
    if scene.choices:
        choices = rest
        if payers:
            pay = pygame.Rect(rest.left, rest.top, rest.width, round(rest.height * 0.4))
            choices = pygame.Rect(rest.left, pay.bottom + gap, rest.width, rest.height - pay.height - gap)
    return Places(evidence, foot, claims[0], claims[-1] if scene.actual else _NOWHERE, pay, choices, verdict_box)


_Laid = tuple[Box, tuple[Box, ...], Box]
"""Room for the photographs, for each claim, and for who pays or the choices."""


def _claims_of(scene: RevealScene) -> int:
    return 2 if scene.actual else 1


def _caption_height(kit: Kit, scene: RevealScene) -> int:
    captioned = any(photograph.caption for photograph in scene.photographs)
    return round(kit.px(kit.scale.text) * 1.1) if captioned else 0


def _unseen(kit: Kit, upper: Box, scene: RevealScene, payers: int) -> _Laid:
    """Without a photograph the claims themselves are large."""
    used = bool(payers or scene.choices)
    if layout.portrait(kit.size):
        view = pygame.Rect(upper.left, upper.top, upper.width, round(upper.height * (0.5 if used else 1.0)))
        rest = pygame.Rect(upper.left, view.bottom + kit.gap, upper.width, upper.bottom - view.bottom - kit.gap)
    else:
        share = (0.56 if scene.choices else 0.62) if used else 1.0
        view = pygame.Rect(upper.left, upper.top, round(upper.width * share), upper.height)
        rest = pygame.Rect(view.right + 2 * kit.gap, upper.top, upper.right - view.right - 2 * kit.gap, upper.height)
    return view, layout.columns(view, _claims_of(scene), kit.gap), rest


def _in_a_column(kit: Kit, upper: Box, scene: RevealScene, payers: int) -> _Laid:
    """On a high screen all stands below each other; the photographs get what is left."""
    lines = len(scene.choices) * kit.px(0.088) + -(-payers // 2) * kit.px(0.2)
    rest_h = min(lines, round(upper.height * 0.4))
    number = _claims_of(scene)
    strip = min(kit.px(0.185), round(upper.height * 0.32 / number))
    rest = pygame.Rect(upper.left, upper.bottom - rest_h, upper.width, rest_h)
    under = rest.top - (kit.gap if rest_h else 0)
    said = pygame.Rect(upper.left, under - strip * number, upper.width, strip * number)
    view = pygame.Rect(upper.left, upper.top, upper.width, said.top - kit.gap - upper.top)
    return view, layout.rows(said, number, 0), rest


def _side_by_side(kit: Kit, upper: Box, scene: RevealScene, payers: int) -> _Laid:
    """On a wide screen the photographs hang at the left; claims, and payers or choices, stand beside them."""
    view = pygame.Rect(upper.left, upper.top, round(upper.width * (0.56 if scene.choices else 0.58)), upper.height)
    column = pygame.Rect(view.right + 2 * kit.gap, upper.top, upper.right - view.right - 2 * kit.gap, upper.height)
    number = _claims_of(scene)
    # One plate of who pays is as well read lower, with name and stock side by side; several need their height.
    share = 0.3 * number if scene.choices else 0.74 if payers == 1 else 0.64 if payers else 1.0
    strip = min(kit.px(0.19), round(column.height * share / number))
    said = pygame.Rect(column.left, column.top, column.width, strip * number)
    top = said.bottom + kit.gap // 2
    rest = pygame.Rect(column.left, top, column.width, column.bottom - top)
    if not (payers or scene.choices):
        said.centery = column.centery
    return view, layout.rows(said, number, 0), rest


def _beside_the_claim(kit: Kit, upper: Box) -> _Laid:
    """Where only the claim stands beside the photographs they are many, and get the width; the claim is high."""
    view = pygame.Rect(upper.left, upper.top, round(upper.width * 0.74), upper.height)
    said = pygame.Rect(view.right + kit.gap, upper.top, upper.right - view.right - kit.gap, upper.height)
    return view, (said,), _NOWHERE


def _photographs(canvas: Canvas, places: Places, scene: RevealScene, times: Timeline) -> Box:
    """Hangs the photographs in their frames; gives the box over which the lid lies.

    It holds all frames with their shadows, and is the same wherever the dice lie.
    """
    kit = canvas.kit
    theme = kit.theme
    first = 0
    edge = kit.px(plates.FRAME)
    words = _caption_height(kit, scene)
    for number, (cell, photograph) in enumerate(zip(places.evidence, scene.photographs, strict=True)):
        room = pygame.Rect(cell.left, cell.top, cell.width, cell.height - words - edge)
        exhibit = Exhibit(
            kit,
            room.inflate(-2 * edge, -2 * edge),
            2 * edge + kit.gap // 2,
            photograph,
            times.photograph,
            FADE,
            times.count + times.pace * first,
            times.pace,
        )
        first += sum(len(die.pips) for die in photograph.dice)
        for view, target in enumerate(exhibit.targets):
            plates.frame(canvas, target)
            canvas.part(f"photograph {number}" if view == 0 else f"close-up {number}.{view - 1}", target)
        canvas.act(exhibit)
        if photograph.caption:
            under = pygame.Rect(cell.left, cell.bottom - words, cell.width, words)
            canvas.write(photograph.caption, under, Face.TEXT, kit.px(kit.scale.text), theme.ink, relief=theme.relief)
    return places.evidence[0].unionall(places.evidence[1:]).inflate(2 * edge, edge)


def _claims(canvas: Canvas, places: Places, scene: RevealScene, times: Timeline) -> None:
    """Draws what was claimed, marked with the horn, and keeps what lies there, marked with the eye, for the verdict.

    Until then the claim is as large as it alone can be, so that its size tells nothing; then both are equally large.
    """
    kit = canvas.kit
    draw = plates.claim_strip if places.claim.width > 2 * places.claim.height else _claim_tray
    if scene.actual is None:
        draw(canvas, places.claim, scene.claim, scene.claim_by, "claim", "claim")
        return
    both = places.claim.union(places.actual)
    told = Canvas(kit, canvas.surface.subsurface(both).copy())
    draw(Canvas(kit, canvas.surface), places.claim, scene.claim, scene.claim_by, "claim", "claim")
    said, lies = (box.move(-both.left, -both.top) for box in (places.claim, places.actual))
    draw(told, said, scene.claim, scene.claim_by, "claim", "claim", (scene.actual,))
    draw(told, lies, scene.actual, "", "actual", "reveal", (scene.claim,))
    canvas.adopt(told, both.topleft)
    canvas.act(Appearing(told.surface, both.topleft, times.verdict))


def _claim_tray(
    canvas: Canvas,
    box: Box,
    picture: ClaimPicture,
    by: str,
    part: str,
    token: str,
    peers: tuple[ClaimPicture, ...] = (),
) -> None:
    kit = canvas.kit
    frame = ornament.frame_width(kit)
    tray = box.inflate(-2 * (frame // 3), -2 * (frame // 3))
    canvas.put(ornament.tray(kit, tray.size, kit.theme.leather), tray.topleft)
    plates.claim(canvas, tray.inflate(-2 * frame - kit.gap, -2 * frame), picture, by, part, peers)
    side = kit.px(0.075)
    middle = tray.left + frame * 3 // 4, tray.top + frame * 3 // 4
    medal = emblems.control(kit, token, side).get_rect(center=middle).clamp(box)
    canvas.put(emblems.control(kit, token, side), medal.topleft)


def _seal(canvas: Canvas, foot: Box, digest: str) -> None:
    """Hangs the seal in the foot."""
    kit = canvas.kit
    side = foot.height
    canvas.put(emblems.seal(kit, side), (foot.left + kit.gap, foot.top))
    left = foot.left + side + round(1.5 * kit.gap)
    room = pygame.Rect(left, foot.top, round(foot.width * 0.7), foot.height)
    canvas.write(digest, room, Face.TEXT, kit.px(kit.scale.small), kit.theme.ink_dim, align="left")
    canvas.part("seal", foot)


def _payers(canvas: Canvas, room: Box, scene: RevealScene, payers: list[int], times: Timeline) -> None:
    """Brings in the plates of those who pay after the verdict; then the staves break.

    The plates come with whole staves and are changed for broken ones in the moment in which the pieces begin to fall.
    """
    if not payers:
        return
    kit = canvas.kit
    cells = layout.grid(room, len(payers), kit.gap, kit.px(0.2))
    breaks = times.pay + PLATE_SECONDS
    for broken in (False, True):
        shown = Canvas(kit, canvas.surface.copy())
        for cell, index in zip(cells, payers, strict=True):
            plate = scene.seats[index]
            if not broken:
                before = plate.stock + plate.lost if plate.kind != "tally" else plate.stock - plate.lost
                plate = replace(plate, stock=before, lost=0, out=False)
            seat_plate.seat(shown, cell, plate, index, 0, breaks_at=breaks, stand=False)
        area = room.inflate(kit.gap, kit.gap).clip(canvas.surface.get_rect())
        starts, seconds = (breaks, 0.001) if broken else (times.pay, PLATE_SECONDS)
        canvas.act(Appearing(shown.surface.subsurface(area).copy(), area.topleft, starts, seconds))
        if broken:
            canvas.adopt(shown, (0, 0))


def _choices(canvas: Canvas, room: Box, scene: RevealScene) -> None:
    for index, (box, row) in enumerate(zip(layout.rows(room, len(scene.choices), 0), scene.choices, strict=True)):
        _choice(canvas, box, row, index, scene.cursor)
    if scene.choices:
        canvas.part("choices", room)


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
    room = pygame.Rect(lit.left + side + 2 * kit.gap, lit.top, lit.width - side - 3 * kit.gap, lit.height)
    ink = theme.ink if row.enabled else theme.ink_dim
    canvas.write(text, room, Face.NAME, kit.px(kit.scale.text * 1.3), ink, lines=2, align="left", relief=theme.relief)
    canvas.part(f"row {index}", box)
    canvas.touch(box, Hit(turn=index - cursor, control="dial"))


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
