"""A claim as a picture of one row: its dice, the figure and the die of a bid, the figure of a total."""

import pygame

from display.draw import dice
from display.draw.drawing_context import Kit
from display.draw.lettering import Face
from display.scene import ClaimPicture


def claim_row(kit: Kit, picture: ClaimPicture, room: tuple[int, int], largest: int) -> tuple[pygame.Surface, int]:
    """Draws the row as large as fits into `room`; gives it with the margin of shadow around it, in pixels."""
    figure = f"{picture.quantity}×" if picture.quantity else str(picture.total) if picture.total else ""
    if not figure:
        long = dice.longest_edge(picture.dice, room, largest, picture.oblong)
        return dice.dice_row(kit, picture.dice, long, picture.oblong), round(long * 0.2)
    long = min(largest, room[1])
    while long > 8 and _width(kit, figure, picture, long) > room[0]:
        long -= max(1, long // 20)

    def make() -> pygame.Surface:
        margin = round(long * 0.2)
        size = dice.die_size(6, long, picture.oblong)[1] if picture.dice else long
        piece = pygame.Surface((_width(kit, figure, picture, long) + 2 * margin, size + 2 * margin), pygame.SRCALPHA)
        px = _letters(long)
        for colour, shift in ((kit.theme.relief, max(1, px // 20)), (kit.theme.ink, 0)):
            if colour is None:
                continue
            word = kit.letters.word(figure, Face.NAME, px, colour)
            piece.blit(word, word.get_rect(midleft=(margin + shift, piece.get_height() // 2 + shift)))
        if picture.dice:
            row = dice.dice_row(kit, picture.dice, long, picture.oblong)
            piece.blit(row, row.get_rect(midright=(piece.get_width(), piece.get_height() // 2)))
        return piece

    return kit.stored(("bid", figure, picture.dice, long, picture.oblong), make), round(long * 0.2)


def _letters(long: int) -> int:
    return round(long * 0.95)


def _width(kit: Kit, figure: str, picture: ClaimPicture, long: int) -> int:
    words = kit.letters.width(figure, Face.NAME, _letters(long))
    if not picture.dice:
        return words
    return words + round(long * 0.16) + dice.dice_width(picture.dice, long, picture.oblong)
