"""The wording of the rule sheets: texts that are chosen by the facts of a game and filled with its numbers."""

import string
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from firmware.rules.message import Message

Fact = int | str | bool
Facts = Mapping[str, Fact]
"""The facts about a game: its options by name, and the results of trial rounds."""

SOURCE = "sheets.toml"
_CONTEXT, _HEADING = "rulesheet", "rulesheet.heading"
_SECTION_OF_HEADINGS = "heading"


def headings() -> Mapping[str, Message]:
    """Returns the headings by name."""
    return {name: Message(entry, context=_HEADING) for name, entry in sections()[_SECTION_OF_HEADINGS].items()}


def one_text(section: str, key: str, facts: Facts) -> Message | None:
    """Returns one text; None where it does not apply to this game. Raises KeyError for an unknown key."""
    entry = sections()[section][key]
    return _filled(entry, facts) if _applies(entry, facts) else None


def texts(section: str, key: str, facts: Facts) -> tuple[Message, ...]:
    """Returns those of a list of texts that apply to this game."""
    return tuple(_filled(entry, facts) for entry in sections()[section].get(key, ()) if _applies(entry, facts))


def rows(section: str, key: str, facts: Facts) -> tuple[tuple[Message, Message], ...]:
    """Returns those pairs of `case` and text that apply to this game."""
    return tuple(
        (_filled(entry["case"], facts), _filled(entry, facts))
        for entry in sections()[section].get(key, ())
        if _applies(entry, facts)
    )


def named(section: str, key: str, name: str, facts: Facts) -> Message | None:
    """Returns one text of a table of texts, or None if it does not exist or does not apply to this game."""
    entry = sections()[section].get(key, {}).get(name)
    return None if entry is None or not _applies(entry, facts) else _filled(entry, facts)


def templates() -> Iterator[Message]:
    """Yields every text with its fields unfilled, for the catalogues."""
    for name, section in sections().items():
        context = _HEADING if name == _SECTION_OF_HEADINGS else _CONTEXT
        for entry in _entries(section):
            if isinstance(entry, str):
                yield Message(entry, context=context)
                continue
            if "case" in entry:
                yield Message(entry["case"], context=context)
            one, other = _forms(entry)
            yield Message(one, plural=other, context=context)


@cache
def sections() -> Mapping[str, Any]:
    """Returns the texts of all games as they are written."""
    return MappingProxyType(tomllib.loads((files(__package__) / SOURCE).read_text("utf-8")))


def _entries(part: Any) -> Iterator[Any]:
    """Finds the texts at any depth."""
    match part:
        case list():
            for item in part:
                yield from _entries(item)
        case dict() if not part.keys() & {"text", "one"}:
            for item in part.values():
                yield from _entries(item)
        case _:
            yield part


def _forms(entry: Any) -> tuple[str, str]:
    """Returns the template, and the plural one where there are two."""
    if isinstance(entry, str):
        return entry, ""
    return (entry["one"], entry["other"]) if "count" in entry else (entry["text"], "")


def _filled(entry: Any, facts: Facts) -> Message:
    """Makes the message of a text, with no more fields than it names."""
    one, other = _forms(entry)
    names = dict.fromkeys(name for _, name, _, _ in string.Formatter().parse(one + other) if name and name != "n")
    fields = tuple((name, facts[name]) for name in names)
    return Message(one, (("n", facts[entry["count"]]), *fields) if other else fields, other, context=_CONTEXT)


def _applies(entry: Any, facts: Facts) -> bool:
    conditions = entry.get("when", {}) if isinstance(entry, dict) else {}
    return all(
        facts[name] in wanted if isinstance(wanted, list) else facts[name] == wanted
        for name, wanted in conditions.items()
    )
