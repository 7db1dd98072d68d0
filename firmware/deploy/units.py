"""The files of `systemd/` with the paths, the user and the groups of this machine filled in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from firmware.deploy.steps import InstallError


@dataclass(frozen=True, slots=True)
class Target:
    """Where a template of `systemd/` goes: the path of the file in the installed system."""

    template: str
    path: str


CONSOLE = (
    Target("meierbox.service", "/etc/systemd/system/meierbox.service"),
    Target("meierbox-failed.service", "/etc/systemd/system/meierbox-failed.service"),
    Target("meierbox-poweroff.path", "/etc/systemd/system/meierbox-poweroff.path"),
    Target("meierbox-poweroff.service", "/etc/systemd/system/meierbox-poweroff.service"),
    Target("meierbox-trial.service", "/etc/systemd/system/meierbox-trial.service"),
)
DESKTOP = (
    Target("user/meierbox.service", "/etc/systemd/user/meierbox.service"),
    Target("meierbox.desktop", "/etc/xdg/autostart/meierbox.desktop"),
)
USERS = Target("sysusers.conf", "/etc/sysusers.d/meierbox.conf")
JOURNAL = "/var/lib/meierbox"
"""Where a box that starts by itself keeps its journal; the units and FOLDERS name it too."""
FOLDERS = Target("tmpfiles.conf", "/etc/tmpfiles.d/meierbox.conf")


def filled(text: str, values: Mapping[str, str]) -> str:
    """Fills `@NAME@` in; raises KeyError for a name that has no value.

    >>> filled("User=@USER@", {"USER": "meierbox"})
    'User=meierbox'
    """
    return re.sub("@([A-Z]+)@", lambda found: values[found[1]], text)


def read_template(project: Path, target: Target) -> str:
    """Reads a template; InstallError where the project has none, because it is no whole checkout or release."""
    try:
        return (project / "systemd" / target.template).read_text("utf-8")
    except FileNotFoundError as error:
        raise InstallError(
            f"{error.filename} is missing: run this from a whole checkout or an unpacked release."
        ) from error


def as_word(path: Path) -> str:
    """Writes a path as a word of `ExecStart=`, whatever is in its name.

    >>> print(as_word(Path("/opt/my box/100%/python")))
    "/opt/my box/100%%/python"
    """
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"'


def as_address(path: Path) -> str:
    """Writes a path as it stands in a `file://` address of a unit.

    >>> as_address(Path("/opt/my box"))
    '/opt/my%%20box'
    """
    return quote(str(path)).replace("%", "%%")
