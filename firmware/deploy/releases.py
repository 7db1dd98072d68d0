"""Where releases are installed side by side, which one is the box, and which one it goes back to.

    releases/0.2.0-1a2b3c4/   a project folder each, with an environment of its own
    current, previous         symbolic links to two project folders; each is switched in one rename
    trial                     there while a release is on trial: it has to prove itself, or `previous` comes back
    outcome                   what became of the last update

The power may fail between any two of these operations; `trial.finish_trial` brings whatever it finds to an end.
"""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.config import atomic_files
from firmware.config.bounded_files import read_json
from firmware.config.errors import UnusableFileError
from firmware.doctor.release_check import ReleaseStage, ReleaseStatus
from firmware.rules.message import Message, from_json, literal, message, to_json

RELEASES = "/usr/local/lib/meierbox"
CURRENT = f"{RELEASES}/current"
"""Links to the current release; the units and the command use it."""
PREVIOUS = f"{RELEASES}/previous"
UNSIGNED = "UNSIGNED"
"""Marks the folder of an unsigned release."""
REQUESTED = message("Someone at the box asked for it.")
"""The reason for a rollback without a failure; releases up to 0.1 recognise this text."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A release on trial: its name, whether the box had a safe start before, and how often it was begun.

    `against` is why it failed, from then on until it is rolled back; `requested` is true where somebody asked for that.
    """

    name: str
    was_safe: bool = False
    begun: int = 0
    against: Message | None = None
    requested: bool = False


@dataclass(frozen=True, slots=True)
class UpdateResult:
    """The outcome of an update: the release, whether it was kept, and a message.

    `requested`: somebody asked for the rollback.
    """

    name: str
    kept: bool
    says: Message
    requested: bool = False


@dataclass(frozen=True, slots=True)
class Releases:
    """The folder with the releases."""

    folder: Path

    @property
    def current(self) -> Path | None:
        """The current project folder, or None before the first installation."""
        return self._target("current")

    @property
    def previous(self) -> Path | None:
        """The project folder to go back to, or None; a deleted one does not count."""
        target = self._target("previous")
        return target if target and target.is_dir() else None

    def place(self, name: str) -> Path:
        """Returns the folder of a release."""
        return self.folder / "releases" / name

    def point(self, link: str, target: Path) -> None:
        """Points `current` or `previous` to a folder, in one durable rename."""
        self.folder.mkdir(parents=True, exist_ok=True)
        beside = self.folder / f".{link}.new"
        beside.unlink(missing_ok=True)
        beside.symlink_to(target)
        beside.replace(self.folder / link)
        atomic_files.sync_folder(self.folder)

    @property
    def trial(self) -> Trial | None:
        """The current trial, or None."""
        content = _read(self.folder / "trial")
        if content is None:
            return None
        try:
            return Trial(
                str(content["name"]),
                bool(content["was_safe"]),
                int(content["begun"]),
                _read_message(content, "against"),
                bool(content.get("requested")),
            )
        except (LookupError, ValueError, TypeError, AttributeError, OverflowError):
            # Torn by the disk itself; all that is known is that a trial was running.
            return Trial("?")

    def write_trial(self, trial: Trial) -> None:
        """Begins a trial, or records its progress, durably."""
        content = {"name": trial.name, "was_safe": trial.was_safe, "begun": trial.begun, "requested": trial.requested}
        atomic_files.write(self.folder / "trial", _written({**content, **_message_fields("against", trial.against)}))

    def end_trial(self, result: UpdateResult) -> None:
        """Records the outcome, then ends the trial."""
        content = {"name": result.name, "kept": result.kept, "requested": result.requested}
        atomic_files.write(self.folder / "outcome", _written({**content, **_message_fields("says", result.says)}))
        atomic_files.remove(self.folder / "trial")

    @property
    def result(self) -> UpdateResult | None:
        """The outcome of the last update, or None."""
        content = _read(self.folder / "outcome")
        if not content:
            return None
        try:
            says = _read_message(content, "says") or literal("")
            return UpdateResult(str(content["name"]), bool(content["kept"]), says, bool(content.get("requested")))
        except (LookupError, ValueError, TypeError, AttributeError):
            return None

    @property
    def status(self) -> ReleaseStatus | None:
        """The stage of the last update, for the doctor; None if there was none."""
        if trial := self.trial:
            stage = ReleaseStage.ROLLING_BACK if trial.against else ReleaseStage.ON_TRIAL
            return ReleaseStatus(trial.name, stage, trial.against)
        if (result := self.result) is None:
            return None
        if result.kept:
            return ReleaseStatus(result.name, ReleaseStage.KEPT)
        stage = ReleaseStage.ROLLED_BACK_ON_REQUEST if result.requested else ReleaseStage.ROLLED_BACK
        return ReleaseStatus(result.name, stage, result.says)

    def make_room(self, name: str) -> None:
        """Deletes the remains of an interrupted update, and an older attempt at `name`."""
        if (place := self.place(name)) == self.previous:
            # It was rolled back, or updated from: its files may have been damaged since.
            (self.folder / "previous").unlink()
            atomic_files.sync_folder(self.folder)
        for left in (place, *sorted((self.folder / "releases").glob(".*.new"))):
            if left.exists():
                shutil.rmtree(left)

    def tidy(self) -> None:
        """Deletes all releases but the current and the previous one."""
        kept = (self.current, self.previous)
        releases = self.folder / "releases"
        for release in sorted(releases.iterdir()) if releases.is_dir() else ():
            if release not in kept:
                shutil.rmtree(release)

    def beside(self, name: str) -> Path:
        """Returns the temporary folder that a release is unpacked in."""
        return self.folder / "releases" / f".{name}.new"

    def _target(self, link: str) -> Path | None:
        try:
            return (self.folder / link).readlink()
        except OSError:
            return None


def _written(content: dict[str, Any]) -> str:
    return json.dumps(content) + "\n"


def _message_fields(key: str, said: Message | None) -> dict[str, Any]:
    """Returns a message as JSON, with its English text under the old key for releases up to 0.1."""
    if said is None:
        return {key: ""}
    return {key: str(said), f"{key}_message": to_json(said)}


def _read_message(content: dict[str, Any], key: str) -> Message | None:
    """Reads the output of `_message_fields`, or the text of a release up to 0.1."""
    if f"{key}_message" in content:
        return from_json(content[f"{key}_message"])
    return literal(str(content[key])) if content[key] else None


def _read(path: Path) -> dict[str, Any] | None:
    """Reads a small JSON file: None if there is none, an empty value if it is torn."""
    try:
        return read_json(path)
    except FileNotFoundError:
        return None
    except UnusableFileError:
        return {"torn": path.name}
