"""A banner hanging from a bar: swallow-tailed cloth with a gold border and a knot in the middle."""

import pygame

from display.draw import knotwork, wood
from display.draw.drawing_context import DrawingContext
from display.draw.theme import Ramp


def banner(context: DrawingContext, size: tuple[int, int], cloth: Ramp) -> pygame.Surface:
    """Draws a banner of `size` (width, height) in the colours of `cloth`."""
    width, height = size
    gold = context.theme.gold

    def make() -> pygame.Surface:
        fine = 3
        w, h = width * fine, height * fine
        big = pygame.Surface((w, h), pygame.SRCALPHA)
        top = round(h * 0.03) + fine
        side, notch = w * 0.08, min(h * 0.16, w * 0.4)
        shape = [(side, top), (w - side, top), (w - side, h - 2), (w / 2, h - notch), (side, h - 2)]
        pygame.draw.polygon(big, cloth[1], shape)
        for fold in range(5):
            left = side + (w - 2 * side) * fold / 5
            shade = pygame.Surface((round((w - 2 * side) / 10), h), pygame.SRCALPHA)
            shade.fill((*context.theme.night, 22))
            big.blit(shade, (left, 0))
        mask = pygame.Surface((w, h), pygame.SRCALPHA)
        pygame.draw.polygon(mask, (255, 255, 255), shape)
        big = wood.masked(big, mask)
        inset = w * 0.07
        inner = [
            (side + inset, top),
            (side + inset, h - 2 - inset * 1.7),
            (w / 2, h - notch - inset),
            (w - side - inset, h - 2 - inset * 1.7),
            (w - side - inset, top),
        ]
        pygame.draw.lines(big, gold[1], False, inner, max(2, round(w * 0.025)))
        pygame.draw.lines(big, gold[0], True, shape, max(2, round(w * 0.02)))
        bar = pygame.Rect(0, 0, w, max(4, round(w * 0.07)))
        pygame.draw.rect(big, gold[0], bar, border_radius=bar.height // 2)
        pygame.draw.rect(big, gold[1], bar.inflate(-4, -bar.height // 2), border_radius=bar.height // 2)
        piece = pygame.transform.smoothscale(big, size)
        ring = round(min(width * 0.56, height * 0.42))
        knot = knotwork.wreath(context, ring, context.theme.gold, thick=0.3)
        piece.blit(knot, knot.get_rect(center=(width // 2, round((height - notch / fine) * 0.52))))
        return piece

    return context.cached(("banner", size, cloth), make)
