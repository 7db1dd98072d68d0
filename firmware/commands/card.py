"""`meierbox card`: builds the folder that turns a freshly flashed SD card into a box."""

import argparse
import secrets
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from firmware.commands.play import fail

if TYPE_CHECKING:
    from firmware.deploy.card.choices import CardChoices

HELP = "build the folder that turns a freshly flashed SD card into a box, without keyboard or network"
_WORD = "abcdefghijkmnpqrstuvwxyz23456789"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "folder",
        type=Path,
        metavar="FOLDER",
        help="where to build it: an empty folder whose content you copy, or the boot partition of the card itself",
    )
    parser.add_argument("--release", type=Path, required=True, metavar="BUNDLE", help="the release: meierbox-….zip")
    parser.add_argument(
        "--system",
        choices=("trixie", "bookworm"),
        default="trixie",
        help="the Raspberry Pi OS Lite (64-bit) on the card: trixie is the current one (default), bookworm the older",
    )
    parser.add_argument("--hostname", default="meierbox", metavar="NAME", help="the name of the machine")
    parser.add_argument("--user", default="keeper", metavar="NAME", help="the user who may log in (default: keeper)")
    parser.add_argument(
        "--password-file", type=Path, metavar="FILE", help="the user's password (default: one is made up and printed)"
    )
    parser.add_argument(
        "--ssh-key",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="a public key that may log in; repeatable",
    )
    parser.add_argument("--ssh", action="store_true", help="allow to log in over the network by password")
    parser.add_argument("--wifi", default="", metavar="NAME", help="the Wi-Fi to join (default: none)")
    parser.add_argument("--wifi-file", type=Path, metavar="FILE", help="the passphrase of the Wi-Fi, on its first line")
    parser.add_argument("--country", default="GB", metavar="CC", help="the country whose Wi-Fi rules apply, such as DE")
    parser.add_argument(
        "--journal", type=int, default=512, metavar="MB", help="the journal's partition (default: 512 MB)"
    )
    parser.add_argument(
        "--read-only", action="store_true", help="make the system read-only; only the journal is written"
    )
    parser.add_argument(
        "--language", default="en", metavar="LL", help="the language of set-up and box: en, da, de or es"
    )
    parser.add_argument("--status", type=Path, metavar="FILE", help="the image's /var/lib/dpkg/status: fewer packages")
    parser.add_argument(
        "--source", action="append", metavar="LINE", help="a line of sources.list instead of the usual ones"
    )
    parser.add_argument(
        "--without", action="append", default=[], metavar="PACKAGE", help="a package to leave out, such as espeak-ng"
    )


def run(args: argparse.Namespace) -> int:
    """Builds the folder and explains how to use it; returns 2 if it cannot."""
    from firmware.config.errors import UnusableFileError  # noqa: PLC0415
    from firmware.deploy.card.folder import CardFolder  # noqa: PLC0415
    from firmware.deploy.card.package_pool import (  # noqa: PLC0415
        PACKAGES,
        READ_ONLY_PACKAGES,
        PackagePool,
        default_sources,
    )
    from firmware.deploy.errors import DeployError  # noqa: PLC0415

    if not args.folder.is_dir():
        return fail(f"There is no folder {args.folder}: make an empty one, or name the card's boot partition.")
    try:
        choices, made_up = _choices(args)
        names = [name for name in PACKAGES if name not in args.without]
        names += READ_ONLY_PACKAGES if choices.read_only else ()
        with TemporaryDirectory(prefix="meierbox-card-") as work:
            pool = Path(work, "pool")
            print(f"Fetching {', '.join(names)} and what they need …", flush=True)
            sources = tuple(args.source or default_sources(args.system))
            count = PackagePool(names, sources, Path(work), args.status).fetch(pool)
            print(f"{count} packages for {args.system}. Building the folder …", flush=True)
            there = CardFolder(args.release, args.system, choices, pool).build(args.folder)
    except (DeployError, UnusableFileError) as error:
        return fail(str(error))
    except OSError as error:
        return fail(f"The folder cannot be built ({error}): check that there is room, and that it can be written.")
    size = sum(path.stat().st_size for path in args.folder.rglob("*") if path.is_file()) >> 20
    print(f"{args.folder}: {', '.join(there)} ({size} MB).")
    if made_up:
        print(f"To log in (Ctrl+Alt+F2, or over SSH): {choices.user}, password {made_up}. Write it down now.")
    print(
        "1. Flash Raspberry Pi OS Lite (64-bit), changing no option. 2. Copy all of this to the partition bootfs, "
        "replacing what has the same name. 3. Put the card into the Pi and turn it on. It needs 5 to 30 minutes, once."
    )
    return 0


def _choices(args: argparse.Namespace) -> "tuple[CardChoices, str]":
    """Returns the choices, and the password if one was generated."""
    from firmware.config.bounded_files import read_text  # noqa: PLC0415
    from firmware.deploy.card.choices import CardChoices, wifi_key  # noqa: PLC0415

    made_up = "" if args.password_file else "-".join("".join(secrets.choice(_WORD) for _ in range(4)) for _ in range(3))
    password = made_up or _first_line(read_text(args.password_file))
    passphrase = _first_line(read_text(args.wifi_file)) if args.wifi_file else ""
    keys = tuple(line.strip() for file in args.ssh_key for line in read_text(file).splitlines() if line.strip())
    choices = CardChoices(
        args.hostname,
        args.user,
        _crypted(password),
        keys,
        args.ssh,
        args.wifi,
        wifi_key(args.wifi, passphrase),
        args.country.upper(),
        args.journal,
        args.read_only,
        args.language,
    )
    return choices, made_up


def _first_line(text: str) -> str:
    return next(iter(text.splitlines()), "")


def _crypted(password: str) -> str:
    """Hashes a password as in crypt(5), with openssl."""
    from firmware.deploy.errors import CardError  # noqa: PLC0415
    from firmware.rules.message import message  # noqa: PLC0415

    words = ["openssl", "passwd", "-6", "-stdin"]
    try:
        done = subprocess.run(words, input=f"{password}\n", check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        says = message("The password cannot be hashed ({error})", error=str(error))
        raise CardError(says.with_remedy(message("install openssl"))) from error
    return done.stdout.strip()
