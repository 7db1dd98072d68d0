"""The ports of the box: what it needs of a camera in the lid, controls, a lamp, a lid and a power button.

Each port is a `Protocol`; the adapters are in the folders beside this module. Controls, lid and power button never call
into the game: they hand frozen messages to the `post` function that they were given, from whatever thread they run in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hardware.errors import CameraError as CameraError  # noqa: PLC0414 - many import it from here
from hardware.message import Message, literal

Image = NDArray[np.uint8]
"""H × W × 3, BGR."""


class Control(StrEnum):
    """The controls that every box has; `DIAL` is the push of the dial."""

    CLAIM = "claim"
    REVEAL = "reveal"
    CHALLENGE = "challenge"
    DIAL = "dial"


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed and let go, or the dial was pushed."""

    control: Control


@dataclass(frozen=True, slots=True)
class Held:
    """A button was held long enough; no `Pressed` follows for it."""

    control: Control


@dataclass(frozen=True, slots=True)
class Turned:
    """The dial was turned: steps clockwise, negative the other way."""

    steps: int


@dataclass(frozen=True, slots=True)
class DialRested:
    """The dial came to rest: half cycles of its contacts since it last rested, signed as steps are.

    One click is one half cycle or two, which depends on the part.
    """

    half_cycles: int


@dataclass(frozen=True, slots=True)
class SeatPressed:
    """The challenge button of a seat was pressed."""

    seat: int


@dataclass(frozen=True, slots=True)
class LidMoved:
    """The lid was opened or shut."""

    open: bool


@dataclass(frozen=True, slots=True)
class Shaken:
    """Somebody or a sensor reports that the box was shaken and set down."""


@dataclass(frozen=True, slots=True)
class PeekRequested:
    """On a simulated box: the player lifts the peep flap, or lets it fall shut."""

    open: bool


@dataclass(frozen=True, slots=True)
class Typed:
    """A character came from a keyboard; "\\b" is backspace."""

    text: str


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed or the power button was held."""


ControlMessage = Pressed | Held | Turned | DialRested | SeatPressed | LidMoved | Shaken | PeekRequested | Typed | Quit
Post = Callable[[ControlMessage], None]


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture and when it was taken (seconds, monotonic).

    `small` is a small grey picture (H × W) of the same instant for motion detection, from cameras that provide one.
    """

    image: Image
    at: float
    small: NDArray[np.uint8] | None = None


class Camera(Protocol):
    """A source of frames. All calls may raise `CameraError` and may block for as long as `timeout` says."""

    name: str

    def capture(self, timeout: float = 2.0) -> Frame:
        """Takes one frame now; never a stale one."""

    def close(self) -> None:
        """Releases the device; harmless when called twice."""


@runtime_checkable
class TitledCamera(Protocol):
    """A camera whose name is translated where people read it."""

    @property
    def title(self) -> Message:
        """The name for people; its English is the camera's `name`."""


def title_of(camera: Camera) -> Message:
    """Returns the name of a camera for people."""
    return camera.title if isinstance(camera, TitledCamera) else literal(camera.name)


@dataclass(frozen=True, slots=True)
class FramePair:
    """Two frames of the same dice, each lit by one lamp channel alone."""

    left: Frame
    right: Frame


@runtime_checkable
class SideLitCamera(Protocol):
    """A camera that can light the dice from one side at a time."""

    def capture_pair(self, timeout: float = 2.0) -> FramePair:
        """Takes one frame lit by each channel alone, then restores the light; may raise `CameraError`."""


@runtime_checkable
class ReadingAware(Protocol):
    """A camera that behaves differently while dice are being read."""

    def set_reading(self, reading: bool) -> None:
        """Reports that dice are read from now on, with the lamp lit, or that reading has ended."""


@runtime_checkable
class Shakeable(Protocol):
    """A camera that brings its own dice: the simulated box, a folder of photographs."""

    def shake(self, dice: int) -> None:
        """Throws that many dice anew."""

    def bring_dice(self, dice: int, hand: tuple[int, ...] | None = None) -> None:
        """Brings dice under the camera, at rest: those of a hand, or None: those that were shaken last.

        `hand` tells the dice of one seat from all others; a hand that it never saw before is thrown: so many dice.
        """

    def restore_throw(self, dice: int, throw_number: int) -> None:
        """Lays the dice as that throw of the camera left them (from 1; 0 is before the first), to rehearse."""

    def truth(self) -> tuple[int, ...] | None:
        """The faces that really lie there, ascending, or None where nobody knows; for tests and the demo's count."""


@runtime_checkable
class ShapeableDice(Protocol):
    """A camera whose own dice have the shape that a game is played with."""

    def use_shape(self, shape: str) -> None:
        """Uses `oblong` dice or cubes (`cube`) from now on, unless it was opened with a shape of its own."""


@runtime_checkable
class Peekable(Protocol):
    """A camera whose dice can be shown to the player who lifts the flap."""

    def peek(self) -> Image:
        """Lifts the flap; returns the view under it."""

    def unpeek(self) -> None:
        """Shuts the flap."""


class Lamp(Protocol):
    """The light over the dice."""

    def set(self, left: float, right: float) -> None:
        """Sets both channels, 0 to 1."""


@runtime_checkable
class FadingLamp(Protocol):
    """A lamp that changes gradually: `tick` must be called until it has reached its brightness."""

    def tick(self, now: float) -> float | None:
        """Takes the next step; returns the seconds until the next call is due, None when it is done."""


@runtime_checkable
class CameraWithLamp(Protocol):
    """A camera with a lamp of its own: the simulated box."""

    @property
    def lamp(self) -> Lamp:
        """The lamp over its dice."""


@runtime_checkable
class Focusable(Protocol):
    """A camera whose lens may be focusable."""

    @property
    def lens_range(self) -> tuple[float, float] | None:
        """The farthest and the nearest focus in dioptres (1 / metres); None where the lens is fixed."""

    def focus(self, dioptres: float) -> None:
        """Sets the focus and waits until the lens has moved there; may raise `CameraError`."""


class LidSwitch(Protocol):
    """The switch under the lid."""

    @property
    def open(self) -> bool:
        """Whether the lid is open now."""
