"""What goes wrong with what people set, and with the small files in which it is kept."""

from pathlib import Path

from firmware.errors import MeierboxError
from firmware.rules.message import Message, message


class ConfigError(MeierboxError):
    """Something that was set cannot be used."""


class SettingValueError(ConfigError, ValueError):
    """A setting does not take this value."""


class UnusableFileError(ConfigError, ValueError):
    """A file is there and cannot be used; `problem` says why.

    `damaged` tells whether it is the file's own fault: then it may be set aside. Else the machine kept it from us.
    """

    def __init__(self, path: Path, problem: Message, *, damaged: bool = True) -> None:
        """Names the file and the problem; whoever catches it may know a better remedy."""
        says = message("{file} cannot be used ({problem})", file=str(path), problem=problem)
        super().__init__(says.with_remedy(message("fix or remove it")))
        self.path, self.problem, self.damaged = path, problem, damaged


class MalformedTextError(ConfigError, ValueError):
    """A text that is not of its kind, or beyond the limits of `bounded_files`."""
