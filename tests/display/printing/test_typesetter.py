"""A printed page: everything described stands on it, within its edges, nothing over anything else."""

from dataclasses import replace

import pytest

from display.draw.canvas import Label
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
)
from display.printing.paper import FIELD, INK, LEFT, PAPER, RIGHT, paper_context
from display.printing.typesetter import LARGEST, SMALLEST, PageOverflowError, PrintedPage, typeset
from tests.display.printing.layout_checks import ink_outside, layout_faults

KIT = paper_context()
STEP = "Shake the box, look inside without showing anybody, and claim a result, which may be true or a lie."
CASES = CaseTable((("It was true", "the challenger loses a life"), ("A lie", "the liar loses a life")))
PAGE = Document(
    "Liar's Dice",
    "as at the fair",
    (
        Lead("Say what you have, true or not."),
        InlineList(("You need: two players or more", "two dice", "a box that shuts", "six lives for each")),
        Heading("A round"),
        *(NumberedItem(number, STEP) for number in range(1, 6)),
        Heading("What beats what"),
        DiceLadder(tuple(CaptionedDice((1, face), f"1{face}") for face in (2, 1, 3, 4, 5, 6)) * 2, oblong=True),
        DiceComparison(CountedDie("After 4 ×", 5), (CountedDie("2 ×", 1), None, CountedDie("5 ×", 3))),
        Paragraphs(("The smaller die is read first.", "Every double beats every unequal pair."), set_off=True),
        Columns(
            left=(Heading("What it costs"), CASES),
            right=(
                Heading("House rules"),
                OptionTable((("Lives", "6"), ("Next round opened by the one", "who was the loser *")), "* changed"),
            ),
            below=(Heading("How it ends"), Paragraphs(("The last one with lives wins.",))),
        ),
        Footer("What the box cannot judge, the table rules."),
    ),
)


def label(page: PrintedPage, text: str) -> Label:
    return next(label for label in page.labels if label.text.startswith(text))


def px(page: PrintedPage) -> int:
    return label(page, "The smaller die").px


def test_everything_stands_within_the_field_and_nothing_over_anything_else() -> None:
    page = typeset(PAGE, KIT)
    assert layout_faults(page) == []
    drawn = " ".join(label.text for label in page.labels)
    for text in ("Liar's Dice", "as at the fair", STEP, "You need: two players", "After 4 ×", "14", "* changed"):
        assert text in drawn


def test_a_fault_of_the_layout_is_seen() -> None:
    page = typeset(PAGE, KIT)
    title = page.labels[0]
    assert layout_faults(replace(page, pieces=(*page.pieces, title.ink.copy()))) == [f"{title.text} / {title.ink}"]
    outside = FIELD.move(5, 0)
    assert f"outside: {outside}" in layout_faults(replace(page, pieces=(outside,)))
    page.surface.fill(INK, (FIELD.left - 6, FIELD.top, 3, 3))
    assert ink_outside(page) == 9


def test_letters_are_as_large_as_the_page_allows() -> None:
    contents = (PAGE.parts[6:], PAGE.parts, PAGE.parts + PAGE.parts[3:6] * 3)
    sizes = [px(typeset(replace(PAGE, parts=parts), KIT)) for parts in contents]
    assert sizes[0] == LARGEST
    assert LARGEST > sizes[1] > sizes[2] >= SMALLEST


def test_what_is_longer_than_a_page_is_refused() -> None:
    with pytest.raises(PageOverflowError, match="Liar's Dice is longer than a page"):
        typeset(replace(PAGE, parts=PAGE.parts[:-1] * 4), KIT)


def test_what_is_left_stands_below_the_shorter_column() -> None:
    short, long = (CaseTable(CASES.rows * times) for times in (1, 9))
    for tables, column in (((short, long), LEFT), ((long, short), RIGHT)):
        left, right = ((Heading("Costs"), table) for table in tables)
        page = typeset(Document("Dice", "", (Columns(left, right, below=(Heading("The end"),)),)), KIT)
        assert column.left <= label(page, "The end").ink.left < column.right


def test_it_reads_in_black_and_white() -> None:
    """Letters are nearly black on white, and a die's pips stand out from its top by lightness alone."""
    assert max(INK) < 40
    assert min(PAPER) == 255
    page = typeset(PAGE, KIT)
    die = next(piece for piece in page.pieces if piece.height > 30 and piece.width < piece.height)
    tones = [sum(page.surface.get_at((x, die.top + die.width // 2))[:3]) // 3 for x in range(die.left, die.right)]
    assert max(tones) - min(tones) > 150
