"""The users and groups of a system, read from its files, so that mounted images work as well."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class User:
    """A user with the numbers of all its groups."""

    name: str
    number: int
    group: int
    groups: frozenset[int]


@dataclass(frozen=True, slots=True)
class Accounts:
    """The users and groups of the system under `root`."""

    root: Path

    def user(self, name: str) -> User | None:
        """Finds a user, or None."""
        for fields in _lines(self.root / "etc/passwd"):
            if fields[0] == name:
                own = int(fields[3])
                others = {number for _, number, members in self._groups() if name in members}
                return User(name, int(fields[2]), own, frozenset({own, *others}))
        return None

    def group_name(self, number: int) -> str:
        """Returns the name of a group, or its number where it has none."""
        return next((name for name, found, _ in self._groups() if found == number), str(number))

    def group_names(self) -> frozenset[str]:
        """Returns the names of all groups."""
        return frozenset(name for name, _, _ in self._groups())

    def numbers(self, names: tuple[str, ...]) -> frozenset[int]:
        """Returns the numbers of the groups of these names."""
        return frozenset(number for name, number, _ in self._groups() if name in names)

    def _groups(self) -> list[tuple[str, int, list[str]]]:
        return [(name, int(number), users.split(",")) for name, _, number, users in _lines(self.root / "etc/group")]


def _lines(path: Path) -> list[list[str]]:
    try:
        text = path.read_text("utf-8", errors="replace")
    except FileNotFoundError:
        return []
    rows = [line.split(":") for line in text.splitlines()]
    return [row[:4] for row in rows if len(row) >= 4 and row[2].isdecimal()]


def closed_to(user: User, path: Path) -> Path | None:
    """Returns the first folder on the way to `path`, or `path` itself, that the user may not enter or read."""
    if user.number == 0:
        return None
    real = path.resolve()
    for part in (*reversed(real.parents), real):
        try:
            status = part.stat()
        except PermissionError:
            # Closed even to the owner.
            return part.parent
        if status.st_uid == user.number:
            shift = 6
        elif status.st_gid in user.groups:
            shift = 3
        else:
            shift = 0
        wanted = 0o5 if part == real else 0o1
        if (status.st_mode >> shift) & wanted != wanted:
            return part
    return None
