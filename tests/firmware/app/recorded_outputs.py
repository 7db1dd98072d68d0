"""Takes down everything that a box gives out before a reveal, so that two evenings can be compared.

Screen (scene and pixels), sound and voice, lamp and lit buttons, the time until the next frame, log, every file with
its mode, every row of the journal but for its vault, exports, statistics, the doctor's report, the process's title and
environment. Digests of seals are left out, since their salt is chance; everything else must not depend on the dice.
"""

import hashlib
import json
import logging
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pygame

from display.scene import Scene, SealSlip, TableScene
from display.sound.cues import cues
from display.sound.words import spoken
from display.window import MainWindow
from firmware.app.inbox import Inbox
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.pi_devices import lamp_level, lit_buttons
from firmware.app.presenter.hints import explanation, next_step
from firmware.app.presenter.presenter import Presenter
from firmware.camera.camera_port import NoCamera
from firmware.doctor.journal_check import check_journal
from firmware.doctor.report_bundle import write_bundle
from firmware.journal.game_export import exported_game
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import read_game
from firmware.journal.statistics import count_games
from firmware.journal.story import narrate_game
from firmware.rules.message import message
from firmware.rules.record.writer import record_of, write_record
from tests.firmware.evening import Evening, notice_of

SIZE = (320, 192)
SLIP = SealSlip("sealed", ("acid", "album", "alley", "almond"), ("10", "01"))
SECRET_FILES = ("journal.db", "journal.db-wal", "journal.db-shm", "journal.head")
"""Their content is protected by their mode: it includes the vault, and hashes of salted digests."""


def without_seal(scene: Scene) -> Scene:
    """A scene with another seal, the same for all dice."""
    return replace(scene, seal=SLIP) if isinstance(scene, TableScene) and scene.seal else scene


class SealedWindow(MainWindow):
    """A window that shows the same seal for all dice, and remembers the scene."""

    shown: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Shows a scene with the other seal."""
        self.shown = without_seal(scene)
        super().show(self.shown)


class Outputs(logging.Handler):
    """Records every output of a table; `given` lists them in order, each with its name."""

    def __init__(self, evening: Evening) -> None:
        super().__init__()
        self.evening = evening
        self.given: list[tuple[str, object]] = []
        self.before: Scene | None = None
        self.now = 100.0
        inbox: Inbox[BoxMessage] = Inbox()
        window = SealedWindow(SIZE)
        self.window = window
        camera = NoCamera(inbox.put, message("None"))
        self.box = MainLoop(evening.table, window, camera, inbox, clock=lambda: self.now)

    def emit(self, record: logging.LogRecord) -> None:
        """Records a line of the log."""
        self.given.append(("log", record.getMessage()))

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Records the log for a while, at every level."""
        root = logging.getLogger()
        level = root.level
        root.addHandler(self)
        root.setLevel(logging.DEBUG)
        try:
            yield
        finally:
            root.removeHandler(self)
            root.setLevel(level)

    def look(self) -> None:
        """Records the current outputs, and those of the following frames."""
        table = self.evening.table
        for _ in range(2):
            wait = self.box.step()
            self.given.append(("time until the next frame", wait))
            surface = pygame.display.get_surface()
            assert surface is not None
            self.given.append(("pixels", hashlib.sha256(pygame.image.tobytes(surface, "RGB")).hexdigest()))
            self.now += 0.4
        scene = self.window.shown
        assert scene is not None
        self.given.append(("scene", scene))
        self.given.append(("sound", (cues(self.before, scene), spoken(self.before, scene))))
        self.given.append(("lamp", (lamp_level(table, 0.0), lit_buttons(table))))
        self.given.append(("notice", (notice_of(table), table.context.refused)))
        self.given.append(("prompts", (next_step(table.mode), explanation(table.mode))))
        self.given.append(("state", repr(table.state)))
        self.given.append(("printed seals", repr((table.active_session.seal, table.active_session.sealed_observation))))
        self.given.append(("record", table.active_session.record()))
        self.before = scene

    def read_files(self) -> None:
        """Records what another user, a command or a report can read in the state directory."""
        folder = self.evening.journal.path.parent
        self.given.append(("mode of the folder", stat.S_IMODE(folder.stat().st_mode)))
        for path in sorted(folder.iterdir()):
            mode = stat.S_IMODE(path.stat().st_mode)
            self.given.append((f"mode of {path.name}", mode))
            if path.name not in SECRET_FILES or mode & 0o077:
                self.given.append((f"content of {path.name}", path.read_bytes()))
        with JournalReader(folder) as reader:
            game = read_game(reader, 1)
            rows = exported_game(reader, 1)["rows"]
        self.given += [("row", (row.get("kind"), _without_digest(row.get("body")))) for row in rows]
        self.given.append(("games show", narrate_game(game)))
        self.given.append(("games export", write_record(record_of(game.events()))))
        self.given.append(("games stats", repr(count_games([game]))))
        report = folder / "report.zip"
        findings = [finding.as_data(str) for finding in check_journal(folder) if "MB" not in str(finding.says)]
        write_bundle(report, findings, {}, (str(folder),))
        with zipfile.ZipFile(report) as bundle:
            self.given.append(("report", {name: bundle.read(name) for name in bundle.namelist()}))
        report.unlink()
        for name in ("cmdline", "comm", "environ"):
            self.given.append((f"process {name}", Path("/proc/self", name).read_bytes()))

    def present(self, presenter: Presenter) -> None:
        """Has another presenter show the table from now on."""
        self.box.presenter = presenter


def _without_digest(body: object) -> object:
    said = json.loads(str(body)) if isinstance(body, str) else {}
    return {name: value for name, value in said.items() if name not in ("digest", "after")}


def differences(one: list[tuple[str, object]], other: list[tuple[str, object]]) -> list[str]:
    """Names the outputs in which two evenings differ."""
    found = {name for (name, mine), (_, theirs) in zip(one, other, strict=False) if mine != theirs}
    names = [name for name, _ in one] == [name for name, _ in other]
    return sorted(found) + ([] if names else ["what is given out at all"])
