"""Where the box keeps its state and its settings."""

import os
from collections.abc import Mapping
from pathlib import Path


def state_dir(environ: Mapping[str, str] | None = None) -> Path:
    """Returns the user's state directory of the box: `MEIERBOX_STATE`, or `meierbox` in the XDG state home.

    >>> state_dir({"MEIERBOX_STATE": "/mnt/journal"})
    PosixPath('/mnt/journal')
    >>> state_dir({"XDG_STATE_HOME": "/home/astrid/.state"})
    PosixPath('/home/astrid/.state/meierbox')
    """
    env = os.environ if environ is None else environ
    if own := env.get("MEIERBOX_STATE"):
        return Path(own)
    base = env.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "meierbox"


def config_dir(environ: Mapping[str, str] | None = None) -> Path:
    """Returns the user's configuration directory of the box: `meierbox` in the XDG configuration home.

    Where only `MEIERBOX_STATE` is set, as in the service, the settings lie beside the journal.

    >>> config_dir({"XDG_CONFIG_HOME": "/home/astrid/.config"})
    PosixPath('/home/astrid/.config/meierbox')
    >>> config_dir({"MEIERBOX_STATE": "/mnt/journal"})
    PosixPath('/mnt/journal')
    """
    env = os.environ if environ is None else environ
    if base := env.get("XDG_CONFIG_HOME"):
        return Path(base) / "meierbox"
    if own := env.get("MEIERBOX_STATE"):
        return Path(own)
    return Path.home() / ".config" / "meierbox"
