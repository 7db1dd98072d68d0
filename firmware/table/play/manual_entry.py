"""Dice told by hand: the dial turns to a face, its push enters it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """So many dice are wanted; `faces` are entered, `face` is under the dial.

    >>> entry = Entry(wanted=2).turned(1).pushed().pushed()
    >>> entry.faces, entry.complete, entry.back().faces
    ((2, 2), True, (2,))
    """

    wanted: int
    faces: tuple[int, ...] = ()
    face: int = 1

    @property
    def complete(self) -> bool:
        """Whether all are entered."""
        return len(self.faces) >= self.wanted

    def turned(self, steps: int) -> Entry:
        """Another face under the dial; after the six comes the one."""
        return Entry(self.wanted, self.faces, (self.face - 1 + steps) % 6 + 1)

    def pushed(self) -> Entry:
        """The face under the dial is entered."""
        return Entry(self.wanted, (*self.faces, self.face), self.face)

    def back(self) -> Entry:
        """The last one is taken back."""
        return Entry(self.wanted, self.faces[:-1], self.face)
