"""Texts are fitted into boxes as large as possible."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from display.draw.lettering import MAX_FONTS, SMALLEST, Lettering, Typeface

LETTERS = Lettering()


def test_a_short_text_keeps_its_full_size() -> None:
    fitted = LETTERS.fit("Aud", Typeface.NAME, (400, 100), 40)
    assert fitted.px == 40
    assert fitted.lines == ("Aud",)


def test_a_long_text_shrinks_on_one_line() -> None:
    fitted = LETTERS.fit("Sympkyn of the Moor", Typeface.NAME, (150, 40), 40)
    assert fitted.px < 40
    assert fitted.width <= 150


def test_two_lines_are_larger_than_one() -> None:
    one = LETTERS.fit("Sympkyn of the Moor", Typeface.NAME, (150, 80), 40)
    two = LETTERS.fit("Sympkyn of the Moor", Typeface.NAME, (150, 80), 40, lines=2)
    assert two.px > one.px
    assert len(two.lines) == 2


def test_lines_are_even() -> None:
    fitted = LETTERS.fit("one two three four five six seven eight", Typeface.TEXT, (300, 60), 24, lines=2)
    widths = [LETTERS.width(line, Typeface.TEXT, fitted.px) for line in fitted.lines]
    assert min(widths) > 0.6 * max(widths)


def test_a_line_may_end_at_a_hyphen() -> None:
    assert LETTERS.fit("twenty-three", Typeface.TITLE, (120, 80), 30, lines=2).lines == ("twenty-", "three")


def test_a_line_ends_at_a_space_rather_than_at_a_hyphen() -> None:
    said = "The jarl would have passed it on as fifty-one, nine times in ten."
    for width in range(150, 400, 10):
        for fitted in (
            LETTERS.fit(said, Typeface.TEXT, (width, 200), 24, lines=6),
            *LETTERS.fit_all((said,), Typeface.TEXT, (width, 200), 24)[0],
        ):
            assert " ".join(fitted.lines) == said


def test_a_short_quotation_stays_on_its_line() -> None:
    said = "Astrid built a hall of air and named it “double ones”: the pit was dug."
    for width in range(200, 420, 10):
        lines = LETTERS.fit(said, Typeface.NAME, (width, 200), 24, lines=6).lines
        assert " ".join(lines) == said
        assert any("“double ones”" in line for line in lines), lines


def test_a_no_break_space_never_breaks() -> None:
    for largest in (12, 16, 20, 24):
        fitted = LETTERS.fit(
            "Lie to each other\u00a0well. And sec\u00adrets stay", Typeface.TEXT, (90, 400), largest, lines=9
        )
        assert any("other well." in line for line in fitted.lines), fitted.lines


def test_a_number_stays_with_its_unit_and_an_equation_on_its_line() -> None:
    said = "Sharp from 15 cm with 25.4 mm in 33 % of them (p = 0.736), it seems so"
    for width in range(140, 420, 10):
        lines = LETTERS.fit(said, Typeface.NAME, (width, 300), 20, lines=9).lines
        assert " ".join(lines) == said
        for whole in ("15 cm", "25.4 mm", "33 %", "(p = 0.736),"):
            assert any(whole in line for line in lines), lines


def test_a_count_stays_with_the_number_that_it_counts() -> None:
    said = "1: 38, 2: 41, 3: 44, 4: 39, 5: 37, 6: 41; im Ganzen 240."
    for width in range(70, 420, 10):
        lines = LETTERS.fit(said, Typeface.NAME, (width, 300), 20, lines=9).lines
        assert " ".join(lines) == said
        assert not any(line.endswith(":") for line in lines), lines


def test_a_short_name_is_broken_only_where_that_makes_it_clearly_larger() -> None:
    slightly = LETTERS.fit("fifty-six", Typeface.TITLE, (150, 60), 30, lines=2)
    assert slightly.lines == ("fifty-six",)
    clearly = LETTERS.fit("fifty-six", Typeface.TITLE, (90, 60), 30, lines=2)
    assert clearly.lines == ("fifty-", "six")


def test_a_text_that_cannot_fit_ends_in_an_ellipsis() -> None:
    fitted = LETTERS.fit("Rindfleischetikettierung" * 3, Typeface.TEXT, (60, 20), 30)
    assert fitted.px == SMALLEST
    assert fitted.lines[0].endswith("…")
    assert fitted.width <= 60


def test_lines_of_a_block_share_one_size_and_fit_together() -> None:
    texts = ("The eye abstains: one die stands on its edge against the wall.", "The table rules.")
    fitted, px = LETTERS.fit_all(texts, Typeface.TEXT, (260, 90), 40)
    assert {each.px for each in fitted} == {px}
    assert sum(each.height for each in fitted) <= 92
    assert " ".join(fitted[0].lines) == texts[0]


def test_a_text_fits_into_the_height_that_it_reports() -> None:
    """Otherwise one paragraph of a page would be smaller than the others."""
    text = "Whoever opens shakes the box, looks inside without showing anybody, and claims a result."
    for px in range(20, 60):
        fitted = LETTERS.fit(text, Typeface.TEXT, (400, 900), px, lines=9)
        assert LETTERS.fit(text, Typeface.TEXT, (400, fitted.height), px, lines=len(fitted.lines)) == fitted


def test_a_long_word_is_hyphenated_only_if_it_would_be_small() -> None:
    word = "sechs\u00adund\u00adzwanzig"
    wide, narrow = (LETTERS.fit(word, Typeface.TITLE, (width, 90), 40, 2) for width in (400, 150))
    assert wide.lines == ("sechsundzwanzig",)
    assert narrow.lines[0].endswith("-")
    assert "".join(narrow.lines).replace("-", "") == "sechsundzwanzig"
    assert narrow.px > LETTERS.fit("sechsundzwanzig", Typeface.TITLE, (150, 90), 40, 2).px
    assert LETTERS.width(word, Typeface.TITLE, 30) == LETTERS.width("sechsundzwanzig", Typeface.TITLE, 30)


def test_hyphenation_can_be_preferred_to_a_smaller_size() -> None:
    word = "dreier\u00adpasch"
    assert LETTERS.fit(word, Typeface.NAME, (90, 90), 22, 2).lines == ("dreierpasch",)
    parted = LETTERS.fit(word, Typeface.NAME, (90, 90), 22, 2, parted_below=1.0)
    assert (parted.lines, parted.px) == (("dreier-", "pasch"), 22)


@settings(max_examples=60, deadline=None)
@given(
    st.text("abcdefgh Ääß-\u00ad", min_size=1, max_size=60),
    st.integers(60, 500),
    st.integers(20, 120),
    st.integers(1, 3),
)
def test_no_text_is_larger_than_its_box(text: str, width: int, height: int, lines: int) -> None:
    fitted = LETTERS.fit(text, Typeface.TEXT, (width, height), 60, lines)
    assert fitted.width <= width
    assert fitted.height <= height
    assert len(fitted.lines) <= lines


def test_fonts_that_are_no_longer_used_are_closed() -> None:
    """An evening tries hundreds of letter sizes; each open font keeps a file."""
    letters = Lettering()

    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    before, widths = open_files(), []
    for px in range(10, 10 + 3 * MAX_FONTS):
        widths.append(letters.width("Sympkyn", Typeface.NAME, px))
        letters.word("Sympkyn", Typeface.NAME, px, (255, 255, 255))
    assert open_files() - before <= MAX_FONTS
    assert widths == sorted(widths), "each was measured in its own size"
    assert letters.word("Sympkyn", Typeface.NAME, 10, (255, 255, 255)).get_width() == widths[0]


@pytest.mark.parametrize("face", Typeface)
def test_no_size_that_fits_is_passed_over(face: Typeface) -> None:
    """Widths at other sizes are estimated; whatever letters are rounded to, the result is as if each was measured."""
    for word in ("iiiiiiiiiiiiiii", "råb", "WWWWWWWW", "begge", "wo", "Kriegsentschädigung"):
        for largest in (150, 60, 40, 31):
            for smaller in range(SMALLEST, largest, 7):
                width = LETTERS.width(word, face, smaller)
                fitted = LETTERS.fit(word, face, (width, 400), largest)
                px = largest
                while LETTERS.width(word, face, px) > width:
                    px -= max(1, px // 24)
                assert fitted.px == px, (word, largest, width)
