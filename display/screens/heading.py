"""The two rows at the top of a screen: a headline or title, and a prompt, subtitle or notice."""

import pygame

from display.draw.composition import Canvas
from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface
from display.draw.theme import portrait
from display.scene import Notice
from display.screens.layout import ScreenFrame
from display.widgets import notice

_LONG_TITLE = 0.75
"""A title is long where it would be smaller than this on one line, in parts of the usual size."""


def head(
    canvas: Canvas, headline_box: pygame.Rect, prompt_box: pygame.Rect, headline: str, prompt: str, said: Notice | None
) -> pygame.Rect:
    """Writes who is to act, and below it what they may do, or the notice while there is one; gives the upper room."""
    context = canvas.context
    if said is not None:
        # What newcomers are told is longer than what everybody is told, and read to the end.
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
    """Writes what a screen without a table is about, and below it a line on it, or the notice while there is one.

    Gives the body that is left: on a high screen a long title takes two lines, and room from it.
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
    # Descenders stand a little out of the line, and would touch the panel of a notice.
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
    """Takes as much off the upper of two rooms as the lower lacks of `wanted`, a part of the unit; most of it stays."""
    more = min(max(0, context.px(wanted) - lower.height), round(upper.height * 0.38))
    return (
        pygame.Rect(upper.left, upper.top, upper.width, upper.height - more),
        pygame.Rect(lower.left, lower.top - more, lower.width, lower.height + more),
    )
