"""Which characters the typeface of names can draw, read from the font's own table ('cmap', formats 4 and 12)."""

import struct
from functools import cache

from display.draw.lettering import Typeface


@cache
def characters(face: Typeface = Typeface.NAME) -> frozenset[int]:
    """Returns the code points that a typeface has glyphs for."""
    data = face.path.read_bytes()
    (tables,) = struct.unpack_from(">H", data, 4)
    entries = (struct.unpack_from(">4s3L", data, 12 + 16 * number) for number in range(tables))
    cmap = next(offset for tag, _, offset, _ in entries if tag == b"cmap")
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    found: set[int] = set()
    for number in range(count):
        platform, _, offset = struct.unpack_from(">HHL", data, cmap + 4 + 8 * number)
        if platform in (0, 3):
            found |= _subtable(data, cmap + offset)
    return frozenset(found)


def drawable(text: str) -> bool:
    """Returns whether a name can be drawn.

    >>> drawable("Björn Järnsida"), drawable("Ola 🎲"), drawable("Борис")
    (True, False, False)
    """
    return all(ord(sign) in characters() for sign in text)


def _subtable(data: bytes, at: int) -> set[int]:
    (kind,) = struct.unpack_from(">H", data, at)
    if kind == 12:
        (groups,) = struct.unpack_from(">L", data, at + 12)
        ranges = (struct.unpack_from(">LLL", data, at + 16 + 12 * number) for number in range(groups))
        return {code for first, last, _ in ranges for code in range(first, last + 1)}
    if kind != 4:
        return set()
    (doubled,) = struct.unpack_from(">H", data, at + 6)
    segments = doubled // 2
    ends, starts, deltas, offsets = (
        struct.unpack_from(f">{segments}H", data, at + 14 + part * doubled + (2 if part else 0)) for part in range(4)
    )
    found = set()
    for number, (start, end, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = code
            if offset:
                place = at + 16 + 3 * doubled + 2 * number + offset + 2 * (code - start)
                (glyph,) = struct.unpack_from(">H", data, place)
            if not offset or glyph:
                glyph = (glyph + delta) & 0xFFFF
            if glyph:
                found.add(code)
    return found
