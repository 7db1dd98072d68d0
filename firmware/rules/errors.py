"""The errors of this package: a base class, and a subclass for each kind of unusable input.

A move that is not allowed now is not an error but a `Refusal`.
"""

from firmware.rules.message import Message


class RulesError(ValueError):
    """Base class; `message` says what is wrong, `str()` renders it in English."""

    def __init__(self, message: Message) -> None:
        """Keeps the message."""
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        """Returns the message in English."""
        return str(self.message)


class SetupError(RulesError):
    """A game that cannot be set up; `tag` is the header tag at fault, `option` the option if it is one."""

    def __init__(self, tag: str, message: Message, option: str | None = None) -> None:
        """Names the tag of RECORD.md: `Rules`, `Option`, `Seats`, `Opens` or `Stock`."""
        super().__init__(message)
        self.tag = tag
        self.option = option


class OptionError(SetupError):
    """An unknown option, or a value that it cannot take."""

    def __init__(self, option: str, message: Message) -> None:
        """Names the option, `preset` for a preset."""
        super().__init__("Option", message, option)


class ClaimError(RulesError):
    """Impossible dice, bid or total."""


class EventError(RulesError):
    """Data that is not an event, or events that do not form a game."""


class RefusedError(RulesError):
    """A command that had to be allowed was refused."""


class ActionError(RulesError):
    """Text that is not an action of a record."""


class RecordError(RulesError):
    """A line of a record that cannot be read or that the rules refuse; `line` counts from 1."""

    def __init__(self, line: int, message: Message) -> None:
        """Names the line and what is wrong with it."""
        super().__init__(message)
        self.line = line

    def __str__(self) -> str:
        """Returns the line and the problem in English."""
        return f"Line {self.line}: {self.message}"


class HeaderError(RecordError):
    """A bad header tag, or a missing one."""


class NoRecordError(HeaderError):
    """A text that does not begin like a record."""
