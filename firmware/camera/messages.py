"""What the camera tells the main loop, and what passes between the main process and the camera's.

A message is a small frozen value that can be pickled. Readings are secret until a reveal, and print as such.
"""

from dataclasses import dataclass, field

from firmware.journal.observation import Observation
from firmware.rules.message import Message
from firmware.table.requests import Hand


@dataclass(frozen=True, slots=True)
class RollReading:
    """After a shake the dice came to rest and were read."""

    serial: int
    observation: Observation


@dataclass(frozen=True, slots=True)
class DiceReading:
    """The dice were read as they lie."""

    serial: int
    observation: Observation


@dataclass(frozen=True, slots=True)
class Peeked:
    """What is seen under the lifted flap (JPEG), on a camera that has one; no bytes on any other."""

    serial: int
    encoded: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class TrueFaces:
    """The faces that really lie there when dice are read or peeked at, for the demo; None where nobody knows."""

    serial: int
    faces: tuple[int, ...] | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The camera does not work at present, and why; it is being started again.

    `silent`: there was no answer from it, so that nobody can say what is wrong.
    """

    message: Message
    silent: bool = False


@dataclass(frozen=True, slots=True)
class CameraOpened:
    """The camera of this name is open: for the first time, or again after `CameraLost`.

    `can_peek`: it can show the dice to one player, as under a lifted flap.
    """

    name: str
    can_peek: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """Something moved in the box while nothing should: the dice, or the box."""


@dataclass(frozen=True, slots=True)
class RollOverdue:
    """The dice of a shake are still not read: no shake was seen, or (`moving`) something does not come to rest."""

    serial: int
    moving: bool


@dataclass(frozen=True, slots=True)
class Warned:
    """Something is wrong that the game can go on with."""

    message: Message


@dataclass(frozen=True, slots=True)
class SetLamp:
    """The camera asks for the light of each channel of the lamp: 0 to 1 of its present brightness."""

    left: float
    right: float


CameraMessage = (
    RollReading | DiceReading | Peeked | TrueFaces | CameraLost | CameraOpened | Moved | RollOverdue | Warned | SetLamp
)


@dataclass(frozen=True, slots=True)
class WatchOrder:
    """Wait until the dice of a shake lie still, then read them.

    `shape` is that of the game's dice, `oblong` or `cube`; "" where nobody says. `shake_seen`: the shake was already
    seen to begin.
    """

    serial: int
    dice: int
    shape: str = ""
    shake_seen: bool = False


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """Read the dice as they lie: those of a hand, where every seat has its own."""

    serial: int
    dice: int
    hand: Hand | None = None
    shape: str = ""


@dataclass(frozen=True, slots=True)
class PeekOrder:
    """Lift the flap and show what is under it."""

    serial: int
    dice: int
    hand: Hand | None = None
    shape: str = ""


@dataclass(frozen=True, slots=True)
class ClosePeekOrder:
    """Shut the flap."""


@dataclass(frozen=True, slots=True)
class CloseOrder:
    """Release the camera and end."""


Order = WatchOrder | ReadOrder | PeekOrder | ClosePeekOrder | CloseOrder


@dataclass(frozen=True, slots=True)
class OrderAccepted:
    """The worker has taken an order: the next may be sent."""


@dataclass(frozen=True, slots=True)
class WorkerHeartbeat:
    """A sign of life; `shake_seen` is the serial of the watch whose shake was seen to begin, if any."""

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
    """The camera fails and the worker ends; the message says why and what to do."""

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
