"""Builds the folder to be copied to the boot partition of a freshly flashed card."""

import hashlib
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.config import atomic_files
from firmware.deploy import release_bundle
from firmware.deploy.card import boot_files
from firmware.deploy.card.choices import CardChoices
from firmware.deploy.card.package_pool import PROCESSOR, SYSTEMS
from firmware.deploy.errors import CardError
from firmware.rules.message import message

MAX_MB = 330
"""A boot partition has 512 MB, of which the kernels of all Pis take about 120."""


@dataclass(frozen=True, slots=True)
class CardFolder:
    """The folder to build: from which release, for which system ("trixie"), with which choices.

    `packages` is a folder that `PackagePool` has filled.
    """

    release: Path
    system: str
    choices: CardChoices
    packages: Path

    def build(self, folder: Path) -> Sequence[str]:
        """Builds the folder; returns the names at its top level.

        If `folder` is the boot partition itself, its own command line is extended.

        Raises:
            CardError: where the release is for other systems, or all of it is too large for a boot partition.
            BundleError: where the release is damaged.
        """
        with release_bundle.opened(self.release) as bundle:
            name = bundle.manifest.name
            machine = f"{SYSTEMS[self.system]} {PROCESSOR}"
            if machine not in bundle.manifest.machines:
                says = message(
                    "{file} is for Python {machines}, and {system} has {machine}",
                    file=self.release.name,
                    machines=", ".join(bundle.manifest.machines),
                    system=self.system,
                    machine=machine,
                )
                raise CardError(says.with_remedy(message("take a release that was made for it")))
        packages = sorted(self.packages.iterdir())
        size = self.release.stat().st_size + sum(path.stat().st_size for path in packages)
        if size >> 20 > MAX_MB:
            says = message(
                "The folder would have {size} MB, and a boot partition takes {most}", size=size >> 20, most=MAX_MB
            )
            raise CardError(says.with_remedy(message("make a release for one system only (.ci/release.py --for)")))
        own = folder / boot_files.FOLDER
        shutil.rmtree(own, ignore_errors=True)
        (own / "packages").mkdir(parents=True)
        shutil.copyfile(self.release, own / "release.zip")
        for path in packages:
            shutil.copyfile(path, own / "packages" / path.name)
        with (own / "release.zip").open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        for where, text in self._files(folder, f"meierbox-{name}-{digest[:8]}", digest):
            atomic_files.write(where, text)
        return sorted({path.name for path in folder.iterdir() if not path.name.startswith(".")})

    def _files(self, folder: Path, instance: str, digest: str) -> Sequence[tuple[Path, str]]:
        older = self.system == "bookworm"
        line = folder / "cmdline.txt"
        before = line.read_text("utf-8") if line.exists() else ""
        own = folder / boot_files.FOLDER
        files = [
            (line, boot_files.command_line(self.choices, before, older=older)),
            (own / "choices.toml", self.choices.written()),
            (own / "begin.sh", boot_files.begin_script()),
            (own / "meierbox-setup.service", boot_files.setup_unit(digest, self.choices.language)),
        ]
        if older:
            files.append((folder / "firstrun.sh", boot_files.firstrun_script()))
            if self.choices.password:
                files.append((folder / "userconf.txt", f"{self.choices.user}:{self.choices.password}\n"))
        else:
            files.append((folder / "user-data", boot_files.user_data(self.choices)))
            files.append((folder / "meta-data", boot_files.meta_data(instance)))
            files.append((folder / "network-config", boot_files.network_config(self.choices)))
        if self.choices.remote:
            files.append((folder / "ssh", ""))
        return files
