"""The faults of a soak test, by port, and their schedule."""

import random
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum

ALL = "all"


class SoakFault(StrEnum):
    """A kind of fault; the word before the dash is its port."""

    CAMERA_HANG = "camera-hang"
    CAMERA_DIE = "camera-die"
    CAMERA_BLACK = "camera-black"
    CAMERA_FROZEN = "camera-frozen"
    CAMERA_NOISE = "camera-noise"
    CAMERA_SIZE = "camera-wrong-size"
    CAMERA_REPLUG = "camera-replug"
    CONTROLS_BOUNCE = "controls-bounce"
    CONTROLS_CHATTER = "controls-chatter"
    CONTROLS_STUCK = "controls-stuck"
    CONTROLS_THOUSAND = "controls-thousand"
    CONTROLS_TOGETHER = "controls-all-at-once"
    LID_FLAPPING = "lid-flapping"
    LAMP_DEAD = "lamp-dead"
    SCREEN_LOST = "screen-lost"
    SOUND_GONE = "sound-gone"
    CLOCK_FORWARD = "clock-forward"
    CLOCK_BACK = "clock-back"
    DISK_FULL = "disk-full"
    DISK_READ_ONLY = "disk-read-only"
    DISK_REMOVED = "disk-removed"

    @property
    def port(self) -> str:
        """The port where it happens."""
        return self.value.partition("-")[0]


def chosen(words: str) -> tuple[SoakFault, ...]:
    """Returns the faults named by a list of words: `all`, a port, a fault, or its part after the dash.

    Raises:
        ValueError: for a word that names none.

    >>> [fault.value for fault in chosen("hang,clock")]
    ['camera-hang', 'clock-forward', 'clock-back']
    >>> [fault.value for fault in chosen("wrong size,all at once")]
    ['camera-wrong-size', 'controls-all-at-once']
    """
    found: dict[SoakFault, None] = {}
    for word in filter(None, (word.strip().replace(" ", "-") for word in words.split(","))):
        fitting = [
            fault for fault in SoakFault if word in (ALL, fault.value, fault.port, fault.value.partition("-")[2])
        ]
        if not fitting:
            raise ValueError(word)
        found.update(dict.fromkeys(fitting))
    return tuple(found)


def schedule(faults: Collection[SoakFault], rng: random.Random) -> Iterator[SoakFault]:
    """Yields faults forever: every kind once in random order, then all of them again.

    >>> first, second = (schedule(chosen("clock,lid"), random.Random(1)) for _ in range(2))
    >>> [next(first) for _ in range(6)] == [next(second) for _ in range(6)]
    True
    """
    bag: Sequence[SoakFault] = tuple(faults)
    while bag:
        yield from rng.sample(bag, len(bag))
