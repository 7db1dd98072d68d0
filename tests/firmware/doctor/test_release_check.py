"""A release on trial, kept or rolled back, and USB drives, as the doctor reports them."""

from pathlib import Path

from firmware.doctor.finding import Level
from firmware.doctor.release_check import ReleaseStage, ReleaseStatus, check_release, check_usb_drives
from firmware.rules.message import message

NEW = "0.2.0-1a2b3c4"
REASON = message("It did not start.")


def test_a_box_that_was_never_updated_has_nothing_to_tell() -> None:
    assert list(check_release(None)) == []


def test_every_stage_of_an_update_is_reported() -> None:
    for stage, level, says in (
        (ReleaseStage.ON_TRIAL, Level.INFO, f"{NEW} is on trial"),
        (ReleaseStage.ROLLING_BACK, Level.WARNING, f"{NEW} is being rolled back (It did not start.)"),
        (ReleaseStage.KEPT, Level.OK, f"{NEW} was kept after its trial"),
        (ReleaseStage.ROLLED_BACK, Level.WARNING, f"{NEW} was not kept (It did not start.)"),
        (ReleaseStage.ROLLED_BACK_ON_REQUEST, Level.INFO, f"{NEW} was rolled back, as requested"),
    ):
        (finding,) = check_release(ReleaseStatus(NEW, stage, REASON))
        assert (finding.level, str(finding.says)) == (level, says)


def test_a_trial_under_way_needs_the_box_to_stay_on() -> None:
    (finding,) = check_release(ReleaseStatus(NEW, ReleaseStage.ON_TRIAL))
    assert "leave the box on" in str(finding.remedy)


def test_usb_drives_come_with_the_command_that_takes_a_release_from_them() -> None:
    bundle = Path("/media/astrid/STICK/meierbox-0.2.0-1a2b3c4.zip")
    said = [(finding.level, str(finding.remedy)) for finding in check_usb_drives([bundle], [Path("/dev/sda1")])]
    assert said == [
        (Level.INFO, f"sudo meierbox update {bundle}"),
        (Level.INFO, "sudo meierbox update /dev/sda1 takes a release from it"),
    ]
