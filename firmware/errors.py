"""The root of `firmware`'s errors: each carries a message, and each folder has its own small hierarchy."""

from firmware.rules.message import Message


class MeierboxError(Exception):
    """Something cannot be done; `message` says what, and what to do about it."""

    def __init__(self, message: Message) -> None:
        """Takes the message for people."""
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        """Returns the English text."""
        return str(self.message)
