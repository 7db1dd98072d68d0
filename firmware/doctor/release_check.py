"""Checks the installed release: on trial, the last update's outcome, and releases on USB drives."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from firmware.doctor.finding import Finding, info, ok, warning
from firmware.rules.message import Message, message

RELEASE, USB_DRIVE = message("release"), message("USB drive")


class ReleaseStage(Enum):
    """The stage of an update."""

    ON_TRIAL = auto()
    ROLLING_BACK = auto()
    KEPT = auto()
    ROLLED_BACK = auto()
    ROLLED_BACK_ON_REQUEST = auto()


@dataclass(frozen=True, slots=True)
class ReleaseStatus:
    """The last update: its release, its stage, and why it was rolled back, if it was."""

    name: str
    stage: ReleaseStage
    reason: Message | None = None


def check_release(status: ReleaseStatus | None) -> Iterator[Finding]:
    """Reports a release on trial, or the last update's outcome; nothing on a box that was never updated."""
    if status is None:
        return
    wait = message("leave the box on for five minutes; journalctl -u meierbox-trial tells more")
    match status.stage:
        case ReleaseStage.ON_TRIAL:
            yield info(RELEASE, message("{name} is on trial", name=status.name), wait)
        case ReleaseStage.ROLLING_BACK:
            says = message("{name} is being rolled back ({reason})", name=status.name, reason=_reason(status))
            yield warning(RELEASE, says, wait)
        case ReleaseStage.KEPT:
            yield ok(RELEASE, message("{name} was kept after its trial", name=status.name))
        case ReleaseStage.ROLLED_BACK_ON_REQUEST:
            yield info(RELEASE, message("{name} was rolled back, as requested", name=status.name))
        case ReleaseStage.ROLLED_BACK:
            says = message("{name} was not kept ({reason})", name=status.name, reason=_reason(status))
            remedy = message("report it to its maker (meierbox doctor --bundle FILE), and use another release")
            yield warning(RELEASE, says, remedy)


def _reason(status: ReleaseStatus) -> Message:
    return status.reason or message("for an unknown reason")


def check_usb_drives(bundles: Sequence[Path], devices: Sequence[Path]) -> Iterator[Finding]:
    """Reports releases on mounted USB drives, and unmounted drives (as all are on a console)."""
    for bundle in bundles:
        says = message("there is a release on one ({file})", file=bundle.name)
        yield info(USB_DRIVE, says, message("sudo meierbox update {bundle}", bundle=str(bundle)))
    for device in devices:
        says = message("one is plugged in ({device})", device=str(device))
        remedy = message("sudo meierbox update {device} takes a release from it", device=str(device))
        yield info(USB_DRIVE, says, remedy)
