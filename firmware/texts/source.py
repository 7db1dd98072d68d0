"""The texts of the screen by code, in English: the source of the translations."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from firmware.rules.message import Message, Value

SOURCE = "screen.toml"

Entry = str | tuple[str, str]
"""A template, or the singular and the plural of one, chosen by its field `n`."""


def text(code: str, /, **fields: Value) -> Message:
    """Makes the message of a code, such as `control.challenge`; the code is the context of its translations.

    >>> str(text("table.says", name="Astrid"))
    'Astrid says'

    Raises:
        KeyError: where there is no such text.
    """
    entry = source()[code]
    one, many = (entry, "") if isinstance(entry, str) else entry
    return Message(one, tuple(fields.items()), many, context=code)


@cache
def source() -> Mapping[str, Entry]:
    """Returns all texts by code, in the order of their file."""
    return entries(SOURCE)


@cache
def entries(name: str) -> Mapping[str, Entry]:
    """Reads a file of sections with keys, each a text or a table of `one` and `other`."""
    sections = tomllib.loads((files(__package__) / name).read_text("utf-8"))
    found: dict[str, Entry] = {}
    for part, texts in sections.items():
        for key, value in texts.items():
            found[f"{part}.{key}"] = value if isinstance(value, str) else (value["one"], value["other"])
    return MappingProxyType(found)
