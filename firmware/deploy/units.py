"""The files of `systemd/`, filled in with this machine's paths, user and groups."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from firmware.deploy.errors import InstallError
from firmware.rules.message import message


@dataclass(frozen=True, slots=True)
class UnitFile:
    """A template in `systemd/` and the path of the file in the installed system."""

    template: str
    path: str


CONSOLE = (
    UnitFile("meierbox.service", "/etc/systemd/system/meierbox.service"),
    UnitFile("meierbox-failed.service", "/etc/systemd/system/meierbox-failed.service"),
    UnitFile("meierbox-poweroff.path", "/etc/systemd/system/meierbox-poweroff.path"),
    UnitFile("meierbox-poweroff.service", "/etc/systemd/system/meierbox-poweroff.service"),
    UnitFile("meierbox-maintenance.path", "/etc/systemd/system/meierbox-maintenance.path"),
    UnitFile("meierbox-maintenance.service", "/etc/systemd/system/meierbox-maintenance.service"),
    UnitFile("meierbox-trial.service", "/etc/systemd/system/meierbox-trial.service"),
    UnitFile("meierbox-league.service", "/etc/systemd/system/meierbox-league.service"),
)
WATCHDOG = UnitFile("watchdog.conf", "/etc/systemd/system.conf.d/90-meierbox.conf")
"""Takes effect at the next boot."""
DESKTOP = (
    UnitFile("user/meierbox.service", "/etc/systemd/user/meierbox.service"),
    UnitFile("meierbox.desktop", "/etc/xdg/autostart/meierbox.desktop"),
)
USERS = UnitFile("sysusers.conf", "/etc/sysusers.d/meierbox.conf")
JOURNAL = "/var/lib/meierbox"
"""The journal's folder of an installed box; the units and FOLDERS use it as well."""
FOLDERS = UnitFile("tmpfiles.conf", "/etc/tmpfiles.d/meierbox.conf")


def filled(text: str, values: Mapping[str, str]) -> str:
    """Fills in `@NAME@`; raises KeyError for a name without a value.

    >>> filled("User=@USER@", {"USER": "meierbox"})
    'User=meierbox'
    """
    return re.sub("@([A-Z]+)@", lambda found: values[found[1]], text)


def read_template(project: Path, target: UnitFile) -> str:
    """Reads a template; raises InstallError if the project is not a complete checkout or release."""
    try:
        return (project / "systemd" / target.template).read_text("utf-8")
    except FileNotFoundError as error:
        says = message("{file} is missing", file=str(error.filename))
        remedy = message("run this from a complete checkout or an unpacked release")
        raise InstallError(says.with_remedy(remedy)) from error


def as_word(path: Path) -> str:
    """Quotes a path as a word of `ExecStart=`.

    >>> print(as_word(Path("/opt/my box/100%/python")))
    "/opt/my box/100%%/python"
    """
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"'


def as_address(path: Path) -> str:
    """Escapes a path for a `file://` address in a unit.

    >>> as_address(Path("/opt/my box"))
    '/opt/my%%20box'
    """
    return quote(str(path)).replace("%", "%%")
