"""Breaks texts into lines."""

from collections.abc import Sequence

from display.draw.drawing_context import DrawingContext
from display.draw.lettering import Typeface

MIN_LAST_LINE = 0.2
"""The least length of a paragraph's last line, as a fraction of the width, where that costs no further line."""


def wrapped(context: DrawingContext, text: str, face: Typeface, px: int, width: int) -> tuple[str, ...]:
    """Breaks a text into as few lines as possible, narrowed where the last would hold only a word or two.

    A single word may be longer than a line.
    """
    lines = _filled(context, text, face, px, width)
    for narrower in range(width - px, width // 2, -px):
        if len(lines) < 2 or context.letters.width(lines[-1], face, px) >= width * MIN_LAST_LINE:
            break
        closer = _filled(context, text, face, px, narrower)
        if len(closer) > len(lines):
            break
        lines = closer
    return lines


def balanced(context: DrawingContext, text: str, face: Typeface, px: int, width: int) -> tuple[str, ...]:
    """Breaks a text into as few lines as possible, all as long as each other as far as possible."""
    lines = _filled(context, text, face, px, width)
    while width > px and len(closer := _filled(context, text, face, px, width - px)) == len(lines):
        width, lines = width - px, closer
    return lines


def balanced_items(
    context: DrawingContext, items: Sequence[str], face: Typeface, px: int, width: int
) -> tuple[str, ...]:
    """Puts items on as few lines as possible, all as long as each other as far as possible, none broken within."""
    lines = _joined(context, items, face, px, width)
    while len(closer := _joined(context, items, face, px, width - px)) == len(lines) and width > px:
        width, lines = width - px, closer
    return lines


def _filled(context: DrawingContext, text: str, face: Typeface, px: int, width: int) -> tuple[str, ...]:
    return _packed(context, text.split(), " ", face, px, width)


def _joined(context: DrawingContext, items: Sequence[str], face: Typeface, px: int, width: int) -> tuple[str, ...]:
    return _packed(context, items, " · ", face, px, width)


def _packed(
    context: DrawingContext, words: Sequence[str], between: str, face: Typeface, px: int, width: int
) -> tuple[str, ...]:
    """Fills one line after the other."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]}{between}{word}" if lines else word
        if lines and context.letters.width(longer, face, px) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)
