"""Faults as real cameras have them, to test how they are handled."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class FaultKind(StrEnum):
    """`HANG` never returns, whatever the timeout; `DIE` ends the process; `FROZEN` repeats the last frame; `DARK` is
    what is seen without the lamp; `NOISE` is a picture of nothing; `SIZE` is a picture of another size.
    """

    HANG = "hang"
    DIE = "die"
    BLACK = "black"
    DARK = "dark"
    NOISE = "noise"
    SIZE = "size"
    DISCONNECT = "disconnect"
    FROZEN = "frozen"


class CameraFault(Protocol):
    """Something that goes wrong at some captures."""

    @property
    def kind(self) -> FaultKind:
        """What goes wrong."""

    def strikes(self, capture: int) -> bool:
        """Whether it falls on this capture (from 1); asked once for each."""


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
