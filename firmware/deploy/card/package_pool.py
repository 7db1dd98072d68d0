"""Downloads, with apt, the Debian packages that a Pi needs beyond Raspberry Pi OS Lite, with dependencies.

apt works in a folder of its own for another system and processor, verifies every signature, and changes nothing on this
computer.
"""

import hashlib
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile, which

from firmware.deploy.errors import CardError, ProgramError
from firmware.deploy.steps import output_of
from firmware.rules.message import message

PACKAGES = (
    "python3-picamera2",
    "python3-gpiozero",
    "python3-lgpio",
    "python3-venv",
    "espeak-ng",
    "libgbm1",
    "libegl1",
    "libgles2",
    "libgl1-mesa-dri",
)
"""What the launcher needs on a Pi; a test compares the two lists."""
READ_ONLY_PACKAGES = ("overlayroot", "busybox")
"""overlayroot works in the initrd with programs (grep) that are there only if busybox is installed, and does nothing
without them."""
SYSTEMS = {"trixie": "3.13", "bookworm": "3.11"}
"""The supported systems of a card, and their Python."""
PROCESSOR = "aarch64"
_DEBIAN_KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
_PI_KEYS = (
    "/usr/share/keyrings/raspberrypi-archive-keyring.pgp",
    "/usr/share/keyrings/raspberrypi-archive-keyring.gpg",
)


def default_sources(system: str) -> tuple[str, ...]:
    """Returns the archives of Raspberry Pi OS, with their signing keys."""
    keys = next((path for path in _PI_KEYS if Path(path).exists()), _PI_KEYS[0])
    debian = f"deb [signed-by={_DEBIAN_KEYS}] http://deb.debian.org"
    return (
        f"{debian}/debian {system} main contrib non-free-firmware",
        f"{debian}/debian {system}-updates main contrib non-free-firmware",
        f"{debian}/debian-security {system}-security main contrib non-free-firmware",
        f"deb [signed-by={keys}] http://archive.raspberrypi.com/debian {system} main",
    )


@dataclass(frozen=True, slots=True)
class PackagePool:
    """The packages to fetch: their names, the archives (lines of sources.list), and what the image has already.

    `status` is the image's own /var/lib/dpkg/status; without it the image is taken to have what Debian calls required
    and important, so that the pool holds rather too much than too little.
    """

    names: Sequence[str]
    sources: Sequence[str]
    work: Path
    status: Path | None = None

    def fetch(self, folder: Path) -> int:
        """Downloads the packages to a folder that apt can install from; returns how many, or raises CardError."""
        if which("apt-get") is None:
            says = message("The Debian packages are fetched by apt, which this computer does not have")
            raise CardError(
                says.with_remedy(message("run this on Debian, Ubuntu or a Raspberry Pi, or in a container of one"))
            )
        for line in self.sources:
            for keys in re.findall(r"signed-by=([^\] ]+)", line):
                if not Path(keys).exists():
                    says = message("{file} is missing, which vouches for the packages", file=keys)
                    raise CardError(
                        says.with_remedy(message("install raspberrypi-archive-keyring and debian-archive-keyring"))
                    )
        for place in ("lists/partial", "archives/partial", "etc"):
            (self.work / place).mkdir(parents=True, exist_ok=True)
        (self.work / "etc/sources.list").write_text("".join(f"{line}\n" for line in self.sources), "utf-8")
        status = self.work / "status"
        if self.status is not None:
            copyfile(self.status, status)
        else:
            status.write_text("", "utf-8")
        self._apt("apt-get", "update")
        self._apt("apt-get", "--yes", "--download-only", "--no-install-recommends", "install", *self.names)
        return self._lay_out(folder)

    def _apt(self, *words: str) -> str:
        work = self.work
        options = {
            "APT::Architecture": "arm64",
            "APT::Architectures": "arm64",
            "APT::Sandbox::User": "root",
            "Dir::State::lists": f"{work}/lists",
            "Dir::State::status": f"{work}/status",
            "Dir::State::extended_states": f"{work}/extended_states",
            "Dir::Cache": f"{work}",
            "Dir::Cache::archives": f"{work}/archives",
            "Dir::Etc::sourcelist": f"{work}/etc/sources.list",
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::Etc::preferencesparts": "/dev/null",
            "Debug::NoLocking": "1",
        }
        given = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        done = subprocess.run(
            [words[0], *given, *words[1:]], check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode:
            says = message("This step failed: {command} ({output})", command=" ".join(words), output=output_of(done))
            raise ProgramError(says.with_remedy(message("check the network, and repeat the command")))
        return done.stdout

    def _lay_out(self, folder: Path) -> int:
        """Copies the packages under names that FAT allows, and writes apt's index."""
        folder.mkdir(parents=True, exist_ok=True)
        entries = []
        for path in sorted((self.work / "archives").glob("*.deb")):
            control = subprocess.run(["dpkg-deb", "--field", path], check=True, capture_output=True, text=True).stdout
            if self.status is None and is_base(control):
                continue
            name = re.sub(r"[^A-Za-z0-9.-]", "_", path.name.replace("%3a", "_"))
            data = path.read_bytes()
            (folder / name).write_bytes(data)
            summed = hashlib.sha256(data).hexdigest()
            entries.append(f"{control.strip()}\nFilename: ./{name}\nSize: {len(data)}\nSHA256: {summed}\n")
        (folder / "Packages").write_text("\n".join(entries), "utf-8")
        (folder / "wanted.txt").write_text("".join(f"{name}\n" for name in self.names), "utf-8")
        return len(entries)


def is_base(control: str) -> bool:
    r"""Returns whether every Debian system already has this package.

    >>> is_base("Package: dash\nEssential: yes\n"), is_base("Package: cowsay\nPriority: optional\n")
    (True, False)
    """
    fields = dict(re.findall(r"^(Priority|Essential): (.+)$", control, re.MULTILINE))
    return fields.get("Priority") in ("required", "important") or fields.get("Essential") == "yes"
