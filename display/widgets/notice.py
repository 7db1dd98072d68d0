"""The band that carries one sentence to the table."""

import pygame

from display.draw import icons, wood
from display.draw.canvas import Canvas
from display.draw.lettering import Typeface
from display.scene import Notice
from display.widgets.tones import tones_of


def draw(canvas: Canvas, box: pygame.Rect, said: Notice) -> None:
    """Draws a notice on a band in the colour of its tone, with the tone's mark."""
    context = canvas.context
    tones = tones_of(context, said.tone)
    band = wood.panel(
        context, box.size, (tones[0], tones[1], tones[1]), seed=2, rim=(tones[0], tones[2], context.theme.ink)
    )
    canvas.put(band, box.topleft)
    side = round(min(box.height * 0.8, context.px(0.1)))
    canvas.put(icons.mark(context, said.tone.value, side), (box.left + context.px(0.014), box.centery - side // 2))
    left = box.left + side + context.px(0.03)
    edge = max(2, context.px(0.005))
    room = pygame.Rect(left, box.top + edge, box.right - left - context.px(0.02), box.height - 2 * edge)
    canvas.write(
        said.text,
        room,
        Typeface.TEXT,
        context.px(context.scale.text * 1.1),
        context.theme.ink_on(tones[1]),
        lines=3 if box.height > context.px(0.11) else 2,
        relief=context.theme.relief,
    )
    canvas.name_part("notice", box)
