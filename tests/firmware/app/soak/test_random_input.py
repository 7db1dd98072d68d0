"""The soak test's players."""

import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from firmware.app.autoplay.demo_player import Truths
from firmware.app.soak.random_input import RandomInput
from firmware.calibrate.calibration_supervisor import CalibrationSupervisor, NoCalibration
from firmware.table.play.showdown import ShowdownMode
from firmware.table.table import Table
from hardware.ports import Control, Pressed
from tests.firmware.evening import unsure
from tests.firmware.table.cups_evening import BASE, begun


@dataclass
class Box:
    """A table alone, with the true dice of its readings."""

    table: Table
    truths: Truths = field(default_factory=dict)
    calibration: CalibrationSupervisor = field(default_factory=NoCalibration)


def test_a_hand_that_cannot_be_read_is_entered_by_hand_and_not_read_again_and_again(tmp_path: Path) -> None:
    """Simulated dice that lean stay so, whoever lays them."""
    evening = begun(tmp_path, BASE)
    evening.press("dial")
    evening.bid(4, 5)
    evening.press("challenge")
    box = Box(evening.table)
    people = RandomInput(box, random.Random(3), lambda: ("sympkyn-cups", None))
    did: Counter[str] = Counter()
    for _ in range(40):
        mode = evening.table.mode
        if not isinstance(mode, ShowdownMode):
            break
        if mode.waiting is not None:
            people.next()
            evening.table.on_observation(mode.waiting, unsure("A die leans", "cocked"))
            did["read"] += 1
            continue
        action = people.next()
        if isinstance(action, Pressed):
            did[action.control.value] += 1
            evening.press(action.control.value)
    assert did["read"] < 6, did
    assert did[Control.CLAIM.value] > 0, "the table looks for itself"
