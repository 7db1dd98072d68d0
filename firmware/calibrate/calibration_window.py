"""Runs a calibration in a window of its own, or full screen, with any controls."""

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
"""How often the window's events are polled."""


class PolledControls(Protocol):
    """The box's own buttons and dial: `pump` posts their events."""

    def tick(self, now: float) -> float | None:
        """Posts the events since the last call."""


class Window:
    """A `SceneOutlet` on a `MainWindow`; the box's own controls post to `post`."""

    def __init__(
        self,
        stage: MainWindow,
        controls: PolledControls | None = None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        """Takes an open window."""
        self._stage, self._clock = stage, clock
        self.controls = controls
        self._wait = wait or threading.Event().wait
        self._messages: list[ControlMessage] = []
        self._desk = DeskControls(self.post, stage.hit, lambda: False, fullscreen=stage.toggle_fullscreen)
        pygame.key.set_repeat(400, 60)

    def post(self, message: ControlMessage) -> None:
        """Receives an event of a control."""
        self._messages.append(message)

    def show(self, scene: CalibrationScene) -> None:
        """Shows a scene."""
        self._stage.show(scene)
        self._stage.tick(self._clock())

    def wait_for_input(self, seconds: float) -> list[ControlMessage]:
        """Waits for input, at most this long, and returns it."""
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
