"""The emblem of a seat: its coat of arms, or the face of a computer player."""

import pygame

from display.draw import computer_face
from display.draw.drawing_context import DrawingContext
from display.draw.heraldry import shield_painter
from display.scene import SeatPanel


def emblem(context: DrawingContext, panel: SeatPanel, height: int) -> pygame.Surface | None:
    """Draws the emblem of a seat, `height` pixels high; None where it has none."""
    if panel.face:
        return computer_face.face(context, panel.face, height)
    return shield_painter.shield(context, panel.shield, height) if panel.shield is not None else None
