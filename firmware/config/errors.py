"""Errors of settings and of small files."""

from pathlib import Path

from firmware.errors import MeierboxError
from firmware.rules.message import Message, message


class ConfigError(MeierboxError):
    """Something that was configured is unusable."""


class SettingValueError(ConfigError, ValueError):
    """A value that the setting does not take."""


class UnusableFileError(ConfigError, ValueError):
    """A file exists but is unusable; `problem` says why.

    `damaged`: its content is at fault, so it may be set aside; otherwise the machine refused access.
    """

    def __init__(self, path: Path, problem: Message, *, damaged: bool = True) -> None:
        """Names the file and the problem; the caller may know a better remedy."""
        says = message("{file} cannot be used ({problem})", file=str(path), problem=problem)
        super().__init__(says.with_remedy(message("fix or remove it")))
        self.path, self.problem, self.damaged = path, problem, damaged


class MalformedTextError(ConfigError, ValueError):
    """A text that is malformed or exceeds the limits of `bounded_files`."""
