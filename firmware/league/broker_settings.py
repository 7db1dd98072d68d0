"""The settings of the hall's broker: an optional `league.toml` in the state directory."""

import re
import stat
from dataclasses import dataclass
from pathlib import Path

from firmware.config.bounded_files import read_toml
from firmware.config.errors import MalformedTextError, UnusableFileError
from firmware.league.errors import LeagueSettingsError
from firmware.rules.message import Message, message

FILE = "league.toml"
PREFIX = "meierbox"
PLAIN_PORT, TLS_PORT = 1883, 8883
_EVENT = re.compile(r"[a-z0-9][a-z0-9-]{0,38}")


@dataclass(frozen=True, slots=True)
class BrokerSettings:
    """How to reach a broker; with `tls`, `ca` is a file of certificates (None: those of the system)."""

    host: str
    event: str
    port: int = PLAIN_PORT
    user: str = ""
    password: str = ""
    tls: bool = False
    ca: Path | None = None

    @property
    def results(self) -> str:
        """The topic of all boxes' results: `RESULTS/BOX/GAME`."""
        return f"{PREFIX}/{self.event}/results"

    @property
    def marks(self) -> str:
        """The topic of the markers that tell a box it has received everything: `MARKS/BOX`."""
        return f"{PREFIX}/{self.event}/marks"


def read_broker_settings(path: Path) -> BrokerSettings:
    """Reads the file.

    Raises:
        LeagueSettingsError: where there is none, it cannot be used, or others can read the password in it.
    """
    try:
        table = read_toml(path)
        host, event = table["host"], table.get("event", "league")
        tls, user, password = table.get("tls", False), table.get("user", ""), table.get("password", "")
        port, ca = table.get("port", TLS_PORT if tls is True else PLAIN_PORT), table.get("ca")
    except FileNotFoundError as error:
        missing = message("There is no {file}, so this box publishes nothing", file=str(path))
        raise LeagueSettingsError(missing.with_remedy(message('write host = "…" into it to join a league'))) from error
    except (UnusableFileError, MalformedTextError, KeyError) as error:
        raise _unusable(path, message("it needs host, and may have event, port, user, password, tls, ca")) from error
    texts = all(isinstance(each, str) for each in (host, event, user, password, ca or ""))
    if not texts or not isinstance(tls, bool) or isinstance(port, bool) or not isinstance(port, int):
        raise _unusable(path, message("host, event, user, password and ca are texts, port a number, tls true or false"))
    if not host or not 0 < port < 65536 or not _EVENT.fullmatch(event):
        raise _unusable(path, message("an event has lower-case letters, digits and hyphens, a port is below 65536"))
    if password and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise _unusable(path, message("others can read the password: chmod 600 it"))
    return BrokerSettings(host, event, port, user, password, tls, Path(ca) if ca else None)


def _unusable(path: Path, why: Message) -> LeagueSettingsError:
    return LeagueSettingsError(message("{file} cannot be used", file=str(path)).with_remedy(why))
