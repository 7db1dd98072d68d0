"""The boards that are not part of the box itself: the jig for the camera, and a screen on the box or on an easel."""

import math
from collections.abc import Iterator

from hardware.book.board_shapes import Board, Hole, RectangularHole, polygon_area
from hardware.book.sizes import Sizes

MAST_END = 8
"""How far a mast rises above the upper strip (mm), so that its last screw is not at its very end."""


def accessories(sizes: Sizes) -> Iterator[Board]:
    """Yields all of them."""
    yield _jig(sizes)
    yield from _screen(sizes)
    yield from _easel(sizes)


def jig_outline(sizes: Sizes) -> list[tuple[float, float]]:
    """Returns the outline of the jig for the camera's height: a bar with a tab of another length at either side.

    Laid across the lid's frame, the short tab reaches as far as the lens when it is flush with the opal plate, the
    long one a millimetre farther. A notch in each spares the glass.
    """
    s, body, tab, notch, deep = sizes, 24.0, 6.0, 2.5, 3.0
    wide, middle, low = s.box_w, s.box_w / 2, s.ledge
    top, end = low + body, low + body + s.ledge + 1
    left = [(0.0, low), (middle - tab, low), (middle - tab, 0.0), (middle - notch, 0.0), (middle - notch, deep)]
    right = [(wide - x, y) for x, y in reversed(left)]
    over = [(middle + tab, top), (middle + tab, end), (middle + notch, end), (middle + notch, end - deep)]
    return [*left, *right, (wide, top), *over, *((wide - x, y) for x, y in reversed(over)), (0.0, top)]


def _jig(sizes: Sizes) -> Board:
    corners = jig_outline(sizes)
    path = "M " + " L ".join(f"{x:g} {y:g}" for x, y in corners) + " Z"
    note = f"a tool: mark the short tab, {sizes.ledge:g} mm, FLUSH, and the long one, {sizes.ledge + 1:g} mm, DEEP"
    high = max(y for _, y in corners)
    return Board("camera jig", 1, sizes.box_w, high, 3, note, (), path, polygon_area(corners))


def _window(sizes: Sizes) -> RectangularHole:
    s = sizes
    return RectangularHole("window", (s.face_x - s.window_x) / 2, (s.face_y - s.window_y) / 2, s.window_x, s.window_y)


def _screen(sizes: Sizes) -> Iterator[Board]:
    s = sizes
    note = "for a screen on the box; measure your own screen before sawing"
    yield Board("screen face", 1, s.face_x, s.face_y, s.wall, note, (_window(s),))
    note = "on edge between face and masts, over and under the screen"
    yield Board("screen strip", 2, s.face_x, s.screen_z, s.flap, note)
    length = 100 + s.mast_z + s.face_y + MAST_END
    below = tuple(Hole("screw into the box's side", s.wall / 2, y, 3.5) for y in (15.0, 85.0))
    above = tuple(Hole("screw into a strip", 10, 100 + s.mast_z + y, 3.5) for y in (s.flap / 2, s.face_y - s.flap / 2))
    access = Hole("access to a screw of the back panel", s.wall + 5, 100 - s.wall - 15, 8)
    note = "up the back of the box, outer edge left, flush with its side; the other one is its mirror image"
    yield Board("screen mast", 2, max(20, s.wall + 11), length, s.wall, note, (*below, *above, access))


def _easel(sizes: Sizes) -> Iterator[Board]:
    s = sizes
    wide, high, window = s.face_x, s.face_y, _window(s)
    note = f"lower edge bevelled by {s.easel_lean:g}°; measure your own screen before sawing"
    yield Board("easel face", 1, wide, high, s.wall, note, (window,))
    yield Board("easel foot", 1, wide, 90, s.wall, "")
    lean = math.tan(math.radians(s.easel_lean))
    up = high - 20
    outline = f"M 0 0 L 80 0 L 80 15 L {up * lean + 12:.1f} {up:g} L {up * lean:.1f} {up:g} Z"
    shape = ((0.0, 0.0), (80.0, 0.0), (80.0, 15.0), (up * lean + 12, up), (up * lean, up))
    area = polygon_area(list(shape))
    yield Board("easel cheek", 2, 80, up, s.wall, "behind the face, standing on the foot", (), outline, area)
