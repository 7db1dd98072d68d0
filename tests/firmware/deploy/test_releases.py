"""The record of trials and updates, and the doctor's report of it."""

import json
from pathlib import Path

from firmware.deploy.releases import REQUESTED, Releases, Trial, UpdateResult
from firmware.doctor.release_check import ReleaseStage, ReleaseStatus
from firmware.rules.message import literal, message

NEW = "0.2.0-1a2b3c4"
FAILED = message("It failed {count} times.", count=3)


def test_trials_and_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    releases = Releases(tmp_path)
    assert (releases.trial, releases.result) == (None, None)
    for trial in (Trial(NEW), Trial(NEW, was_safe=True, begun=2, against=FAILED, requested=True)):
        releases.write_trial(trial)
        assert releases.trial == trial
    for result in (UpdateResult(NEW, True, FAILED), UpdateResult(NEW, False, FAILED, requested=True)):
        releases.end_trial(result)
        assert (releases.trial, releases.result) == (None, result)


def test_the_doctor_reports_the_progress_of_an_update(tmp_path: Path) -> None:
    releases = Releases(tmp_path)
    assert releases.status is None
    releases.write_trial(Trial(NEW, begun=1))
    assert releases.status == ReleaseStatus(NEW, ReleaseStage.ON_TRIAL)
    releases.write_trial(Trial(NEW, begun=1, against=FAILED))
    assert releases.status == ReleaseStatus(NEW, ReleaseStage.ROLLING_BACK, FAILED)
    for result, stage in (
        (UpdateResult(NEW, False, FAILED), ReleaseStage.ROLLED_BACK),
        (UpdateResult(NEW, False, FAILED, requested=True), ReleaseStage.ROLLED_BACK_ON_REQUEST),
    ):
        releases.end_trial(result)
        assert releases.status == ReleaseStatus(NEW, stage, FAILED)
    releases.end_trial(UpdateResult(NEW, True, FAILED))
    assert releases.status == ReleaseStatus(NEW, ReleaseStage.KEPT)


def test_what_an_earlier_release_recorded_is_read(tmp_path: Path) -> None:
    """Releases up to 0.1 wrote texts, and read only these keys."""
    releases = Releases(tmp_path)
    (tmp_path / "trial").write_text(json.dumps({"name": NEW, "was_safe": False, "begun": 1, "against": "It failed."}))
    (tmp_path / "outcome").write_text(json.dumps({"name": NEW, "kept": False, "says": "It failed."}))
    assert releases.trial == Trial(NEW, begun=1, against=literal("It failed."))
    assert releases.result == UpdateResult(NEW, False, literal("It failed."))
    releases.write_trial(Trial(NEW, begun=1, against=REQUESTED, requested=True))
    assert json.loads((tmp_path / "trial").read_text())["against"] == str(REQUESTED)
