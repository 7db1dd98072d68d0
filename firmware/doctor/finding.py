"""What a check finds: a part of the box, how serious it is, what is the matter, and what to do about it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from firmware.rules.message import Message


class Level(IntEnum):
    """How serious a finding is; an ISSUE keeps the box from doing its work."""

    OK = 0
    INFO = 1
    WARNING = 2
    ISSUE = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor: the part that was examined, what was found, and what to do about it."""

    part: Message
    level: Level
    says: Message
    remedy: Message | None = None

    def line(self, render: Callable[[Message], str]) -> str:
        """Writes it for people; `render` gives the text of a message.

        >>> from firmware.rules.message import message
        >>> issue(message("disk"), message("full"), message("make room")).line(str)
        'ISSUE    disk: full: make room'
        """
        parts = [self.part, self.says, *([self.remedy] if self.remedy else [])]
        return f"{self.level.name:<8} {': '.join(map(render, parts))}"

    def as_data(self, render: Callable[[Message], str]) -> dict[str, str]:
        """Gives it for machines; `render` gives the text of a message."""
        remedy = render(self.remedy) if self.remedy else ""
        return {"part": render(self.part), "level": self.level.name, "says": render(self.says), "remedy": remedy}


def ok(part: Message, says: Message) -> Finding:
    """Finds nothing wrong."""
    return Finding(part, Level.OK, says)


def info(part: Message, says: Message, remedy: Message | None = None) -> Finding:
    """Finds something worth knowing."""
    return Finding(part, Level.INFO, says, remedy)


def warning(part: Message, says: Message, remedy: Message) -> Finding:
    """Finds what may become an issue."""
    return Finding(part, Level.WARNING, says, remedy)


def issue(part: Message, says: Message, remedy: Message) -> Finding:
    """Finds what keeps the box from doing its work."""
    return Finding(part, Level.ISSUE, says, remedy)
