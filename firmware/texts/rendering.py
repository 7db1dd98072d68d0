"""Renders messages in one language."""

import logging
import re
from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any, Protocol, runtime_checkable

from firmware.rules.message import Formatter, Value, message
from firmware.texts.source import text
from firmware.texts.translations import SOURCE_LANGUAGE, translations

_LOG = logging.getLogger(__name__)
DECIMAL = message(".", context="decimal separator")
BRACE = re.compile("[{}]")
"""What a template has where it is not its own text: a field, or a brace written twice."""
BETWEEN = "; "
"""Separates the items of a text that is a list, such as the number words."""


@runtime_checkable
class Renderable(Protocol):
    """What can be rendered: messages of the game and of the devices, which have the same shape."""

    @property
    def template(self) -> str:
        """The English template, or its singular."""

    @property
    def fields(self) -> tuple[tuple[str, Any], ...]:
        """The values of the fields."""

    @property
    def plural(self) -> str:
        """The plural template, or ""."""

    @property
    def context(self) -> str:
        """What distinguishes equal templates."""

    @property
    def remedy(self) -> "Renderable | None":
        """The remedy, if any."""


class Texts:
    """The texts of one language.

    >>> Texts("en").say("table.says", name="Astrid")
    'Astrid says'
    >>> Texts("de").render(text("control.challenge"))
    'Lüge!'
    """

    def __init__(self, language: str = SOURCE_LANGUAGE, catalogue: NullTranslations | None = None) -> None:
        """Takes a two-letter language, by default with its own catalogue.

        Raises:
            LookupError: where there is no such language.
        """
        self.language = language
        self._formatter = Translator(catalogue or translations(language))

    def render(self, said: Renderable) -> str:
        """Returns the text of a message."""
        return self._formatter.render(said)

    def say(self, code: str, /, **fields: Value) -> str:
        """Renders the text of a code with its fields.

        Raises:
            KeyError: where there is no text of that code.
        """
        return self.render(text(code, **fields))

    def names(self) -> tuple[str, ...]:
        """Returns the period names for seats."""
        return tuple(self.say("setup.names").split(BETWEEN))

    def listing(self, items: Sequence[str]) -> str:
        """Joins items into a list, as in a sentence.

        >>> Texts("de").listing(["Astrid", "Bjorn", "Sigrid"])
        'Astrid, Bjorn und Sigrid'
        """
        return self._formatter.listing(items)


class Translator(Formatter):
    """Looks templates up in a catalogue; what is missing, or does not fit the fields, stays English."""

    def __init__(self, catalogue: NullTranslations) -> None:
        """Takes a catalogue."""
        super().__init__()
        self._catalogue = catalogue
        self._complained: set[str] = set()
        self._numbers: Sequence[str] = ()
        self._decimal = ""

    def render(self, said: Renderable) -> str:
        """Returns the text of a message, followed by its remedy after a colon."""
        fields = dict(said.fields)
        try:
            template = self.translated(said, fields)
            rendered = self.vformat(template, (), fields) if BRACE.search(template) else template
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            self._complain(said.template, error)
            rendered = Formatter().vformat(_english(said, fields), (), fields)
        return rendered if said.remedy is None else f"{rendered}: {self.render(said.remedy)}."

    def listing(self, items: Sequence[str]) -> str:
        """Joins items into a list, as in a sentence."""
        if len(items) < 2:
            return "".join(items)
        return self.render(text("common.and", first=", ".join(items[:-1]), last=items[-1]))

    def words(self, number: int) -> str:
        """Writes a small number in words."""
        self._numbers = self._numbers or self.render(text("common.numbers")).split(BETWEEN)
        return self._numbers[number] if 0 <= number < len(self._numbers) else str(number)

    def decimal(self, text: str) -> str:
        """Writes a number with the decimal separator of the language."""
        self._decimal = self._decimal or self.render(DECIMAL)
        return text.replace(".", self._decimal)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Formats one field; the messages of the devices are rendered too."""
        if not isinstance(value, str | int | float | tuple) and isinstance(value, Renderable):
            return self.render(value)
        return super().format_field(value, format_spec)

    def translated(self, said: Renderable, fields: dict[str, Any]) -> str:
        """Returns the template in this language, in the right plural form."""
        one, many, context = said.template, said.plural, said.context
        if not one:
            return ""  # gettext would return the catalogue's header for "".
        if many and context:
            return self._catalogue.npgettext(context, one, many, fields["n"])
        if many:
            return self._catalogue.ngettext(one, many, fields["n"])
        return self._catalogue.pgettext(context, one) if context else self._catalogue.gettext(one)

    def _complain(self, template: str, error: Exception) -> None:
        """Logs a faulty translation once; never its fields, which may be hidden dice."""
        if template not in self._complained:
            self._complained.add(template)
            kind = type(error).__name__
            _LOG.error("A translation of %r does not take its fields (%s): it is shown in English.", template, kind)


def _english(said: Renderable, fields: dict[str, Any]) -> str:
    return said.plural if said.plural and fields["n"] != 1 else said.template
