"""Messages: what the program says to people, as data until the edge renders it in their language.

A message is a template with fields. The template is English and, with its context, the key of its translations (`msgid`
and `msgctxt` of the gettext catalogues). Nothing outside the edge renders a message, and nothing parses one or decides
by its words; decisions use types or codes.
"""

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""The numbers that `{n:words}` writes as words."""

Value: TypeAlias = "str | int | float | Message | tuple[Value, ...]"
"""The value of a field: plain data, a message, or several, which are listed (`a, b and c`)."""


@dataclass(frozen=True, slots=True)
class Message:
    """A template with its fields and, for problems, a remedy.

    With `plural`, `template` is the singular and the field `n` chooses. `context` distinguishes equal templates with
    different translations. `str()` gives the English text: for logs, the terminal, and tests.

    >>> str(message("{name} is out of the game.", name="Astrid"))
    'Astrid is out of the game.'
    >>> [str(plural("{n:words} die", "{n:words} dice", n)) for n in (1, 2, 30)]
    ['one die', 'two dice', '30 dice']
    >>> str(message("{names} throw again.", names=("Astrid", "Bjorn", "Sigrid")))
    'Astrid, Bjorn and Sigrid throw again.'
    >>> str(message("The camera is missing").with_remedy(message("check its cable")))
    'The camera is missing: check its cable.'
    """

    template: str
    fields: tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    context: str = ""
    remedy: "Message | None" = None

    def with_remedy(self, remedy: "Message") -> "Message":
        """Adds a remedy; both are rendered as one sentence, so neither has a full stop."""
        return replace(self, remedy=remedy)

    def without_remedy(self) -> "Message":
        """Removes the remedy."""
        return replace(self, remedy=None)

    def __str__(self) -> str:
        """Renders it in English."""
        return Formatter().render(self)


def message(template: str, /, *, context: str = "", **fields: Value) -> Message:
    """Makes a message. The template must be a literal, so that the catalogues' extraction finds it."""
    return Message(template, tuple(fields.items()), context=context)


def plural(one: str, many: str, n: int, /, *, context: str = "", **fields: Value) -> Message:
    """Makes a message whose template depends on a number (the field `n`); both templates must be literals."""
    return Message(one, (("n", n), *fields.items()), many, context)


class Formatter(string.Formatter):
    """Renders messages in English; a language overrides what differs."""

    def render(self, said: Message) -> str:
        """Returns the text of a message, followed by its remedy after a colon."""
        text = self.vformat(self.template(said), (), dict(said.fields))
        return text if said.remedy is None else f"{text}: {self.render(said.remedy)}."

    def template(self, said: Message) -> str:
        """Chooses the template."""
        return said.plural if said.plural and dict(said.fields)["n"] != 1 else said.template

    def listing(self, items: Sequence[str]) -> str:
        """Joins items into a list, as in a sentence."""
        return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))

    def words(self, number: int) -> str:
        """Writes a small number in words, a large one in digits."""
        return WORDS[number] if 0 <= number < len(WORDS) else str(number)

    def decimal(self, text: str) -> str:
        """Writes a formatted number that is not whole with the decimal separator of the language."""
        return text

    def format_field(self, value: Any, format_spec: str) -> str:
        """Formats one field: nested messages, listings, `{n:words}`, numbers."""
        match value:
            case Message():
                return self.render(value)
            case tuple() | list():
                return self.listing([self.format_field(item, format_spec) for item in value])
            case int() if format_spec == "words":
                return self.words(value)
            case float():
                return self.decimal(format(value, format_spec))
            case _:
                return format(value, format_spec)


def to_json(said: Message) -> dict[str, Any]:
    """Converts a message to JSON, for the journal.

    >>> from_json(to_json(message("{name} is out.", name="Astrid"))) == message("{name} is out.", name="Astrid")
    True
    """
    body: dict[str, Any] = {"template": said.template}
    if said.fields:
        body["fields"] = {name: _value_to_json(value) for name, value in said.fields}
    if said.plural:
        body["plural"] = said.plural
    if said.context:
        body["context"] = said.context
    if said.remedy:
        body["remedy"] = to_json(said.remedy)
    return body


def from_json(body: Mapping[str, Any] | str) -> Message:
    """Converts JSON to a message; plain text, as in older journals, becomes a template without fields.

    Raises:
        KeyError, TypeError: where it is no message.
    """
    if isinstance(body, str):
        return literal(body)
    remedy = body.get("remedy")
    return Message(
        str(body["template"]),
        tuple((str(name), _value_from_json(value)) for name, value in dict(body.get("fields", {})).items()),
        str(body.get("plural", "")),
        str(body.get("context", "")),
        None if remedy is None else from_json(remedy),
    )


def literal(text: str) -> Message:
    """Makes a message of untranslatable text: what people typed, a name, a system error.

    >>> str(literal("{as it is}"))
    '{as it is}'
    """
    return Message("{text}", (("text", text),))


def _value_to_json(value: Value) -> Any:
    match value:
        case Message():
            return {"message": to_json(value)}
        case tuple() | list():
            return [_value_to_json(item) for item in value]
        case _:
            return value


def _value_from_json(value: Any) -> Any:
    match value:
        case {"message": dict() as body}:
            return from_json(body)
        case list():
            return tuple(_value_from_json(item) for item in value)
        case _:
            return value
