"""The reveal, as an animation: the lid, the dark, the evidence as large as it can be, then the verdict and who pays."""

from dataclasses import replace

import pygame

from display.draw import backdrop, boxes, icons, ornament, wood
from display.draw.canvas import Animation, Canvas, Hit, ScreenPicture, moved
from display.draw.drawing_context import DrawingContext
from display.draw.easing import clamp
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import ClaimPicture, ListRow, RevealScene, SeatPanel, VerdictPanel
from display.screens.reveal_layout import RevealLayout, caption_height, reveal_layout
from display.screens.reveal_timeline import FADE, PANEL_SECONDS, Timeline, timeline
from display.widgets import claim_view, control_hints, cup_count, notice, photo_view, seat_panel, verdict_panel
from display.widgets.fade_in import FadeIn
from display.widgets.lid_animation import LidAnimation
from display.widgets.photo_view import PhotographAnimation

_CHANGE_SECONDS = 0.12
"""How quickly the evidence makes room for the verdict."""
_LOW_STRIP = 0.125
"""A strip of a claim on a portrait screen that is lower, in units, names nobody."""
_AT_ONCE = 0.0001
"""The time per pip where all are ringed already."""


def compose(context: DrawingContext, scene: RevealScene) -> ScreenPicture:
    """Composes the screen; everything that depends on the dice is left to the animations."""
    times = timeline(scene)
    payers = [index for index, panel in enumerate(scene.seats) if panel.lost]
    places = reveal_layout(context, scene, len(payers))
    canvas = backdrop.begin(context, places.torches)
    if places.headline.height:
        _headline(canvas, places, scene, times)
    if scene.notice is not None:
        notice.draw(canvas, places.notice, scene.notice)
    elif scene.advice:
        _told_with_the_verdict(canvas, places.notice, scene.advice, "advice", context.scale.text, times)
    control_hints.draw(canvas, places.hints, scene.hints)
    bare = canvas.surface.subsurface(places.zone).copy()
    shut = _before_the_verdict(canvas, places, scene, times)
    _with_the_verdict(canvas, bare, places, scene, times)
    _foot(canvas, places.foot, scene, times)
    _payers(canvas, places.payers, scene, payers, times)
    part = Canvas(context, pygame.Surface(places.verdict.size, pygame.SRCALPHA))
    verdict_panel.draw(part, part.surface.get_rect(), _with_choice(scene), tuple(scene.seats[i] for i in payers))
    canvas.merge(part, places.verdict.topleft)
    canvas.animate(verdict_panel.DropIn(part.surface, places.verdict, times.verdict))
    canvas.animate(Blackout(context, times.photograph))
    if shut is not None:
        canvas.animate(LidAnimation(context, shut, times.photograph, FADE))
    return canvas.finish()


def _with_choice(scene: RevealScene) -> VerdictPanel:
    """Replaces the last line of a verdict by what the selected ruling would mean, such as who pays."""
    means = scene.choices[scene.cursor].detail if scene.choices else ""
    return replace(scene.verdict, lines=(*scene.verdict.lines[:-1], means)) if means else scene.verdict


def _headline(canvas: Canvas, places: RevealLayout, scene: RevealScene, times: Timeline) -> None:
    """Says who called whom a liar; the verse on the verdict replaces it when that falls."""
    context = canvas.context
    theme = context.theme
    box = places.headline
    bare = canvas.surface.subsurface(box).copy()
    lines = 3 if portrait(context.size) else 1
    size = context.px(context.scale.headline)
    room = bare.get_rect()
    said = Canvas(context, bare.copy())
    said.write(
        scene.headline, room, Typeface.NAME, size, theme.title[1], lines=lines, relief=theme.relief, inlay=theme.title
    )
    said.name_part("headline", room)
    canvas.put(said.surface, box.topleft)
    if not scene.verse:
        canvas.merge(said, box.topleft)
        return
    verse = Canvas(context, bare)
    size = context.px(context.scale.text * 1.4)
    verse.write(scene.verse, room, Typeface.NAME, size, theme.title[1], lines=lines + 1, relief=theme.relief)
    verse.name_part("verse", room)
    canvas.merge(verse, box.topleft)
    canvas.passing += moved(said.labels, box.topleft)
    canvas.animate(FadeIn(verse.surface, box.topleft, times.verdict))


def _before_the_verdict(
    canvas: Canvas, places: RevealLayout, scene: RevealScene, times: Timeline
) -> pygame.Rect | None:
    """Draws the claim, and animates the evidence as large as it can be; returns the box that the lid covers.

    That box holds all photographs with their frames, and does not depend on where the dice are.
    """
    context = canvas.context
    if places.claim_before.height:
        told = Canvas(context, canvas.surface)
        _stage(told, places.claim_before, scene)
        canvas.passing += told.labels
        canvas.name_part("claim before", places.claim_before)
    if not scene.photographs:
        return None
    if scene.count is not None:
        count = cup_count.CupCount(
            context, places.large, scene.photographs, scene.seats, scene.count, times.shots, times.verdict
        )
        canvas.name_part("count", count.band)
        canvas.animate(count)
        return places.large
    _large(canvas, places.large, scene, times)
    return places.large


def _large(canvas: Canvas, box: pygame.Rect, scene: RevealScene, times: Timeline) -> None:
    """Has the photographs appear in their frames, as large as they can be, and ringed pip by pip."""
    context = canvas.context
    edge, words = context.px(photo_view.FRAME), caption_height(context, scene)
    ends = times.verdict + _CHANGE_SECONDS
    frames = Canvas(context, canvas.surface.subsurface(box).copy())
    prints: list[Animation] = []
    first = 0
    cells = boxes.pictures(box, len(scene.photographs), context.gap, words)
    for number, (cell, photograph) in enumerate(zip(cells, scene.photographs, strict=True)):
        room = pygame.Rect(cell.left, cell.top, cell.width, cell.height - words).inflate(-2 * edge, -2 * edge)
        starts = times.count + times.pace * first
        apart = 2 * edge + context.gap // 2
        shown = PhotographAnimation(context, room, apart, photograph, times.photograph, FADE, starts, times.pace)
        first += sum(len(die.pips) for die in photograph.dice)
        for view, target in enumerate(shown.targets):
            photo_view.frame(frames, target.move(-box.left, -box.top))
            part = f"photograph {number}" if view == 0 else f"close-up {number}.{view - 1}"
            canvas.name_part(f"large {part}", target)
        _caption(frames, photograph.caption, cell.move(-box.left, -box.top), words)
        prints.append(Until(shown, ends))
    canvas.passing += moved(frames.labels, box.topleft)
    canvas.animate(Until(FadeIn(frames.surface, box.topleft, times.photograph, FADE), ends))
    for each in prints:
        canvas.animate(each)


def _stage(canvas: Canvas, box: pygame.Rect, scene: RevealScene) -> None:
    """Draws the claim that is judged, large in a tray."""
    context = canvas.context
    frame = ornament.frame_width(context)
    canvas.put(ornament.tray(context, box.size, context.theme.leather), box.topleft)
    room = box.inflate(-2 * frame - context.gap, -2 * frame)
    claim_view.claim(canvas, room, scene.claim, scene.claim_by, "claim before", owner=_owner(scene))


def _owner(scene: RevealScene) -> SeatPanel | None:
    return next((panel for panel in scene.seats if panel.owner), None)


def _caption(canvas: Canvas, caption: str, cell: pygame.Rect, words: int) -> None:
    context = canvas.context
    under = pygame.Rect(cell.left, cell.bottom - words, cell.width, words)
    size = context.px(context.scale.small)
    canvas.write(caption, under, Typeface.TEXT, size, context.theme.ink, relief=context.theme.relief)


def _with_the_verdict(
    canvas: Canvas, bare: pygame.Surface, places: RevealLayout, scene: RevealScene, times: Timeline
) -> None:
    """Has the evidence, smaller, the claim and what the dice are replace all that stood before the verdict."""
    context = canvas.context
    shift = -places.zone.left, -places.zone.top
    told = Canvas(context, bare.copy())
    edge, words = context.px(photo_view.FRAME), caption_height(context, scene)
    shown: list[Animation] = []
    for number, (cell, photograph) in enumerate(zip(places.evidence, scene.photographs, strict=False)):
        room = pygame.Rect(cell.left, cell.top, cell.width, cell.height - words).inflate(-2 * edge, -2 * edge)
        apart = 2 * edge + context.gap // 2
        seen = PhotographAnimation(
            context, room, apart, photograph, times.verdict, _CHANGE_SECONDS, times.verdict, _AT_ONCE
        )
        for view, target in enumerate(seen.targets):
            photo_view.frame(told, target.move(shift))
            canvas.name_part(f"photograph {number}" if view == 0 else f"close-up {number}.{view - 1}", target)
        _caption(told, photograph.caption, cell.move(shift), words)
        shown.append(seen)
    _claims(told, places.claim.move(shift), places.actual.move(shift), scene)
    _choices(told, places.choices.move(shift), scene)
    canvas.merge(told, places.zone.topleft)
    canvas.animate(FadeIn(told.surface, places.zone.topleft, times.verdict, _CHANGE_SECONDS))
    for seen_again in shown:
        canvas.animate(seen_again)


def _claims(canvas: Canvas, said: pygame.Rect, lies: pygame.Rect, scene: RevealScene) -> None:
    """Draws the claim, marked with the horn, and below or beside it the dice, marked with the eye, or their sum."""
    draw = claim_view.claim_strip if said.width > 2 * said.height else _claim_tray
    peers = () if scene.actual is None else (scene.actual,)
    # In a low strip the name of the claim takes the room of who made it, whom the horn marks among the seats.
    low = portrait(canvas.context.size) and said.height < canvas.context.px(_LOW_STRIP)
    by = "" if low and scene.photographs else scene.claim_by
    draw(canvas, said, scene.claim, by, "claim", "claim", peers)
    if scene.actual is not None:
        draw(canvas, lies, scene.actual, "", "actual", "reveal", (scene.claim,))
    elif scene.count is not None:
        parts = cup_count.parts(scene.photographs, scene.count)
        cup_count.write_sum(canvas, lies, cup_count.sum_text(parts, scene.count.total))


def _claim_tray(
    canvas: Canvas,
    box: pygame.Rect,
    picture: ClaimPicture,
    by: str,
    part: str,
    token: str,
    peers: tuple[ClaimPicture, ...] = (),
) -> None:
    context = canvas.context
    frame = ornament.frame_width(context)
    tray = box.inflate(-2 * (frame // 3), -2 * (frame // 3))
    canvas.put(ornament.tray(context, tray.size, context.theme.leather), tray.topleft)
    claim_view.claim(canvas, tray.inflate(-2 * frame - context.gap, -2 * frame), picture, by, part, peers=peers)
    side = context.px(0.075)
    middle = tray.left + frame * 3 // 4, tray.top + frame * 3 // 4
    medal = icons.control(context, token, side).get_rect(center=middle).clamp(box)
    canvas.put(icons.control(context, token, side), medal.topleft)


def _foot(canvas: Canvas, foot: pygame.Rect, scene: RevealScene, times: Timeline) -> None:
    """Draws the seal, and with the verdict how likely it was: that sentence depends on the dice."""
    if not foot.height:
        return
    context = canvas.context
    seal, odds = foot.copy(), foot.copy()
    if scene.seal and scene.odds and portrait(context.size):
        seal, odds = boxes.rows(foot, 2, 0)
    elif scene.seal and scene.odds:
        seal.width = round(foot.width * 0.4)
        odds = pygame.Rect(seal.right + context.gap, foot.top, foot.right - seal.right - context.gap, foot.height)
    if scene.seal:
        _seal(canvas, seal, scene.seal)
    if scene.odds:
        _told_with_the_verdict(canvas, odds, scene.odds, "odds", context.scale.small, times)


def _seal(canvas: Canvas, foot: pygame.Rect, digest: str) -> None:
    """Draws the seal and its digest."""
    context = canvas.context
    side = foot.height
    canvas.put(icons.seal(context, side), foot.topleft)
    left = foot.left + side + context.gap // 2
    room = pygame.Rect(left, foot.top, foot.right - left, foot.height)
    canvas.write(digest, room, Typeface.TEXT, context.px(context.scale.small), context.theme.ink_dim, align="left")
    canvas.name_part("seal", foot)


def _told_with_the_verdict(
    canvas: Canvas, line: pygame.Rect, text: str, part: str, size: float, times: Timeline
) -> None:
    """Says something that depends on the dice, such as how likely it was, once the verdict has fallen."""
    context = canvas.context
    told = Canvas(context, canvas.surface.subsurface(line).copy())
    room = told.surface.get_rect()
    ink, relief = context.theme.ink, context.theme.relief
    told.write(text, room, Typeface.TEXT, context.px(size), ink, lines=2, relief=relief)
    told.name_part(part, room)
    canvas.merge(told, line.topleft)
    canvas.animate(FadeIn(told.surface, line.topleft, times.verdict))


def _payers(canvas: Canvas, room: pygame.Rect, scene: RevealScene, payers: list[int], times: Timeline) -> None:
    """Shows the panels of those who pay after the verdict; then their lives break.

    The panels appear with whole lives, and are replaced by panels with broken ones when the pieces begin to fall.
    """
    if not payers or not room.height:
        return
    context = canvas.context
    cells = boxes.grid(room, len(payers), context.gap, context.px(0.16))
    breaks = times.pay + PANEL_SECONDS
    for broken in (False, True):
        shown = Canvas(context, pygame.Surface(context.size, pygame.SRCALPHA))
        for cell, index in zip(cells, payers, strict=True):
            panel = scene.seats[index]
            if not broken:
                before = panel.stock + panel.lost if panel.kind != "tally" else panel.stock - panel.lost
                panel = replace(panel, stock=before, lost=0, out=False)
            seat_panel.seat(shown, cell, panel, index, breaks_at=breaks, stand=False)
        area = room.inflate(context.gap, context.gap).clip(canvas.surface.get_rect())
        starts, seconds = (breaks, 0.001) if broken else (times.pay, PANEL_SECONDS)
        canvas.animate(FadeIn(shown.surface.subsurface(area).copy(), area.topleft, starts, seconds))
        if broken:
            canvas.merge(shown, (0, 0))


def _choices(canvas: Canvas, room: pygame.Rect, scene: RevealScene) -> None:
    for index, (box, row) in enumerate(zip(boxes.rows(room, len(scene.choices), 0), scene.choices, strict=True)):
        _choice(canvas, box, row, index, scene.cursor)
    if scene.choices:
        canvas.name_part("choices", room)


def _choice(canvas: Canvas, box: pygame.Rect, row: ListRow, index: int, cursor: int) -> None:
    context = canvas.context
    theme = context.theme
    lit = box.inflate(0, -max(2, box.height // 12))
    here = index == cursor
    tones = theme.lit_board if here else theme.board
    canvas.put(wood.panel(context, lit.size, tones, seed=2, rim=theme.gold if here else None), lit.topleft)
    side = round(box.height * 0.5)
    if here:
        pointer = icons.arrow(context, side, theme.gold[2])
        canvas.put(pointer, pointer.get_rect(midleft=(box.left + context.gap, box.centery)).topleft)
    text = f"{row.label}  {row.value}".strip()
    room = pygame.Rect(lit.left + side + 2 * context.gap, lit.top, lit.width - side - 3 * context.gap, lit.height)
    ink = theme.ink if row.enabled else theme.ink_dim
    canvas.write(
        text, room, Typeface.NAME, context.px(context.scale.text * 1.3), ink, lines=2, align="left", relief=theme.relief
    )
    canvas.name_part(f"row {index}", box)
    canvas.add_target(box, Hit(turn=index - cursor, control="dial"))


class Until:
    """Draws an animation until a moment, when something else has taken its place."""

    def __init__(self, shown: Animation, ends: float) -> None:
        """Draws `shown` before `ends`."""
        self._shown = shown
        self.ends = ends

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the animation at `t` seconds, or nothing any more."""
        return self._shown.draw(surface, t) if t < self.ends else pygame.Rect(0, 0, 0, 0)


class Blackout:
    """Darkens the whole screen until the photograph appears."""

    def __init__(self, context: DrawingContext, lifts: float) -> None:
        """Is dark until `lifts`, and gone 0.3 s later."""
        self._piece = pygame.Surface(context.size)
        self._piece.fill(context.theme.night)
        self._lifts = lifts
        self.ends = lifts + 0.3

    def draw(self, surface: pygame.Surface, t: float) -> pygame.Rect:
        """Draws the darkness at `t` seconds: it falls quickly and lifts slowly."""
        strength = clamp(t / 0.2) if t < self._lifts else 1 - clamp((t - self._lifts) / 0.3)
        if strength <= 0:
            return pygame.Rect(0, 0, 0, 0)
        self._piece.set_alpha(round(225 * strength))
        return surface.blit(self._piece, (0, 0))
