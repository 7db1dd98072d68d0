"""The state directory of this machine's box: the installed one, or this user's own."""

import os
import pwd
from collections.abc import Mapping
from pathlib import Path

from firmware.config.paths import config_dir, state_dir
from firmware.deploy.units import JOURNAL
from firmware.rules.message import Message, message


def box_dir(environ: Mapping[str, str] | None = None, installed: Path = Path(JOURNAL)) -> Path:
    """Returns the state directory of the installed box, if there is one and no other was named.

    >>> box_dir({"MEIERBOX_STATE": "/mnt/journal"})
    PosixPath('/mnt/journal')
    """
    env = os.environ if environ is None else environ
    return installed if installed.is_dir() and not env.get("MEIERBOX_STATE") else state_dir(environ)


def settings_dir(environ: Mapping[str, str] | None = None, installed: Path = Path(JOURNAL)) -> Path:
    """Returns the settings folder of that box: beside its journal, or this user's own.

    >>> settings_dir({"XDG_CONFIG_HOME": "/home/astrid/.config"}, installed=Path("/nowhere"))
    PosixPath('/home/astrid/.config/meierbox')
    """
    env = os.environ if environ is None else environ
    return installed if installed.is_dir() and not env.get("MEIERBOX_STATE") else config_dir(env)


def why_not_written(path: Path, error: OSError) -> Message:
    """Returns why a file of the box cannot be written, and as which user it could be."""
    folder = next(place for place in (path, *path.parents) if os.path.exists(place))  # noqa: PTH110 - a path may be too long to ask for
    try:
        owner = pwd.getpwuid(folder.stat().st_uid).pw_name
    except (KeyError, OSError):
        owner = ""
    if isinstance(error, PermissionError) and owner and folder.stat().st_uid != os.geteuid():
        says = message("{file} belongs to {owner}", file=str(path), owner=owner)
        return says.with_remedy(message("run this as {owner} (sudo -u {owner} …)", owner=owner))
    says = message("{file} cannot be written ({error})", file=str(path), error=str(error.strerror or error))
    return says.with_remedy(message("check its folder, and that the disk is writable"))
