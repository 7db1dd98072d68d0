"""An eye for the tour: it photographs and reads a simulated box in this process, and every throw only once."""

from collections.abc import Callable
from typing import Protocol

from firmware.camera import EyeMessage, Looked, Lying, Peeked, Rested, Truth
from firmware.camera.box_reader import BoxReader
from firmware.camera.evidence_photograph import encode, take
from firmware.journal.observation import Sight
from hardware.simulated import DiceSet, Habits, PipStyle, Shape, SimulatedBox

Truths = tuple[int, ...] | None
SEED = 4
ASTRAY, MOST_ASTRAY = 500, 60
"""From this throw on, so many are tried for dice that the tour wants to show."""


class Photographer(Protocol):
    """Sees throws of `oblong` dice or cubes: the same throw always alike."""

    def see(self, oblong: bool, lying: Lying) -> tuple[Sight, Truths]:
        """Gives what the eye reads of a throw, and what really lies there."""

    def under_flap(self, oblong: bool, lying: Lying) -> bytes:
        """Gives the view through the peep flap, as a JPEG."""


class Darkroom:
    """Photographs and readings of the throws of two simulated boxes, bone oblongs and cubes; each is made once."""

    def __init__(self) -> None:
        """Builds the boxes and the reader."""
        self._reader = BoxReader()
        dice = {True: DiceSet(), False: DiceSet(shape=Shape.CUBE, pips=PipStyle.DRILLED)}
        self._boxes = {oblong: SimulatedBox(SEED, dice[oblong], Habits(), shaking=0.0) for oblong in dice}
        self._seen: dict[tuple[bool, Lying], tuple[Sight, Truths]] = {}

    def see(self, oblong: bool, lying: Lying) -> tuple[Sight, Truths]:
        """Gives what the eye reads of a throw, and what really lies there."""
        key = (oblong, lying)
        if key not in self._seen:
            box = self._boxes[oblong]
            box.lay(lying.dice, lying.throw)
            frame = box.capture()
            self._seen[key] = take(self._reader.read(frame.image, lying.dice), frame), box.truth()
        return self._seen[key]

    def under_flap(self, oblong: bool, lying: Lying) -> bytes:
        """Gives the view through the peep flap, as a JPEG."""
        box = self._boxes[oblong]
        box.lay(lying.dice, lying.throw)
        return encode(box.peek())[0]


class TourEye:
    """Answers every order at once; `wanted` makes the next look find other dice, those that it is true of."""

    def __init__(self, post: Callable[[EyeMessage], None], darkroom: Photographer, oblong: bool) -> None:
        """Hands its answers to `post`."""
        self.lying = Lying()
        self.wanted: Callable[[Sight], bool] | None = None
        self._post, self._darkroom, self._oblong = post, darkroom, oblong

    def start(self) -> None:
        """Sees from the beginning."""

    def close(self) -> None:
        """Has nothing to end."""

    def lay(self, lying: Lying) -> None:
        """Lets the next order find the dice as that throw left them."""
        self.lying = lying

    def shake(self, dice: int, serial: int) -> None:
        """Throws and reads."""
        self.lying = Lying(self.lying.throw + 1, dice)
        sight, truth = self._darkroom.see(self._oblong, self._found())
        self._post(Truth(serial, truth))
        self._post(Rested(serial, sight))

    def look(self, serial: int, expect: int) -> None:
        """Reads the dice as they lie."""
        self.lying = Lying(self.lying.throw, expect)
        sight, truth = self._darkroom.see(self._oblong, self._found())
        self._post(Truth(serial, truth))
        self._post(Looked(serial, sight))

    def peek(self, serial: int) -> None:
        """Shows what lies under the flap."""
        self._post(Peeked(serial, self._darkroom.under_flap(self._oblong, self.lying)))

    def unpeek(self) -> None:
        """Has no flap to shut."""

    def watchdog(self, now: float) -> None:
        """Has no process to look after."""

    def _found(self) -> Lying:
        """The throw that is found: another one where the tour wishes it, once."""
        wanted, self.wanted = self.wanted, None
        if wanted is not None:
            for throw in range(ASTRAY, ASTRAY + MOST_ASTRAY):
                other = Lying(throw, self.lying.dice)
                if wanted(self._darkroom.see(self._oblong, other)[0]):
                    return other
        return self.lying
