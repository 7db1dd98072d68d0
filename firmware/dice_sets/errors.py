"""Errors of die sets."""

from firmware.errors import MeierboxError


class DieSetError(MeierboxError):
    """Something is wrong with a die set."""


class InvalidDieSetError(DieSetError, ValueError):
    """An invalid name, file or measurement of a die set."""


class DieSetNotFoundError(DieSetError, LookupError):
    """There is no die set with this name."""


class DieSetFileError(DieSetError, OSError):
    """The file of a die set cannot be read."""
