"""The root of the errors of `firmware`: what goes wrong is a message; each folder has a small hierarchy of its own."""

from firmware.rules.message import Message


class MeierboxError(Exception):
    """Something cannot be done; `message` says what, and what to do about it."""

    def __init__(self, message: Message) -> None:
        """Takes what is said to people."""
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        """Returns the English text."""
        return str(self.message)
