"""A rule sheet as a picture: describes the page for `display.printing` to typeset."""

from collections.abc import Callable
from functools import cache

from display.draw.drawing_context import DrawingContext
from display.printing.description import (
    CaptionedDice,
    CaseTable,
    Columns,
    CountedDie,
    DiceComparison,
    DiceLadder,
    Document,
    Footer,
    Heading,
    InlineList,
    Lead,
    NumberedItem,
    OptionTable,
    Paragraphs,
    Part,
)
from display.printing.paper import paper_context
from display.printing.typesetter import typeset
from firmware.rules.message import Message
from firmware.rulesheet.sheet import Raise, Rung, Sheet


def sheet_png(sheet: Sheet, render: Callable[[Message], str]) -> bytes:
    """Returns the sheet as a PNG file; `render` decides the language.

    Raises:
        PageOverflowError: if the sheet is longer than a page.
    """
    return typeset(sheet_document(sheet, render), _kit()).png()


def sheet_document(sheet: Sheet, render: Callable[[Message], str]) -> Document:
    """Describes the page of a sheet."""
    head = {name: render(heading) for name, heading in sheet.headings.items()}
    first, *more = map(render, sheet.needs)
    starred = any(rule.changed for rule in sheet.house)
    costs = CaseTable(tuple((render(case), render(text)) for case, text in sheet.costs))
    house = OptionTable(
        tuple((render(rule.label), render(rule.value) + " *" * rule.changed) for rule in sheet.house),
        note=f"* {head['changed']}" if starred else "",
    )
    ending = Paragraphs(tuple(map(render, sheet.ending)))
    return Document(
        title=render(sheet.title),
        subtitle="" if sheet.subtitle is None else render(sheet.subtitle),
        parts=(
            Lead(render(sheet.aim)),
            InlineList((f"{head['needs']}: {first}", *more)),
            Heading(head["round"]),
            *(NumberedItem(number, render(step)) for number, step in enumerate(sheet.steps, start=1)),
            *_what_beats_what(sheet, head["ladder"], head["raises"], head["after"]),
            Paragraphs(tuple(map(render, sheet.beats)), set_off=True),
            Columns(
                left=(Heading(head["costs"]), costs),
                right=(Heading(head["house"]), house),
                below=(Heading(head["ending"]), ending),
            ),
            Footer(render(sheet.footer)),
        ),
    )


def _what_beats_what(sheet: Sheet, ladder: str, raises: str, after: str) -> tuple[Part, ...]:
    if sheet.ladder:
        return Heading(ladder), DiceLadder(tuple(map(_captioned, sheet.ladder)), sheet.oblong)
    return Heading(raises), *(_comparison(each, after) for each in sheet.raises)


def _captioned(rung: Rung) -> CaptionedDice:
    return CaptionedDice(rung.dice, rung.name)


def _comparison(step: Raise, after: str) -> DiceComparison:
    """Compares a bid with the lowest bid on each face that beats it, if there is one."""
    return DiceComparison(
        CountedDie(f"{after} {step.after.quantity} ×", step.after.face),
        tuple(
            None if least is None else CountedDie(f"{least} ×", face) for face, least in enumerate(step.least, start=1)
        ),
    )


@cache
def _kit() -> DrawingContext:
    return paper_context()
