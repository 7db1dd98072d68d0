"""Messages of the devices: what is wrong and what to do about it, as data.

The text is rendered by whoever shows it, in the language of the table; `hardware` knows no languages. A template is
English and, with its context, the key of its translations.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeAlias

Value: TypeAlias = "str | int | float | Message | tuple[Value, ...]"
"""What may fill a field: data as it is, a message, or several of them, which are listed (`a, b and c`)."""


@dataclass(frozen=True, slots=True)
class Message:
    """A template, the fields that fill it, and what people can do about it; the same shape as the game's messages.

    `str()` gives the English text, for logs and the terminal.

    >>> str(message("There is no camera {number}", number=2).with_remedy(message("check its cable")))
    'There is no camera 2: check its cable.'
    >>> str(message("{names} are missing", names=("red", "gain", "blue")))
    'red, gain and blue are missing'
    """

    template: str
    fields: tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    context: str = ""
    remedy: "Message | None" = None

    def with_remedy(self, remedy: "Message") -> "Message":
        """Adds what to do about it; the two are rendered as one sentence, so neither has a full stop."""
        return replace(self, remedy=remedy)

    def without_remedy(self) -> "Message":
        """Drops the remedy."""
        return replace(self, remedy=None)

    def __str__(self) -> str:
        """Renders it in English."""
        values = {name: _listed(value) for name, value in self.fields}
        template = self.plural if self.plural and values["n"] != 1 else self.template
        text = template.format(**values)
        return text if self.remedy is None else f"{text}: {self.remedy}."


Warn = Callable[[Message], None]
"""Takes a warning that somebody should see."""


def message(template: str, /, *, context: str = "", **fields: Value) -> Message:
    """Makes a message; the template must be a literal, so that it is found when the catalogues are extracted."""
    return Message(template, tuple(fields.items()), context=context)


def literal(text: str) -> Message:
    """Makes a message of words that are not translated: typed text, a name, a system's own error.

    >>> str(literal("{as it is}"))
    '{as it is}'
    """
    return Message("{text}", (("text", text),))


def in_a_row(sentences: Sequence[Message]) -> Message:
    """Makes one message of several whole sentences (one or more), each of which has its remedy.

    >>> no_cable, no_light = (message("{what} is missing", what=what).with_remedy(message("fetch it")) for what in "AB")
    >>> str(in_a_row((no_cable, no_light)))
    'A is missing: fetch it. B is missing: fetch it.'
    """
    return reduce(lambda so_far, sentence: message("{so_far} {sentence}", so_far=so_far, sentence=sentence), sentences)


def _listed(value: Value) -> object:
    if not isinstance(value, tuple):
        return value
    items = [str(_listed(item)) for item in value]
    return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))
