"""What the journal stores besides rows: games, photographs, sealed rolls."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class StoredPhotograph:
    """A photograph with its marks, stored under the number `seq` of a row."""

    seq: int
    body: dict[str, Any]
    encoded: bytes


@dataclass(frozen=True, slots=True, repr=False)
class VaultEntry:
    """A sealed roll in the vault: number, salt, faces, and the photograph with its marks."""

    serial: int
    salt: bytes
    faces: tuple[int, ...]
    body: dict[str, Any]
    encoded: bytes

    def __repr__(self) -> str:
        """Hides the contents: they are secret until the reveal."""
        return "<sealed>"


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the journal: its number, when it began (seconds since 1970), and its rules ("" if unreadable)."""

    number: int
    begun: float
    rules: str
