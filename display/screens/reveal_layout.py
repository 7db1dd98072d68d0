"""The boxes of a reveal, in pixels."""

from dataclasses import dataclass

import pygame

from display.draw import boxes
from display.draw.drawing_context import DrawingContext
from display.draw.theme import portrait
from display.scene import RevealScene


@dataclass(frozen=True, slots=True)
class RevealLayout:
    """The boxes of a reveal; an empty box is not used."""

    evidence: tuple[pygame.Rect, ...]
    foot: pygame.Rect
    claim: pygame.Rect
    actual: pygame.Rect
    payers: pygame.Rect
    choices: pygame.Rect
    verdict: pygame.Rect


_NOWHERE = pygame.Rect(0, 0, 0, 0)


def reveal_layout(context: DrawingContext, body: pygame.Rect, scene: RevealScene, payers: int) -> RevealLayout:
    """Places the verdict at the bottom, and above it the evidence, the claims and who pays."""
    gap = context.gap
    tall = portrait(context.size)
    verdict_h = context.px(0.215 if not tall else 0.35 if scene.choices else 0.4)
    verdict_box = pygame.Rect(body.left, body.bottom - verdict_h, body.width, verdict_h)
    upper = pygame.Rect(body.left, body.top, body.width, verdict_box.top - gap - body.top)
    if not scene.photographs:
        view, claims, rest = _unseen(context, upper, scene, payers)
    elif tall:
        view, claims, rest = _in_a_column(context, upper, scene, payers)
    elif payers or scene.choices or scene.actual:
        view, claims, rest = _side_by_side(context, upper, scene, payers)
    else:
        view, claims, rest = _beside_the_claim(context, upper)
    foot = _NOWHERE
    lines = bool(scene.seal) + bool(scene.odds)
    if lines:
        foot_h = round(context.px(context.scale.small) * 1.5) * lines
        foot = pygame.Rect(view.left, view.bottom - foot_h, view.width, foot_h)
        view = pygame.Rect(view.left, view.top, view.width, view.height - foot_h)
        if not scene.photographs:
            claims = tuple(pygame.Rect(box.left, box.top, box.width, box.height - foot_h) for box in claims)
    evidence: tuple[pygame.Rect, ...] = ()
    if scene.photographs:
        evidence = boxes.pictures(view, len(scene.photographs), gap, caption_height(context, scene))
    pay, choices = rest, _NOWHERE
    if scene.choices:
        choices = rest
        if payers:
            pay = pygame.Rect(rest.left, rest.top, rest.width, round(rest.height * 0.4))
            choices = pygame.Rect(rest.left, pay.bottom + gap, rest.width, rest.height - pay.height - gap)
    return RevealLayout(evidence, foot, claims[0], claims[-1] if scene.actual else _NOWHERE, pay, choices, verdict_box)


_Rooms = tuple[pygame.Rect, tuple[pygame.Rect, ...], pygame.Rect]
"""The boxes of the photographs, of each claim, and of those who pay or the choices."""


def _claims_of(scene: RevealScene) -> int:
    return 2 if scene.actual else 1


def caption_height(context: DrawingContext, scene: RevealScene) -> int:
    """Returns the height of the captions in pixels, 0 if there are none."""
    captioned = any(photograph.caption for photograph in scene.photographs)
    return round(context.px(context.scale.text) * 1.1) if captioned else 0


def _unseen(context: DrawingContext, upper: pygame.Rect, scene: RevealScene, payers: int) -> _Rooms:
    """Without photographs the claims are large."""
    used = bool(payers or scene.choices)
    if portrait(context.size):
        view = pygame.Rect(upper.left, upper.top, upper.width, round(upper.height * (0.5 if used else 1.0)))
        rest = pygame.Rect(upper.left, view.bottom + context.gap, upper.width, upper.bottom - view.bottom - context.gap)
    else:
        share = (0.56 if scene.choices else 0.62) if used else 1.0
        view = pygame.Rect(upper.left, upper.top, round(upper.width * share), upper.height)
        rest = pygame.Rect(
            view.right + 2 * context.gap, upper.top, upper.right - view.right - 2 * context.gap, upper.height
        )
    return view, boxes.columns(view, _claims_of(scene), context.gap), rest


def _in_a_column(context: DrawingContext, upper: pygame.Rect, scene: RevealScene, payers: int) -> _Rooms:
    """On a portrait screen all parts are below each other; the photographs take what is left."""
    lines = len(scene.choices) * context.px(0.088) + -(-payers // 2) * context.px(0.2)
    rest_h = min(lines, round(upper.height * 0.4))
    number = _claims_of(scene)
    strip = min(context.px(0.185), round(upper.height * 0.32 / number))
    rest = pygame.Rect(upper.left, upper.bottom - rest_h, upper.width, rest_h)
    under = rest.top - (context.gap if rest_h else 0)
    said = pygame.Rect(upper.left, under - strip * number, upper.width, strip * number)
    view = pygame.Rect(upper.left, upper.top, upper.width, said.top - context.gap - upper.top)
    return view, boxes.rows(said, number, 0), rest


def _side_by_side(context: DrawingContext, upper: pygame.Rect, scene: RevealScene, payers: int) -> _Rooms:
    """On a landscape screen the photographs are at the left; claims, and payers or choices, at the right."""
    view = pygame.Rect(upper.left, upper.top, round(upper.width * (0.56 if scene.choices else 0.58)), upper.height)
    column = pygame.Rect(
        view.right + 2 * context.gap, upper.top, upper.right - view.right - 2 * context.gap, upper.height
    )
    number = _claims_of(scene)
    # A single payer's panel is legible at a lower height, with name and stock side by side; several are not.
    share = 0.3 * number if scene.choices else 0.74 if payers == 1 else 0.64 if payers else 1.0
    strip = min(context.px(0.19), round(column.height * share / number))
    said = pygame.Rect(column.left, column.top, column.width, strip * number)
    top = said.bottom + context.gap // 2
    rest = pygame.Rect(column.left, top, column.width, column.bottom - top)
    if not (payers or scene.choices):
        said.centery = column.centery
    return view, boxes.rows(said, number, 0), rest


def _beside_the_claim(context: DrawingContext, upper: pygame.Rect) -> _Rooms:
    """With only a claim beside them there are many photographs, which take the width; the claim is upright."""
    view = pygame.Rect(upper.left, upper.top, round(upper.width * 0.74), upper.height)
    said = pygame.Rect(view.right + context.gap, upper.top, upper.right - view.right - context.gap, upper.height)
    return view, (said,), _NOWHERE
