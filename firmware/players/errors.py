"""Errors of the computer players."""

from firmware.errors import MeierboxError


class UnknownCharacterError(MeierboxError, LookupError):
    """There is no computer player with this name."""
