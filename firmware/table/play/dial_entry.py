"""Dice that are entered by hand: the dial turns to a face, or to a place in a hand; its push enters it.

No face is selected beforehand.
"""

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class DialEntry:
    """This many dice are `wanted`; `faces` are entered, `face` is under the dial: None until it is turned.

    >>> entry = DialEntry(wanted=2).turned(3).pushed().turned(-1).pushed()
    >>> entry.faces, entry.complete, entry.back().faces
    ((3, 6), True, (3,))
    >>> DialEntry(wanted=2).pushed().faces, DialEntry(wanted=2).turned(3).turned(-3).face
    ((), None)
    """

    wanted: int
    faces: tuple[int, ...] = ()
    face: int | None = None

    @property
    def complete(self) -> bool:
        """Whether all are entered."""
        return len(self.faces) >= self.wanted

    def turned(self, steps: int) -> Self:
        """Turns to another face, or back to none."""
        return replace(self, face=turned_face(self.face, steps))

    def pushed(self) -> Self:
        """Enters the face under the dial, if there is one; none is selected for the next die."""
        return self if self.face is None else replace(self, faces=(*self.faces, self.face), face=None)

    def back(self) -> Self:
        """Takes the last one back."""
        return replace(self, faces=self.faces[:-1], face=None)


def turned_face(face: int | None, steps: int) -> int | None:
    """Returns the face that lies this many steps further; None, no face, lies between the six and the one.

    >>> [turned_face(None, steps) for steps in (1, 6, 7, -1)], turned_face(5, 9)
    ([1, 6, None, 6], None)
    """
    return ((face or 0) + steps) % 7 or None


@dataclass(frozen=True, slots=True)
class PlaceEntry:
    """So many of the `of` dice of a hidden hand are `wanted`, named by their places, counted from the lowest face up.

    Every place that the dial turns to is one that the hand has. That the entry succeeds tells nothing of the hand
    before its dice are shown, which faces would: whoever entered a face that is not there would have to be refused.

    >>> entry = PlaceEntry(wanted=2, of=4).turned(1).pushed()
    >>> entry.places, entry.place, entry.turned(1).place, entry.turned(2).place
    ((2,), 3, 4, 3)
    >>> entry.pushed().complete, entry.back().places
    (True, ())
    """

    wanted: int
    of: int
    places: tuple[int, ...] = ()
    place: int = 1

    @property
    def complete(self) -> bool:
        """Whether all are entered."""
        return len(self.places) >= self.wanted

    def turned(self, steps: int) -> Self:
        """Turns to another place above those entered with room for the others; after the last comes the first."""
        free = self._free(self.places)
        return replace(self, place=free[(free.index(self.place) + steps) % len(free)])

    def pushed(self) -> Self:
        """Enters the place under the dial, and turns to the next."""
        places = (*self.places, self.place)
        return replace(self, places=places, place=next(iter(self._free(places)), self.place))

    def back(self) -> Self:
        """Takes the last one back."""
        return replace(self, places=self.places[:-1], place=self.places[-1] if self.places else self.place)

    def _free(self, places: tuple[int, ...]) -> range:
        """Returns the places that may follow those entered."""
        return range(max(places, default=0) + 1, self.of - (self.wanted - len(places)) + 2)
