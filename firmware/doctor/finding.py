"""A finding: the part examined, how serious it is, the problem, and the remedy."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from firmware.rules.message import Message


class Level(IntEnum):
    """The seriousness of a finding; an ISSUE keeps the box from working."""

    OK = 0
    INFO = 1
    WARNING = 2
    ISSUE = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding about one part: the problem and the remedy.

    `measured` are the figures behind it and technical details, which only the terminal shows.
    """

    part: Message
    level: Level
    says: Message
    remedy: Message | None = None
    measured: Message | None = None

    def line(self, render: Callable[[Message], str]) -> str:
        """Formats it for people; `render` renders a message.

        >>> from firmware.rules.message import message
        >>> issue(message("disk"), message("full"), message("make room")).line(str)
        'ISSUE    disk: full: make room'
        """
        parts = [self.part, self.says, *([self.remedy] if self.remedy else [])]
        figures = f" ({render(self.measured)})" if self.measured else ""
        return f"{self.level.name:<8} {': '.join(map(render, parts))}{figures}"

    def as_data(self, render: Callable[[Message], str]) -> dict[str, str]:
        """Returns it as data; `render` renders a message."""
        remedy = render(self.remedy) if self.remedy else ""
        return {"part": render(self.part), "level": self.level.name, "says": render(self.says), "remedy": remedy}


def ok(part: Message, says: Message, measured: Message | None = None) -> Finding:
    """Reports that all is well."""
    return Finding(part, Level.OK, says, measured=measured)


def info(part: Message, says: Message, remedy: Message | None = None) -> Finding:
    """Reports something worth knowing."""
    return Finding(part, Level.INFO, says, remedy)


def warning(part: Message, says: Message, remedy: Message, measured: Message | None = None) -> Finding:
    """Reports something that may become an issue."""
    return Finding(part, Level.WARNING, says, remedy, measured)


def issue(part: Message, says: Message, remedy: Message) -> Finding:
    """Reports something that keeps the box from working."""
    return Finding(part, Level.ISSUE, says, remedy)
