"""An evening with cups: shared by the tests of the bidding and of the showdown."""

from collections.abc import Mapping
from pathlib import Path

from firmware.journal.observation import Observation
from firmware.rules.message import Message
from firmware.rules.options import OptionValue
from firmware.table.play.showdown import ShowdownMode
from firmware.table.play.verdict import VerdictMode
from tests.firmware.evening import Evening, observation

BASE: dict[str, OptionValue] = {}
ILDHAFN: dict[str, OptionValue] = {"preset": "ildhafn"}
H = ((2, 4, 4, 5, 5), (1, 1, 4, 4, 6))
"""The hands of RULES.md §5: four 4s, two 5s, two 1s, one 6."""


def begun(folder: Path, options: Mapping[str, OptionValue], seats: int = 2, can_peek: bool = False) -> Evening:
    evening = Evening(folder, rules="sympkyn-cups", can_peek=can_peek)
    evening.begin(seats=("Astrid", "Bjorn", "Sigrid", "Ulf")[:seats], options=options)
    return evening


def laying(evening: Evening) -> ShowdownMode:
    assert isinstance(evening.table.mode, ShowdownMode)
    return evening.table.mode


def decided(evening: Evening) -> VerdictMode:
    assert isinstance(evening.table.mode, VerdictMode)
    return evening.table.mode


def few(count: int) -> Observation:
    """An observation of this many dice where the camera expected more."""
    seen = observation(*[3] * count)
    return Observation(None, "too-few", Message("There are too few dice."), 0.9, seen.dice, seen.photograph, 1.0)


def tell(evening: Evening, face: int) -> None:
    evening.turn(face - (laying(evening).entry.face or 0))
    evening.press("dial")
