"""The shipped fonts have every letter that the languages of the program need, and their licences beside them."""

from pathlib import Path

import pygame

from display.draw import lettering
from display.draw.lettering import Typeface
from display.draw.ornament import RUNES

FOLDER = Path(lettering.__file__).parent / "fonts"
LETTERS = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    "äöüßÄÖÜæøåÆØÅþðÞÐñÑ¿¡éÉáíóúÁÍÓÚýÝàèùâêîôûçëï"
    ".,:;!?-–—…’‘“”„«»()/&+%·×°'\""
)


def missing(face: Typeface, letters: str) -> list[str]:
    """Returns the letters that a typeface renders like a code point that it lacks."""
    pygame.font.init()
    font = pygame.font.Font(str(face.path), 24)

    def picture(letter: str) -> tuple[tuple[int, int], bytes]:
        drawn = font.render(letter, True, (255, 255, 255), (0, 0, 0))
        return drawn.get_size(), pygame.image.tobytes(drawn, "RGB")

    return [letter for letter in letters if picture(letter) == picture("\uf8ff")]


def test_every_letter_has_a_glyph() -> None:
    for face in (Typeface.TITLE, Typeface.NAME, Typeface.TEXT):
        assert missing(face, LETTERS) == [], face


def test_every_rune_has_a_glyph() -> None:
    assert missing(Typeface.RUNE, RUNES) == []


def test_a_missing_glyph_would_be_noticed() -> None:
    assert missing(Typeface.TEXT, "a漢") == ["漢"]


def test_digits_are_lining_figures() -> None:
    pygame.font.init()
    for face in (Typeface.NAME, Typeface.TEXT):
        font = pygame.font.Font(str(face.path), 100)
        boxes = [font.render(figure, True, (255, 255, 255)).get_bounding_rect() for figure in "0123456789"]
        assert max(box.top for box in boxes) - min(box.top for box in boxes) <= 4
        assert max(box.bottom for box in boxes) - min(box.bottom for box in boxes) <= 4


def test_words_are_a_fifth_of_the_letter_size_apart() -> None:
    """Closer, they run together from three metres. No letter is kerned with the space."""
    pygame.font.init()
    for face in (Typeface.TITLE, Typeface.NAME, Typeface.TEXT):
        font = pygame.font.Font(str(face.path), 100)
        space = font.size(" ")[0]
        assert space >= 20
        for letter in LETTERS:
            (measured,) = font.metrics(letter)
            assert measured is not None, letter
            assert abs(font.size(f" {letter} ")[0] - 2 * space - measured[4]) <= 1, letter


def test_every_typeface_has_its_licence_and_all_are_small() -> None:
    for face in Typeface:
        assert face.path.is_file()
        licence = FOLDER / f"{face.path.stem.partition('-')[0]}-OFL.txt"
        assert "SIL Open Font License" in licence.read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_500_000
