"""The words of the rule sheets: texts that are chosen by what is so in a game, with its numbers filled in."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from firmware.texts import languages

Fact = int | str | bool
Facts = Mapping[str, Fact]
"""What is so in a game: its options by name, and what trial rounds have found out."""


@dataclass(frozen=True, slots=True)
class Count:
    """A number in a text: as a word as far as there are `words`; a format `life|lives` adds the thing that is counted.

    A singular that begins with `=` stands without its number, as its article says it. `none` counts nothing.

    >>> "{n} of {n:life|lives}, {n:#}".format(n=Count(2, ("no", "one", "two"), "no"))
    'two of two lives, 2'
    >>> words = ("null", "eins")
    >>> f"{Count(1, words, 'keine'):=einen Strich|Striche}, {Count(0, words, 'keine'):=einen Strich|Striche}"
    'einen Strich, keine Striche'
    """

    number: int
    words: tuple[str, ...]
    none: str

    def __format__(self, spec: str) -> str:
        """Writes the number, with a thing in the singular or the plural if `spec` names one."""
        if spec == "#":
            return str(self.number)
        word = self.words[self.number] if 0 <= self.number < len(self.words) else str(self.number)
        if not spec:
            return word
        one, _, many = spec.partition("|")
        if self.number == 1:
            return one[1:] if one.startswith("=") else f"{word} {one}"
        return f"{self.none if self.number == 0 else word} {many}"


class Wording:
    """The texts of one language."""

    def __init__(self, language: str = "en") -> None:
        """Takes a language by its two letters; one whose screen is translated but not its sheets has the English ones.

        Raises:
            LookupError: where there is nothing at all in that language.
        """
        self._texts = _load(language)
        self._numbers = tuple(self._texts["numbers"]["words"])
        self._none = str(self._texts["numbers"]["none"])

    def text(self, section: str, key: str, facts: Facts) -> str | None:
        """Gives one text, filled in; None where it has no place in this game. Raises KeyError for an unknown key."""
        entry = self._texts[section][key]
        return self._filled(entry, facts) if _applies(entry, facts) else None

    def texts(self, section: str, key: str, facts: Facts) -> tuple[str, ...]:
        """Gives those of a list of texts that have their place in this game, filled in."""
        return tuple(
            self._filled(entry, facts) for entry in self._texts[section].get(key, ()) if _applies(entry, facts)
        )

    def rows(self, section: str, key: str, facts: Facts) -> tuple[tuple[str, str], ...]:
        """Gives the pairs `case`, `text` of a list that have their place in this game."""
        return tuple(
            (self._fill(entry["case"], facts), self._filled(entry, facts))
            for entry in self._texts[section].get(key, ())
            if _applies(entry, facts)
        )

    def keys(self, section: str, key: str | None = None) -> Iterable[str]:
        """Gives the names in a section, or in a table of texts in it, in their order."""
        table: Mapping[str, Any] = self._texts[section] if key is None else self._texts[section].get(key, {})
        return table.keys()

    def named(self, section: str, key: str, name: str, facts: Facts) -> str | None:
        """Gives one text out of a table of texts; None where it has no place in this game."""
        entry = self._texts[section][key][name]
        return self._filled(entry, facts) if _applies(entry, facts) else None

    def _filled(self, entry: Any, facts: Facts) -> str:
        return self._fill(entry["text"] if isinstance(entry, dict) else entry, facts)

    def _fill(self, text: str, facts: Facts) -> str:
        return text.format(**{name: self._counted(value) for name, value in facts.items()})

    def _counted(self, value: Fact) -> Fact | Count:
        plain = isinstance(value, bool | str)
        return value if plain else Count(int(value), self._numbers, self._none)


def _applies(entry: object, facts: Facts) -> bool:
    conditions = entry.get("when", {}) if isinstance(entry, dict) else {}
    return all(
        facts[name] in wanted if isinstance(wanted, list) else facts[name] == wanted
        for name, wanted in conditions.items()
    )


@cache
def _load(language: str) -> Mapping[str, Any]:
    source = files("firmware.texts") / f"rulesheet-{language}.toml"
    if not source.is_file():
        if language not in languages():
            raise LookupError(f"There are no rule sheets in the language {language!r}.")
        return _load("en")
    return tomllib.loads(source.read_text("utf-8"))
