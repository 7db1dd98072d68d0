"""What is built into a box beside screen and camera: buttons, dial, lid, lamp and lights; and when they shine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from display.scene import BenchScene
from firmware.menus.wizard import Step
from firmware.rules.state import Phase
from firmware.table.table import Table
from hardware.errors import PinError
from hardware.message import Message
from hardware.pi.board import pi_model
from hardware.ports import Control, Post

if TYPE_CHECKING:
    from hardware.pi.controls import PiControls
    from hardware.pi.lamp import ButtonLights, PiLamp

IDLE_SECONDS = 600.0
"""After so long without a press the lamp goes out in the middle of a game; the next press lights it."""


def lamp_level(table: Table, idle: float) -> float:
    """How brightly the dice are lit, 0 to 1, by what everybody may know: whether a game is on and people are there.

    The wizard looks at dice as well, and the light is to have settled when it does.

    It is never dimmed: a lamp that is switched quickly draws bands across the pictures.
    """
    playing = table.session is not None and table.state.phase is not Phase.OVER
    playing = playing or isinstance(table.mode, Step)
    return 1.0 if playing and idle < IDLE_SECONDS else 0.0


def lit_buttons(table: Table) -> frozenset[Control]:
    """The controls that would do something now: what stands on the screen beside their pictures, no more."""
    return frozenset(Control(control) for control, offer in table.offers().items() if offer.enabled)


def hinted(bench: BenchScene) -> frozenset[Control]:
    """The controls that would do something now at the workbench."""
    return frozenset(Control(hint.control) for hint in bench.hints if hint.enabled)


class Fitted(Protocol):
    """What the main loop does with the fittings; every method returns at once."""

    @property
    def lamp(self) -> bool:
        """Whether there is a lamp that can be switched."""

    def pump(self, now: float) -> float | None:
        """Posts what people did with them; gives the seconds until it must be called again, if any."""

    def heard(self, now: float) -> None:
        """Hears that somebody has touched a control of any kind."""

    def lighten(self, left: float, right: float, *, softly: bool = False) -> None:
        """Hears which part (0 to 1) of the lamp's brightness eye or workbench want of each channel."""

    def shine(self, table: Table, now: float, bench: BenchScene | None = None) -> float | None:
        """Lights what is to be lit, at the table or at the workbench; gives the seconds until it must be called again.

        None where it need not be.
        """

    def close(self) -> None:
        """Puts everything out and gives the pins back."""


class Unfitted:
    """A box without fittings: a window on a desktop."""

    lamp = False

    def pump(self, now: float) -> float | None:
        """Has nothing to post."""

    def heard(self, now: float) -> None:
        """Has nothing to light."""

    def lighten(self, left: float, right: float, *, softly: bool = False) -> None:
        """Has nothing to light."""

    def shine(self, table: Table, now: float, bench: BenchScene | None = None) -> float | None:
        """Has nothing to light."""

    def close(self) -> None:
        """Has nothing to give back."""


class PiFittings:
    """The fittings of a box with a Raspberry Pi in it; what cannot be had is said by `warn`, the rest serves."""

    lamp = True

    def __init__(
        self,
        post: Post,
        warn: Callable[[str], None],
        pins: Any,
        wake: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
        lid_closed_when_shut: bool = False,
    ) -> None:
        """Takes all pins from `pins`, a gpiozero factory; `wake` is called when `pump` has something to do.

        `lid_closed_when_shut`: the lid's switch is a reed contact.
        """
        from hardware.pi.controls import PiControls  # noqa: PLC0415 - gpiozero is loaded only where there are pins
        from hardware.pi.lamp import ButtonLights, PiLamp  # noqa: PLC0415

        said: list[str] = []
        self._warn: Callable[[str], None] = said.append
        self._controls: PiControls = PiControls(
            post, self._tell, pins, wake=wake, clock=clock, lid_closed_when_shut=lid_closed_when_shut
        )
        self._lamp: PiLamp = PiLamp(pins, self._tell, clock)
        self._lights: ButtonLights = ButtonLights(pins, self._tell)
        self._heard = clock()
        self._sides, self._switched = (1.0, 1.0), False
        self._warn = warn
        if said:
            # A second one would make the notice too small to be read; the doctor names them all.
            more = len(said) - 1
            warn(said[0] + (f" And {more} more: run meierbox doctor." if more else ""))

    def pump(self, now: float) -> float | None:
        """Posts what people did."""
        return self._controls.pump(now)

    def heard(self, now: float) -> None:
        """Hears that somebody is there."""
        self._heard = now

    def lighten(self, left: float, right: float, *, softly: bool = False) -> None:
        """Hears what is wanted of each channel; for the eye, which would else wait, the lamp changes sides at once."""
        self._switched, self._sides = not softly and self._sides != (left, right), (left, right)

    def shine(self, table: Table, now: float, bench: BenchScene | None = None) -> float | None:
        """Lights lamp and buttons."""
        level = lamp_level(table, now - self._heard) if bench is None else 1.0
        self._lamp.set(level * self._sides[0], level * self._sides[1], at_once=self._switched)
        self._switched = False
        self._lights.show(lit_buttons(table) if bench is None else hinted(bench))
        return self._lamp.tick(now)

    def close(self) -> None:
        """Puts everything out and gives the pins back."""
        for each in (self._controls, self._lamp, self._lights):
            each.close()

    def _tell(self, warning: Message) -> None:
        self._warn(str(warning))


def find_pins(warn: Callable[[str], None], environ: Mapping[str, str] = os.environ) -> Any | None:
    """Opens the pins of a Pi, or mock pins where gpiozero's variable asks for them; None where there are none.

    On a Pi whose pins cannot be had that is said. Pins of other computers belong to others and are left alone.
    """
    if pi_model() is None and not environ.get("GPIOZERO_PIN_FACTORY"):
        return None
    from hardware.pi.pin_factory import open_pins  # noqa: PLC0415 - loads gpiozero

    try:
        return open_pins(environ)
    except PinError as error:
        warn(str(error))
        return None


def default_camera() -> str:
    """The camera of a box that names none: on a Pi its own, or a USB camera; elsewhere a simulated one."""
    return "sim" if pi_model() is None else "auto"
