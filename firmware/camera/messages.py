"""Messages from the camera to the main loop, and between the main process and the camera process.

All are small, frozen and picklable. Readings are secret until a reveal, and print as such.
"""

from dataclasses import dataclass, field

from firmware.journal.observation import Observation, RollDelay
from firmware.rules.message import Message
from firmware.table.requests import Hand


@dataclass(frozen=True, slots=True)
class RollReading:
    """The dice came to rest after a shake and were read."""

    serial: int
    observation: Observation


@dataclass(frozen=True, slots=True)
class DiceReading:
    """The dice were read as they lie."""

    serial: int
    observation: Observation


@dataclass(frozen=True, slots=True)
class Peeked:
    """The view under the lifted flap (JPEG); empty if the camera has no flap."""

    serial: int
    encoded: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class TrueFaces:
    """The true faces of the dice just read or peeked at, for the demo; None if unknown."""

    serial: int
    faces: tuple[int, ...] | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera does not work; it is being restarted.

    `silent`: it did not answer at all, so the cause is unknown. `starting`: it does not work yet; nothing is wrong.
    """

    message: Message
    silent: bool = False
    starting: bool = False


@dataclass(frozen=True, slots=True)
class CameraOpened:
    """The camera is open, for the first time or again after `CameraLost`.

    `can_peek`: it can show the dice to one player, as under a lifted flap.
    """

    name: str
    can_peek: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """Something moved in the box when nothing should: the dice, or the box itself."""


@dataclass(frozen=True, slots=True)
class RollOverdue:
    """A shake has not been read yet, and why."""

    serial: int
    delay: RollDelay


@dataclass(frozen=True, slots=True)
class Warned:
    """Something is wrong, but the game can continue."""

    message: Message


@dataclass(frozen=True, slots=True)
class SetLamp:
    """The camera requests a level for each lamp channel: 0 to 1 of full brightness."""

    left: float
    right: float


CameraMessage = (
    RollReading | DiceReading | Peeked | TrueFaces | CameraLost | CameraOpened | Moved | RollOverdue | Warned | SetLamp
)


@dataclass(frozen=True, slots=True)
class WatchOrder:
    """Wait until the dice of a shake rest, then read them.

    `shape` is that of the game's dice, `oblong` or `cube`, or "" if unknown. `shake_seen`: the shake had already begun.
    """

    serial: int
    dice: int
    shape: str = ""
    shake_seen: bool = False


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """Read the dice as they lie; `hand` names them in games where each seat has its own."""

    serial: int
    dice: int
    hand: Hand | None = None
    shape: str = ""


@dataclass(frozen=True, slots=True)
class PeekOrder:
    """Lift the flap and show the dice."""

    serial: int
    dice: int
    hand: Hand | None = None
    shape: str = ""


@dataclass(frozen=True, slots=True)
class ClosePeekOrder:
    """Close the flap."""


@dataclass(frozen=True, slots=True)
class CloseOrder:
    """Release the camera and exit."""


Order = WatchOrder | ReadOrder | PeekOrder | ClosePeekOrder | CloseOrder


@dataclass(frozen=True, slots=True)
class OrderAccepted:
    """The worker has accepted an order; the next one may be sent."""


@dataclass(frozen=True, slots=True)
class WorkerHeartbeat:
    """The worker is alive; `shake_seen` is the serial of the watch whose shake has begun, if any."""

    shake_seen: int | None = None


@dataclass(frozen=True, slots=True)
class Busy:
    """The worker starts a long computation (reading, rendering); its next heartbeat marks the end."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The camera is open; `can_peek`: it has a flap."""

    name: str
    can_peek: bool = False


@dataclass(frozen=True, slots=True)
class CameraFailed:
    """The camera failed and the worker exits; the message gives the reason and the remedy."""

    message: Message


FromWorker = (
    RollReading
    | DiceReading
    | Peeked
    | TrueFaces
    | Moved
    | RollOverdue
    | Warned
    | SetLamp
    | OrderAccepted
    | WorkerHeartbeat
    | Busy
    | Opened
    | CameraFailed
)
