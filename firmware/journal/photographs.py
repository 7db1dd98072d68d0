"""The photographs of a game: of reveals, and of dice laid during a challenge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from firmware.journal.database import Journal, StoredPhotograph
from firmware.journal.observation import from_body, to_body
from firmware.journal.reveal_photograph import RevealPhotograph


@dataclass(slots=True)
class Photographs:
    """Stores and loads photographs; those of the last reveal are cached.

    A reveal is identified by the journal's number of its first row. Dice laid seat by seat are photographed before the
    reveal: such a photograph is stored under the number of its own row, and assigned to the reveal later.
    """

    journal: Journal
    game: int
    _laid: list[tuple[int, RevealPhotograph]] = field(default_factory=list, repr=False)
    _reveal: int | None = None
    _shown: tuple[RevealPhotograph, ...] = field(default=(), repr=False)

    @property
    def laid(self) -> tuple[RevealPhotograph, ...]:
        """The photographs of the dice laid so far."""
        return tuple(item for _, item in self._laid)

    def hold(self, row: int, item: RevealPhotograph) -> StoredPhotograph:
        """Adds a photograph of dice just laid; returns what to store."""
        self._laid.append((row, item))
        return _stored(row, item, None)

    def restore(self, rows: Sequence[int]) -> None:
        """Loads the photographs of the rows in which dice were laid, after a power failure."""
        self._laid = [(kept.seq, item) for kept, item in self._kept(lambda kept: kept.seq in rows)] if rows else []

    def release(self) -> None:
        """Clears the dice laid so far: they were revealed, or the reveal was undone."""
        self._laid.clear()

    def of_reveal(self, first: int, others: Sequence[RevealPhotograph]) -> tuple[StoredPhotograph, ...]:
        """Returns what to store for a reveal: the dice laid for it, and `others`."""
        items = [*self._laid, *enumerate(others, start=first)]
        self._reveal, self._shown = first, tuple(item for _, item in items)
        return tuple(_stored(number, item, first) for number, item in items)

    def of(self, first: int) -> tuple[RevealPhotograph, ...]:
        """The photographs of a reveal; () if there are none."""
        if self._reveal != first:
            self._reveal = first
            self._shown = tuple(item for _, item in self._kept(lambda kept: kept.body["reveal"] == first))
        return self._shown

    def _kept(self, wanted: Callable[[StoredPhotograph], bool]) -> Iterator[tuple[StoredPhotograph, RevealPhotograph]]:
        """The wanted photographs, as far as they are readable."""
        try:
            for kept in filter(wanted, self.journal.photographs(self.game)):
                observation = from_body(kept.body, kept.encoded)
                yield kept, RevealPhotograph(observation, bool(kept.body["sealed"]), kept.body.get("seat"))
        except (KeyError, TypeError, ValueError):
            # A photograph is evidence for people only: the game continues without it.
            return


def _stored(number: int, item: RevealPhotograph, reveal: int | None) -> StoredPhotograph:
    body = {**to_body(item.observation), "sealed": item.sealed, "seat": item.seat, "reveal": reveal}
    return StoredPhotograph(number, body, item.observation.photograph)
