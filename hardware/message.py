"""Messages of the devices: what is the matter and what to do about it, as data.

The text is rendered by whoever shows it, in the language of the table; `hardware` knows no languages. A template is
English and the key of its translations.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Message:
    """A template, the fields that fill it, and what people can do about it; the same shape as the game's messages.

    `str()` gives the English text, for logs and the terminal.

    >>> str(message("There is no camera {number}", number=2).with_remedy(message("check its cable")))
    'There is no camera 2: check its cable.'
    """

    template: str
    fields: tuple[tuple[str, object], ...] = ()
    plural: str = ""
    context: str = ""
    remedy: "Message | None" = None

    def with_remedy(self, remedy: "Message") -> "Message":
        """Adds what to do about it; the two are rendered as one sentence, so neither has a full stop."""
        return replace(self, remedy=remedy)

    def __str__(self) -> str:
        """Renders it in English."""
        text = self.template.format(**dict(self.fields))
        return text if self.remedy is None else f"{text}: {self.remedy}."


def message(template: str, /, **fields: object) -> Message:
    """Makes a message; the template must be a literal, so that it is found when the catalogues are extracted."""
    return Message(template, tuple(fields.items()))
