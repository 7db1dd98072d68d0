"""A game in progress can be written as a record, and the record gives the same game."""

from pathlib import Path

import pytest

from firmware.rules.options import RulesError
from firmware.rules.record.adjudication import adjudicate
from tests.firmware.evening import Evening
from tests.firmware.table.test_every_game_resumes import EVENINGS, begun


@pytest.mark.parametrize("rules", EVENINGS)
def test_the_record_of_a_game_leads_to_the_same_state(tmp_path: Path, rules: str) -> None:
    evening = begun(tmp_path, rules)
    for step in EVENINGS[rules][1]:
        step(evening)
    state = evening.table.state
    judgement = adjudicate(evening.table.active_session.record())
    assert judgement.error is None
    assert judgement.state is not None
    assert (judgement.state.stock, judgement.state.turn, judgement.state.phase) == (
        state.stock,
        state.turn,
        state.phase,
    )


def test_hidden_dice_are_in_no_record(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.shake(5, 6)
    evening.claim(1, 3)
    assert "Astrid rolls ? claims 1-3" in evening.table.active_session.record()


@pytest.mark.parametrize("name", ["Ulf; the Red", 'Ulf "Red"', "Ulf #1", "[Ulf]", "Ulf\x07"])
def test_a_name_that_no_record_could_be_written_with_is_refused(tmp_path: Path, name: str) -> None:
    evening = Evening(tmp_path)
    with pytest.raises(RulesError, match="must not contain"):
        evening.begin(seats=("Astrid", name, "Sigrid"))
    assert evening.journal.unfinished() is None


def test_blanks_in_a_name_are_run_together(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(seats=("Astrid", "  Ulf   the Red ", "Sigrid"))
    assert evening.table.state.seats[1] == "Ulf the Red"
