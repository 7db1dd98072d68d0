"""The devices in a box beside screen and camera: buttons, dial, lid, lamp and lights; and when they are lit."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from display.scene import CalibrationScene
from firmware.camera.device_messages import message_of
from firmware.menus.wizard import WizardPage
from firmware.rules.message import Message, message
from firmware.rules.state import Phase
from firmware.table.table import Table
from hardware.ports import Control, Post

if TYPE_CHECKING:
    from firmware.app.machine_watch import MachineWatch
    from hardware.pi.gpio_controls import PiControls
    from hardware.pi.lamp import ButtonLights, PiLamp

IDLE_SECONDS = 600.0
"""After so long without a press the lamp goes out in the middle of a game; the next press lights it."""


def lamp_level(table: Table, idle: float) -> float:
    """How brightly the dice are lit, 0 to 1, by what everybody may know: whether a game is on and people are there.

    The wizard reads dice as well, and the light must have settled by then. The lamp is never dimmed: one that is
    switched quickly draws bands across the pictures.
    """
    playing = table.session is not None and table.state.phase is not Phase.OVER
    playing = playing or isinstance(table.mode, WizardPage)
    return 1.0 if playing and idle < IDLE_SECONDS else 0.0


def lit_buttons(table: Table) -> frozenset[Control]:
    """The controls that would do something now: what stands on the screen beside their pictures, no more."""
    return frozenset(Control(control) for control, offer in table.offers().items() if offer.enabled)


def hinted(scene: CalibrationScene) -> frozenset[Control]:
    """The controls that would do something now during a calibration."""
    return frozenset(Control(hint.control) for hint in scene.hints if hint.enabled)


class Devices(Protocol):
    """What the main loop needs of the devices; every method returns at once."""

    @property
    def lamp(self) -> bool:
        """Whether there is a lamp that can be switched."""

    def tick(self, now: float) -> float | None:
        """Posts what people did with them; returns the seconds until it must be called again, if any."""

    def note_activity(self, now: float) -> None:
        """Notes that somebody has touched a control of any kind."""

    def set_lamp(self, left: float, right: float, *, softly: bool = False) -> None:
        """Notes which part (0 to 1) of the lamp's brightness the camera or the calibration wants of each channel."""

    def update_lights(self, table: Table, now: float, scene: CalibrationScene | None = None) -> float | None:
        """Sets lamp and lights, for the table or for a calibration; returns the seconds until it must be called again.

        None where it need not be.
        """

    def close(self) -> None:
        """Puts everything out and gives the pins back."""


class NoDevices:
    """A box without such devices: a window on a desktop."""

    lamp = False

    def tick(self, now: float) -> float | None:
        """Has nothing to post."""

    def note_activity(self, now: float) -> None:
        """Has nothing to light."""

    def set_lamp(self, left: float, right: float, *, softly: bool = False) -> None:
        """Has nothing to light."""

    def update_lights(self, table: Table, now: float, scene: CalibrationScene | None = None) -> float | None:
        """Has nothing to light."""

    def close(self) -> None:
        """Has nothing to give back."""


class PiDevices:
    """The devices of a box with a Raspberry Pi; what cannot be used is reported through `warn`, the rest works."""

    lamp = True

    def __init__(
        self,
        post: Post,
        warn: Callable[[Message], None],
        pins: Any,
        wake: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
        lid_closed_when_shut: bool = False,
        half_cycle_dial: Callable[[], bool] = lambda: False,
        machine: MachineWatch | None = None,
    ) -> None:
        """Takes all pins from `pins`, a gpiozero factory; `wake` is called when `pump` has something to do.

        `lid_closed_when_shut`: the lid's switch is a reed contact. `half_cycle_dial` asks the settings. `machine`
        watches voltage and heat.
        """
        from hardware.pi.gpio_controls import PiControls  # noqa: PLC0415 - gpiozero is loaded only where there are pins
        from hardware.pi.lamp import ButtonLights, PiLamp  # noqa: PLC0415

        said: list[Message] = []
        self._warn: Callable[[Message], None] = said.append
        self._controls: PiControls = PiControls(
            post,
            self._tell,
            pins,
            wake=wake,
            clock=clock,
            lid_closed_when_shut=lid_closed_when_shut,
            half_cycle_dial=half_cycle_dial,
        )
        self._lamp: PiLamp = PiLamp(pins, self._tell, clock)
        self._lights: ButtonLights = ButtonLights(pins, self._tell)
        self._machine = machine
        self._heard = clock()
        self._sides, self._switched = (1.0, 1.0), False
        self._warn = warn
        if said:
            # More would make the notice too small to be read; the doctor lists them all.
            more = len(said) - 1
            both = message("{first} And {more} more: run meierbox doctor.", first=said[0], more=more)
            warn(both if more else said[0])

    def tick(self, now: float) -> float | None:
        """Posts what people did, and tells how the machine fares."""
        for said in self._machine.poll(now) if self._machine else ():
            self._warn(said)
        return self._controls.tick(now)

    def note_activity(self, now: float) -> None:
        """Notes that somebody is there."""
        self._heard = now

    def set_lamp(self, left: float, right: float, *, softly: bool = False) -> None:
        """Notes what is wanted of each channel; for the camera, which waits for it, the lamp changes sides at once."""
        self._switched, self._sides = not softly and self._sides != (left, right), (left, right)

    def update_lights(self, table: Table, now: float, scene: CalibrationScene | None = None) -> float | None:
        """Lights lamp and buttons."""
        level = lamp_level(table, now - self._heard) if scene is None else 1.0
        self._lamp.set(level * self._sides[0], level * self._sides[1], at_once=self._switched)
        self._switched = False
        self._lights.show(lit_buttons(table) if scene is None else hinted(scene))
        return self._lamp.tick(now)

    def close(self) -> None:
        """Puts everything out and gives the pins back."""
        for each in (self._controls, self._lamp, self._lights):
            each.close()

    def _tell(self, said: object) -> None:
        self._warn(message_of(said))
