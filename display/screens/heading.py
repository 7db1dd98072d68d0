"""The two rows at the top of a screen: a headline or title, and a prompt, subtitle or notice."""

import pygame

from display.draw.canvas import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import Notice
from display.screens.layout import ScreenFrame
from display.widgets import notice

_LONG_TITLE = 0.75
"""A title is long if it would be smaller than this fraction of the usual size on one line."""


def head(
    canvas: Canvas, headline_box: pygame.Rect, prompt_box: pygame.Rect, headline: str, prompt: str, said: Notice | None
) -> pygame.Rect:
    """Draws the headline, and below it the prompt or, if there is one, the notice; returns the headline's box."""
    context = canvas.context
    if said is not None:
        # Explanations for newcomers are longer than other notices.
        headline_box, prompt_box = room_for_notice(context, headline_box, prompt_box, 0.12 if said.aloud else 0.104)
    canvas.write(
        headline,
        headline_box,
        Typeface.NAME,
        context.px(context.scale.headline),
        context.theme.title[1],
        lines=2,
        relief=context.theme.relief,
        inlay=context.theme.title,
    )
    canvas.name_part("headline", headline_box)
    if said is not None:
        notice.draw(canvas, prompt_box, said)
    else:
        canvas.write(
            prompt,
            prompt_box,
            Typeface.TEXT,
            context.px(context.scale.text * 1.1),
            context.theme.ink,
            lines=2,
            relief=context.theme.relief,
        )
    return headline_box


def title(canvas: Canvas, parts: ScreenFrame, words: str, subtitle: str, said: Notice | None) -> pygame.Rect:
    """Draws a title, and below it the subtitle or, if there is one, the notice.

    Returns the body that is left: on a portrait screen a long title takes two lines at its cost.
    """
    context = canvas.context
    theme = context.theme
    head, line, body = parts.headline.copy(), parts.prompt.copy(), parts.body.copy()
    largest = context.px(0.1)
    more = context.px(0.08)
    alone = context.letters.fit(words, Typeface.TITLE, head.size, largest).px
    roomy = context.letters.fit(words, Typeface.TITLE, (head.width, head.height + more - context.gap // 2), largest, 2)
    if portrait(context.size) and alone < _LONG_TITLE * largest and len(roomy.lines) > 1:
        head.height += more
        line.top += more
        body = pygame.Rect(body.left, body.top + more, body.width, body.height - more)
    # Leaves room for descenders, which would otherwise touch the notice.
    room = pygame.Rect(head.left, head.top, head.width, head.height - context.gap // 2)
    canvas.write(words, room, Typeface.TITLE, largest, theme.title[1], relief=theme.relief, inlay=theme.title, lines=2)
    canvas.name_part("title", head)
    if said is not None:
        notice.draw(canvas, line, said)
    else:
        canvas.write(
            subtitle, line, Typeface.TEXT, context.px(context.scale.text * 1.1), theme.ink, lines=2, relief=theme.relief
        )
    return body


def room_for_notice(
    context: DrawingContext, upper: pygame.Rect, lower: pygame.Rect, wanted: float
) -> tuple[pygame.Rect, pygame.Rect]:
    """Enlarges the lower of two boxes to `wanted` units at the cost of the upper, which keeps most of its height."""
    more = min(max(0, context.px(wanted) - lower.height), round(upper.height * 0.38))
    return (
        pygame.Rect(upper.left, upper.top, upper.width, upper.height - more),
        pygame.Rect(lower.left, lower.top - more, lower.width, lower.height + more),
    )
