"""Where releases lie side by side, which one is the box, and which one it goes back to.

    releases/0.2.0-1a2b3c4/   a project folder each, with an environment of its own
    current, previous         symbolic links to two project folders; each is switched in one rename
    trial                     there while a release is on trial: it has to prove itself, or `previous` comes back
    outcome                   what became of the last update

Power may go between any two of these deeds; `trial.settle` brings whatever it finds to an end.
"""

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from firmware.config import atomic_files
from firmware.deploy.release_bundle import settle

SHELF = "/usr/local/lib/meierbox"
CURRENT = f"{SHELF}/current"
"""Leads to the release that is the box; the units and the command name it."""
WISHED = "Somebody at the box wished it."
"""What speaks against a release that did nothing wrong."""
PREVIOUS = f"{SHELF}/previous"


@dataclass(frozen=True, slots=True)
class Trial:
    """A release on trial: its name, whether the box had a safe start before, and how often it was begun.

    `against` is why it failed, from then on until the box has gone back.
    """

    name: str
    was_safe: bool = False
    begun: int = 0
    against: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an update: the release, whether it was kept, and a sentence."""

    name: str
    kept: bool
    says: str

    @property
    def wished(self) -> bool:
        """Whether it is only somebody's wish that the release is the box no longer."""
        return not self.kept and self.says.startswith(WISHED)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folder with the releases."""

    folder: Path

    @property
    def current(self) -> Path | None:
        """The project folder that is the box, or None before the first installation."""
        return self._target("current")

    @property
    def previous(self) -> Path | None:
        """The project folder to go back to, or None; a folder that somebody deleted is none."""
        target = self._target("previous")
        return target if target and target.is_dir() else None

    def place(self, name: str) -> Path:
        """Gives the folder of a release."""
        return self.folder / "releases" / name

    def point(self, link: str, target: Path) -> None:
        """Lets `current` or `previous` lead to a folder, in one durable rename."""
        self.folder.mkdir(parents=True, exist_ok=True)
        beside = self.folder / f".{link}.new"
        beside.unlink(missing_ok=True)
        beside.symlink_to(target)
        beside.replace(self.folder / link)
        settle(self.folder)

    @property
    def trial(self) -> Trial | None:
        """The trial under way, or None."""
        content = _read(self.folder / "trial")
        if content is None:
            return None
        try:
            return Trial(
                str(content["name"]), bool(content["was_safe"]), int(content["begun"]), str(content["against"])
            )
        except (KeyError, ValueError, TypeError):
            # Torn by the disk itself. Nothing is known of it but that it is under way.
            return Trial("?")

    def write_trial(self, trial: Trial) -> None:
        """Begins a trial, or notes how it goes; durable."""
        atomic_files.write(self.folder / "trial", json.dumps(asdict(trial)) + "\n")

    def end_trial(self, outcome: Outcome) -> None:
        """Notes what became of it, then ends it."""
        atomic_files.write(self.folder / "outcome", json.dumps(asdict(outcome)) + "\n")
        atomic_files.remove(self.folder / "trial")

    @property
    def outcome(self) -> Outcome | None:
        """What became of the last update, or None."""
        content = _read(self.folder / "outcome")
        try:
            return Outcome(str(content["name"]), bool(content["kept"]), str(content["says"])) if content else None
        except KeyError:
            return None

    def make_room(self, name: str) -> None:
        """Deletes what an update that broke off has left, and an older attempt at `name`."""
        if (place := self.place(name)) == self.previous:
            # It was gone back from, or updated from: what lies there may have been spoilt since.
            (self.folder / "previous").unlink()
            settle(self.folder)
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
        """Gives the folder that a release is unpacked in before it has its name."""
        return self.folder / "releases" / f".{name}.new"

    def _target(self, link: str) -> Path | None:
        try:
            return (self.folder / link).readlink()
        except OSError:
            return None


def _read(path: Path) -> dict[str, Any] | None:
    """Reads a small JSON file: None where there is none, an odd one where it is torn."""
    try:
        content = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        content = None
    return content if isinstance(content, dict) else {"torn": path.name}
