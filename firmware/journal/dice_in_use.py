"""The dice that a game is played with, and whether its players consent to counting all rolls."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from firmware.journal.rows import Row

DICE = "dice"
"""The kind of the row that names the set of dice in use."""
COUNTED = "counted"
"""The kind of the row with the counts of all faces of a game."""
MIN_HIDDEN = 5
"""Fewer unrevealed rolls are not counted, since the sum would reveal too much of each."""


@dataclass(frozen=True, slots=True)
class DiceInUse:
    """The name of a blessed set ("" if unknown); `counted`: the players consent to counting all rolls."""

    name: str = ""
    counted: bool = False

    def rows(self) -> tuple[Row, ...]:
        """Returns the row for a game's start, or none if nothing is known."""
        return (Row(DICE, {"set": self.name, "counted": self.counted}),) if self.name or self.counted else ()


NO_DICE = DiceInUse()
"""Unknown dice, as in older journals."""


def dice_in_use(body: Mapping[str, Any]) -> DiceInUse:
    """Reads a row's body."""
    return DiceInUse(str(body["set"]), bool(body["counted"]))


def counted_row(rolls: Iterable[tuple[int, ...]], revealed: int) -> Row | None:
    """Counts the faces of all rolls, `revealed` of which were revealed; None if that would reveal too much."""
    every = list(rolls)
    if len(every) - revealed < MIN_HIDDEN:
        return None
    counts = [sum(roll.count(face) for roll in every) for face in range(1, 7)]
    return Row(COUNTED, {"faces": counts, "rolls": len(every)})
