"""Errors of the computer players."""

from firmware.errors import MeierboxError


class UnknownCharacterError(MeierboxError, LookupError):
    """No computer player has this name."""
