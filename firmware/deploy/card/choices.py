"""The owner's choices for a card, in a small file on the boot partition."""

import hashlib
import json
import re
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from firmware.config.bounded_files import read_toml
from firmware.config.errors import UnusableFileError
from firmware.deploy.errors import CardError
from firmware.rules.message import message
from firmware.texts import languages

MIN_MB = 64
MAX_MB = 65_536
_PATTERNS = {
    "hostname": r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?",
    "user": r"[a-z][a-z0-9_-]{0,30}",
    "country": r"[A-Z]{2}",
    "wifi_key": r"[0-9a-f]{64}|",
    "password": r"\$[0-9a-zA-Z./$=,]{10,200}|",
}
_KEY = re.compile(r"(ssh|ecdsa|sk)-[\w@.-]+ [A-Za-z0-9+/=]+( [^\n\"\\]*)?")


@dataclass(frozen=True, slots=True)
class CardChoices:
    """The choices for a card.

    `password` is a hash as in crypt(5), and `wifi_key` the 64 hexadecimal digits that WPA makes of a passphrase:
    neither the password nor the passphrase itself is on the card. Without a `wifi_name` there is no Wi-Fi; without
    a password and SSH keys nobody can log in. The set-up and the box speak the `language`.
    """

    hostname: str = "meierbox"
    user: str = "keeper"
    password: str = ""
    ssh_keys: tuple[str, ...] = ()
    ssh: bool = False
    wifi_name: str = ""
    wifi_key: str = ""
    country: str = "GB"
    journal_mb: int = 512
    read_only: bool = False
    language: str = "en"

    def __post_init__(self) -> None:
        """Refuses choices that would fail at the first start, where nobody can correct them."""
        for name, pattern in _PATTERNS.items():
            value = getattr(self, name)
            if not re.fullmatch(pattern, value):
                raise _unfit(name, value)
        if self.language not in languages():
            raise _unfit("language", self.language)
        for key in self.ssh_keys:
            if not _KEY.fullmatch(key):
                raise _unfit("ssh_keys", key)
        if len(self.wifi_name.encode()) > 32 or not self.wifi_name.isprintable():
            raise _unfit("wifi_name", self.wifi_name)
        if not MIN_MB <= self.journal_mb <= MAX_MB:
            raise _unfit("journal_mb", str(self.journal_mb))

    @property
    def remote(self) -> bool:
        """Whether remote login is possible."""
        return self.ssh or bool(self.ssh_keys)

    def without_secrets(self) -> "CardChoices":
        """Returns the choices that may stay on the boot partition, which every computer can read."""
        return replace(self, password="", wifi_key="")

    def written(self) -> str:
        """Writes them as TOML.

        >>> print(CardChoices(wifi_name='Tavern "upstairs"').written().splitlines()[5])
        wifi_name = "Tavern \\"upstairs\\""
        """
        return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in asdict(self).items())


def _unfit(name: str, value: str) -> CardError:
    says = message("{value} does not work as {name}", value=repr(value[:60]), name=name)
    return CardError(says.with_remedy(message("meierbox card --help says what each option takes")))


def read_choices(path: Path) -> CardChoices:
    """Reads the choices; raises CardError if the file is unusable."""
    try:
        content: dict[str, Any] = read_toml(path)
        known = {field.name for field in fields(CardChoices)}
        if unknown := sorted(set(content) - known):
            raise _unfit("a choice", unknown[0])
        if "ssh_keys" in content:
            content["ssh_keys"] = tuple(content["ssh_keys"])
        return CardChoices(**content)
    except (OSError, UnusableFileError, TypeError, AttributeError) as error:
        says = message("{file} cannot be read ({error})", file=str(path), error=str(error))
        raise CardError(says.with_remedy(message("copy the folder to the card again"))) from error


def wifi_key(name: str, passphrase: str) -> str:
    """Derives the key of a Wi-Fi network as WPA does (IEEE 802.11i, annex H.4).

    >>> wifi_key("IEEE", "password")[:16]
    'f42c6fc52df0ebef'
    """
    if not passphrase or re.fullmatch("[0-9a-f]{64}", passphrase):
        return passphrase
    if not 8 <= len(passphrase) <= 63:
        says = message("The passphrase of a Wi-Fi network has 8 to 63 characters")
        raise CardError(says.with_remedy(message("check it for a typing mistake")))
    return hashlib.pbkdf2_hmac("sha1", passphrase.encode(), name.encode(), 4096, 32).hex()
