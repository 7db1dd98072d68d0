"""Typefaces, fitting a text into a box, and rendering it."""

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pygame

from display.draw.surface_cache import SurfaceCache
from display.draw.theme import Colour, Ramp

LEADING = 1.15
"""Distance between baselines, in letter sizes; enough for the accents and descenders of every typeface."""
CAP_MIDDLE = 0.33
"""Half the height of a capital, in letter sizes."""
SMALLEST = 9
"""The smallest letter size in pixels."""
SOFT_HYPHEN = "\u00ad"
"""Marks where a long word may be hyphenated."""
UNBROKEN_FROM = 0.85
"""A text of one or two words is broken only if one line would make it smaller than this fraction of its size on two."""
HELD_FROM = 0.85
"""A line ends after the hyphen of a word only if the text would otherwise be smaller than this fraction of its size."""
PARTED_BELOW = 0.7
"""A word is hyphenated only if it would otherwise be smaller than this fraction of the requested size."""
MAX_FONTS = 40
"""How many fonts stay open, each with a file and 0.2 MB: to fit one text, dozens of sizes may be tried."""
ROUNDED = 1.5
"""The pixels by which a letter may be narrower than its width at another size tells; the most measured is 1.3."""
MAX_WIDTHS = 16384
"""How many measured lines are remembered."""
WORD_PIXELS, INLAID_PIXELS = 1_500_000, 500_000
"""How many pixels of rendered lines are kept; the surfaces composed of them have a cache of their own."""
_SPACE = re.compile(
    r"(?<! =)(?<!^[^\W\d_])(?<![ \n][^\W\d_])[ \n]+"
    r"(?!\d+\.(?:\s|$)|[+\N{MINUS SIGN}]\d|= |%|--|(?<=\d )[cm]?m\b|(?<=\d: )\d)"
)
"""Where a line may end: not before a number that ends its sentence (it would look like a list number), not before a
sign or a unit, not after a single letter, and not within an equation, a command or a count such as "5: 37"."""
_QUOTED = re.compile(r"[\"„“«»][^\"„“”«»]{1,22}[\"“”«»]")
"""A short quotation, such as that of a claim, is kept on one line."""
_HELD = str.maketrans({" ": "\u00a0", "-": "\u2011"})
_FREE = str.maketrans({"\u00a0": " ", "\u2011": "-"})
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
_FOLDER = Path(__file__).parent / "fonts"


class Typeface(Enum):
    """A typeface, by its file."""

    TITLE = "MeierboxUncial-Regular.ttf"
    NAME = "Alegreya-ExtraBold.ttf"
    TEXT = "AlegreyaSans-Bold.ttf"
    RUNE = "NotoSansRunic-Regular.ttf"

    @property
    def path(self) -> Path:
        """Returns the path of the font file."""
        return _FOLDER / self.value


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text broken into lines, with the letter size and the width in pixels at which it fits."""

    lines: tuple[str, ...]
    px: int
    width: int

    @property
    def height(self) -> int:
        """Returns the height of all lines together, in pixels."""
        return math.ceil(len(self.lines) * self.px * LEADING)


@lru_cache(maxsize=256)
def _breakable(text: str) -> tuple[str, ...]:
    """Splits a text where a line may end: after spaces, which stay with the word before, and after (soft) hyphens.

    >>> _breakable("claim twenty-four now")
    ('claim ', 'twenty-', 'four ', 'now')
    >>> _breakable("three, not 2. Wait")
    ('three, ', 'not 2. ', 'Wait')
    >>> [part.translate(_FREE) for part in _breakable("“double ones” is a lie")]
    ['“double ones” ', 'is ', 'a lie']
    >>> _breakable("A challenge costs a die")
    ('A challenge ', 'costs ', 'a die')
    """
    text = _QUOTED.sub(lambda quoted: quoted[0].translate(_HELD), text)
    pieces = [word + " " for word in _SPACE.split(text.strip()) if word]
    if pieces:
        pieces[-1] = pieces[-1].rstrip()
    return tuple(part for piece in pieces for part in re.split(rf"(?<=\w[-{SOFT_HYPHEN}])(?=\w)", piece))


def _plain(line: str) -> str:
    """Makes a line printable: a soft hyphen is visible only at its end.

    >>> _plain("drei\u00adund\u00ad"), _plain("drei\u00adund\u00addreißig")
    ('dreiund-', 'dreiunddreißig')
    """
    ended = line.removesuffix(SOFT_HYPHEN) + "-" if line.endswith(SOFT_HYPHEN) else line
    return ended.replace(SOFT_HYPHEN, "").translate(_FREE)


def _with_held_hyphens(text: str) -> str:
    """Keeps words with a hyphen on one line.

    >>> _breakable(_with_held_hyphens("claim twenty-four"))
    ('claim ', 'twenty‑four')
    """
    return _HYPHEN.sub("\u2011", text)


def _at_least(share: float, px: int) -> int:
    """Returns the smallest letter size that is accepted instead of `px`."""
    return max(SMALLEST, round(share * px))


class Lettering:
    """Opens fonts, fits texts and renders lines; caches all three, and widths."""

    def __init__(self) -> None:
        """Initializes pygame's font module."""
        pygame.font.init()
        self._fonts: OrderedDict[tuple[Typeface, int], pygame.font.Font] = OrderedDict()
        self._fitted: dict[tuple[str, Typeface, int, int, int, int, float, int], FittedText] = {}
        self._words = SurfaceCache(WORD_PIXELS)
        self._inlaid = SurfaceCache(INLAID_PIXELS)
        self._widths: dict[tuple[str, Typeface, int], int] = {}

    def font(self, face: Typeface, px: int) -> pygame.font.Font:
        """Opens a typeface at a letter size in pixels; those used least recently are closed."""
        key = face, px
        font = self._fonts.get(key)
        if font is not None:
            self._fonts.move_to_end(key)
            return font
        font = self._fonts[key] = pygame.font.Font(str(face.path), px)
        if len(self._fonts) > MAX_FONTS:
            self._fonts.popitem(last=False)
        return font

    def width(self, text: str, face: Typeface, px: int) -> int:
        """Measures the width of one line in pixels."""
        key = text, face, px
        if key not in self._widths:
            if len(self._widths) >= MAX_WIDTHS:
                self._widths.clear()
            self._widths[key] = self.font(face, px).size(_plain(text))[0]
        return self._widths[key]

    def fit(
        self,
        text: str,
        face: Typeface,
        room: tuple[int, int],
        largest: int,
        lines: int = 1,
        parted_below: float = PARTED_BELOW,
        smallest: int = SMALLEST,
    ) -> FittedText:
        """Finds the largest letter size, `largest` at most, at which the text fits into `room` (width, height).

        The text is wrapped evenly over up to `lines` lines. Words are hyphenated if they would otherwise be smaller
        than the fraction `parted_below` of `largest`. A text that does not fit even at the `smallest` size ends in an
        ellipsis.
        """
        smallest = max(SMALLEST, min(smallest, largest))
        key = text, face, room[0], room[1], largest, lines, parted_below, smallest
        if key not in self._fitted:
            if len(self._fitted) > 2000:
                self._fitted.clear()
            self._fitted[key] = self._fit(text, face, room, (largest, smallest), lines, parted_below)
        return self._fitted[key]

    def fit_all(
        self, texts: tuple[str, ...], face: Typeface, room: tuple[int, int], largest: int, apart: float = 0.0
    ) -> tuple[tuple[FittedText, ...], int]:
        """Finds the largest letter size at which all texts, each on lines of its own, fit into `room` together.

        Beside a text of several lines `apart` letter sizes are left free. Returns the fitted texts and the size. If
        even the smallest size is too large, the texts are shortened.
        """
        fitted = self._fitting_all(texts, face, room, (max(SMALLEST, largest), SMALLEST), apart)
        if fitted is None:
            share = room[0], room[1] // max(1, len(texts))
            return tuple(self.fit(text, face, share, SMALLEST, lines=9) for text in texts), SMALLEST
        held = tuple(map(_with_held_hyphens, texts))
        if held == texts:
            return fitted
        return self._fitting_all(held, face, room, (fitted[1], _at_least(HELD_FROM, fitted[1])), apart) or fitted

    def _fitting_all(
        self, texts: tuple[str, ...], face: Typeface, room: tuple[int, int], sizes: tuple[int, int], apart: float
    ) -> tuple[tuple[FittedText, ...], int] | None:
        """Tries the letter sizes from the first of `sizes` down to the second; None if none fits."""
        px, smallest = sizes
        while px >= smallest:
            broken = [self._wrap(text, face, px, room[0], 9) for text in texts]
            counts = [len(each) for each in broken if each is not None]
            gaps = sum(max(pair) > 1 for pair in pairwise(counts))
            if None not in broken and (sum(counts) * LEADING + gaps * apart) * px <= room[1]:
                done = (
                    FittedText(each, px, max(self.width(line, face, px) for line in each)) for each in broken if each
                )
                return tuple(done), px
            px -= max(1, px // 24)
        return None

    def _fit(
        self,
        text: str,
        face: Typeface,
        room: tuple[int, int],
        sizes: tuple[int, int],
        lines: int,
        parted_below: float,
    ) -> FittedText:
        whole = self._largest(text.replace(SOFT_HYPHEN, ""), face, room, sizes, lines)
        if SOFT_HYPHEN not in text or whole.px >= parted_below * sizes[0]:
            return whole
        parted = self._largest(text, face, room, sizes, lines)
        return parted if parted.px > whole.px else whole

    def _largest(
        self, text: str, face: Typeface, room: tuple[int, int], sizes: tuple[int, int], lines: int
    ) -> FittedText:
        largest, smallest = sizes
        found = self._fitting(text, face, room, (max(smallest, largest), smallest), lines)
        if found is None:
            return self._shortened(text, face, room[0], smallest)
        if len(found.lines) == 1 or SOFT_HYPHEN in text:
            return found
        if len(text.split()) <= 2:
            found = self._fitting(text, face, room, (found.px, _at_least(UNBROKEN_FROM, found.px)), 1) or found
        held = _with_held_hyphens(text)
        if len(found.lines) == 1 or held == text:
            return found
        return self._fitting(held, face, room, (found.px, _at_least(HELD_FROM, found.px)), lines) or found

    def _fitting(
        self, text: str, face: Typeface, room: tuple[int, int], sizes: tuple[int, int], lines: int
    ) -> FittedText | None:
        """Tries the letter sizes from the first of `sizes` down to the second; None if none fits."""
        width, height = room
        px, smallest = sizes
        narrowest = self._narrowest(text, face, px)
        while px >= smallest:
            most = min(lines, int(height / (px * LEADING)))
            longest, total = narrowest(px)
            broken = None if longest > width or total > most * width else self._wrap(text, face, px, width, most)
            if broken is not None:
                return FittedText(broken, px, max((self.width(line, face, px) for line in broken), default=0))
            px -= max(1, px // 24)
        return None

    def _narrowest(self, text: str, face: Typeface, px: int) -> Callable[[int], tuple[float, float]]:
        """Measures a text's words at one size; returns what bounds them at any other: the longest, and all together.

        Widths grow with the size but for the rounding of every letter. To measure a text at every size that is tried
        would take most of the time in which a screen is composed.
        """
        words = [word.rstrip(" " + SOFT_HYPHEN) for word in _breakable(text)]
        widths = [(self.width(word, face, px), ROUNDED * (len(word) + 1)) for word in words]

        def bounds(other: int) -> tuple[float, float]:
            least = [max(0.0, wide * other / px - rounded) for wide, rounded in widths]
            return max(least, default=0.0), sum(least)

        return bounds

    def _shortened(self, text: str, face: Typeface, width: int, px: int) -> FittedText:
        short = text = _plain(text)
        if self.width(text, face, px) > width:
            while short and self.width(short.rstrip() + "…", face, px) > width:
                short = short[:-1]
            short = short.rstrip() + "…"
        return FittedText((short,), px, self.width(short, face, px))

    def _wrap(self, text: str, face: Typeface, px: int, width: int, most: int) -> tuple[str, ...] | None:
        """Breaks a text into as few lines as possible, as even as possible; None if it needs more than `most`."""
        if most < 1:
            return None
        words = _breakable(text)
        lengths = []
        for word in words:
            lengths.append(self.width(word.rstrip(" " + SOFT_HYPHEN), face, px))
            # Many sizes that are tried are too large: one long word, or the first few, tell so.
            if lengths[-1] > width or sum(lengths) > most * width:
                return None
        space = self.width(" ", face, px)
        fewest = self._pack(words, lengths, space, width)
        if len(fewest) > most:
            return None
        low, high = max(lengths, default=0), width
        while high - low > max(2, px // 4):
            middle = (low + high) // 2
            if len(self._pack(words, lengths, space, middle)) <= len(fewest):
                high = middle
            else:
                low = middle
        lines = tuple(_plain(line.rstrip()) for line in self._pack(words, lengths, space, high))
        if any(self.width(line, face, px) > width for line in lines):
            return None
        return lines

    @staticmethod
    def _pack(words: Sequence[str], lengths: list[int], space: int, width: int) -> list[str]:
        lines: list[str] = []
        used = 0
        for word, length in zip(words, lengths, strict=True):
            gap = space if lines and lines[-1].endswith(" ") else 0
            if lines and used + gap + length <= width:
                lines[-1] += word
                used += gap + length
            else:
                lines.append(word)
                used = length
        return lines

    def word(self, text: str, face: Typeface, px: int, colour: Colour) -> pygame.Surface:
        """Renders one line on a transparent surface; cached, so do not draw on it."""
        return self._words.get((text, face, px, colour), lambda: self.font(face, px).render(text, True, colour))

    def inlaid(self, text: str, face: Typeface, px: int, metal: Ramp) -> pygame.Surface:
        """Renders one line as inlaid metal: a gradient with a light upper and a dark lower edge.

        The surface is that of `word` with a margin of `px // 40 + 1` pixels on every side.
        """
        return self._inlaid.get((text, face, px, metal), lambda: self._inlay(text, face, px, metal))

    def _inlay(self, text: str, face: Typeface, px: int, metal: Ramp) -> pygame.Surface:
        font = self.font(face, px)
        body = font.render(text, True, (255, 255, 255)).convert_alpha()
        width, height = body.get_size()
        top, foot = font.get_ascent() - round(0.75 * px), font.get_ascent() + round(0.12 * px)
        shine = pygame.Surface((width, height), pygame.SRCALPHA)
        for row in range(height):
            part = min(1.0, max(0.0, (row - top) / max(1, foot - top)))
            tone = tuple(round(a + (b - a) * part) for a, b in zip(metal[2], metal[1], strict=True))
            pygame.draw.line(shine, tone, (0, row), (width, row))
        body.blit(shine, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        edge = px // 40 + 1
        whole = pygame.Surface((width + 2 * edge, height + 2 * edge), pygame.SRCALPHA)
        whole.blit(font.render(text, True, metal[0]), (edge, 2 * edge))
        whole.blit(font.render(text, True, metal[2]), (edge, edge // 2))
        whole.blit(body, (edge, edge))
        return whole

    def cap_height(self, face: Typeface, px: int) -> int:
        """Returns the height of a capital above the baseline, in pixels."""
        metrics = self.font(face, px).metrics("T")[0]
        return round(0.66 * px) if metrics is None else int(metrics[3])

    def baseline(self, face: Typeface, px: int) -> int:
        """Returns the distance from the top of a rendered line to its baseline, in pixels."""
        return self.font(face, px).get_ascent()
