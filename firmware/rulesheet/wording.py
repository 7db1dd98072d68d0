"""The words of the rule sheets: texts that are chosen by what is so in a game, with its numbers filled in."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

Fact = int | str | bool
Facts = Mapping[str, Fact]
"""What is so in a game: its options by name, and what trial rounds have found out."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Count(int):
    """A number in a text: as a word up to twelve; a format `life|lives` adds the thing that is counted.

    >>> "{n} of {n:life|lives}, {n:#}".format(n=Count(2))
    'two of two lives, 2'
    >>> f"{Count(1):die|dice}, {Count(0):die|dice}, {Count(40):die|dice}"
    'one die, no dice, 40 dice'
    """

    def __format__(self, spec: str) -> str:
        """Writes the number, with a thing in the singular or the plural if `spec` names one."""
        if spec == "#":
            return str(int(self))
        word = _NUMBERS[self] if 0 <= self < len(_NUMBERS) else str(int(self))
        one, _, many = spec.partition("|")
        return f"{word} {one if self == 1 else many}" if spec else word


class Wording:
    """The texts of one language."""

    def __init__(self, language: str = "en") -> None:
        """Takes a language by its two letters; raises LookupError where there is no sheet in it."""
        self._texts = _load(language)

    def text(self, section: str, key: str, facts: Facts) -> str | None:
        """Gives one text, filled in; None where it has no place in this game. Raises KeyError for an unknown key."""
        entry = self._texts[section][key]
        return _filled(entry, facts) if _applies(entry, facts) else None

    def texts(self, section: str, key: str, facts: Facts) -> tuple[str, ...]:
        """Gives those of a list of texts that have their place in this game, filled in."""
        return tuple(_filled(entry, facts) for entry in self._texts[section].get(key, ()) if _applies(entry, facts))

    def rows(self, section: str, key: str, facts: Facts) -> tuple[tuple[str, str], ...]:
        """Gives the pairs `case`, `text` of a list that have their place in this game."""
        return tuple(
            (_fill(entry["case"], facts), _filled(entry, facts))
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
        return _filled(entry, facts) if _applies(entry, facts) else None


def _applies(entry: object, facts: Facts) -> bool:
    conditions = entry.get("when", {}) if isinstance(entry, dict) else {}
    return all(
        facts[name] in wanted if isinstance(wanted, list) else facts[name] == wanted
        for name, wanted in conditions.items()
    )


def _filled(entry: Any, facts: Facts) -> str:
    return _fill(entry["text"] if isinstance(entry, dict) else entry, facts)


def _fill(text: str, facts: Facts) -> str:
    values = {
        name: Count(value) if isinstance(value, int) and not isinstance(value, bool) else value
        for name, value in facts.items()
    }
    return text.format(**values)


@cache
def _load(language: str) -> Mapping[str, Any]:
    source = files("firmware.texts") / f"rulesheet-{language}.toml"
    if not source.is_file():
        raise LookupError(f"There are no rule sheets in the language {language!r}.")
    return tomllib.loads(source.read_text("utf-8"))
