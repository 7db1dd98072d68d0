"""`meierbox update`: installs a release from a USB drive on an installed box, or returns to the previous one."""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands.play import fail

if TYPE_CHECKING:
    from firmware.deploy.host import LocalHost
    from firmware.deploy.release_bundle import Bundle
    from firmware.deploy.releases import Releases
    from firmware.deploy.steps import InstallStep

HELP = "install a release from a USB drive on an installed box, or return to the previous one (needs root)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "path",
        nargs="?",
        type=Path,
        metavar="PATH",
        help="the bundle, the folder that it is in, or the device of the drive, such as /dev/sda1; without PATH: "
        "the release on the USB drive that is plugged in (mounted meanwhile), or else the state of this box",
    )
    parser.add_argument("--rollback", action="store_true", help="return to the previous release")
    parser.add_argument(
        "--unsigned",
        metavar="FINGERPRINT",
        default="",
        help="on a box without a maker's key: the fingerprint of the one bundle that you vouch for",
    )
    parser.add_argument("--allow-downgrade", action="store_true", help="take a release older than the current one")
    parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    parser.add_argument("--settle", action="store_true", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Updates and prints a line for each step; returns 1 if the box rolled back."""
    from firmware.deploy.errors import DeployError  # noqa: PLC0415
    from firmware.deploy.host import LocalHost, installed_options  # noqa: PLC0415
    from firmware.deploy.releases import RELEASES, Releases  # noqa: PLC0415
    from firmware.deploy.units import CONSOLE  # noqa: PLC0415

    releases = Releases(Path(RELEASES))
    if args.path is None and not args.rollback and not args.settle and (os.geteuid() != 0 or not _drives()):
        return _tell(releases)
    if os.geteuid() != 0:
        return fail("Only root may do this: sudo ./meierbox update.")
    options = installed_options(Path(CONSOLE[0].path))
    if options is None:
        return fail(
            "No box with a screen to itself is installed here: sudo ./meierbox install --console installs one. To "
            "update a box on a desktop, unzip the bundle and install from there."
        )
    host = LocalHost(options)
    try:
        if args.settle:
            return _finish_trial(releases, host)
        if args.rollback:
            return _go_back(releases, host)
        return _update(releases, host, args)
    except DeployError as error:
        return fail(str(error))


def _drives() -> bool:
    from firmware.deploy import usb_drives  # noqa: PLC0415

    return bool(usb_drives.bundles() or usb_drives.unmounted())


def _tell(releases: "Releases") -> int:
    """Prints the current release, the outcome of the last update, and the available bundles."""
    from firmware.deploy import usb_drives  # noqa: PLC0415

    print(f"This box runs {releases.current}." if releases.current else "This box is not installed.")
    if releases.previous and releases.previous != releases.current:
        print(f"The previous release is {releases.previous}: update --rollback returns to it.")
    if trial := releases.trial:
        print(f"{trial.name} is on trial.")
    elif result := releases.result:
        print(f"The last update, {result.name}, was {'kept' if result.kept else 'not kept'}: {result.says}")
    for bundle in usb_drives.bundles():
        print(f"Found a release: sudo meierbox update installs it ({bundle})")
    for device in usb_drives.unmounted():
        print(f"Found a USB drive: sudo meierbox update mounts it and installs the release on it ({device})")
    if not _drives():
        print("To update, copy a release (meierbox-….zip) to a USB drive, plug it in and run sudo meierbox update.")
    return 0


def _update(releases: "Releases", host: "LocalHost", args: argparse.Namespace) -> int:
    from firmware.deploy import release_bundle, usb_drives  # noqa: PLC0415
    from firmware.deploy.errors import DeployError  # noqa: PLC0415
    from firmware.deploy.signature import KEY  # noqa: PLC0415
    from firmware.deploy.units import JOURNAL  # noqa: PLC0415
    from firmware.deploy.update import Update, abandon  # noqa: PLC0415

    drive = usb_drives.found_anywhere() if args.path is None else usb_drives.found(args.path)
    with drive as file, release_bundle.opened(file) as opened:
        journal, key = Path(JOURNAL), Path(KEY)
        update = Update(releases, opened, host, journal, key, args.unsigned, downgrade=args.allow_downgrade)
        print(_described(opened, str(update.signer), releases))
        if not args.yes and not _agreed():
            return fail("Nothing was changed: answer y to update, or give --yes.")
        try:
            _carry_out(update.steps())
        except (DeployError, KeyboardInterrupt):
            abandon(update, host)
            raise
    return _follow(releases, host)


def _described(opened: "Bundle", signer: str, releases: "Releases") -> str:
    manifest = opened.manifest
    return (
        f"{opened.path.name}: meierbox {manifest.version} ({manifest.commit}), made on {manifest.made}, "
        f"{manifest.size >> 20} MB.\nFingerprint: {opened.fingerprint}\n"
        f"{signer}\n"
        f"This box runs {releases.current} and returns to it if the update fails. Journal and settings stay. The box "
        "is stopped for a few seconds; a game under way is not lost."
    )


def _agreed() -> bool:
    if not sys.stdin.isatty():
        return False
    print("Update? [y/N] ", end="", flush=True)
    return sys.stdin.readline().strip().lower().startswith("y")


def _go_back(releases: "Releases", host: "LocalHost") -> int:
    from firmware.deploy.update import go_back  # noqa: PLC0415

    _carry_out([go_back(releases)])
    _follow(releases, host)
    return 0 if releases.current == releases.previous else 1


def _carry_out(steps: "Iterable[InstallStep]") -> None:
    from firmware.deploy.steps import carry_out  # noqa: PLC0415

    for line in carry_out(steps):
        print(line, flush=True)


def _follow(releases: "Releases", host: "LocalHost") -> int:
    """Starts the trial, waits for it, and prints the outcome."""
    print("The trial has begun. It takes a minute or more and runs by itself, under systemd.", flush=True)
    host.begin_trial()
    result = releases.result
    if releases.trial is not None or result is None:
        return fail(
            "The trial did not finish: journalctl -u meierbox-trial shows why, and the next start continues it."
        )
    print(f"{result.name}: {result.says}")
    return 0 if result.kept else 1


def _finish_trial(releases: "Releases", host: "LocalHost") -> int:
    """Finishes a trial; meierbox-trial.service runs this."""
    from firmware.deploy.trial import finish_trial  # noqa: PLC0415
    from firmware.deploy.units import JOURNAL  # noqa: PLC0415

    if result := finish_trial(releases, host, Path(JOURNAL)):
        print(f"{result.name}: {result.says}")
    return 0
