"""Determines the decoded size of a picture from the beginning of its file."""

import struct

MAX_SCANS = 100
"""A camera's progressive JPEG has about ten scans, each decoded over the whole picture."""


def too_much_to_decode(data: bytes, max_pixels: int) -> str | None:
    """Returns why a file would take too much memory or time to decode, or None.

    It knows PNG and JPEG, which cameras write; other formats fall under OpenCV's own limit.

    >>> too_much_to_decode(b"\\x89PNG\\r\\n\\x1a\\n" + bytes(4) + b"IHDR" + bytes([0, 1, 0, 0, 0, 1, 0, 0]), 64_000_000)
    'it has 65536×65536 pixels'
    """
    size = _size_of_png(data) or _size_of_jpeg(data)
    if size is not None and size[0] * size[1] > max_pixels:
        return f"it has {size[0]}×{size[1]} pixels"
    if data.startswith(b"\xff\xd8") and data.count(b"\xff\xda") > MAX_SCANS:
        return f"it is made of more than {MAX_SCANS} layers"
    return None


def _size_of_png(data: bytes) -> tuple[int, int] | None:
    if not data.startswith(b"\x89PNG\r\n\x1a\n") or len(data) < 24:
        return None
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _size_of_jpeg(data: bytes) -> tuple[int, int] | None:
    """Skips segments until the frame header (ITU-T T.81, B.2.2)."""
    at = 2
    while data.startswith(b"\xff\xd8") and at + 9 <= len(data):
        if data[at] != 0xFF:
            return None
        kind = data[at + 1]
        if kind == 0xFF:
            at += 1
        elif 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        elif kind == 0x01 or 0xD0 <= kind <= 0xD8:
            at += 2
        else:
            at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))
    return None
