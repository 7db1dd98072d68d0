"""An update: the steps from a bundle to a release on trial."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import disk_usage

from firmware.config import atomic_files
from firmware.config.bounded_files import read_bytes, read_toml
from firmware.config.errors import UnusableFileError
from firmware.deploy import journal_copy
from firmware.deploy.errors import BundleError, UnsignedBundleError, UpdateRefusedError, narrow_system
from firmware.deploy.host import Host, is_narrow
from firmware.deploy.release_bundle import MANIFEST, Bundle, Manifest, decoded
from firmware.deploy.releases import REQUESTED, UNSIGNED, Releases, Trial, UpdateResult
from firmware.deploy.signature import is_by
from firmware.deploy.steps import InstallStep
from firmware.rules.message import Message, message

LARGEST_MANIFEST = 4 << 20
NEEDED = 900 << 20
"""Bytes for the environment and its creation, beside the unpacked release."""


@dataclass(frozen=True, slots=True)
class Update:
    """A bundle to be installed.

    `journal` is the journal's folder, `key` the public key for accepted releases. `unsigned` is the fingerprint of the
    one bundle that the owner accepts on a box without a key; `downgrade`: the release may be older than the current
    one.
    """

    releases: Releases
    bundle: Bundle
    host: Host
    journal: Path
    key: Path
    unsigned: str = ""
    downgrade: bool = False

    @property
    def name(self) -> str:
        """The name of the release."""
        return self.bundle.manifest.name

    @property
    def signer(self) -> Message:
        """Returns who vouches for the bundle.

        Raises:
            BundleError: where it is not signed by the owner of the box's key; or where the box has no key, and its
                owner did not name this very bundle.
        """
        if not os.path.lexists(self.key):
            return self._taken_unsigned()
        signature = self.bundle.signature
        if signature is None or not is_by(self.key, self.bundle.signed, signature):
            says = message("{file} is not signed by the owner of {key}", file=self.bundle.path.name, key=str(self.key))
            raise BundleError(says.with_remedy(message("use a signed release")))
        return message("It is signed by the owner of {key}.", key=str(self.key))

    def _taken_unsigned(self) -> Message:
        """Returns the step that accepts the bundle on the owner's word; raises BundleError for any other."""
        named = self.unsigned.replace("-", "").replace(" ", "").lower()
        if named == self.bundle.fingerprint.replace("-", ""):
            return message("Nobody has signed it; you vouch for it by its fingerprint.")
        file, fingerprint = self.bundle.path.name, self.bundle.fingerprint
        if named:
            says = message("{file} has the fingerprint {fingerprint}, not that one", file=file, fingerprint=fingerprint)
            raise BundleError(says.with_remedy(message("do not use it")))
        says = message("Nobody vouches for {file}, as this box has no maker's key", file=file)
        remedy = message(
            "put the key in {key}, or add --unsigned {fingerprint} if its maker tells you the same fingerprint",
            key=str(self.key),
            fingerprint=fingerprint,
        )
        raise UnsignedBundleError(says.with_remedy(remedy), fingerprint)

    def steps(self) -> Iterator[InstallStep]:
        """Yields the steps up to the trial; until the last one, the current release is unchanged.

        Raises:
            UpdateRefusedError: where the release is installed already, does not fit this machine or its journal, or has
                no room.
            BundleError: where it is damaged or not complete.
        """
        _ = self.signer
        current = self._check_state()
        self._check_age(current)
        self._check_fit()
        yield from self._prepare()
        yield from self._switch(current)

    def _prepare(self) -> Iterator[InstallStep]:
        """Installs the release beside the current one, and tests that it can play."""
        releases, host, name = self.releases, self.host, self.name
        place, beside = releases.place(name), releases.beside(name)
        yield InstallStep(message("delete what an interrupted update has left"), lambda: releases.make_room(name))
        yield InstallStep(
            message("unpack it and check every file against its checksum"), lambda: self.bundle.unpack(beside)
        )
        if not os.path.lexists(self.key):
            yield InstallStep(message("note that nobody has signed it"), (beside / UNSIGNED).touch)
        yield InstallStep(message("move it to {folder}", folder=str(place)), lambda: _rename(beside, place))
        yield InstallStep(message("set it up from its own wheels, without the network"), lambda: host.set_up(place))
        yield InstallStep(message("have it play a round by itself"), lambda: host.try_out(place))
        yield InstallStep(message("flush all of that to the disk"), host.make_durable)

    def _switch(self, current: Path) -> Iterator[InstallStep]:
        """Stops the box, saves the journal and makes the new release current, on trial."""
        releases, host, name = self.releases, self.host, self.name
        place = releases.place(name)
        before, after = journal_copy.schema_version(current), journal_copy.schema_version(place)
        if after < before:
            raise UpdateRefusedError(
                message("{name} cannot read the newer journal of this box: nothing has been changed.", name=name)
            )
        was_safe = host.box().safe
        yield InstallStep(message("stop the box; its game stays as it is"), host.stop)
        if after > before:
            says = message("copy the journal, as its schema changes")
            yield InstallStep(says, lambda: journal_copy.copy(self.journal, name))
        says = message("keep {release} for a rollback", release=str(current))
        yield InstallStep(says, lambda: releases.point("previous", current))
        yield InstallStep(message("begin the trial"), lambda: releases.write_trial(Trial(name, was_safe)))
        yield InstallStep(
            message("make {release} the current release", release=name), lambda: releases.point("current", place)
        )

    def _check_state(self) -> Path:
        """Checks that this box can be updated to this release now; returns the current release."""
        releases = self.releases
        if (current := releases.current) is None:
            says = message("There is no installed box to update")
            raise UpdateRefusedError(says.with_remedy(message("sudo ./meierbox install makes one of this machine")))
        if releases.trial is not None:
            says = message("Another release is on trial")
            remedy = message("wait until it has proven itself, a few minutes at most")
            raise UpdateRefusedError(says.with_remedy(remedy))
        if current == releases.place(self.name):
            says = message("{name} is on this box already: there is nothing to update.", name=self.name)
            raise UpdateRefusedError(says)
        return current

    def _check_age(self, current: Path) -> None:
        """Checks that the release is not older than the current one: a signature does not rule out known
        vulnerabilities."""
        if self.downgrade:
            return
        before = _manifest_of(current)
        if before is not None and self.bundle.manifest.age < before.age:
            says = message(
                "{name} is older than the release of this box, {current}", name=self.name, current=before.name
            )
            remedy = message("add --allow-downgrade if you mean it, or use --rollback for the previous release")
            raise UpdateRefusedError(says.with_remedy(remedy))

    def discard(self) -> None:
        """Deletes the files installed for the release."""
        place = self.releases.place(self.name)
        kept = (self.releases.current, self.releases.previous)
        for left in (self.releases.beside(self.name), *([] if place in kept else [place])):
            shutil.rmtree(left, ignore_errors=True)

    def _check_fit(self) -> None:
        """Checks that the wheels fit this machine, and that there is enough space."""
        manifest, folder = self.bundle.manifest, self.releases.folder
        if is_narrow(machine := self.host.machine()):
            raise UpdateRefusedError(narrow_system())
        if machine not in manifest.machines:
            says = message(
                "{file} is for Python {machines}, and this machine has {machine}",
                file=self.bundle.path.name,
                machines=", ".join(manifest.machines),
                machine=machine,
            )
            raise UpdateRefusedError(says.with_remedy(message("take a bundle made for it")))
        folder.mkdir(parents=True, exist_ok=True)
        if not self.host.keeps(folder):
            says = message("What is written to {folder} is in memory only", folder=str(folder))
            remedy = message(
                "turn the overlay off (sudo raspi-config, Performance Options), restart, update, turn it on"
            )
            raise UpdateRefusedError(says.with_remedy(remedy))
        free = disk_usage(folder).free
        if free < (needed := manifest.size + NEEDED):
            says = message(
                "The disk of {folder} has {free} MB free and the update needs {needed}",
                folder=str(folder),
                free=free >> 20,
                needed=needed >> 20,
            )
            raise UpdateRefusedError(says.with_remedy(message("make room")))


def _manifest_of(project: Path) -> Manifest | None:
    """Identifies a project folder's release: by its manifest, or only by its version."""
    try:
        return decoded(read_bytes(project / MANIFEST, LARGEST_MANIFEST))
    except (FileNotFoundError, UnusableFileError, BundleError):
        pass
    try:
        version = read_toml(project / "pyproject.toml")["project"]["version"]
    except (FileNotFoundError, UnusableFileError, LookupError, TypeError):
        return None
    return Manifest(str(version), "", "", (), {})


def go_back(releases: Releases) -> InstallStep:
    """Returns the step that rolls back, by failing a trial before it begins.

    Raises:
        UpdateRefusedError: where there is none to go back to.
    """
    current, previous = releases.current, releases.previous
    if current is None or previous is None or previous == current:
        says = message("There is no release to go back to")
        raise UpdateRefusedError(says.with_remedy(message("this box has never been updated")))
    if releases.trial is not None:
        says = message("A release is on trial, and goes back by itself if it has to")
        raise UpdateRefusedError(says.with_remedy(message("wait a few minutes")))
    trial = Trial(current.name, against=REQUESTED, requested=True)
    says = message("note the rollback to {release}", release=str(previous))
    return InstallStep(says, lambda: releases.write_trial(trial))


def _rename(beside: Path, place: Path) -> None:
    beside.rename(place)
    atomic_files.sync_folder(place.parent)


def abandon(update: Update, host: Host) -> None:
    """Cleans up after an error before the switch: the box is unchanged and running."""
    releases = update.releases
    trial = releases.trial
    if trial is not None and releases.current == releases.previous:
        says = message("The update was interrupted before it changed anything: repeat it.")
        releases.end_trial(UpdateResult(trial.name, False, says))
    if releases.trial is None:
        update.discard()
    host.start()
