"""The marks that tell which key of a keyboard, or which button of a game controller, stands for a control."""

import pygame

from display.draw.drawing_context import DrawingContext
from display.draw.lettering import CAP_MIDDLE, Typeface
from display.draw.theme import Colour, luminance
from display.scene_elements import ControlMark, Key, PadPlace

_FINE = 4
_DOTS = {"bottom": (0.5, 0.76), "right": (0.76, 0.5), "left": (0.24, 0.5), "top": (0.5, 0.24)}


def control_mark(context: DrawingContext, mark: ControlMark, side: int) -> pygame.Surface:
    """Draws a key cap, or the four buttons of a game controller with one of them lit, in a square of `side` pixels."""
    dark, light = sorted((context.theme.ink, context.theme.ink_other), key=luminance)
    dim = (light[0] + dark[0]) // 2, (light[1] + dark[1]) // 2, (light[2] + dark[2]) // 2

    def draw(surface: pygame.Surface) -> None:
        s = float(side * _FINE)
        match mark:
            case PadPlace():
                pygame.draw.circle(surface, dim, (s / 2, s / 2), s * 0.5)
                pygame.draw.circle(surface, dark, (s / 2, s / 2), s * 0.46)
                for place, (x, y) in _DOTS.items():
                    lit = place == mark
                    pygame.draw.circle(surface, light if lit else dim, (x * s, y * s), s * (0.17 if lit else 0.1))
            case Key(letter):
                cap = pygame.Rect(0, 0, round(s), round(s))
                pygame.draw.rect(surface, dark, cap, border_radius=round(s * 0.2))
                pygame.draw.rect(surface, light, cap.inflate(-s * 0.12, -s * 0.12), border_radius=round(s * 0.15))
                if letter:
                    _letter(context, surface, letter, dark)
                else:
                    _enter(surface, s, dark)

    return context.drawn(("control mark", mark), (side, side), _FINE, draw)


def _letter(context: DrawingContext, surface: pygame.Surface, letter: str, colour: Colour) -> None:
    side = surface.get_height()
    px = round(side * 0.78)
    word = context.letters.word(letter, Typeface.TEXT, px, colour)
    baseline = round(side / 2 + CAP_MIDDLE * px)
    surface.blit(word, ((side - word.get_width()) // 2, baseline - context.letters.baseline(Typeface.TEXT, px)))


def _enter(surface: pygame.Surface, s: float, colour: Colour) -> None:
    """Draws the arrow of the key Enter: down, and to the left."""
    width = round(s * 0.1)
    pygame.draw.lines(surface, colour, False, [(s * 0.74, s * 0.26), (s * 0.74, s * 0.58), (s * 0.38, s * 0.58)], width)
    pygame.draw.polygon(surface, colour, [(s * 0.2, s * 0.58), (s * 0.44, s * 0.4), (s * 0.44, s * 0.76)])
