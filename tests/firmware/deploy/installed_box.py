"""A box with an installed release, a bundle for it, and a fake machine."""

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from firmware.deploy import release_bundle
from firmware.deploy.errors import DeployError
from firmware.deploy.host import BoxState
from firmware.deploy.journal_copy import schema_version
from firmware.deploy.release_bundle import BundledFile, Manifest
from firmware.deploy.releases import Releases
from firmware.deploy.update import Update
from firmware.journal.database import FILE
from firmware.rules.message import message

MACHINE = "3.11 aarch64"
GAMES = ("a game of Astrid's", "a game of Bjorn's")


def make_project(folder: Path, journal: int = 1) -> Path:
    """Creates the files of a release that an update reads."""
    (folder / "firmware").mkdir(parents=True)
    (folder / "firmware" / "journal.py").write_text(f'FILE = "journal.db"\nVERSION = {journal}\n')
    (folder / "meierbox").write_text("#!/bin/sh\n")
    (folder / "meierbox").chmod(0o755)
    (folder / "wheels").mkdir()
    (folder / "wheels" / "numpy.whl").write_bytes(bytes(range(256)))
    return folder


def make_bundle(folder: Path, version: str = "0.2.0", journal: int = 1, machines: Sequence[str] = (MACHINE,)) -> Path:
    """Writes a bundle of such a release."""
    source = make_project(folder / f"source-{version}", journal)
    path = folder / f"meierbox-{version}-1a2b3c4.zip"
    names = ["firmware/journal.py", "meierbox", "wheels/numpy.whl"]
    release_bundle.write(
        path, source, names, lambda files: Manifest(version, "1a2b3c4", "2026-11-21", tuple(machines), files)
    )
    shutil.rmtree(source)
    return path


@dataclass(slots=True)
class Machine:
    """Stands in for systemd, pip and the clock. A release named in `bad` does not come up.

    Whatever box is started opens the journal as the real one does: it makes an older kind its own, and refuses a later.
    """

    releases: Releases
    journal: Path
    bad: frozenset[str] = frozenset()
    safe: bool = False
    now: float = 0.0
    starts: int = 0
    running: bool = True
    on_a_disk: bool = True
    called: str = MACHINE
    deeds: list[str] = field(default_factory=list)

    def clock(self) -> float:
        return self.now

    def machine(self) -> str:
        return self.called

    def set_up(self, project: Path) -> None:
        self.deeds.append(f"set up {project.name}")
        (project / ".venv").mkdir()

    def try_out(self, project: Path) -> None:
        self.deeds.append(f"try {project.name}")
        if f"{project.name} plays wrongly" in self.bad:
            raise DeployError(message("It plays wrongly").with_remedy(message("take another")))

    def keeps(self, folder: Path) -> bool:
        assert folder == self.releases.folder
        return self.on_a_disk

    def make_durable(self) -> None:
        self.deeds.append("sync")

    def install(self, project: Path) -> None:
        self.deeds.append(f"install {project.name}")
        (self.releases.folder / "units").write_text(project.name)

    def start(self) -> None:
        if not self.running:
            self.restart()

    def restart(self) -> None:
        current = self.releases.current
        assert current is not None
        self.deeds.append(f"start {current.name}")
        self.starts += 1
        with closing(sqlite3.connect(self.journal / FILE)) as db:
            (found,) = db.execute("PRAGMA user_version").fetchone()
            self.running = current.name not in self.bad and found <= schema_version(current)
            if found < schema_version(current):
                db.execute(f"PRAGMA user_version={schema_version(current)}")

    def stop(self) -> None:
        self.deeds.append("stop")
        self.running = False

    def begin_trial(self) -> None:
        self.deeds.append("trial")

    def box(self) -> BoxState:
        says = "Safe start: no camera." if self.safe else "At the table."
        return BoxState(self.running, not self.running, str(self.starts), self.safe and self.running, says)

    def wait(self, seconds: float) -> None:
        self.now += seconds


@dataclass(frozen=True, slots=True)
class Box:
    """A box in a folder: its releases, its journal with two games, the machine under it."""

    folder: Path
    machine: Machine

    @property
    def releases(self) -> Releases:
        return self.machine.releases

    @property
    def journal(self) -> Path:
        return self.machine.journal

    @property
    def key(self) -> Path:
        return self.folder / "release.pub"

    def update(self, opened: release_bundle.Bundle, *, downgrade: bool = False) -> Update:
        """Makes an update whose owner confirms the bundle's fingerprint, since this box has no key."""
        return Update(
            self.releases, opened, self.machine, self.journal, self.key, opened.fingerprint, downgrade=downgrade
        )

    def games(self) -> tuple[str, ...]:
        """The games in the box's journal."""
        with closing(sqlite3.connect(self.journal / FILE)) as db:
            return tuple(name for (name,) in db.execute("SELECT name FROM games"))

    def journal_kind(self) -> int:
        with closing(sqlite3.connect(self.journal / FILE)) as db:
            (found,) = db.execute("PRAGMA user_version").fetchone()
            return int(found)


def make_box(folder: Path) -> Box:
    """Makes a box whose release 0.1.0 is in a folder of the user's choice, as after a first installation."""
    releases = Releases(folder / "releases")
    journal = folder / "journal"
    journal.mkdir(parents=True)
    releases.point("current", make_project(folder / "opt" / "meierbox"))
    with closing(sqlite3.connect(journal / FILE)) as db:
        db.execute("CREATE TABLE games (name TEXT)")
        db.executemany("INSERT INTO games VALUES (?)", [(game,) for game in GAMES])
        db.execute("PRAGMA user_version=1")
        db.commit()
    return Box(folder, Machine(releases, journal))


def whole(project: Path, path: Path) -> bool:
    """Returns whether an installed release equals its bundle."""
    with release_bundle.opened(path) as opened:
        return all(matches(project / name, entry) for name, entry in opened.manifest.files.items())


def matches(path: Path, entry: BundledFile) -> bool:
    return path.is_file() and path.stat().st_size == entry.size and bool(path.stat().st_mode & 0o100) == entry.program
