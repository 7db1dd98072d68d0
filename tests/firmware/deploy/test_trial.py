"""A release on trial proves itself, or the previous one returns, journal and all."""

from pathlib import Path

import pytest

from firmware.config.start_guard import FLAG
from firmware.deploy import release_bundle
from firmware.deploy.releases import Trial, UpdateResult
from firmware.deploy.steps import carry_out
from firmware.deploy.trial import STEADY, TRIALS, finish_trial
from firmware.rules.message import message
from tests.firmware.deploy.installed_box import GAMES, Box, make_bundle

NEW = "0.2.0-1a2b3c4"


def begin(box: Box, folder: Path, journal: int = 1) -> None:
    with release_bundle.opened(make_bundle(folder, journal=journal)) as opened:
        list(carry_out(box.update(opened).steps()))
    box.machine.deeds.clear()


def end(box: Box) -> UpdateResult | None:
    return finish_trial(box.releases, box.machine, box.journal, box.machine.clock)


def test_a_box_that_runs_long_enough_is_kept(box: Box, tmp_path: Path) -> None:
    begin(box, tmp_path)
    assert end(box) == UpdateResult(NEW, True, message("It has proven itself."))
    assert box.machine.now >= STEADY
    assert box.machine.deeds == [f"install {NEW}", f"start {NEW}"], "with its own units"
    assert (box.releases.trial, box.releases.current) == (None, box.releases.place(NEW))
    assert box.games() == GAMES


def test_without_a_trial_nothing_is_done(box: Box) -> None:
    assert end(box) is None
    assert box.machine.deeds == []


@pytest.mark.parametrize("journal", [1, 2])
def test_a_release_that_does_not_start_is_rolled_back(box: Box, tmp_path: Path, journal: int) -> None:
    old = box.releases.current
    assert old is not None
    box.machine.bad = frozenset({NEW})
    begin(box, tmp_path, journal)
    (box.journal / FLAG).write_text('{"starts": 5, "reason": ""}')
    result = end(box)
    assert result is not None
    assert not result.kept
    assert "did not start" in str(result.says)
    assert box.releases.current == old
    assert box.machine.deeds[-2:] == [f"install {old.name}", f"start {old.name}"]
    assert box.machine.running
    assert (box.journal_kind(), box.games()) == (1, GAMES)
    assert not (box.journal / FLAG).exists(), "the starts that broke off were the other release's"


def test_a_safe_start_fails_the_trial_unless_the_box_had_one_before(box: Box, tmp_path: Path) -> None:
    begin(box, tmp_path)
    box.machine.safe = True
    result = end(box)
    assert result is not None
    assert not result.kept
    assert "no camera" in str(result.says)
    begin(box, tmp_path / "again")
    result = end(box)
    assert result is not None
    assert result.kept, "the camera was missing before, too"


class Restless:
    """A box that is restarted every ten seconds."""

    def __init__(self, box: Box) -> None:
        self.machine = box.machine

    def clock(self) -> float:
        self.machine.starts = int(self.machine.now // 10)
        return self.machine.now


def test_a_release_that_keeps_restarting_is_rolled_back(box: Box, tmp_path: Path) -> None:
    begin(box, tmp_path)
    result = finish_trial(box.releases, box.machine, box.journal, Restless(box).clock)
    assert result is not None
    assert not result.kept
    assert "without a restart" in str(result.says)


def test_an_interrupted_trial_continues_but_not_forever(box: Box, tmp_path: Path) -> None:
    """The release itself may crash the machine."""
    begin(box, tmp_path)
    box.releases.write_trial(Trial(NEW, begun=TRIALS - 1))
    assert (kept := end(box)) is not None
    assert kept.kept
    box.releases.write_trial(Trial(NEW, begun=TRIALS))
    assert (gone := end(box)) is not None
    assert not gone.kept
    assert "were interrupted" in str(gone.says)


def test_a_trial_with_a_damaged_record_is_still_a_trial(box: Box, tmp_path: Path) -> None:
    begin(box, tmp_path)
    (box.releases.folder / "trial").write_text('{"name": "0.2')
    result = end(box)
    assert result is not None
    assert result.kept


def test_a_trial_interrupted_before_the_switch_changes_nothing(box: Box) -> None:
    old = box.releases.current
    assert old is not None
    box.releases.point("previous", old)
    box.releases.write_trial(Trial(NEW))
    result = end(box)
    assert result is not None
    assert "repeat it" in str(result.says)
    assert (box.releases.current, box.releases.trial, box.machine.running) == (old, None, True)


def test_without_a_previous_release_the_current_one_stays(box: Box, tmp_path: Path) -> None:
    begin(box, tmp_path)
    (box.releases.folder / "previous").unlink()
    assert (result := end(box)) is not None
    assert result.kept


def test_releases_that_are_neither_current_nor_previous_are_deleted_in_the_end(box: Box, tmp_path: Path) -> None:
    for version in ("0.2.0", "0.3.0", "0.4.0"):
        with release_bundle.opened(make_bundle(tmp_path, version)) as opened:
            list(carry_out(box.update(opened).steps()))
        end(box)
    assert {place.name for place in (box.releases.folder / "releases").iterdir()} == {"0.3.0-1a2b3c4", "0.4.0-1a2b3c4"}
