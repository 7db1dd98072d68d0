"""A calibration in a window of its own, or on the whole screen, with whatever controls there are."""

import threading
import time
from collections.abc import Callable
from typing import Protocol

import pygame

from display.scene import CalibrationScene
from display.window import MainWindow
from hardware.desk.keyboard_mouse import DeskControls
from hardware.ports import ControlMessage

POLL_SECONDS = 0.02
"""How often the window is asked for events."""


class PolledControls(Protocol):
    """The box's own buttons and dial: `pump` posts what people did."""

    def tick(self, now: float) -> float | None:
        """Posts what people did until now."""


class Window:
    """A `SceneOutlet` on a `MainWindow`. Messages of the box's own controls are handed to `post`."""

    def __init__(
        self,
        stage: MainWindow,
        controls: PolledControls | None = None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        """Takes a stage that is open."""
        self._stage, self._clock = stage, clock
        self.controls = controls
        self._wait = wait or threading.Event().wait
        self._messages: list[ControlMessage] = []
        self._desk = DeskControls(self.post, stage.hit, lambda: False, fullscreen=stage.toggle_fullscreen)
        pygame.key.set_repeat(400, 60)

    def post(self, message: ControlMessage) -> None:
        """Takes what somebody did."""
        self._messages.append(message)

    def show(self, scene: CalibrationScene) -> None:
        """Shows a scene."""
        self._stage.show(scene)
        self._stage.tick(self._clock())

    def wait_for_input(self, seconds: float) -> list[ControlMessage]:
        """Returns what people did, waiting for it so long at most."""
        end = self._clock() + seconds
        while True:
            now = self._clock()
            if self.controls is not None:
                self.controls.tick(now)
            self._desk.pump(self._stage.filter_events(pygame.event.get()), now)
            if self._messages or now >= end:
                break
            self._wait(min(POLL_SECONDS, end - now))
        done, self._messages = self._messages, []
        return done

    def close(self) -> None:
        """Closes the window."""
        self._stage.close()
