"""What a check finds."""

from dataclasses import asdict, dataclass
from enum import IntEnum


class Level(IntEnum):
    """How grave a finding is; an ISSUE keeps the box from doing its work."""

    OK = 0
    INFO = 1
    WARNING = 2
    ISSUE = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor: the part that was looked at, what was found, and what to do about it."""

    part: str
    level: Level
    says: str
    remedy: str = ""

    def line(self) -> str:
        """Writes it for people.

        >>> Finding("disk", Level.ISSUE, "full", "make room").line()
        'ISSUE    disk: full: make room'
        """
        says = f"{self.says}: {self.remedy}" if self.remedy else self.says
        return f"{self.level.name:<8} {self.part}: {says}"

    def as_data(self) -> dict[str, str]:
        """Gives it for machines."""
        return {**asdict(self), "level": self.level.name}


def ok(part: str, says: str) -> Finding:
    """Finds nothing wrong."""
    return Finding(part, Level.OK, says)


def info(part: str, says: str, remedy: str = "") -> Finding:
    """Finds something worth knowing."""
    return Finding(part, Level.INFO, says, remedy)


def warning(part: str, says: str, remedy: str) -> Finding:
    """Finds what may become an issue."""
    return Finding(part, Level.WARNING, says, remedy)


def issue(part: str, says: str, remedy: str) -> Finding:
    """Finds what keeps the box from its work."""
    return Finding(part, Level.ISSUE, says, remedy)
