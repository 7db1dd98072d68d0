"""The photographs of a game: of its reveals, and of the dice that a challenge is bringing to light."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from firmware.journal.database import Journal, StoredPhotograph
from firmware.journal.observation import from_body, to_body
from firmware.journal.reveal_photograph import RevealPhotograph


@dataclass(slots=True)
class Photographs:
    """Stores photographs in the journal and finds them there; those of the last reveal are cached.

    A reveal is known by the journal's number of its first row. Dice that are laid seat by seat are photographed before
    there is a reveal: such a photograph is kept under the number of its own row, and belongs to the reveal later.
    """

    journal: Journal
    game: int
    _laid: list[tuple[int, RevealPhotograph]] = field(default_factory=list, repr=False)
    _reveal: int | None = None
    _shown: tuple[RevealPhotograph, ...] = field(default=(), repr=False)

    @property
    def laid(self) -> tuple[RevealPhotograph, ...]:
        """The photographs of the dice that were laid so far."""
        return tuple(item for _, item in self._laid)

    def hold(self, row: int, item: RevealPhotograph) -> StoredPhotograph:
        """Adds a photograph of dice that were just laid; returns what is to be kept."""
        self._laid.append((row, item))
        return _stored(row, item, None)

    def restore(self, rows: Sequence[int]) -> None:
        """Finds the photographs of the rows in which dice were laid, after a power failure."""
        self._laid = [(kept.seq, item) for kept, item in self._kept(lambda kept: kept.seq in rows)] if rows else []

    def release(self) -> None:
        """Forgets what was laid: there was a reveal, or it was taken back."""
        self._laid.clear()

    def of_reveal(self, first: int, others: Sequence[RevealPhotograph]) -> tuple[StoredPhotograph, ...]:
        """Returns what is to be kept of a reveal: the dice that were laid for it, and `others`."""
        items = [*self._laid, *enumerate(others, start=first)]
        self._reveal, self._shown = first, tuple(item for _, item in items)
        return tuple(_stored(number, item, first) for number, item in items)

    def of(self, first: int) -> tuple[RevealPhotograph, ...]:
        """The photographs of a reveal; () where there are none."""
        if self._reveal != first:
            self._reveal = first
            self._shown = tuple(item for _, item in self._kept(lambda kept: kept.body["reveal"] == first))
        return self._shown

    def _kept(self, wanted: Callable[[StoredPhotograph], bool]) -> Iterator[tuple[StoredPhotograph, RevealPhotograph]]:
        """Those of the journal's photographs that are wanted and can be read."""
        try:
            for kept in filter(wanted, self.journal.photographs(self.game)):
                observation = from_body(kept.body, kept.encoded)
                yield kept, RevealPhotograph(observation, bool(kept.body["sealed"]), kept.body.get("seat"))
        except (KeyError, TypeError, ValueError):
            # A photograph is evidence for people only: the game goes on without it.
            return


def _stored(number: int, item: RevealPhotograph, reveal: int | None) -> StoredPhotograph:
    body = {**to_body(item.observation), "sealed": item.sealed, "seat": item.seat, "reveal": reveal}
    return StoredPhotograph(number, body, item.observation.photograph)
