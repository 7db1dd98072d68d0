"""A release on trial, kept or taken back, and sticks, under the doctor's eyes."""

from pathlib import Path

import pytest

from firmware.deploy.releases import WISHED, Outcome, Shelf, Trial
from firmware.doctor.finding import Finding, Level
from firmware.doctor.release_check import check_release, check_sticks

NEW = "0.2.0-1a2b3c4"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def found(shelf: Shelf) -> Finding:
    (finding,) = check_release(shelf)
    return finding


def test_a_box_that_was_never_updated_has_nothing_to_tell(shelf: Shelf) -> None:
    assert list(check_release(shelf)) == []


def test_a_trial_under_way_is_told_and_what_to_do_meanwhile(shelf: Shelf) -> None:
    shelf.write_trial(Trial(NEW, begun=1))
    finding = found(shelf)
    assert (finding.level, finding.says) == (Level.INFO, f"{NEW} is on trial")
    assert "leave the box on" in finding.remedy


def test_a_release_that_is_being_taken_back_is_a_warning_with_the_reason(shelf: Shelf) -> None:
    shelf.write_trial(Trial(NEW, begun=1, against="It did not come up."))
    finding = found(shelf)
    assert finding.level is Level.WARNING
    assert finding.says == f"{NEW} is being taken back (It did not come up)"


@pytest.mark.parametrize(
    ("outcome", "level", "says"),
    [
        (Outcome(NEW, True, "It has proven itself."), Level.OK, "was kept after its trial"),
        (Outcome(NEW, False, "It did not come up. The box is /old again."), Level.WARNING, "(It did not come up. The"),
        (Outcome(NEW, False, f"{WISHED} The box is /old again."), Level.INFO, "as somebody wished"),
    ],
)
def test_what_became_of_the_last_update_is_told(shelf: Shelf, outcome: Outcome, level: Level, says: str) -> None:
    shelf.end_trial(outcome)
    assert found(shelf).level is level
    assert says in found(shelf).says


def test_sticks_come_with_the_command_that_takes_a_release_from_them() -> None:
    bundle = Path("/media/astrid/STICK/meierbox-0.2.0-1a2b3c4.zip")
    said = [(finding.level, finding.remedy) for finding in check_sticks([bundle], [Path("/dev/sda1")])]
    assert said == [
        (Level.INFO, f"sudo meierbox update {bundle}"),
        (Level.INFO, "sudo meierbox update /dev/sda1 takes a release from it"),
    ]
