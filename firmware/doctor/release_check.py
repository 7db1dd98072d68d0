"""The release that is the box, where it was ever updated, and what there is on sticks to update it to."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware.deploy.releases import Shelf
from firmware.doctor.finding import Finding, info, ok, warning


def check_release(shelf: Shelf) -> Iterator[Finding]:
    """Tells of a release on trial, or what became of the last one; nothing where there was none."""
    if trial := shelf.trial:
        remedy = "leave the box on for five minutes; journalctl -u meierbox-trial tells more"
        if trial.against:
            says = f"{trial.name} is being taken back ({trial.against.rstrip('.')})"
            yield warning("release", says, remedy)
        else:
            yield info("release", f"{trial.name} is on trial", remedy)
    elif outcome := shelf.outcome:
        if outcome.kept:
            yield ok("release", f"{outcome.name} was kept after its trial")
        elif outcome.wished:
            yield info("release", f"{outcome.name} was gone back from, as somebody wished")
        else:
            says = f"{outcome.name} was not kept ({outcome.says.rstrip('.')})"
            yield warning("release", says, "tell its maker (meierbox doctor --bundle FILE), and take another")


def check_sticks(bundles: Sequence[Path], devices: Sequence[Path]) -> Iterator[Finding]:
    """Tells of releases on mounted sticks, and of sticks that nobody has mounted, as none is on a console."""
    for bundle in bundles:
        yield info("stick", f"there is a release on one ({bundle.name})", f"sudo meierbox update {bundle}")
    for device in devices:
        yield info("stick", f"one is plugged in ({device})", f"sudo meierbox update {device} takes a release from it")
