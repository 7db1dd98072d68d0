"""The box of the tour: a main loop with a camera that answers at once."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from display.scene import Scene
from firmware.app.autoplay.tour_camera import TourCamera
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.rules.options import OptionValue
from firmware.table.progress import destination_of
from firmware.table.table import Table
from hardware.ports import Control, Pressed, Shaken


@dataclass(slots=True)
class TourBox:
    """A box with its camera, for playing an evening."""

    box: MainLoop
    camera: TourCamera

    @property
    def table(self) -> Table:
        """The table."""
        return self.box.table

    @property
    def scene(self) -> Scene:
        """The current scene."""
        return self.box.presenter.scene()

    def dispatch(self, *messages: BoxMessage) -> None:
        """Handles messages, and their consequences after each."""
        for message in messages:
            self.box.dispatch(message)
            self.settle()

    def settle(self) -> None:
        """Handles the camera's answers."""
        while (answer := self.box.inbox.pop()) is not None:
            self.box.dispatch(answer)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Yields a temporary folder for journals, in memory if there is room, to avoid waiting for a disk."""
    memory = Path("/dev/shm")
    place = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="meierbox-tour-", dir=place) as folder:
        yield Path(folder)


def begin_game(table: Table, seats: int = 3, options: Mapping[str, OptionValue] = MappingProxyType({})) -> None:
    """Begins a game without the start screen."""
    table.context.current_game.begin(table.context.word_list("setup.names")[:seats], dict(options), 0)
    table.go(destination_of(table.state))


def neighbour_action(table: Table) -> BoxMessage | None:
    """Returns what a neighbour does for a seat of the computer that decides; a push that is refused while it thinks."""
    computers = table.computer_seats
    if computers.deciding is None:
        return None
    if computers.wants_hand and not computers.reading:
        return Pressed(Control.REVEAL)
    return Shaken() if computers.shakes else Pressed(Control.DIAL)
