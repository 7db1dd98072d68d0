"""Faults of a simulated box that another process orders, through a file: a soak test spoils the camera of its box.

The process that has the camera looks into the file at every capture. Beside it, it writes which order struck, and when,
so that a camera that was opened anew does not fail a second time by the same order, and so that whoever gave the order
knows that it mattered.
"""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hardware.errors import CameraError
from hardware.message import message
from hardware.simulated.camera_faults import CameraFault, FaultKind


@dataclass(frozen=True, slots=True)
class FaultOrder:
    """One fault: its number, its kind, for how many captures, and for how many seconds an unplugged camera is away."""

    number: int
    kind: FaultKind
    captures: int = 1
    away: float = 0.0


class FaultOrders:
    """The file with the latest order, and the one beside it with the strikes; for the process that gives the orders."""

    def __init__(self, file: Path) -> None:
        """Begins without an order."""
        self.file, self._strikes = file, _strikes_of(file)
        self._number = 0
        for part in (self.file, self._strikes):
            part.unlink(missing_ok=True)

    def give(self, kind: FaultKind, captures: int = 1, away: float = 0.0) -> None:
        """Orders a fault; an earlier one that has not struck never will."""
        self._number += 1
        _replace(self.file, {"number": self._number, "kind": kind, "captures": captures, "away": away})

    def withdraw(self) -> None:
        """Takes the order back: an unplugged camera can be opened again."""
        self._number += 1
        self.file.unlink(missing_ok=True)

    def struck_at(self) -> float | None:
        """When the latest order struck (seconds, monotonic, the same in all processes); None while it has not."""
        number, at = _last_strike(self._strikes)
        return at if number == self._number else None


def ordered_faults(file: Path) -> tuple[CameraFault, ...]:
    """The faults that are ordered through a file, for the process that has the camera.

    Raises:
        CameraError: while the camera is unplugged.
    """
    order, (number, at) = _order_in(file), _last_strike(_strikes_of(file))
    if order and order.kind is FaultKind.DISCONNECT and order.number == number and time.monotonic() < at + order.away:
        raise CameraError(message("The simulated box was unplugged").with_remedy(message("plug it in again")))
    captures = _Captures(file)
    return tuple(_OrderedFault(kind, captures.kind_at) for kind in FaultKind)


@dataclass(frozen=True, slots=True)
class _OrderedFault:
    kind: FaultKind
    kind_at: Callable[[int], FaultKind | None]

    def strikes(self, capture: int) -> bool:
        """Whether it falls on this capture."""
        return self.kind_at(capture) is self.kind


class _Captures:
    """Asks the file once for every capture."""

    def __init__(self, file: Path) -> None:
        self._file, self._capture, self._kind = file, 0, None
        self._active: FaultOrder | None = None
        self._left = 0

    def kind_at(self, capture: int) -> FaultKind | None:
        if capture != self._capture:
            self._capture, self._kind = capture, self._next(capture)
        return self._kind

    _kind: FaultKind | None

    def _next(self, capture: int) -> FaultKind | None:
        order = _order_in(self._file)
        if order is None:
            self._active = None
            return None
        if order.kind is FaultKind.FROZEN and capture == 1:
            return None  # there is no earlier frame to repeat: it strikes at the next
        if order != self._active:
            if _last_strike(_strikes_of(self._file))[0] >= order.number:
                return None
            self._active, self._left = order, order.captures
            _replace(_strikes_of(self._file), {"number": order.number, "at": time.monotonic()})
        self._left -= 1
        return order.kind if self._left >= 0 else None


def _strikes_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.struck")


def _replace(file: Path, content: dict[str, object]) -> None:
    beside = file.with_name(f"{file.name}.new")
    with suppress(OSError):
        beside.write_text(json.dumps(content))
        beside.replace(file)


def _order_in(file: Path) -> FaultOrder | None:
    try:
        found = json.loads(file.read_text())
        return FaultOrder(found["number"], FaultKind(found["kind"]), found["captures"], found["away"])
    except (OSError, ValueError, KeyError):
        return None


def _last_strike(file: Path) -> tuple[int, float]:
    try:
        found = json.loads(file.read_text())
        return int(found["number"]), float(found["at"])
    except (OSError, ValueError, KeyError):
        return 0, 0.0
