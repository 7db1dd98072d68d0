"""The tour's camera: photographs and reads a simulated box in this process, each throw once."""

from collections.abc import Callable
from typing import Protocol

from firmware.camera import CameraMessage, DiceReading, Peeked, RollReading, TrueFaces
from firmware.camera.box_reader import BoxReader
from firmware.camera.evidence_photograph import encode, to_observation
from firmware.journal.observation import Observation
from firmware.table.requests import Hand
from hardware.simulated.remembered_throws import DiceAtRest, Memory
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_dice import BodyShape, DiceSet, PipCut
from hardware.simulated.simulated_throws import Habits

Truths = tuple[int, ...] | None
SEED = 4
ASTRAY, MAX_ASTRAY = 500, 60
"""Searches this many throws, from this one on, for dice that the tour wants to show."""


class Photographer(Protocol):
    """Photographs throws of `oblong` dice or cubes, always the same for the same throw."""

    def see(self, oblong: bool, lying: DiceAtRest) -> tuple[Observation, Truths]:
        """Returns the reading of a throw and its true faces."""

    def under_flap(self, oblong: bool, lying: DiceAtRest) -> bytes:
        """Returns the view through the peep flap, as a JPEG."""


class SimulatedPhotographer:
    """Photographs and reads the throws of two simulated boxes, bone oblongs and cubes, each once."""

    def __init__(self) -> None:
        """Builds the boxes and the reader."""
        self._reader = BoxReader()
        dice = {True: DiceSet(), False: DiceSet(shape=BodyShape.CUBE, pips=PipCut.DRILLED)}
        self._boxes = {oblong: SimulatedBox(SEED, dice[oblong], Habits(), shaking=0.0) for oblong in dice}
        self._seen: dict[tuple[bool, DiceAtRest], tuple[Observation, Truths]] = {}

    def see(self, oblong: bool, lying: DiceAtRest) -> tuple[Observation, Truths]:
        """Returns the reading of a throw and its true faces."""
        key = (oblong, lying)
        if key not in self._seen:
            box = self._boxes[oblong]
            box.restore_throw(lying.dice, lying.throw)
            frame = box.capture()
            self._seen[key] = to_observation(self._reader.read(frame.image, lying.dice), frame), box.truth()
        return self._seen[key]

    def under_flap(self, oblong: bool, lying: DiceAtRest) -> bytes:
        """Returns the view through the peep flap, as a JPEG."""
        box = self._boxes[oblong]
        box.restore_throw(lying.dice, lying.throw)
        return encode(box.peek())[0]


class TourCamera:
    """Answers every order at once; `wanted` makes the next reading use dice that satisfy it."""

    def __init__(self, post: Callable[[CameraMessage], None], darkroom: Photographer, oblong: bool) -> None:
        """Sends its answers to `post`."""
        self._memory = Memory()
        self.wanted: Callable[[Observation], bool] | None = None
        self._post, self._darkroom, self._oblong = post, darkroom, oblong

    def start(self) -> None:
        """Is open from the start."""

    def close(self) -> None:
        """Does nothing."""

    def use(self, shape: str) -> None:
        """Keeps the dice it was made with."""

    def watch_roll(self, dice: int, serial: int) -> None:
        """Throws and reads."""
        observation, truth = self._darkroom.see(self._oblong, self._found(self._memory.shake(dice)))
        self._post(TrueFaces(serial, truth))
        self._post(RollReading(serial, observation))

    def read_dice(self, serial: int, expect: int, hand: Hand | None = None) -> None:
        """Reads the dice as they lie."""
        observation, truth = self._darkroom.see(self._oblong, self._found(self._lying(expect, hand)))
        self._post(TrueFaces(serial, truth))
        self._post(DiceReading(serial, observation))

    def peek(self, serial: int, dice: int, hand: Hand | None = None) -> None:
        """Shows the dice under the flap."""
        self._post(Peeked(serial, self._darkroom.under_flap(self._oblong, self._lying(dice, hand))))

    def unpeek(self) -> None:
        """Does nothing."""

    def watchdog(self, now: float) -> None:
        """Does nothing."""

    def _lying(self, dice: int, hand: Hand | None) -> DiceAtRest:
        return DiceAtRest(self._memory.box.throw, dice) if hand is None else self._memory.hand(hand, dice)

    def _found(self, lying: DiceAtRest) -> DiceAtRest:
        """The throw to show: another one if the tour wants it, once."""
        wanted, self.wanted = self.wanted, None
        if wanted is not None:
            for throw in range(ASTRAY, ASTRAY + MAX_ASTRAY):
                other = DiceAtRest(throw, lying.dice)
                if wanted(self._darkroom.see(self._oblong, other)[0]):
                    return other
        return lying
