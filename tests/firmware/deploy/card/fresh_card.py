"""A fake of a freshly started card: its programs leave the same files as the real ones."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from firmware.deploy.card.boot_files import BOOT, FOLDER
from firmware.deploy.card.choices import CardChoices
from firmware.deploy.card.folder import CardFolder
from firmware.deploy.card.setup import CardSetup
from firmware.deploy.releases import Releases
from firmware.deploy.units import JOURNAL
from tests.firmware.deploy.installed_box import Machine, make_bundle

MACHINE = "3.13 aarch64"
HASHED = "$6$salt$" + "h" * 86
SECTORS = 6 << 21


class PowerCutError(Exception):
    """The power failed at this operation."""


@dataclass(slots=True)
class FakeCard:
    """The system on the card; the power fails at the operation of this number."""

    root: Path
    third: bool = False
    is_mounted: bool = False
    cut_at: int = -1
    operations: int = 0
    asked: list[tuple[str, ...]] = field(default_factory=list)

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def ask(self, words: Sequence[str], stdin: str = "") -> str:
        self._operate()
        self.asked.append(tuple(words))
        match words[0]:
            case "findmnt":
                return "/dev/mmcblk0p2"
            case "lsblk":
                return "mmcblk0"
            case "blockdev":
                return str(SECTORS)
            case "sfdisk" if stdin:
                self.third = "mmcblk0p3" in stdin
            case "sfdisk":
                return table(third=self.third)
            case "mkfs.ext4":
                assert not self.is_mounted, "a partition in use was formatted"
            case "mount":
                self.is_mounted = True
            case _:
                pass
        return ""

    def exists(self, device: str) -> bool:
        return device.endswith("p3") and self.third

    def mounted(self, path: str) -> bool:
        assert path == JOURNAL
        return self.is_mounted

    def free_mb(self, path: str) -> int:
        assert path == "/"
        return 4000

    def flush(self) -> None:
        self._operate()

    def finish_cloud_init(self) -> None:
        self._operate()

    def _operate(self) -> None:
        self.operations += 1
        if self.operations == self.cut_at:
            raise PowerCutError


def table(*, third: bool = False) -> str:
    """What `sfdisk --json` prints for the official image."""
    parts = [
        {"node": "/dev/mmcblk0p1", "start": 8192, "size": 1048576, "type": "c"},
        {"node": "/dev/mmcblk0p2", "start": 1056768, "size": 4915200, "type": "83"},
    ]
    if third:
        parts.append({"node": "/dev/mmcblk0p3", "start": 11526144, "size": 1048576, "type": "83"})
    known = {"label": "dos", "id": "0x2fed7fee", "device": "/dev/mmcblk0", "unit": "sectors", "sectorsize": 512}
    return json.dumps({"partitiontable": {**known, "partitions": parts}})


def build_folder(work: Path, boot: Path, choices: CardChoices, system: str = "trixie") -> Path:
    """Builds the folder on a boot partition, from a tiny release and a package."""
    work.mkdir(parents=True, exist_ok=True)
    boot.mkdir(parents=True, exist_ok=True)
    packages = work / "pool"
    packages.mkdir()
    (packages / "wanted.txt").write_text("python3-venv\n")
    (packages / "Packages").write_text("Package: python3-venv\nVersion: 3.13.5-1\nFilename: ./python3-venv.deb\n")
    bundle = make_bundle(work, machines=("3.11 aarch64", MACHINE))
    CardFolder(bundle, system, choices, packages).build(boot)
    return boot / FOLDER


def fresh_card(work: Path, choices: CardChoices) -> CardSetup:
    """Returns a card at its first start."""
    root = work / "root"
    build_folder(work, root / BOOT.lstrip("/"), choices)
    (root / "etc").mkdir()
    (root / "etc/fstab").write_text(f"proc /proc proc defaults 0 0\nPARTUUID=1-01  {BOOT}  vfat  defaults  0  2\n")
    (root / "etc/passwd").write_text("keeper:x:1001:1001::/home/keeper:/bin/bash\n")
    (root / "etc/group").write_text("sudo:x:27:\n")
    (root / "run").mkdir()
    return CardSetup(choices, FakeCard(root), fresh_machine(root))


@dataclass(slots=True)
class PiMachine(Machine):
    """The same machine with the Python of trixie."""

    def machine(self) -> str:
        return MACHINE

    def set_up(self, project: Path) -> None:
        (project / ".venv").mkdir(exist_ok=True)


def fresh_machine(root: Path) -> PiMachine:
    """Returns the machine of such a card."""
    return PiMachine(Releases(root / "usr/local/lib/meierbox"), root / "var/lib/meierbox")
