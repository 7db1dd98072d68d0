"""Saves screens as pictures, and combines pictures on contact sheets."""

import math
from collections.abc import Sequence
from pathlib import Path

import pygame

from display.draw.lettering import Lettering, Typeface
from display.draw.theme import TORCHLIGHT
from display.legibility import SEVEN_INCH
from display.scene import LookAway, Scene
from display.window import MainWindow

AT_REST = 60.0
"""Seconds after which every animation that ends has ended."""
SHEET_WIDTH, THUMB_WIDTH, CAPTION_PX = 2400, 400, 17

DISTANT_ACROSS = 5
DISTANT_PX = round(math.degrees(math.atan(SEVEN_INCH.width_mm / 3000)) * 60)
"""The long side of a seven-inch screen seen from three metres, in minutes of arc."""


def save_scene(
    window: MainWindow,
    scene: Scene,
    path: Path,
    moments: Sequence[float] = (),
    peek: tuple[bytes, str] | None = None,
    away: LookAway | None = None,
) -> list[Path]:
    """Saves a scene at rest to `path` (PNG), and at `moments` (seconds) of its animation beside it.

    `peek` is a view through the flap (encoded picture, caption) to overlay, `away` the request to look away before it.
    Returns the files.
    """
    saved = []
    window.show(scene)
    window.show_peek(*peek or (None,))
    window.show_look_away(away)
    window.tick(0.0)
    for moment in moments:
        window.tick(moment)
        saved.append(path.with_name(f"{path.stem}@{moment:.2f}.png"))
        window.save(saved[-1])
    window.tick(AT_REST)
    window.save(path)
    return [*saved, path]


def contact_sheet(pictures: Sequence[Path], path: Path) -> None:
    """Combines pictures of one size, each over its name, on one sheet, and saves it (PNG)."""
    gap = CAPTION_PX // 2
    thumbs = [_thumb(picture) for picture in pictures]
    width = max(thumb.get_width() for thumb in thumbs) + gap
    height = max(thumb.get_height() for thumb in thumbs) + 2 * CAPTION_PX
    across = min(len(thumbs), SHEET_WIDTH // width)
    sheet = pygame.Surface((across * width + gap, -(-len(thumbs) // across) * height + gap))
    sheet.fill(TORCHLIGHT.night)
    letters = Lettering()
    for number, (thumb, picture) in enumerate(zip(thumbs, pictures, strict=True)):
        at = (gap + number % across * width, gap + number // across * height)
        sheet.blit(thumb, at)
        words = letters.fit(picture.stem, Typeface.TEXT, (width - gap, 2 * CAPTION_PX), CAPTION_PX)
        caption = letters.word(words.lines[0], Typeface.TEXT, words.px, TORCHLIGHT.ink)
        sheet.blit(caption, (at[0], at[1] + height - 2 * CAPTION_PX))
    pygame.image.save(sheet, str(path))


def distant_sheet(pictures: Sequence[Path], path: Path) -> None:
    """Combines pictures on one sheet (PNG), five in a row, as a seven-inch screen is seen from three metres.

    A pixel is a minute of arc, the finest that a good eye tells apart.
    """
    thumbs = []
    for picture in pictures:
        whole = pygame.image.load(picture)
        scale = DISTANT_PX / max(whole.get_size())
        size = round(whole.get_width() * scale), round(whole.get_height() * scale)
        thumbs.append(pygame.transform.smoothscale(whole, size))
    gap = CAPTION_PX // 2
    width, height = thumbs[0].get_width() + gap, thumbs[0].get_height() + gap
    across = min(len(thumbs), DISTANT_ACROSS)
    sheet = pygame.Surface((across * width + gap, -(-len(thumbs) // across) * height + gap))
    sheet.fill(TORCHLIGHT.night)
    for number, thumb in enumerate(thumbs):
        sheet.blit(thumb, (gap + number % across * width, gap + number // across * height))
    pygame.image.save(sheet, str(path))


def _thumb(picture: Path) -> pygame.Surface:
    """Loads a picture at the width of a thumbnail, half of it if the picture is portrait."""
    whole = pygame.image.load(picture)
    width = THUMB_WIDTH if whole.get_width() > whole.get_height() else THUMB_WIDTH // 2
    return pygame.transform.smoothscale(whole, (width, round(whole.get_height() * width / whole.get_width())))
