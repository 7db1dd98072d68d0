"""Where the box of this machine keeps what it must not forget: the one that starts by itself, or this user's own."""

import os
import pwd
from collections.abc import Mapping
from pathlib import Path

from firmware.config.paths import config_dir, state_dir
from firmware.deploy.units import JOURNAL


def box_dir(environ: Mapping[str, str] | None = None, installed: Path = Path(JOURNAL)) -> Path:
    """Tells the state directory of the box that starts by itself, where there is one and no other was named.

    >>> box_dir({"MEIERBOX_STATE": "/mnt/journal"})
    PosixPath('/mnt/journal')
    """
    env = os.environ if environ is None else environ
    return installed if installed.is_dir() and not env.get("MEIERBOX_STATE") else state_dir(environ)


def settings_dir(environ: Mapping[str, str] | None = None, installed: Path = Path(JOURNAL)) -> Path:
    """Tells where the settings of that box lie: beside its journal, or this user's own.

    >>> settings_dir({"XDG_CONFIG_HOME": "/home/astrid/.config"}, installed=Path("/nowhere"))
    PosixPath('/home/astrid/.config/meierbox')
    """
    env = os.environ if environ is None else environ
    return installed if installed.is_dir() and not env.get("MEIERBOX_STATE") else config_dir(env)


def refusal(path: Path, error: OSError) -> str:
    """Says why a file of the box cannot be had, and as whom it could."""
    folder = next(place for place in (path, *path.parents) if place.exists())
    try:
        owner = pwd.getpwuid(folder.stat().st_uid).pw_name
    except (KeyError, OSError):
        owner = ""
    if isinstance(error, PermissionError) and owner and folder.stat().st_uid != os.geteuid():
        return f"{path} belongs to {owner}: say this as {owner} (sudo -u {owner} …)."
    return f"{path} cannot be written ({error.strerror}): check its folder, and that the disk takes writing."
