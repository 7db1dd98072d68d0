"""`meierbox update`: brings a release from a USB stick to an installed box, and back."""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands.play import fail

if TYPE_CHECKING:
    from firmware.deploy.host import Here
    from firmware.deploy.release_bundle import Bundle
    from firmware.deploy.releases import Shelf
    from firmware.deploy.steps import Step

HELP = "bring a release from a USB stick to an installed box, or go back to the one before (needs root)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "path",
        nargs="?",
        type=Path,
        metavar="PATH",
        help="the bundle, the folder that it is in, or the stick's device such as /dev/sda1; without it: what runs, "
        "and which sticks and bundles are there",
    )
    parser.add_argument("--rollback", action="store_true", help="go back to the release before")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--settle", action="store_true", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Updates, a line a step; 1 where the box went back to the release that it was."""
    from firmware.deploy.host import Here, installed_words  # noqa: PLC0415
    from firmware.deploy.releases import SHELF, Shelf  # noqa: PLC0415
    from firmware.deploy.steps import InstallError  # noqa: PLC0415
    from firmware.deploy.units import CONSOLE  # noqa: PLC0415

    shelf = Shelf(Path(SHELF))
    if args.path is None and not args.rollback and not args.settle:
        return _tell(shelf)
    if os.geteuid() != 0:
        return fail("Only root may do this: sudo ./meierbox update.")
    words = installed_words(Path(CONSOLE[0].path))
    if words is None:
        return fail(
            "There is no box with a screen to itself here: sudo ./meierbox install --console makes one; a desktop's "
            "box is updated by unzipping the bundle and installing from there."
        )
    host = Here(words)
    try:
        if args.settle:
            return _settle(shelf, host)
        if args.rollback:
            return _go_back(shelf, host)
        return _update(shelf, host, args.path, asked=not args.yes)
    except InstallError as error:
        return fail(str(error))


def _tell(shelf: "Shelf") -> int:
    """Says what runs, what became of the last update, and what there is to update to."""
    from firmware.deploy import usb_drives  # noqa: PLC0415

    print(f"This box is {shelf.current or 'not installed'}.")
    if shelf.previous and shelf.previous != shelf.current:
        print(f"The release before is {shelf.previous}: update --rollback goes back to it.")
    if trial := shelf.trial:
        print(f"{trial.name} is on trial.")
    elif outcome := shelf.outcome:
        print(f"The last update, {outcome.name}, was {'kept' if outcome.kept else 'not kept'}: {outcome.says}")
    for bundle in usb_drives.bundles():
        print(f"There is a bundle: sudo meierbox update {bundle}")
    for device in usb_drives.unmounted():
        print(f"There is a stick that is not mounted: sudo meierbox update {device} takes a bundle from it")
    return 0


def _update(shelf: "Shelf", host: "Here", path: Path, *, asked: bool) -> int:
    from firmware.deploy import release_bundle, usb_drives  # noqa: PLC0415
    from firmware.deploy.signature import KEY  # noqa: PLC0415
    from firmware.deploy.steps import InstallError  # noqa: PLC0415
    from firmware.deploy.units import JOURNAL  # noqa: PLC0415
    from firmware.deploy.update import Update, abandon  # noqa: PLC0415

    with usb_drives.found(path) as file, release_bundle.opened(file) as opened:
        update = Update(shelf, opened, host, Path(JOURNAL), Path(KEY))
        print(_described(opened, update.signer, shelf))
        if asked and not _agreed():
            return fail("Nothing was changed: answer y to update, or give --yes.")
        try:
            _say(update.steps())
        except (InstallError, KeyboardInterrupt):
            abandon(shelf, host)
            raise
    return _follow(shelf, host)


def _described(opened: "Bundle", signer: str, shelf: "Shelf") -> str:
    manifest = opened.manifest
    return (
        f"{opened.path.name}: meierbox {manifest.version} ({manifest.commit}) of {manifest.made}, "
        f"{manifest.size >> 20} MB.\n"
        f"{signer}\n"
        f"This box is {shelf.current}, to which it goes back if it must. Journal and settings stay. The box is stopped "
        "for some seconds; a game stands where it stood."
    )


def _agreed() -> bool:
    if not sys.stdin.isatty():
        return False
    print("Update? [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower().startswith("y")


def _go_back(shelf: "Shelf", host: "Here") -> int:
    from firmware.deploy.update import go_back  # noqa: PLC0415

    _say([go_back(shelf)])
    _follow(shelf, host)
    return 0 if shelf.current == shelf.previous else 1


def _say(steps: "Iterable[Step]") -> None:
    from firmware.deploy.steps import carry_out  # noqa: PLC0415

    for line in carry_out(steps):
        print(line, flush=True)


def _follow(shelf: "Shelf", host: "Here") -> int:
    """Has the trial brought to its end and says which."""
    print("The trial has begun; it takes a minute or some, and may be left alone: systemd sees to it.", flush=True)
    host.begin_trial()
    outcome = shelf.outcome
    if shelf.trial is not None or outcome is None:
        return fail(
            "The trial came to no end: journalctl -u meierbox-trial tells why, and the next start goes on with it."
        )
    print(f"{outcome.name}: {outcome.says}")
    return 0 if outcome.kept else 1


def _settle(shelf: "Shelf", host: "Here") -> int:
    """What meierbox-trial.service runs."""
    from firmware.deploy.trial import settle  # noqa: PLC0415
    from firmware.deploy.units import JOURNAL  # noqa: PLC0415

    if outcome := settle(shelf, host, Path(JOURNAL)):
        print(f"{outcome.name}: {outcome.says}")
    return 0
