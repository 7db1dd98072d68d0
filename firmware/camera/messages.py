"""What the eye tells the main loop, and what passes between the two processes."""

from dataclasses import dataclass, field

from firmware.journal.observation import Sight


@dataclass(frozen=True, slots=True)
class Rested:
    """After a shake the dice came to rest and were read."""

    serial: int
    sight: Sight


@dataclass(frozen=True, slots=True)
class Looked:
    """The dice were read afresh."""

    serial: int
    sight: Sight


@dataclass(frozen=True, slots=True)
class Peeked:
    """What is seen under the lifted flap (JPEG), on a camera that has one; no bytes on any other."""

    serial: int
    encoded: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Truth:
    """The faces that really lie there when dice are read or peeked at, for the demo; None where nobody knows."""

    serial: int
    faces: tuple[int, ...] | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class EyeLost:
    """The eye sees no longer; it is being woken again. The message is for people.

    `hangs` tells that it gave no sign of life, so that nothing is known of the camera itself.
    """

    message: str
    hangs: bool = False


@dataclass(frozen=True, slots=True)
class EyeBack:
    """The camera of this name is open: for the first time, or again after `EyeLost`."""

    name: str


@dataclass(frozen=True, slots=True)
class Moved:
    """Something moved in the box while nothing should: the dice, or the box."""


@dataclass(frozen=True, slots=True)
class Warned:
    """Something is wrong that the eye can live with, as a sentence for people."""

    message: str


@dataclass(frozen=True, slots=True)
class Lighten:
    """The eye asks for the light of each channel of the lamp alone, or of both again; 0 to 1 of its brightness now."""

    left: float
    right: float


EyeMessage = Rested | Looked | Peeked | Truth | EyeLost | EyeBack | Moved | Warned | Lighten


@dataclass(frozen=True, slots=True)
class Lying:
    """The dice that lie in a box of its own making: how many, and by which throw (from 1; 0 is before the first).

    `shape` is the one that the game has, `oblong` or `cube`; "" leaves them as they are.
    """

    throw: int = 0
    dice: int = 0
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """Wait until the dice of a shake lie still, then read them; `stirred`: the shake was already seen to begin."""

    serial: int
    lying: Lying
    stirred: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """Read the dice as they lie."""

    serial: int
    expect: int
    lying: Lying


@dataclass(frozen=True, slots=True)
class Peek:
    """Lift the flap and show what is under it."""

    serial: int
    lying: Lying


@dataclass(frozen=True, slots=True)
class Unpeek:
    """Shut the flap."""


@dataclass(frozen=True, slots=True)
class Close:
    """Give the camera back and end."""


Order = Watch | Look | Peek | Unpeek | Close


@dataclass(frozen=True, slots=True)
class Taken:
    """The child has taken an order: the next may be sent."""


@dataclass(frozen=True, slots=True)
class Alive:
    """A sign of life; `stirred` is the serial of the watch whose shake was seen to begin, if any."""

    stirred: int | None = None


@dataclass(frozen=True, slots=True)
class Busy:
    """The child begins with work of its own, for which it waits for no camera; another sign of life ends it."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The camera is open; `draws`: it is none but draws dice of its own, or takes them from a folder."""

    name: str
    draws: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """The camera fails and the child ends; the message says what and what to do."""

    message: str


FromChild = Rested | Looked | Peeked | Truth | Moved | Warned | Lighten | Taken | Alive | Busy | Opened | Broken
