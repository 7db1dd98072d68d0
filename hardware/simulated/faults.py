"""Scripted faults as real cameras have them, to test how they are handled."""

from dataclasses import dataclass
from enum import StrEnum


class FaultKind(StrEnum):
    """`HANG` never returns, whatever the timeout; `FROZEN` repeats the last frame; the others are named so."""

    HANG = "hang"
    BLACK = "black"
    DISCONNECT = "disconnect"
    FROZEN = "frozen"


@dataclass(frozen=True, slots=True)
class Fault:
    """From capture number `first` (from 1) on, for `count` captures, this goes wrong.

    A disconnected camera stays away however small the count: it must be opened again.
    """

    kind: FaultKind
    first: int
    count: int = 1

    def strikes(self, capture: int) -> bool:
        """Whether it falls on this capture.

        >>> [Fault(FaultKind.BLACK, first=2, count=2).strikes(n) for n in (1, 2, 3, 4)]
        [False, True, True, False]
        """
        return self.first <= capture < self.first + self.count
