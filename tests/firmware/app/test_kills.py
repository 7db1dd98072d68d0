"""Kills of the whole box, in short; `python -m tests.firmware.app.kills` has the long form."""

from pathlib import Path

from firmware.journal.database import FILE, Journal
from firmware.journal.rows import Row
from tests.firmware.app.kills import kill, lost


def test_nothing_that_was_shown_is_lost_when_the_box_is_killed(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    toll = kill(1, seed=2, state=state)
    assert toll.findings == []
    assert toll.shown > 0


def test_a_lost_or_changed_event_is_seen(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.begin(1.0, [Row("event", {})])
    assert (tmp_path / FILE).exists()
    assert lost(tmp_path, {}, 1) == []
    assert lost(tmp_path, {(1, 1): "another", (1, 7): "gone"}, 1) == ["After kill 1 event (1, 1) and 1 more are lost."]
