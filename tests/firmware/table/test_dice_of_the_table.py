"""The table stores in the journal which dice are in use."""

import random
from pathlib import Path

from firmware.app.navigation import open_table, word_list
from firmware.config.settings import COUNT_ROLLS
from firmware.dice_sets.die_set import DieSet, PipStyle, Shape
from firmware.journal.database import Journal
from firmware.journal.dice_in_use import DICE
from firmware.table.context import Equipment
from tests.firmware.evening import NAMES, begin

BONE = DieSet("red-bone", Shape.OBLONG, PipStyle.RINGS, (1, 2, 3, 4, 5, 6))


def dice_rows(folder: Path, die_set: DieSet | None, *, consent: bool) -> list[dict[str, object]]:
    equipment = Equipment(word_list, random.Random(1), die_set=die_set)
    equipment.preferences.set_temporarily(COUNT_ROLLS, consent)
    with Journal(folder) as journal:
        table = open_table(journal, lambda: 1000.0, equipment, rules="viking")
        begin(table, NAMES, {}, 0)
        return [row.body for _, row in journal.rows(1) if row.kind == DICE]


def test_a_game_notes_the_set_that_play_was_given_and_what_the_people_consent_to(tmp_path: Path) -> None:
    assert dice_rows(tmp_path / "a", BONE, consent=False) == [{"set": "red-bone", "counted": False}]
    assert dice_rows(tmp_path / "b", None, consent=True) == [{"set": "", "counted": True}]
    assert dice_rows(tmp_path / "c", None, consent=False) == []
