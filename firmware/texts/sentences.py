"""What other parts say in English, in the table's language: a catalogue of sentences with gaps, a file a language.

The rules, the eye, the cameras and the journal know no languages: they speak English. On the screen each of their
sentences is looked up by the shape in which it stands in the program.
"""

import re
import string
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

_GAP = r"(?:(?!\. [A-Z]).)+?"
"""What may fill a gap: anything that does not run into the next sentence."""
_BETWEEN = re.compile(r"(?<=[.!?]) (?=[A-Z])")
_MEASURED = re.compile(r"-?\d+\.\d+")


BENCH = "bench"
"""The catalogue of what the workbench finds and measures: bare phrases, which are looked up for its own screen only."""
_SENTENCES, _LISTS = "sentences", "lists"


@lru_cache(maxsize=512)
def translated(text: str, language: str, book: str = _SENTENCES) -> str:
    """Gives a sentence, or several, in a language; what the catalogue does not know stays as it is.

    >>> translated("It is Astrid's turn, not Bjorn's.", "de")
    'Am Zug ist Astrid, nicht Bjorn.'
    >>> translated("First a throw decides who opens: Astrid and Bjorn throw again.", "de")
    'Erst entscheidet ein Wurf, wer beginnt: Astrid und Bjorn werfen noch einmal.'
    >>> translated("It is Astrid's turn, not Bjorn's.", "en")
    "It is Astrid's turn, not Bjorn's."
    """
    whole = _looked_up(text, language, book)
    if whole is not None:
        return whole
    parts = _BETWEEN.split(text)
    return " ".join(_looked_up(part, language, book) or part for part in parts) if len(parts) > 1 else text


def _looked_up(text: str, language: str, book: str) -> str | None:
    """Looks a sentence up, with its full stop or without."""
    stem = text.removesuffix(".")
    for shape, own in _catalogue(language, book):
        found = shape.fullmatch(stem)
        if found:
            said = own.format(**{gap: _filling(filled, language, book) for gap, filled in found.groupdict().items()})
            return said + "." if stem != text else said
    return None


def _filling(text: str, language: str, book: str) -> str:
    """What comes into a gap: all languages that have a catalogue write a measured number with a comma."""
    return text.replace(".", ",") if _MEASURED.fullmatch(text) else translated(text, language, book)


@cache
def _catalogue(language: str, book: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The entries of a catalogue.

    That of the workbench holds those of all sentences as well, and after them its own `lists`: phrases that are almost
    nothing but gaps, which others would be taken for.
    """
    source = files(__package__) / f"{book}-{language}.toml"
    sections = tomllib.loads(source.read_text("utf-8")) if source.is_file() else {}
    lists = _entries(sections.pop(_LISTS, {}))
    own = tuple(entry for part in sections.values() for entry in _entries(part))
    return (*own, *(_catalogue(language, _SENTENCES) if book != _SENTENCES else ()), *lists)


def _entries(part: Mapping[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((_shape(english.removesuffix(".")), said.removesuffix(".")) for english, said in part.items())


def _shape(english: str) -> re.Pattern[str]:
    pieces = string.Formatter().parse(english)
    return re.compile("".join(re.escape(word) + (f"(?P<{gap}>{_GAP})" if gap else "") for word, gap, _, _ in pieces))
