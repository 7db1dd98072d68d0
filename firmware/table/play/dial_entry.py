"""Dice that are entered by hand: the dial turns to a face, its push enters it."""

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class DialEntry:
    """This many dice are `wanted`; `faces` are entered, `face` is under the dial.

    >>> entry = DialEntry(wanted=2).turned(1).pushed().pushed()
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

    def turned(self, steps: int) -> Self:
        """Turns to another face; after the six comes the one."""
        return replace(self, face=(self.face - 1 + steps) % 6 + 1)

    def pushed(self) -> Self:
        """Enters the face under the dial."""
        return replace(self, faces=(*self.faces, self.face))

    def back(self) -> Self:
        """Takes the last one back."""
        return replace(self, faces=self.faces[:-1])
