"""The steps of a card's first start, each with a stamp, so that the next start continues after a power cut.

Every step may be interrupted and repeated, since its stamp is written last.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware.config import atomic_files
from firmware.config.settings import FILE, LANGUAGE, Settings, fresh
from firmware.deploy import release_bundle
from firmware.deploy.card import boot_files
from firmware.deploy.card.access import let_in
from firmware.deploy.card.choices import CardChoices
from firmware.deploy.card.packages import PackageInstallation
from firmware.deploy.card.partitions import plan_layout
from firmware.deploy.card.system import CardSystem
from firmware.deploy.errors import CardError, narrow_system
from firmware.deploy.host import Host, is_narrow
from firmware.deploy.releases import RELEASES, Releases
from firmware.deploy.units import JOURNAL
from firmware.rules.message import Message, message

STAMPS = "/var/lib/meierbox-setup"
LABEL = "journal"
FSTAB = f"LABEL={LABEL} {JOURNAL} ext4 noatime,commit=1,errors=remount-ro,nofail,x-systemd.device-timeout=90s 0 2"
"""How the journal's partition is mounted; systemd/README.md says why so."""
PATIENT, NEVER_STOPS = "x-systemd.device-timeout=600s", "nofail"
"""Options of the boot partition: while the card sets itself up it waits for it, as an emergency shell would end the
first start for good; a finished box starts without it."""
NEEDED_MB = 1500


@dataclass(frozen=True, slots=True)
class SetupStep:
    """A step: the name of its stamp, its description on the screen, and its action."""

    name: str
    says: Message
    do: Callable[[], None]


@dataclass(frozen=True, slots=True)
class CardSetup:
    """A card that sets itself up: the choices, the system, and the machine as an update sees it."""

    choices: CardChoices
    system: CardSystem
    host: Host

    @property
    def folder(self) -> Path:
        """The folder copied to the boot partition."""
        return self.system.at(boot_files.BOOT) / boot_files.FOLDER

    def steps(self) -> tuple[SetupStep, ...]:
        """Returns all steps in order."""
        return (
            SetupStep("space", message("Make room for the system and the journal"), self._divide),
            SetupStep("journal", message("Prepare the journal's partition"), self._prepare_journal),
            SetupStep("packages", message("Install camera, pins and drawing"), self._install_packages),
            SetupStep("release", message("Unpack meierbox and check every file"), self._unpack),
            SetupStep("environment", message("Set meierbox up"), self._set_up),
            SetupStep("trial", message("Let it play a round by itself"), self._try_out),
            SetupStep("service", message("Start it with the machine"), self._install_service),
            SetupStep("access", message("Set up the access that you chose"), self._let_in),
            SetupStep("tidy", message("Tidy up the card"), self._tidy),
            SetupStep("boot", message("Make the start-up quick and quiet"), self._quieten),
        )

    def remaining(self) -> Iterator[SetupStep]:
        """Yields the steps without a stamp; each gets its stamp when the next one is requested."""
        for step in self.steps():
            if not self.is_done(step):
                yield step
                self._stamp(step.name)
        self.system.flush()
        atomic_files.write(self.system.at(boot_files.DONE), "done\n")

    def is_done(self, step: SetupStep) -> bool:
        """Returns whether a step has its stamp."""
        return (self.system.at(STAMPS) / step.name).exists()

    def _stamp(self, name: str) -> None:
        # What the step wrote must be on the card before the stamp is.
        self.system.flush()
        folder = self.system.at(STAMPS)
        folder.mkdir(parents=True, exist_ok=True)
        atomic_files.write(folder / name, "done\n")

    def _divide(self) -> None:
        root = self.system.ask(["findmnt", "--noheadings", "--output", "SOURCE", "/"])
        disk = f"/dev/{self.system.ask(['lsblk', '--noheadings', '--nodeps', '--output', 'PKNAME', root])}"
        sectors = int(self.system.ask(["blockdev", "--getsz", disk]))
        layout = plan_layout(self.system.ask(["sfdisk", "--json", disk]), sectors, root, self.choices.journal_mb)
        if layout.script is not None:
            words = ["sfdisk", "--no-reread", "--no-tell-kernel", "--force", "--wipe", "never", disk]
            self.system.ask(words, layout.script)
        # Also repeated after a power cut: the kernel may use the old table, and the file system may have the old size.
        self.system.ask(["partx", "--update", "--nr", "2:3" if layout.journal else "2:2", disk])
        self.system.ask(["udevadm", "settle"])
        self.system.ask(["resize2fs", root])
        free = self.system.free_mb("/")
        if free < NEEDED_MB:
            says = message("The card has {free} MB free and the set-up needs {needed}", free=free, needed=NEEDED_MB)
            raise CardError(says.with_remedy(message("use a card of 8 GB or more")))

    def _prepare_journal(self) -> None:
        root = self.system.ask(["findmnt", "--noheadings", "--output", "SOURCE", "/"])
        device = f"{root.removesuffix('2')}3"
        if not self.system.exists(device):
            if self.choices.read_only:
                says = message("There is no room for the journal's partition, so the system cannot be read-only")
                raise CardError(says.with_remedy(message("flash the card again and copy the folder before it starts")))
            return
        folder = self.system.at(JOURNAL)
        if not self.system.mounted(JOURNAL):
            # It is empty: before its stamp is written, no game was played on this card.
            self.system.ask(["mkfs.ext4", "-q", "-F", "-L", LABEL, "-m", "0", device])
        fstab = self.system.at("/etc/fstab")
        lines = [line for line in fstab.read_text("utf-8").splitlines() if f" {JOURNAL} " not in line]
        lines = [with_option(line, boot_files.BOOT, PATIENT) for line in lines]
        atomic_files.write(fstab, "\n".join([*lines, FSTAB]) + "\n")
        folder.mkdir(parents=True, exist_ok=True)
        self.system.ask(["udevadm", "settle"])
        self.system.ask(["systemctl", "daemon-reload"])
        self._mount_journal()

    def _mount_journal(self) -> None:
        """Mounts the journal's partition, if there is one; a slow start may have given up waiting for it."""
        if FSTAB in self.system.at("/etc/fstab").read_text("utf-8") and not self.system.mounted(JOURNAL):
            self.system.ask(["mount", JOURNAL])

    def _install_packages(self) -> None:
        PackageInstallation(self.system, self.folder / "packages").run()

    @property
    def _releases(self) -> Releases:
        return Releases(self.system.at(RELEASES))

    def _unpack(self) -> None:
        releases = self._releases
        with release_bundle.opened(self.folder / "release.zip") as bundle:
            manifest = bundle.manifest
            if is_narrow(machine := self.host.machine()):
                raise CardError(narrow_system())
            if machine not in manifest.machines:
                says = message(
                    "The release is for Python {machines}, and this system has {machine}",
                    machines=", ".join(manifest.machines),
                    machine=machine,
                )
                raise CardError(says.with_remedy(message("flash the system that the folder was made for")))
            beside, place = releases.beside(manifest.name), releases.place(manifest.name)
            releases.make_room(manifest.name)
            bundle.unpack(beside)
            beside.rename(place)
            atomic_files.sync_folder(place.parent)

    def _place(self) -> Path:
        with release_bundle.opened(self.folder / "release.zip") as bundle:
            return self._releases.place(bundle.manifest.name)

    def _set_up(self) -> None:
        self.host.set_up(self._place())

    def _try_out(self) -> None:
        self.host.try_out(self._place())

    def _install_service(self) -> None:
        self._mount_journal()
        self.host.install(self._place())
        if self.choices.language != LANGUAGE.default:
            settings = self.system.at(JOURNAL) / FILE
            if not settings.exists():
                atomic_files.write(settings, fresh(Settings().having(LANGUAGE, self.choices.language)))
            self.system.ask(["chown", "--reference", JOURNAL, f"{JOURNAL}/{FILE}"])

    def _let_in(self) -> None:
        let_in(self.choices, self.system)

    def _quieten(self) -> None:
        """Configures mounts, firmware and kernel; last, as it may make the system read-only."""
        fstab = self.system.at("/etc/fstab")
        lines = fstab.read_text("utf-8").splitlines()
        atomic_files.write(fstab, "".join(f"{with_option(line, boot_files.BOOT, NEVER_STOPS)}\n" for line in lines))
        boot = self.system.at(boot_files.BOOT)
        config = boot / "config.txt"
        before = config.read_text("utf-8") if config.exists() else ""
        atomic_files.write(config, boot_files.final_config(before))
        line = boot / "cmdline.txt"
        after = boot_files.final_command_line(line.read_text("utf-8"), read_only=self.choices.read_only)
        atomic_files.write(line, after)

    def _tidy(self) -> None:
        """Deletes what is no longer needed, and every secret, from a partition that any computer can read."""
        boot = self.system.at(boot_files.BOOT)
        self.system.finish_cloud_init()
        plain = self.choices.without_secrets()
        atomic_files.write(self.folder / "choices.toml", plain.written())
        for name, text in (("user-data", boot_files.user_data(plain)), ("network-config", "")):
            if (boot / name).exists():
                atomic_files.write(boot / name, text)
        for name in ("userconf.txt", "firstrun.sh"):
            (boot / name).unlink(missing_ok=True)
        shutil.rmtree(self.folder / "packages", ignore_errors=True)


def with_option(line: str, place: str, option: str) -> str:
    """Adds a mount option to a line of fstab, if it mounts `place` and lacks the option.

    >>> with_option("PARTUUID=2fed7fee-01  /boot/firmware  vfat  defaults  0  2", "/boot/firmware", "nofail")
    'PARTUUID=2fed7fee-01 /boot/firmware vfat defaults,nofail 0 2'
    >>> with_option("proc /proc proc defaults 0 0", "/boot/firmware", "nofail")
    'proc /proc proc defaults 0 0'
    """
    fields = line.split()
    if line.startswith("#") or len(fields) < 4 or fields[1] != place or option in fields[3].split(","):
        return line
    fields[3] += f",{option}"
    return " ".join(fields)


def keep_log(folder: Path, lines: list[str]) -> None:
    """Writes the log where a computer can read it from the card."""
    text = "".join(f"{line}\n" for line in lines)
    try:
        atomic_files.write(folder / "log.txt", text)
    except OSError:
        # A card that cannot be written has already been reported.
        os.sync()
