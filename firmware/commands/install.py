"""`meierbox install`: makes this machine a box that starts by itself."""

import argparse
import os
import sys
from pathlib import Path

from firmware.commands.play import fail

HELP = "turn this machine into a box that starts by itself (needs root)"
PROJECT = Path(__file__).parents[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument(
        "--console",
        action="store_true",
        help="give the box the whole screen, without a desktop (default if there is no login screen)",
    )
    kinds.add_argument(
        "--desktop",
        action="store_true",
        help="start the box when somebody logs in (default if there is a login screen)",
    )
    parser.add_argument(
        "--user", metavar="NAME", help="the user that runs the box (default on the console: meierbox, which is created)"
    )
    parser.add_argument("--no-start", action="store_true", help="do not start the box now")
    add_common(parser)


def add_common(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments that `install` and `uninstall` share."""
    parser.add_argument("--dry-run", action="store_true", help="name each step, but change nothing")
    parser.add_argument(
        "--root", type=Path, default=Path("/"), metavar="DIR", help="work on another system, such as a mounted image"
    )


def run(args: argparse.Namespace) -> int:
    """Installs the service and prints a line for each step; it is safe to repeat."""
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
            else "The box now has the screen of this machine; journalctl -u meierbox shows its log."
        )
    return 0


def refuse(args: argparse.Namespace, command: str) -> int:
    """Checks what prevents the command; prints it and returns the exit code, or returns 0."""
    if not args.root.is_dir():
        return fail(f"There is no folder {args.root}: mount the image there first.")
    if not args.dry_run and args.root == Path("/") and os.geteuid() != 0:
        return fail(f"Only root may do this: sudo ./meierbox {command} (or add --dry-run to see each step).")
    return 0
