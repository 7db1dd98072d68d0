"""`meierbox uninstall`: undoes `install`."""

import argparse
import sys
from pathlib import Path

from firmware.commands.install import PROJECT, add_common, refuse
from firmware.commands.play import fail

HELP = "undo install, but keep the journal (needs root)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("--purge", action="store_true", help="delete the journal of all games and the box's user too")
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    """Removes the service and prints a line for each step; it is safe to repeat."""
    from firmware.deploy.errors import DeployError  # noqa: PLC0415
    from firmware.deploy.install import InstallTarget, uninstall  # noqa: PLC0415
    from firmware.deploy.steps import carry_out  # noqa: PLC0415
    from firmware.deploy.units import JOURNAL  # noqa: PLC0415

    if code := refuse(args, "uninstall"):
        return code
    target = InstallTarget(args.root.absolute(), PROJECT, Path(sys.executable))
    try:
        for line in carry_out(uninstall(target, purge=args.purge), dry=args.dry_run):
            print(line)
    except DeployError as error:
        return fail(str(error))
    if not args.purge and target.at(JOURNAL).exists():
        print(f"The journal is still in {JOURNAL}: uninstall --purge deletes it.")
    return 0
