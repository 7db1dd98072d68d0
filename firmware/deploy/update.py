"""An update: the steps from a bundle to a release that is on trial."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import disk_usage

from firmware.deploy import journal_copy
from firmware.deploy.host import Host
from firmware.deploy.release_bundle import Bundle, settle
from firmware.deploy.releases import WISHED, Outcome, Shelf, Trial
from firmware.deploy.signature import is_by
from firmware.deploy.steps import InstallError, Step

NEEDED = 900 << 20
"""Bytes that an environment and its making take beside what is unpacked."""


@dataclass(frozen=True, slots=True)
class Update:
    """A bundle that is to become the box.

    `journal` is the folder of the journal, `key` the public key of whom releases are taken from.
    """

    shelf: Shelf
    bundle: Bundle
    host: Host
    journal: Path
    key: Path

    @property
    def name(self) -> str:
        """The name of the release."""
        return self.bundle.manifest.name

    @property
    def signer(self) -> str:
        """Says in a sentence who vouches for the bundle.

        Raises:
            InstallError: where this box takes signed releases only, and this is none.
        """
        if not self.key.exists():
            return "Nobody vouches for it: this box knows no key of a maker, only that the file is whole."
        signature = self.bundle.signature
        if signature is None or not is_by(self.key, self.bundle.signed, signature):
            raise InstallError(
                f"{self.bundle.path.name} is not signed by the owner of {self.key}: take one that is, or delete that "
                "file to take releases from anybody."
            )
        return f"It is signed by the owner of {self.key}."

    def steps(self) -> Iterator[Step]:
        """Gives the steps up to the trial; until the last one, the box is the release that it was.

        Raises:
            InstallError: where the release is here already, does not fit this machine or its journal, or has no room.
        """
        shelf, host, name = self.shelf, self.host, self.name
        current = shelf.current
        if current is None:
            raise InstallError(
                "There is no installed box to update: sudo ./meierbox install makes one of this machine."
            )
        if shelf.trial is not None:
            raise InstallError("Another release is on trial: wait until it has proven itself, a few minutes at most.")
        if current == shelf.place(name):
            raise InstallError(f"{name} is on this box already: there is nothing to update.")
        self._check_fit()
        place, beside = shelf.place(name), shelf.beside(name)
        yield Step("delete what an update that broke off has left", lambda: shelf.make_room(name))
        yield Step("unpack it and hold every file against its sum", lambda: self.bundle.unpack(beside))
        yield Step(f"lay it into {place}", lambda: _rename(beside, place))
        yield Step("set it up from its own wheels, without the network", lambda: host.set_up(place))
        yield Step("let it play a round by itself", lambda: host.try_out(place))
        yield Step("have all of that on the disk", host.make_durable)
        before = journal_copy.kind(current)
        if journal_copy.kind(place) < before:
            raise InstallError(
                f"{name} cannot read the journal of this box, which is of a later kind: nothing is changed."
            )
        was_safe = host.box().safe
        yield Step("stop the box; its game stands where it stood", host.stop)
        if journal_copy.kind(place) > before:
            yield Step("copy the journal, which it keeps in another way", lambda: journal_copy.copy(self.journal, name))
        yield Step(f"remember {current} as the way back", lambda: shelf.point("previous", current))
        yield Step("begin the trial", lambda: shelf.write_trial(Trial(name, was_safe)))
        yield Step(f"make {name} the box", lambda: shelf.point("current", place))

    def _check_fit(self) -> None:
        """Holds that the wheels serve this machine, and that there is room."""
        manifest = self.bundle.manifest
        if (machine := self.host.machine()) not in manifest.machines:
            raise InstallError(
                f"{self.bundle.path.name} is for Python {', '.join(manifest.machines)}, and this machine has "
                f"{machine}: take a bundle made for it."
            )
        self.shelf.folder.mkdir(parents=True, exist_ok=True)
        if not self.host.keeps(self.shelf.folder):
            raise InstallError(
                f"What is written to {self.shelf.folder} lies in memory only: turn the overlay off (sudo raspi-config, "
                "Performance Options), start again, update, turn it on."
            )
        free = disk_usage(self.shelf.folder).free
        if free < (needed := manifest.size + NEEDED):
            raise InstallError(
                f"The disk of {self.shelf.folder} has {free >> 20} MB free and the update needs {needed >> 20}: "
                "make room."
            )


def go_back(shelf: Shelf) -> Step:
    """Gives the step that ends with the previous release as the box: a trial that has failed before it began.

    Raises:
        InstallError: where there is none to go back to.
    """
    current, previous = shelf.current, shelf.previous
    if current is None or previous is None or previous == current:
        raise InstallError("There is no release to go back to: this box has not been updated since.")
    if shelf.trial is not None:
        raise InstallError("A release is on trial, and goes back by itself if it must: wait a few minutes.")
    wish = Trial(current.name, against=WISHED)
    return Step(f"note that it is to go back to {previous}", lambda: shelf.write_trial(wish))


def _rename(beside: Path, place: Path) -> None:
    beside.rename(place)
    settle(place.parent)


def abandon(shelf: Shelf, host: Host) -> None:
    """After an error or an interruption before the switch: the box is what it was, and runs."""
    trial = shelf.trial
    if trial is not None and shelf.current == shelf.previous:
        shelf.end_trial(Outcome(trial.name, False, "The update was broken off before it changed anything: repeat it."))
    host.start()
