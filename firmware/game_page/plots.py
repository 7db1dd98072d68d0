"""The page's plots as SVG, in the page's colours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

WIDE, NARROW = 1000, 460
"""The width of a plot across the page, and of one of two side by side."""
LEFT, RIGHT = 44, 190
COLOURS = 8
"""The page has this many colours for seats, `--c0` to `--c7`."""


@dataclass(frozen=True, slots=True)
class Line:
    """A seat's values, one per position on the x-axis."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A name and its parts, the count of each kind."""

    name: str
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A face, its share with an interval, and the expected share."""

    name: str
    mean: float
    low: float
    high: float
    expected: float


def _svg(width: int, height: int, label: str, parts: Iterator[str]) -> str:
    inside = "\n".join(parts)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label, quote=True)}">\n{inside}\n</svg>'


def _text(x: float, y: float, text: str, kind: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'


def _ticks(most: int, wanted: int) -> range:
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if most / step <= wanted)
    return range(0, most + 1, step)


def line_plot(lines: Sequence[Line], what: str) -> str:
    """Draws steps over rounds, with a label at the end of each line."""
    height, top, bottom = 300, 14, 36
    rounds = max(1, max(len(line.values) for line in lines) - 1)
    most = max(1, *(value for line in lines for value in line.values))
    across, up = WIDE - LEFT - RIGHT, height - top - bottom

    def place(at: int, value: float) -> tuple[float, float]:
        return LEFT + across * at / rounds, top + up * (1 - value / most)

    def parts() -> Iterator[str]:
        for tick in _ticks(most, 6):
            _, y = place(0, tick)
            yield f'<line x1="{LEFT}" x2="{LEFT + across}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
            yield _text(LEFT - 8, y + 4, str(tick), "tick", "end")
        for tick in _ticks(rounds, 10):
            x, _ = place(tick, 0)
            yield _text(x, height - 16, str(tick) if tick else "start", "tick", "middle")
        yield _text(LEFT + across, height - 1, "after round", "tick", "end")
        labels = _spread([place(0, line.values[-1])[1] for line in lines], 17, top + 4, height - bottom + 4)
        for number, line in enumerate(lines):
            # Overlapping lines are shifted by a pixel or two.
            shift = 2.2 * (number - (len(lines) - 1) / 2)
            points = [place(at, value) for at, value in enumerate(line.values)]
            path = f"M{points[0][0]:.1f},{points[0][1] + shift:.1f}" + "".join(
                f"H{x:.1f}V{y + shift:.1f}" for x, y in points[1:]
            )
            colour = f"var(--c{number % COLOURS})"
            yield f'<path d="{path}" class="line" style="stroke:{colour}"/>'
            x, y = points[-1][0], points[-1][1] + shift
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" style="fill:{colour}"/>'
            yield f'<path d="M{x + 6:.1f},{y:.1f}L{x + 16:.1f},{labels[number] - 4:.1f}" class="lead"/>'
            label = f"{_short(line.name, 20)} {line.values[-1]}"
            yield _text(x + 20, labels[number], label, "name").replace("<text", f'<text style="fill:{colour}"')

    return _svg(WIDE, height, what, parts())


def _spread(places: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Moves labels apart."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    found = {}
    last = top - apart
    for at in order:
        last = found[at] = max(places[at] + 4, last + apart)
    over = max(0.0, last - bottom)
    for at in reversed(order):
        found[at] -= over
        after = [found[other] for other in order[order.index(at) + 1 :][:1]]
        if after:
            found[at] = min(found[at] + over, after[0] - apart)
    return [found[at] for at in range(len(places))]


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def bar_plot(bars: Sequence[Bar], kinds: Sequence[str], what: str) -> str:
    """Draws a bar for each name, its parts in the colours of the kinds `--k0`, `--k1`, …"""
    left, row, top = 140, 34, 52
    height = top + row * len(bars) + 6
    most = max(1, *(sum(bar.parts) for bar in bars))
    across = NARROW - left - 6

    def parts() -> Iterator[str]:
        for number, kind in enumerate(kinds):
            at, down = left + number % 2 * 150, 2 + number // 2 * 21
            yield f'<rect x="{at}" y="{down}" width="13" height="13" rx="3" style="fill:var(--k{number})"/>'
            yield _text(at + 19, down + 11, kind, "tick")
        for place, bar in enumerate(bars):
            y, x = top + row * place, float(left)
            yield _text(left - 10, y + 18, _short(bar.name, 18), "name", "end")
            for number, count in enumerate(bar.parts):
                wide = across * count / most
                if not count:
                    continue
                style = f'style="fill:var(--k{number})"'
                yield f'<rect x="{x:.1f}" y="{y}" width="{max(1, wide - 2):.1f}" height="24" rx="4" {style}/>'
                if wide > 16:
                    yield _text(x + wide / 2 - 1, y + 17, str(count), f"in in{number}", "middle")
                x += wide

    return _svg(NARROW, height, what, parts())


def share_plot(shares: Sequence[Share], what: str) -> str:
    """Draws a dot with its interval for each face, and a mark at the expected share."""
    left, row, top = 34, 34, 8
    height = top + row * len(shares) + 30
    most = 1.08 * max(max(share.high, share.expected) for share in shares)
    across = NARROW - left - 76

    def x(share: float) -> float:
        return left + across * share / most

    def parts() -> Iterator[str]:
        step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 1.0) if most / step <= 6)
        for number in range(int(most / step) + 1):
            at = x(number * step)
            yield f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{top}" y2="{height - 28}" class="grid"/>'
            yield _text(at, height - 10, f"{number * step:.0%}", "tick", "middle")
        for place, share in enumerate(shares):
            y = top + row * place + row / 2
            yield _text(left - 14, y + 6, share.name, "face", "end")
            wide = max(3.0, x(share.high) - x(share.low))
            yield f'<rect x="{x(share.low):.1f}" y="{y - 5:.1f}" width="{wide:.1f}" height="10" rx="5" class="reach"/>'
            yield f'<circle cx="{x(share.mean):.1f}" cy="{y:.1f}" r="6" class="dot"/>'
            at = x(share.expected)
            yield f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{y - 13:.1f}" y2="{y + 13:.1f}" class="expected"/>'
            yield _text(NARROW - 4, y + 5, f"{share.mean:.1%}", "name", "end")

    return _svg(NARROW, height, what, parts())
