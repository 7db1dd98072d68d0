"""What holds of every printed page."""

import pygame

from display.printing.paper import FIELD, PAPER, SIZE
from display.printing.typesetter import SMALLEST, PrintedPage


def layout_faults(page: PrintedPage) -> list[str]:
    """What lies outside the field, lies over a text, is shortened, or is too small to read."""
    faults = [] if page.surface.get_size() == SIZE else ["the page is of another size"]
    faults += [f"outside: {label.text}" for label in page.labels if not FIELD.contains(label.ink)]
    faults += [f"outside: {piece}" for piece in page.pieces if not FIELD.contains(piece)]
    for number, label in enumerate(page.labels):
        faults += [
            f"{label.text} / {each.text}" for each in page.labels[number + 1 :] if each.ink.colliderect(label.ink)
        ]
        faults += [f"{label.text} / {piece}" for piece in page.pieces if piece.colliderect(label.ink)]
        if "".join(label.lines) != label.text:
            faults.append(f"shortened: {label.text}")
        if label.px < round(SMALLEST * 0.86):
            faults.append(f"too small: {label.text}")
    if ink_outside(page):
        faults.append("ink between the field and the frame")
    return faults


def ink_outside(page: PrintedPage) -> int:
    """Counts the pixels between the field and the frame that are not white."""
    ring = FIELD.inflate(24, 24)
    shot = page.surface.copy()
    shot.fill(PAPER, FIELD)
    strip = shot.subsurface(ring)
    return ring.width * ring.height - pygame.mask.from_threshold(strip, PAPER, (1, 1, 1)).count()
