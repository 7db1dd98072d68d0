"""What goes wrong with die sets."""

from firmware.errors import MeierboxError


class DieSetError(MeierboxError):
    """Something is wrong with a die set."""


class InvalidDieSetError(DieSetError, ValueError):
    """A die set has no such name, or its file or measurements say what cannot be."""


class DieSetNotFoundError(DieSetError, LookupError):
    """There is no die set of that name."""


class DieSetFileError(DieSetError, OSError):
    """The file of a die set cannot be read."""
