"""Draws the stripboard from both sides: `python -m hardware.board.stripboard_drawing`."""

from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from hardware.board.stripboard import HOLES, STRIPS, BoardPart, PartKind, Place, StripboardPlan, plan

PICTURES = Path(__file__).with_name("pictures")
FRONT, BACK = PICTURES / "stripboard.svg", PICTURES / "stripboard-back.svg"
_STEP, _LEFT, _TOP, _RIGHT, _BOTTOM = 24.0, 150.0, 84.0, 150.0, 30.0
_WIDE, _HIGH = _LEFT + HOLES * _STEP + _RIGHT, _TOP + STRIPS * _STEP + _BOTTOM
_STYLE = (
    "text{font-family:DejaVu Sans,Verdana,sans-serif;font-size:12px;fill:#1d1d1b}"
    ".title{font-size:20px;font-weight:bold}.flat{stroke:#fff;stroke-width:2}.tab{fill:#9aa0a6;stroke:#333}"
    ".small{font-size:9.5px}.strip{fill:#d99a5b}.board{fill:#f0dfbd;stroke:#8a6a3a}.hole{fill:#fff;stroke:#a97b43}"
    ".cut{fill:#fff;stroke:#c1121f;stroke-width:2.5}.link{stroke:#1f78b4;stroke-width:4;stroke-linecap:round}"
    ".lead{stroke:#555;stroke-width:2.5}.body{fill:#efe3c2;stroke:#1d1d1b}.black{fill:#2b2b2b;stroke:#000}"
    ".fuse{fill:#e9b824;stroke:#1d1d1b}.plug{fill:#fffdf4;stroke:#1d1d1b;stroke-width:1.5}.pin{fill:#6b6b6b}"
    ".onblack{fill:#fff;font-size:10px}"
)


def _x(hole: float, *, mirrored: bool = False) -> float:
    return _LEFT + ((HOLES + 1 - hole if mirrored else hole) - 0.5) * _STEP


def _y(strip: float) -> float:
    return _TOP + (strip - 0.5) * _STEP


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'


def _ground(title: str, whole: StripboardPlan, *, mirrored: bool) -> Iterator[str]:
    """Strips, holes, their numbers, and the cuts."""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE:.0f} {_HIGH:.0f}" '
        f'width="{_WIDE:.0f}" height="{_HIGH:.0f}">'
    )
    yield f'<style>{_STYLE}</style><rect width="100%" height="100%" fill="#fbf7ee"/>'
    yield _text(_WIDE / 2, 30, title, "title", "middle")
    wide, high = HOLES * _STEP, STRIPS * _STEP
    yield f'<rect class="board" x="{_LEFT - 4}" y="{_TOP - 4}" width="{wide + 8}" height="{high + 8}" rx="4"/>'
    for strip in range(1, STRIPS + 1):
        yield f'<rect class="strip" x="{_LEFT}" y="{_y(strip) - 8:.1f}" width="{wide}" height="16"/>'
        yield from (
            f'<circle class="hole" cx="{_x(hole):.1f}" cy="{_y(strip):.1f}" r="3"/>' for hole in range(1, HOLES + 1)
        )
        number = _LEFT + wide + 10 if mirrored else _LEFT - 10
        yield _text(number, _y(strip) + 4, str(strip), anchor="start" if mirrored else "end")
    for hole in range(1, HOLES + 1):
        yield _text(_x(hole, mirrored=mirrored), _TOP - 10, str(hole), "small", "middle")
    for strip, hole in sorted(whole.cuts):
        yield f'<circle class="cut" cx="{_x(hole, mirrored=mirrored):.1f}" cy="{_y(strip):.1f}" r="9"/>'


def back_svg() -> str:
    """Draws the side of the copper, mirrored, with the cuts."""
    whole = plan()
    title = f"Stripboard from the copper side: {len(whole.cuts)} cuts"
    return "\n".join([*_ground(title, whole, mirrored=True), "</svg>", ""])


def front_svg() -> str:
    """Draws the side of the parts; the strips are seen through the board."""
    whole = plan()
    lines = list(_ground("Stripboard from the side of the parts", whole, mirrored=False))
    lines.append(
        _text(
            _WIDE / 2,
            52,
            "red ring: cut the strip; blue: insulated wire; white: flat side of a transistor; grey: tab of a MOSFET",
            anchor="middle",
        )
    )
    for (strip, hole), (other, _) in whole.links:
        x = _x(hole)
        lines.append(f'<path class="link" d="M{x:.1f} {_y(strip):.1f} V{_y(other):.1f}"/>')
    for part in whole.parts:
        lines += _part(part)
    return "\n".join([*lines, "</svg>", ""])


def _part(part: BoardPart) -> Iterator[str]:
    places = list(part.pins.values())
    match part.kind:
        case PartKind.HEADER:
            yield from _header(part)
        case PartKind.PLUG:
            yield from _plug(part, places)
        case PartKind.RESISTOR:
            yield from _resistor(part, *places)
        case PartKind.FUSE:
            yield from _upright(part, places, "fuse", "small")
        case PartKind.TRANSISTOR | PartKind.MOSFET:
            yield from _upright(part, places, "black", "onblack")


def _header(part: BoardPart) -> Iterator[str]:
    for pin, (strip, hole) in part.pins.items():
        yield f'<rect class="pin" x="{_x(hole) - 5:.1f}" y="{_y(strip) - 5:.1f}" width="10" height="10"/>'
        if hole <= HOLES // 2:
            yield _text(_LEFT - 34 - 48 * (hole - 1), _y(strip) + 4, f"Pi {pin}", anchor="end")
        else:
            yield _text(_LEFT + HOLES * _STEP + 10 + 44 * (HOLES - hole), _y(strip) + 4, f"Pi {pin}")


def _plug(part: BoardPart, places: list[Place]) -> Iterator[str]:
    column = [strip for strip, hole in places if hole == places[0][1]]
    top, low, x = min(column), max(column), _x(places[0][1])
    yield (
        f'<rect class="plug" x="{x - 10:.1f}" y="{_y(top) - 10:.1f}" width="20" '
        f'height="{(low - top) * _STEP + 20:.1f}" rx="3"/>'
    )
    for number, (strip, hole) in enumerate(places, start=1):
        yield f'<circle class="plug" cx="{_x(hole):.1f}" cy="{_y(strip):.1f}" r="8"/>'
        yield _text(_x(hole), _y(strip) + 3.5, str(number), "small", "middle")
    side = _x(HOLES) + 24
    yield _text(side, (_y(top) + _y(low)) / 2 + 4, f"{part.name} {part.value}")


def _resistor(part: BoardPart, start: Place, end: Place) -> Iterator[str]:
    (x, y), (u, v) = ((_x(hole), _y(strip)) for strip, hole in (start, end))
    yield f'<path class="lead" d="M{x:.1f} {y:.1f} L{u:.1f} {v:.1f}"/>'
    middle, height = (x + u) / 2, (y + v) / 2
    if start[0] == end[0]:
        yield f'<rect class="body" x="{middle - 33:.1f}" y="{height - 8:.1f}" width="66" height="16" rx="5"/>'
        yield _text(middle, height + 3.5, f"{part.name} {part.value}", "small", "middle")
    else:
        yield f'<circle class="body" cx="{x:.1f}" cy="{max(y, v):.1f}" r="8"/>'
        yield f'<path class="lead" d="M{x:.1f} {max(y, v):.1f} V{min(y, v):.1f}"/>'
        yield _text(middle + 5, height + 3.5, part.name, "small")


def _upright(part: BoardPart, places: list[Place], body: str, words: str) -> Iterator[str]:
    strips, x = [strip for strip, _ in places], _x(places[0][1])
    top, low = min(strips), max(strips)
    yield (
        f'<rect class="{body}" x="{x - 10:.1f}" y="{_y(top) - 9:.1f}" width="20" '
        f'height="{(low - top) * _STEP + 18:.1f}" rx="7"/>'
    )
    if part.kind is PartKind.TRANSISTOR:
        yield f'<path class="flat" d="M{x + 7:.1f} {_y(top) - 4:.1f} V{_y(low) + 4:.1f}"/>'
    elif part.kind is PartKind.MOSFET:
        # The writing faces the other way; read from there the pins are gate, drain, source.
        side = x + 10 if places[0][0] == top else x - 15
        high = (low - top) * _STEP + 26
        yield f'<rect class="tab" x="{side:.1f}" y="{_y(top) - 13:.1f}" width="5" height="{high:.1f}"/>'
    letters = {PartKind.TRANSISTOR: "CBE", PartKind.MOSFET: "GSD"}.get(part.kind, "")
    for letter, (strip, _) in zip(letters, places, strict=False):
        yield _text(x, _y(strip) + 3.5, letter, "onblack", "middle")
    middle = (_y(top) + _y(low)) / 2
    if letters:
        yield _text(x, _y(top) - 14, part.name, "small", "middle")
    else:
        yield _text(x, middle + 3.5, part.name, words, "middle")


def main() -> None:
    """Writes both drawings into the folder of the pictures."""
    for target, drawing in ((FRONT, front_svg()), (BACK, back_svg())):
        target.write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
