"""Entering dice by hand: the dial turns to a face, or to a place in a hand; a push enters it.

No face is preselected.
"""

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class DialEntry:
    """Entry of `wanted` dice: `faces` so far, and `face` under the dial (None until it is turned).

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
        """Whether all dice are entered."""
        return len(self.faces) >= self.wanted

    def turned(self, steps: int) -> Self:
        """Turns to another face, or back to none."""
        return replace(self, face=turned_face(self.face, steps))

    def pushed(self) -> Self:
        """Enters the face under the dial, if any; none is preselected for the next die."""
        return self if self.face is None else replace(self, faces=(*self.faces, self.face), face=None)

    def back(self) -> Self:
        """Removes the last die."""
        return replace(self, faces=self.faces[:-1], face=None)


def turned_face(face: int | None, steps: int) -> int | None:
    """Returns the face this many steps on; None (no face) lies between six and one.

    >>> [turned_face(None, steps) for steps in (1, 6, 7, -1)], turned_face(5, 9)
    ([1, 6, None, 6], None)
    """
    return ((face or 0) + steps) % 7 or None


@dataclass(frozen=True, slots=True)
class PlaceEntry:
    """Entry of `wanted` of the `of` dice in a hidden hand, by place, counted from the lowest face.

    The dial offers only existing places, so that a successful entry reveals nothing of the hand. Entering faces would:
    a face that is not there would have to be refused.

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
        """Whether all places are entered."""
        return len(self.places) >= self.wanted

    def turned(self, steps: int) -> Self:
        """Turns to another place above those entered, leaving room for the others; wraps round."""
        free = self._free(self.places)
        return replace(self, place=free[(free.index(self.place) + steps) % len(free)])

    def pushed(self) -> Self:
        """Enters the place under the dial, and turns to the next."""
        places = (*self.places, self.place)
        return replace(self, places=places, place=next(iter(self._free(places)), self.place))

    def back(self) -> Self:
        """Removes the last place."""
        return replace(self, places=self.places[:-1], place=self.places[-1] if self.places else self.place)

    def _free(self, places: tuple[int, ...]) -> range:
        """Returns the places that may come next."""
        return range(max(places, default=0) + 1, self.of - (self.wanted - len(places)) + 2)
