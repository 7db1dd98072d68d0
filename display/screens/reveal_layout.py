"""The boxes of a reveal, in pixels: large evidence while it is counted, then the verdict with the evidence above it."""

from dataclasses import dataclass

import pygame

from display.draw import boxes
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import LEADING
from display.draw.theme import portrait
from display.scene import RevealScene
from display.screens import layout

_HEAD, _HEAD_IN_PORTRAIT = 0.105, 0.2
_NOTICE, _ADVICE = 0.12, 0.075
_CLAIM = 0.185
"""The height of the claim above the large evidence, in units."""
_STRIP = 0.115
_WHY, _WHY_UNSEEN, _WHY_NO_VERDICT = 0.085, 0.15, 0.19
"""The height of the explanation on a portrait screen, in units: below photographs, without any, without a verdict."""
_WHY_BESIDE, _WHY_BELOW_CHOICES = 0.13, 0.095
"""By how much an explanation heightens the verdict on a wide screen: less below photographs and choices."""
_BESIDE_CHOICES, _PAIR_BESIDE_CHOICES = 0.46, 0.56
"""The share of the width for what stands beside choices: with two photographs it is larger."""
_BESIDE = 1
"""The most who pay beside the claims on a portrait screen."""


@dataclass(frozen=True, slots=True)
class RevealLayout:
    """The boxes of a reveal; an empty box is not used.

    Until the verdict `zone` has the claim in `claim_before` and the evidence in `large`. Then it has the `verdict`, and
    above it the `evidence`, the claim, what the dice `actual`ly are or come to, who pays, and the choices.
    """

    torches: tuple[pygame.Rect, pygame.Rect]
    headline: pygame.Rect
    notice: pygame.Rect
    zone: pygame.Rect
    claim_before: pygame.Rect
    large: pygame.Rect
    evidence: tuple[pygame.Rect, ...]
    claim: pygame.Rect
    actual: pygame.Rect
    payers: pygame.Rect
    choices: pygame.Rect
    verdict: pygame.Rect
    foot: pygame.Rect
    hints: tuple[pygame.Rect, ...]


def _nowhere(at: pygame.Rect) -> pygame.Rect:
    return pygame.Rect(at.topleft, (0, 0))


def reveal_layout(context: DrawingContext, scene: RevealScene, payers: int) -> RevealLayout:
    """Places everything, with panels for this many payers."""
    margin, gap = max(4, context.px(0.018)), max(3, context.px(0.0125))
    inner = pygame.Rect((0, 0), context.size).inflate(-2 * margin, -2 * margin)
    wing = context.px(0.1)
    head = context.px(_HEAD_IN_PORTRAIT if portrait(context.size) else _HEAD)
    if scene.notice is not None and not portrait(context.size):
        # A notice replaces the headline: there is no room for both.
        head = 0
    torches = (
        pygame.Rect(inner.left, inner.top, wing, head),
        pygame.Rect(inner.right - wing, inner.top, wing, head),
    )
    headline = pygame.Rect(inner.left + wing, inner.top, inner.width - 2 * wing, head)
    told = context.px(0.19 if portrait(context.size) else _NOTICE) if scene.notice is not None else 0
    if scene.advice and scene.notice is None:
        told = context.px(0.13 if portrait(context.size) else _ADVICE)
    notice = pygame.Rect(inner.left, headline.bottom, inner.width, told)
    if not head:
        notice = notice.inflate(-2 * wing, 0)
        torches = (
            pygame.Rect(inner.left, inner.top, wing, told),
            pygame.Rect(inner.right - wing, inner.top, wing, told),
        )
    hints = layout.frame(context.size, bool(scene.hints)).hints
    bottom = min((hint.top for hint in hints), default=inner.bottom + gap) - gap
    lines = bool(scene.seal) + bool(scene.odds)
    foot_height = round(context.px(context.scale.small) * 1.4) * (lines if portrait(context.size) else bool(lines))
    foot = pygame.Rect(inner.left, bottom - foot_height, inner.width, foot_height)
    top = notice.bottom + gap
    zone = pygame.Rect(inner.left, top, inner.width, foot.top - (gap if foot_height else 0) - top)
    claim_before, large = _counted(context, scene, zone, gap)
    verdict = _verdict(context, scene, zone)
    upper = pygame.Rect(zone.left, zone.top, zone.width, verdict.top - gap - zone.top)
    arrange = _in_a_column if portrait(context.size) else _side_by_side
    view, claim, actual, pay, choices = arrange(context, upper, scene, payers, gap)
    cells: tuple[pygame.Rect, ...] = ()
    if scene.photographs:
        cells = boxes.pictures(view, len(scene.photographs), gap, caption_height(context, scene))
    return RevealLayout(
        torches, headline, notice, zone, claim_before, large, cells, claim, actual, pay, choices, verdict, foot, hints
    )


def _counted(
    context: DrawingContext, scene: RevealScene, zone: pygame.Rect, gap: int
) -> tuple[pygame.Rect, pygame.Rect]:
    """Returns the boxes of the claim and of the evidence until the verdict: cups are counted over the whole zone."""
    if scene.count is not None and scene.photographs:
        return _nowhere(zone), zone.copy()
    if not scene.photographs:
        return zone.copy(), _nowhere(zone)
    high = context.px(0.42 if portrait(context.size) else _CLAIM)
    claim = pygame.Rect(zone.left, zone.top, zone.width, high)
    return claim, pygame.Rect(zone.left, claim.bottom + gap, zone.width, zone.bottom - claim.bottom - gap)


def _verdict(context: DrawingContext, scene: RevealScene, zone: pygame.Rect) -> pygame.Rect:
    """Places the verdict at the bottom: its word and who pays are equally large, each on a separate line."""
    line = round(context.px(context.scale.great) * LEADING)
    pad = context.px(0.035)
    explained = any(text not in scene.verdict.pays for text in scene.verdict.lines)
    if portrait(context.size):
        # Below photographs the explanation takes one line: they show what it says.
        lines = _WHY_NO_VERDICT if scene.choices else _WHY if scene.photographs else _WHY_UNSEEN
        why = context.px(lines) if explained else 0
        high = line + why + (2 * line if scene.verdict.pays else 0) + pad
    else:
        why = context.px(_WHY_BELOW_CHOICES if scene.choices and scene.photographs else _WHY_BESIDE) if explained else 0
        high = line + (round(line * 0.94) if scene.verdict.pays else why) + pad
    return pygame.Rect(zone.left, zone.bottom - high, zone.width, high)


_Rooms = tuple[pygame.Rect, pygame.Rect, pygame.Rect, pygame.Rect, pygame.Rect]
"""The boxes of the photographs, the claim, what it is compared with, those who pay, and the choices."""


def _compared(scene: RevealScene) -> bool:
    return scene.actual is not None or scene.count is not None


def caption_height(context: DrawingContext, scene: RevealScene) -> int:
    """Returns the height of the captions in pixels, 0 if there are none."""
    captioned = any(photograph.caption for photograph in scene.photographs)
    return round(context.px(context.scale.small) * 1.2) if captioned else 0


def _strips(scene: RevealScene, room: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Divides a room into the claim and, below it, what it is compared with."""
    number = 2 if _compared(scene) else 1
    cells = boxes.rows(room, number, 0)
    return cells[0], cells[1] if number == 2 else _nowhere(room)


def _side_by_side(context: DrawingContext, upper: pygame.Rect, scene: RevealScene, payers: int, gap: int) -> _Rooms:
    """On a landscape screen the photographs are at the left; claims, and payers or choices, at the right."""
    strip = min(context.px(_STRIP), upper.height // 3)
    if scene.choices:
        share = _PAIR_BESIDE_CHOICES if len(scene.photographs) > 1 else _BESIDE_CHOICES
        left = pygame.Rect(upper.left, upper.top, round(upper.width * share), upper.height)
        choices = pygame.Rect(left.right + 2 * gap, upper.top, upper.right - left.right - 2 * gap, upper.height)
        high = strip * (2 if _compared(scene) else 1) if scene.photographs else left.height
        said = pygame.Rect(left.left, left.bottom - high, left.width, high)
        view = pygame.Rect(left.left, left.top, left.width, left.height - high - gap)
        return view, *_strips(scene, said), _nowhere(upper), choices
    share = 0.5 if not scene.photographs or payers > 1 else 0.6 if payers else 0.7
    view = pygame.Rect(upper.left, upper.top, round(upper.width * share), upper.height)
    column = pygame.Rect(view.right + 2 * gap, upper.top, upper.right - view.right - 2 * gap, upper.height)
    if not scene.photographs:
        said, pay = (view, column) if payers else (upper, _nowhere(upper))
        cells = boxes.columns(said, 2, gap) if _compared(scene) else (said, _nowhere(said))
        return _nowhere(upper), cells[0], cells[1], pay, _nowhere(upper)
    number = 2 if _compared(scene) else 1
    high = min(strip * number, round(column.height * (0.62 if payers else 1.0)))
    said = pygame.Rect(column.left, column.top, column.width, high)
    pay = pygame.Rect(column.left, said.bottom + gap, column.width, column.bottom - said.bottom - gap)
    if not payers:
        said.centery = column.centery
        pay = _nowhere(upper)
    return view, *_strips(scene, said), pay, _nowhere(upper)


def _in_a_column(context: DrawingContext, upper: pygame.Rect, scene: RevealScene, payers: int, gap: int) -> _Rooms:
    """On a portrait screen all parts are below each other; the photographs take what is left.

    A single one who pays stands beside the claims, to leave the photographs more.
    """
    if 0 < payers <= _BESIDE and scene.photographs and not scene.choices:
        view, claim, actual, *_ = _in_a_column(context, upper, scene, 0, gap)
        said = claim.union(actual) if actual.height else claim
        pay = pygame.Rect(said.centerx + gap, said.top, said.right - said.centerx - gap, said.height)
        claim.width = actual.width = said.centerx - said.left
        return view, claim, actual, pay, _nowhere(upper)
    lines = len(scene.choices) * context.px(0.088) + -(-payers // 2) * context.px(0.15)
    low = min(lines, round(upper.height * (0.5 if scene.choices else 0.3)))
    rest = pygame.Rect(upper.left, upper.bottom - low, upper.width, low)
    under = rest.top - (gap if low else 0)
    number = 2 if _compared(scene) else 1
    high = min(context.px(0.16) * number, round(upper.height * 0.36))
    if not scene.photographs:
        high = under - upper.top
    said = pygame.Rect(upper.left, under - high, upper.width, high)
    view = pygame.Rect(upper.left, upper.top, upper.width, said.top - gap - upper.top)
    pay, choices = (_nowhere(upper), rest) if scene.choices else (rest, _nowhere(upper))
    return view, *_strips(scene, said), pay, choices
