"""A rule sheet as plain text."""

from collections.abc import Callable, Iterable, Iterator
from textwrap import wrap

from firmware.rules.message import Message
from firmware.rulesheet.sheet import Raise, Rung, Sheet

WIDTH = 78
RUNGS_A_LINE = 7


def sheet_text(sheet: Sheet, render: Callable[[Message], str]) -> str:
    """Writes the sheet in lines of at most `WIDTH` columns, dice as `[1][3]`; `render` gives the language."""
    return "\n".join(_lines(sheet, render)) + "\n"


def _lines(sheet: Sheet, render: Callable[[Message], str]) -> Iterator[str]:
    head = {name: render(heading) for name, heading in sheet.headings.items()}
    title = ", ".join(render(part) for part in (sheet.title, sheet.subtitle) if part is not None)
    yield from (title.upper(), "=" * len(title), "")
    yield from wrap(f"{head['needs']}: {'; '.join(map(render, sheet.needs))}.", WIDTH)
    yield from ("", *wrap(render(sheet.aim), WIDTH))
    yield from _heading(head["round"])
    for number, step in enumerate(sheet.steps, start=1):
        yield from wrap(render(step), WIDTH, initial_indent=f"{number:2}. ", subsequent_indent="    ")
    if sheet.ladder:
        yield from _heading(head["ladder"])
        yield from _ladder(sheet.ladder, head["highest"], head["lowest"])
    else:
        yield from _heading(head["raises"])
        yield from (_raise(each, head["after"], head["never"]) for each in sheet.raises)
    yield from (line for text in sheet.beats for line in wrap(render(text), WIDTH))
    yield from _heading(head["costs"])
    yield from _table((render(case), render(text)) for case, text in sheet.costs)
    yield from _heading(head["ending"])
    yield from (line for text in sheet.ending for line in wrap(render(text), WIDTH))
    yield from _heading(head["house"])
    yield from _table((render(rule.label), render(rule.value) + " *" * rule.changed) for rule in sheet.house)
    if any(rule.changed for rule in sheet.house):
        yield f"* {head['changed']}"
    yield from ("", *wrap(render(sheet.footer), WIDTH))


def _heading(text: str) -> tuple[str, ...]:
    return "", text, "-" * len(text)


def _dice(*faces: int) -> str:
    return "".join(f"[{face}]" for face in faces)


def _ladder(ladder: tuple[Rung, ...], highest: str, lowest: str) -> Iterator[str]:
    rows = [ladder[start : start + RUNGS_A_LINE] for start in range(0, len(ladder), RUNGS_A_LINE)]
    for number, row in enumerate(rows):
        note = {0: f"  ({highest})", len(rows) - 1: f"  ({lowest})"}.get(number, " >")
        yield " > ".join(_dice(*rung.dice) for rung in row) + note


def _raise(step: Raise, after: str, never: str) -> str:
    least = (
        f"{_dice(face)} {never}" if count is None else f"{count} x {_dice(face)}"
        for face, count in enumerate(step.least, start=1)
    )
    return f"{after} {step.after.quantity} x {_dice(step.after.face)}: {', '.join(least)}"


def _table(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    rows = tuple(rows)
    width = max((len(left) for left, _ in rows), default=0) + 2
    for left, right in rows:
        first, *more = wrap(right, WIDTH - width) or [""]
        yield f"{left:{width}}{first}"
        yield from (" " * width + line for line in more)
