"""The errors of this package: one base class, and a subclass for each kind of input that the rules cannot use.

What a player may not do now is no error but a `Refusal`.
"""

from firmware.rules.message import Message


class RulesError(ValueError):
    """Base class; `message` says what is wrong, `str()` says it in English."""

    def __init__(self, message: Message) -> None:
        """Keeps the message."""
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        """Returns in English what is wrong."""
        return str(self.message)


class SetupError(RulesError):
    """A game that cannot be set up; `tag` is the header tag to blame, `option` the option if it is one."""

    def __init__(self, tag: str, message: Message, option: str | None = None) -> None:
        """Names the tag of RECORD.md: `Rules`, `Option`, `Seats`, `Opens` or `Stock`."""
        super().__init__(message)
        self.tag = tag
        self.option = option


class OptionError(SetupError):
    """An option that a ruleset does not have, or a value that it cannot take."""

    def __init__(self, option: str, message: Message) -> None:
        """Names the option, `preset` for a preset."""
        super().__init__("Option", message, option)


class ClaimError(RulesError):
    """Dice, a bid or a total that cannot be."""


class EventError(RulesError):
    """Data that is no event, or events that make no game."""


class RefusedError(RulesError):
    """A command that had to be allowed was refused."""


class ActionError(RulesError):
    """Words that are no action of a record."""


class RecordError(RulesError):
    """A line of a record that cannot be read or that the rules refuse; `line` counts from 1."""

    def __init__(self, line: int, message: Message) -> None:
        """Names the line and what is wrong with it."""
        super().__init__(message)
        self.line = line

    def __str__(self) -> str:
        """Returns in English where and what."""
        return f"Line {self.line}: {self.message}"


class HeaderError(RecordError):
    """A tag of the header that cannot be read, or a header that lacks one."""


class NoRecordError(HeaderError):
    """A text that does not even begin as a record does."""
