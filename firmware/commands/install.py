"""`meierbox install`: makes the machine a box that starts by itself."""

import argparse
import os
import sys
from pathlib import Path

from firmware.commands.play import fail

HELP = "make this machine a box that starts by itself (needs root)"
PROJECT = Path(__file__).parents[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument(
        "--console", action="store_true", help="the box has the screen to itself (the default without a login screen)"
    )
    kinds.add_argument(
        "--desktop", action="store_true", help="the box starts when somebody logs in (the default with a login screen)"
    )
    parser.add_argument("--user", metavar="NAME", help="whose the box is (console: meierbox, a user of its own)")
    parser.add_argument("--no-start", action="store_true", help="do not start it now")
    add_common(parser)


def add_common(parser: argparse.ArgumentParser) -> None:
    """Declares what `install` and `uninstall` share."""
    parser.add_argument("--dry-run", action="store_true", help="say each step and do nothing")
    parser.add_argument(
        "--root", type=Path, default=Path("/"), metavar="DIR", help="another system than this one: a mounted image"
    )


def run(args: argparse.Namespace) -> int:
    """Installs, a line a step; can be repeated."""
    from firmware.deploy.errors import DeployError  # noqa: PLC0415
    from firmware.deploy.install import OWN_USER, InstallTarget, has_login_screen, install  # noqa: PLC0415

    root = args.root.absolute()
    desktop = args.desktop or (not args.console and has_login_screen(root))
    user = args.user or (os.environ.get("SUDO_USER") if desktop else None) or OWN_USER
    target = InstallTarget(root, PROJECT, Path(sys.executable), user, desktop)
    if code := refuse(args, "install"):
        return code
    try:
        from firmware.deploy.steps import carry_out  # noqa: PLC0415

        for line in carry_out(install(target, start=not args.no_start), dry=args.dry_run):
            print(line)
    except DeployError as error:
        return fail(str(error))
    if not args.dry_run:
        print(
            f"The box starts when {user if user != OWN_USER else 'somebody'} logs in."
            if desktop
            else "The box has the screen of this machine from now on: journalctl -u meierbox tells how it is doing."
        )
    return 0


def refuse(args: argparse.Namespace, command: str) -> int:
    """Says what prevents it from the beginning; 0 where nothing does."""
    if not args.root.is_dir():
        return fail(f"There is no folder {args.root}: mount the image there first.")
    if not args.dry_run and args.root == Path("/") and os.geteuid() != 0:
        return fail(f"Only root may do this: sudo ./meierbox {command} (or --dry-run to see each step).")
    return 0
