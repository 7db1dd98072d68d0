"""Draws and saves posters in a separate process, so that neither the drawing nor a slow drive stops the game."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.camera.child_process import ChildProcess, ignore_interrupts, listen, spawn
from firmware.rules.message import Message, message
from firmware.table.maintenance_port import MaintenancePort, Task
from firmware.texts.source import text

if TYPE_CHECKING:
    from display.evening_poster import EveningPoster

LEAVING_SECONDS = 1.0
RESULT_SECONDS = 1.0
"""How often it is asked whether a copy by the maintenance service has ended."""


@dataclass(frozen=True, slots=True)
class PosterOrder:
    """A poster, the theme it is painted in, the file that it is saved as, and where USB drives are looked for."""

    poster: EveningPoster
    theme: str
    path: Path
    root: Path = Path("/")


@dataclass(frozen=True, slots=True)
class PosterReport:
    """What came of a poster: a sentence, whether it was saved, and whether a drive waits that only root can mount."""

    says: Message
    done: bool
    unmounted: bool = False


class Posters:
    """Has one poster after the other painted; reports come to `on_report` from a thread."""

    def __init__(
        self,
        on_report: Callable[[PosterReport], None],
        maintenance: MaintenancePort,
        launcher: Callable[[PosterOrder], ChildProcess] | None = None,
    ) -> None:
        """Starts nothing yet."""
        self._on_report, self._maintenance = on_report, maintenance
        self._launcher = launcher or _launch
        self._process: ChildProcess | None = None
        self._before: Message | None = None
        self._copying = False

    def paint(self, order: PosterOrder) -> None:
        """Begins to paint; a poster that is still being painted is given up."""
        self.close()
        reported = False

        def take(report: PosterReport) -> None:
            nonlocal reported
            reported = True
            self._on_report(report)

        def ended() -> None:
            if not reported and process is self._process:
                died = message("The poster could not be painted").with_remedy(message("try it again"))
                self._on_report(PosterReport(died, done=False))

        process = self._process = self._launcher(order)
        listen(process.pipe, take, ended, "poster")

    def handle(self, report: PosterReport) -> PosterReport:
        """Takes a report; asks the maintenance service to copy the poster where the drive is not mounted."""
        if not (report.done and report.unmounted) or self._maintenance.hindrance is not None:
            return report
        self._before = self._maintenance.result()
        trouble = self._maintenance.order(Task.POSTERS)
        if trouble is not None:
            return PosterReport(trouble, done=False)
        self._copying = True
        return PosterReport(text("winner.saved_and_copying", file=dict(report.says.fields)["file"]), done=True)

    def tick(self) -> tuple[Message | None, float | None]:
        """Returns how the copy ended, once it has, and in how many seconds it wants to be asked again."""
        if not self._copying:
            return None, None
        result = self._maintenance.result()
        if result is None or result == self._before:
            return None, RESULT_SECONDS
        self._copying = False
        return result, None

    def close(self) -> None:
        """Ends the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.join(LEAVING_SECONDS)
            with suppress(OSError):
                process.pipe.close()


def _launch(order: PosterOrder) -> ChildProcess:
    return spawn(_run, order, "meierbox-poster", daemon=True)


def _run(pipe: Connection, order: PosterOrder) -> None:
    """The main function of the process."""
    ignore_interrupts()
    pipe.send(painted(order))


def painted(order: PosterOrder) -> PosterReport:
    """Paints a poster, saves it, and copies it to the USB drives that are mounted."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"  # it must not touch the screen of the table
    import pygame  # noqa: PLC0415 - only this process paints

    from display import evening_poster  # noqa: PLC0415
    from display.draw.theme import THEMES  # noqa: PLC0415
    from firmware.deploy import usb_drives  # noqa: PLC0415
    from firmware.deploy.errors import DeployError  # noqa: PLC0415
    from firmware.deploy.poster_copy import copy_posters  # noqa: PLC0415

    pygame.display.init()
    pygame.display.set_mode((1, 1))
    path = order.path
    unfinished = path.with_name(f"unfinished-{path.name}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        evening_poster.save(order.poster, THEMES[order.theme], str(unfinished))
        unfinished.replace(path)
    except OSError as error:
        why = message("The poster cannot be saved as {file} ({error})", file=str(path), error=_reason(error))
        return PosterReport(why.with_remedy(message("check that the disk is not full")), done=False)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    drives = usb_drives.writable(order.root)
    try:
        copy_posters(path.parent, drives, path.name)
    except DeployError as error:
        return PosterReport(error.message, done=False)
    if drives:
        return PosterReport(text("winner.saved_and_copied", file=_shown(path)), done=True)
    unmounted = bool(usb_drives.unmounted(order.root))
    return PosterReport(text("winner.saved", file=_shown(path)), done=True, unmounted=unmounted)


def _shown(path: Path) -> str:
    """Writes a path as people do: from their home folder on."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) and home != Path("/") else str(path)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
