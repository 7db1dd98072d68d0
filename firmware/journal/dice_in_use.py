"""Which dice a game is played with, and whether its people consent that all rolls are counted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from firmware.journal.rows import Row

DICE = "dice"
"""The kind of the row that names the set of dice that a game is played with."""
COUNTED = "counted"
"""The kind of the row that says how often each face came in all rolls of a game together."""
MIN_HIDDEN = 5
"""Fewer rolls that nobody has seen are not counted: their sum would say too much of each."""


@dataclass(frozen=True, slots=True)
class DiceInUse:
    """The name of a blessed set, "" where nobody said; `counted` with the consent that all rolls are counted."""

    name: str = ""
    counted: bool = False

    def rows(self) -> tuple[Row, ...]:
        """Returns the row of a game's start; none where there is nothing to say."""
        return (Row(DICE, {"set": self.name, "counted": self.counted}),) if self.name or self.counted else ()


NO_DICE = DiceInUse()
"""Nobody said which dice these are, as in older journals."""


def dice_in_use(body: Mapping[str, Any]) -> DiceInUse:
    """Reads the body of a row."""
    return DiceInUse(str(body["set"]), bool(body["counted"]))


def counted_row(rolls: Iterable[tuple[int, ...]], revealed: int) -> Row | None:
    """Counts the faces of all rolls of a game, `revealed` of which came to light; None where it would tell too much."""
    every = list(rolls)
    if len(every) - revealed < MIN_HIDDEN:
        return None
    counts = [sum(roll.count(face) for roll in every) for face in range(1, 7)]
    return Row(COUNTED, {"faces": counts, "rolls": len(every)})
