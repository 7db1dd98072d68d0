"""The reveal, as an animation: the lid, the dark, the photograph, pip after pip, the verdict, and who pays."""

from dataclasses import replace

import pygame

from display.draw import backdrop, boxes, icons, ornament, wood
from display.draw.canvas import Canvas, Hit, ScreenPicture
from display.draw.drawing_context import DrawingContext
from display.draw.easing import clamp
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import ClaimPicture, ListRow, RevealScene, VerdictPanel
from display.screens import heading, layout
from display.screens.reveal_layout import RevealLayout, caption_height, reveal_layout
from display.screens.reveal_timeline import FADE, PANEL_SECONDS, Timeline, timeline
from display.widgets import claim_view, control_hints, photo_view, seat_panel, verdict_panel
from display.widgets.fade_in import FadeIn
from display.widgets.lid_animation import LidAnimation
from display.widgets.photo_view import PhotographAnimation


def compose(context: DrawingContext, scene: RevealScene) -> ScreenPicture:
    """Composes the screen; everything that depends on the dice is left to the animations."""
    times = timeline(scene)
    parts = layout.frame(context.size, bool(scene.hints))
    if portrait(context.size) and scene.notice is None:
        # Leaves room for a verse in large letters.
        parts.headline.height += context.px(0.04)
    advised = bool(scene.advice) and scene.notice is None
    head = parts.headline.height + (parts.prompt.height if scene.notice is not None or advised else 0)
    # On a portrait screen a notice is below the torches.
    fire = min(head, parts.headline.height) if portrait(context.size) else head
    fires = tuple(pygame.Rect(box.left, box.top, box.width, fire) for box in parts.torches)
    canvas = backdrop.begin(context, (fires[0], fires[1]))
    # Descenders and the edge of the inlay extend a little beyond the headline's box.
    above = parts.headline.inflate(0, 2 * (context.gap // 2)).clip(canvas.surface.get_rect())
    bare = canvas.surface.subsurface(above).copy()
    headline = heading.head(canvas, parts.headline, parts.prompt, scene.headline, "", scene.notice)
    if scene.verse:
        if scene.notice is not None:
            above.height = min(above.height, headline.bottom - above.top)
        _saga(canvas, bare.subsurface(((0, 0), above.size)).copy(), above, scene, times)
    if advised:
        _advice(canvas, parts.prompt, scene.advice, times)
    top = parts.headline.top + head + context.gap // 2
    body = pygame.Rect(parts.body.left, top, parts.body.width, parts.body.bottom - top)
    payers = [index for index, panel in enumerate(scene.seats) if panel.lost]
    places = reveal_layout(context, body, scene, len(payers))
    shut = _photographs(canvas, places, scene, times) if scene.photographs else None
    _claims(canvas, places, scene, times)
    foot = places.foot
    if scene.odds:
        line = pygame.Rect(foot.topleft, (foot.width, foot.height // (2 if scene.seal else 1)))
        _odds(canvas, line, scene.odds, times)
        foot = pygame.Rect(foot.left, line.bottom, foot.width, foot.bottom - line.bottom)
    if scene.seal:
        _seal(canvas, foot, scene.seal)
    _payers(canvas, places.payers, scene, payers, times)
    _choices(canvas, places.choices, scene)
    control_hints.draw(canvas, parts.hints, scene.hints)
    part = Canvas(context, pygame.Surface(places.verdict.size, pygame.SRCALPHA))
    verdict_panel.draw(part, part.surface.get_rect(), _with_choice(scene))
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


def _saga(canvas: Canvas, bare: pygame.Surface, box: pygame.Rect, scene: RevealScene, times: Timeline) -> None:
    """Lets the verse replace the headline when the verdict falls."""
    context = canvas.context
    part = Canvas(context, bare)
    room = bare.get_rect()
    size, lines = context.px(context.scale.text * 1.5), 3 if portrait(context.size) else 2
    part.write(scene.verse, room, Typeface.NAME, size, context.theme.title[1], lines=lines, relief=context.theme.relief)
    part.name_part("verse", room)
    canvas.labels = [label for label in canvas.labels if label.text != scene.headline]
    canvas.merge(part, box.topleft)
    canvas.animate(FadeIn(bare, box.topleft, times.verdict))


def _photographs(canvas: Canvas, places: RevealLayout, scene: RevealScene, times: Timeline) -> pygame.Rect:
    """Draws the frames and animates the photographs; returns the box that the lid covers.

    That box holds all frames with their shadows, and does not depend on where the dice are.
    """
    context = canvas.context
    theme = context.theme
    first = 0
    edge = context.px(photo_view.FRAME)
    words = caption_height(context, scene)
    for number, (cell, photograph) in enumerate(zip(places.evidence, scene.photographs, strict=True)):
        room = pygame.Rect(cell.left, cell.top, cell.width, cell.height - words - edge)
        animation = PhotographAnimation(
            context,
            room.inflate(-2 * edge, -2 * edge),
            2 * edge + context.gap // 2,
            photograph,
            times.photograph,
            FADE,
            times.count + times.pace * first,
            times.pace,
        )
        first += sum(len(die.pips) for die in photograph.dice)
        for view, target in enumerate(animation.targets):
            photo_view.frame(canvas, target)
            canvas.name_part(f"photograph {number}" if view == 0 else f"close-up {number}.{view - 1}", target)
        canvas.animate(animation)
        if photograph.caption:
            under = pygame.Rect(cell.left, cell.bottom - words, cell.width, words)
            canvas.write(
                photograph.caption, under, Typeface.TEXT, context.px(context.scale.text), theme.ink, relief=theme.relief
            )
    return places.evidence[0].unionall(places.evidence[1:]).inflate(2 * edge, edge)


def _claims(canvas: Canvas, places: RevealLayout, scene: RevealScene, times: Timeline) -> None:
    """Draws the claim, marked with the horn; with the verdict, the actual dice appear beside it, marked with the eye.

    Until then the claim has the size that it would have alone, so that its size gives nothing away; then both have the
    same size.
    """
    context = canvas.context
    draw = claim_view.claim_strip if places.claim.width > 2 * places.claim.height else _claim_tray
    if scene.actual is None:
        draw(canvas, places.claim, scene.claim, scene.claim_by, "claim", "claim")
        return
    both = places.claim.union(places.actual)
    told = Canvas(context, canvas.surface.subsurface(both).copy())
    draw(Canvas(context, canvas.surface), places.claim, scene.claim, scene.claim_by, "claim", "claim")
    said, lies = (box.move(-both.left, -both.top) for box in (places.claim, places.actual))
    draw(told, said, scene.claim, scene.claim_by, "claim", "claim", (scene.actual,))
    draw(told, lies, scene.actual, "", "actual", "reveal", (scene.claim,))
    canvas.merge(told, both.topleft)
    canvas.animate(FadeIn(told.surface, both.topleft, times.verdict))


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


def _seal(canvas: Canvas, foot: pygame.Rect, digest: str) -> None:
    """Draws the seal and its digest."""
    context = canvas.context
    side = foot.height
    canvas.put(icons.seal(context, side), (foot.left + context.gap, foot.top))
    left = foot.left + side + round(1.5 * context.gap)
    room = pygame.Rect(left, foot.top, round(foot.width * 0.7), foot.height)
    canvas.write(digest, room, Typeface.TEXT, context.px(context.scale.small), context.theme.ink_dim, align="left")
    canvas.name_part("seal", foot)


def _odds(canvas: Canvas, line: pygame.Rect, odds: str, times: Timeline) -> None:
    """Says how likely it was, once the verdict has fallen: the sentence depends on the dice."""
    context = canvas.context
    told = Canvas(context, canvas.surface.subsurface(line).copy())
    size = context.px(context.scale.small)
    told.write(odds, told.surface.get_rect(), Typeface.TEXT, size, context.theme.ink, relief=context.theme.relief)
    told.name_part("odds", told.surface.get_rect())
    canvas.merge(told, line.topleft)
    canvas.animate(FadeIn(told.surface, line.topleft, times.verdict))


def _advice(canvas: Canvas, line: pygame.Rect, advice: str, times: Timeline) -> None:
    """Says what a better player would have done, once the verdict has fallen: the sentence depends on the dice."""
    context = canvas.context
    told = Canvas(context, canvas.surface.subsurface(line).copy())
    size = context.px(context.scale.text * 1.1)
    room = told.surface.get_rect()
    told.write(advice, room, Typeface.TEXT, size, context.theme.ink, lines=2, relief=context.theme.relief)
    told.name_part("advice", room)
    canvas.merge(told, line.topleft)
    canvas.animate(FadeIn(told.surface, line.topleft, times.verdict))


def _payers(canvas: Canvas, room: pygame.Rect, scene: RevealScene, payers: list[int], times: Timeline) -> None:
    """Shows the panels of those who pay after the verdict; then their lives break.

    The panels appear with whole lives, and are replaced by panels with broken ones when the pieces begin to fall.
    """
    if not payers:
        return
    context = canvas.context
    cells = boxes.grid(room, len(payers), context.gap, context.px(0.2))
    breaks = times.pay + PANEL_SECONDS
    for broken in (False, True):
        shown = Canvas(context, canvas.surface.copy())
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
