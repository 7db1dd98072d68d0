"""The devices of a box besides screen and camera: buttons, dial, lid, lamp and lights."""

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
from hardware.ports import Control, ControlMessage, Held, Post, Pressed, SeatPressed, Turned

if TYPE_CHECKING:
    from firmware.app.machine_watch import MachineWatch
    from hardware.pi.gpio_controls import PiControls
    from hardware.pi.lamp import ButtonLights, PiLamp

IDLE_SECONDS = 600.0
"""During a game the lamp goes out after this long without a press; the next press lights it."""


def lamp_level(table: Table, idle: float) -> float:
    """Returns the brightness over the dice, 0 to 1, from public knowledge: whether a game is on and people are there.

    The wizard reads dice as well, and the light must have settled by then. The lamp is never dimmed: PWM causes bands
    in pictures.
    """
    playing = table.session is not None and table.state.phase is not Phase.OVER
    playing = playing or isinstance(table.mode, WizardPage)
    return 1.0 if playing and idle < IDLE_SECONDS else 0.0


def lit_buttons(table: Table) -> frozenset[Control]:
    """Returns the controls with an offer, as on the screen."""
    return frozenset(Control(control) for control, offer in table.offers().items() if offer.enabled)


def hinted(scene: CalibrationScene) -> frozenset[Control]:
    """Returns the controls with an offer during a calibration."""
    return frozenset(Control(hint.control) for hint in scene.hints if hint.enabled)


class Devices(Protocol):
    """The devices as the main loop sees them; every method returns at once."""

    @property
    def lamp(self) -> bool:
        """Whether there is a switchable lamp."""

    @property
    def buttons(self) -> bool:
        """Whether the box has buttons of its own."""

    @property
    def used(self) -> bool:
        """Whether somebody had pressed or turned one of them at the last `tick`."""

    def tick(self, now: float, flap: bool = False) -> float | None:
        """Posts people's input; returns the seconds until the next call, if any.

        `flap`: REVEAL, kept down, opens the flap of a simulated box or keeps it open.
        """

    def note_activity(self, now: float) -> None:
        """Records that somebody has used a control."""

    def set_lamp(self, left: float, right: float, *, softly: bool = False) -> None:
        """Sets what fraction (0 to 1) of the lamp's brightness the camera or the calibration wants per channel."""

    def update_lights(self, table: Table, now: float, scene: CalibrationScene | None = None) -> float | None:
        """Updates lamp and lights for the table or a calibration; returns the seconds until the next call, or None."""

    def close(self) -> None:
        """Switches everything off and releases the pins."""


class NoDevices:
    """Stands in for the devices in a window on a desktop or a safe start; a Pi's voltage and heat are still watched."""

    lamp = buttons = used = False

    def __init__(self, machine: MachineWatch | None = None, warn: Callable[[Message], None] = lambda _: None) -> None:
        """Takes what watches the machine, if anything does."""
        self._machine, self._warn = machine, warn

    def tick(self, now: float, flap: bool = False) -> float | None:  # noqa: ARG002 - there are no buttons
        """Polls voltage and heat."""
        for said in self._machine.poll(now) if self._machine else ():
            self._warn(said)
        return None

    def note_activity(self, now: float) -> None:
        """Does nothing."""

    def set_lamp(self, left: float, right: float, *, softly: bool = False) -> None:
        """Does nothing."""

    def update_lights(self, table: Table, now: float, scene: CalibrationScene | None = None) -> float | None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""


class PiDevices:
    """The devices of a box with a Raspberry Pi; unusable ones are reported through `warn`."""

    lamp = buttons = True
    used = False

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
        """Uses `pins`, a gpiozero factory; `wake` is called when `pump` has something to do.

        `lid_closed_when_shut`: the lid's switch is a reed contact. `half_cycle_dial` reads the settings. `machine`
        watches voltage and heat.
        """
        from hardware.pi.gpio_controls import PiControls  # noqa: PLC0415 - gpiozero is loaded only where there are pins
        from hardware.pi.lamp import ButtonLights, PiLamp  # noqa: PLC0415

        said: list[Message] = []
        self._warn: Callable[[Message], None] = said.append
        self._post = post
        self._controls: PiControls = PiControls(
            self._post_and_note,
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
            # More would make the notice too small to read; the doctor lists them all.
            more = len(said) - 1
            both = message("{first} And {more} more: run meierbox doctor.", first=said[0], more=more)
            warn(both if more else said[0])

    def tick(self, now: float, flap: bool = False) -> float | None:
        """Posts people's input and warnings about the machine."""
        for said in self._machine.poll(now) if self._machine else ():
            self._warn(said)
        self.used = False
        return self._controls.tick(now, flap)

    def note_activity(self, now: float) -> None:
        """Records that somebody is there."""
        self._heard = now

    def set_lamp(self, left: float, right: float, *, softly: bool = False) -> None:
        """Sets the level per channel; for the camera, which waits for it, the lamp switches at once."""
        self._switched, self._sides = not softly and self._sides != (left, right), (left, right)

    def update_lights(self, table: Table, now: float, scene: CalibrationScene | None = None) -> float | None:
        """Updates lamp and button lights."""
        level = lamp_level(table, now - self._heard) if scene is None else 1.0
        self._lamp.set(level * self._sides[0], level * self._sides[1], at_once=self._switched)
        self._switched = False
        self._lights.show(lit_buttons(table) if scene is None else hinted(scene))
        return self._lamp.tick(now)

    def close(self) -> None:
        """Switches everything off and releases the pins."""
        for each in (self._controls, self._lamp, self._lights):
            each.close()

    def _post_and_note(self, done: ControlMessage) -> None:
        self.used = self.used or isinstance(done, Pressed | Held | Turned | SeatPressed)
        self._post(done)

    def _tell(self, said: object) -> None:
        self._warn(message_of(said))
