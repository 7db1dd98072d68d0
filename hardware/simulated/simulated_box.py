"""The simulated box, with its own camera, lamp, lid and dice."""

import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from hardware.message import message
from hardware.pi.frame_health import FrameHealth
from hardware.ports import CameraError, Frame, FramePair, Image, title_of
from hardware.simulated.box_inside import LID, Backdrop, LampLight, empty_box, shine
from hardware.simulated.camera_faults import CameraFault, FaultKind
from hardware.simulated.remembered_throws import Hand, Memory
from hardware.simulated.render import RenderedDie, draw, touched
from hardware.simulated.sensor import Sensor, sensor_of
from hardware.simulated.simulated_dice import BodyShape, DiceSet, SimulatedBody, Vector, make_body
from hardware.simulated.simulated_throws import UPRIGHT, Bevel, Habits, Pose, SimulatedThrow, Trouble, throw, tumbling
from hardware.simulated.textures import Skin, paint
from hardware.simulated.viewpoint import HEIGHT, WIDTH, ViewTarget

MAX_DICE = 12
"""No more lie flat in the box."""
MAX_OBLONG_BETWEEN_BEVELS = 8
"""No more oblong dice lie flat on a floor that bevels make smaller."""
_SHUTTER = 1 / 60
_BRIGHTNESS = 1.15
_HFOV = 65.0
_CHINK: Vector = np.array([0.006, 0.008, 0.010], np.float32)
_HALL: Vector = np.array([0.05, 0.09, 0.14], np.float32)


class SimulatedLamp:
    """The lamp of the simulated box; both channels are full on from the start."""

    def __init__(self) -> None:
        """Lights it."""
        self.left, self.right = 1.0, 1.0

    def set(self, left: float, right: float) -> None:
        """Sets both channels, 0 to 1."""
        if not (0 <= left <= 1 and 0 <= right <= 1):
            raise ValueError(f"lamp channels run from 0 to 1, not {left} and {right}")
        self.left, self.right = left, right


class SimulatedBox:
    """A `Camera`, `Shakeable`, `SideLitCamera`, `Peekable` and `LidSwitch`.

    Everything in it follows from `seed`, the number of the throw and the dice.
    `clock` gives seconds; a shake moves the dice for `shaking` of them. The picture is 1280 × 960.
    """

    name = "simulated box"

    def __init__(
        self,
        seed: int = 0,
        dice_set: DiceSet | None = None,
        habits: Habits | None = None,
        shaking: float = 0.6,
        clock: Callable[[], float] = time.monotonic,
        faults: Sequence[CameraFault] = (),
        hang: Callable[[], object] | None = None,
        any_shape: bool = True,
        memory: Memory | None = None,
        at_work: Callable[[], object] = lambda: None,
        bevel: Bevel = UPRIGHT,
    ) -> None:
        """Builds the box and makes its dice; `hang` is what a hanging capture does (it waits for ever).

        `any_shape`: a game may have them made again in another shape. `memory` tells which throw lies there. `at_work`
        is called before it draws or makes dice, which may take long on a small computer.
        """
        self.lamp = SimulatedLamp()
        self._seed, self._clock, self._shaking = seed, clock, shaking
        self._dice_set, self._habits = dice_set or DiceSet(), habits or Habits()
        self._faults, self._hang = tuple(faults), hang or threading.Event().wait
        self._at_work, self._bevel = at_work, bevel
        self._any_shape = any_shape
        carver = np.random.default_rng([seed, 1])
        self._bodies = tuple(make_body(self._dice_set.shape, carver) for _ in range(MAX_DICE))
        self._skins: dict[int, Skin] = {}
        off_centre = carver.normal(0, 1.2, 4)
        self._above = ViewTarget(
            (float(off_centre[0]), float(off_centre[1]), LID),
            (float(off_centre[2]), float(off_centre[3]), 0.0),
            _HFOV,
        )
        self._noise = np.random.default_rng([seed, 2])
        self._lid_open = False
        self._memory = memory or Memory()
        self._throw_number, self._rest, self._shaken_at = 0, SimulatedThrow(), -np.inf
        self._flat = False
        self._developed: tuple[object, Image] | None = None
        self._empty: tuple[object, Image] | None = None
        self._captures, self._gone = 0, False
        self._last: Frame | None = None
        self._health = FrameHealth(title_of(self), (HEIGHT, WIDTH))
        self.restore_throw(self._memory.box.dice, self._memory.box.throw)

    # What pictures need is made for the first of them: a box that takes none starts at once.

    @cached_property
    def _sensor(self) -> Sensor:
        return sensor_of(self._seed)

    @cached_property
    def _backdrop(self) -> Backdrop:
        return empty_box(self._dice_set.floor, self._seed, self._above, self._bevel)

    @cached_property
    def _under_flap(self) -> Backdrop:
        under = ViewTarget((0.0, -46.0, 146.0), (0.0, 2.0, 0.0), 68.0)
        return replace(empty_box(self._dice_set.floor, self._seed, under, self._bevel), remembers=False)

    @property
    def open(self) -> bool:
        """Whether the lid is open now."""
        return self._lid_open

    @property
    def trouble(self) -> Trouble | None:
        """The flaw of the current throw, if any."""
        return self._rest.trouble

    def open_lid(self) -> None:
        """Lets the light of the room in."""
        self._lid_open = True

    def shut_lid(self) -> None:
        """Keeps it out again."""
        self._lid_open = False

    def use_shape(self, shape: str) -> None:
        """Makes all dice again in this shape; those in the box lie as if they had been thrown in it."""
        wanted = BodyShape(shape)
        if not self._any_shape or wanted is self._dice_set.shape:
            return
        self._at_work()
        self._dice_set = replace(self._dice_set, shape=wanted)
        carver = np.random.default_rng([self._seed, 1])
        self._bodies = tuple(make_body(wanted, carver) for _ in range(MAX_DICE))
        self._skins.clear()
        self._developed = None
        self.restore_throw(len(self._rest.poses), self._throw_number, flat=self._flat)

    def shake(self, dice: int) -> None:
        """Throws that many dice; they tumble for a while. ValueError beyond 0 to 12."""
        _check(dice)
        self.restore_throw(dice, self._memory.shake(dice).throw)
        self._shaken_at = self._clock()

    def bring_dice(self, dice: int, hand: Hand | None = None) -> None:
        """Lays the dice of a hand under the camera, or those that were shaken last; throws any that never were.

        No more are thrown than the box holds. People lay a hand flat, so that every die of it can be read: one that
        was stacked under its cup would be stacked in every photograph, and nobody could take it down.
        """
        dice = min(dice, MAX_DICE)
        known = self._memory.box if hand is None else self._memory.hand(hand, dice)
        if hand is None and not known.throw:
            known = self._memory.shake(dice)
        if (known.throw, known.dice) != (self._throw_number, len(self._rest.poses)):
            self.restore_throw(min(known.dice, MAX_DICE), known.throw, flat=hand is not None)

    def restore_throw(self, dice: int, throw_number: int, *, flat: bool = False) -> None:
        """Lays the dice at rest as that throw (from 1; 0 clears the box) of a box of the same seed left them.

        `flat`: no die leans or lies on another. No more are thrown than the floor holds.
        """
        _check(dice)
        if self._bevel.width and self._dice_set.shape is BodyShape.OBLONG:
            dice = min(dice, MAX_OBLONG_BETWEEN_BEVELS)
        rng = np.random.default_rng([self._seed, 3, throw_number, dice])
        self._throw_number, self._flat = throw_number, flat
        habits = replace(self._habits, trouble=0.0) if flat else self._habits
        bodies = self._bodies[:dice]
        self._rest = throw(bodies, self._dice_set, habits, rng, self._bevel) if throw_number else SimulatedThrow()
        self._shaken_at = -np.inf

    def truth(self) -> tuple[int, ...] | None:
        """The faces that lie there, ascending; None where a die is cocked or hidden under another."""
        return self._rest.faces

    def capture(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002 - it is always at hand, unless it hangs
        """Takes one frame; every frame has different noise."""
        self._captures += 1
        kinds = {fault.kind for fault in self._faults if fault.strikes(self._captures)}
        if FaultKind.DISCONNECT in kinds:
            self._gone = True
        if self._gone:
            raise CameraError(message("The simulated box was unplugged").with_remedy(message("open it again")))
        if FaultKind.HANG in kinds:
            self._hang()
        if FaultKind.DIE in kinds:
            os._exit(1)
        if FaultKind.FROZEN in kinds and self._last is not None:
            return self._last
        self._at_work()
        now = self._clock()
        image = self._spoilt(kinds, now)
        self._health.check(image, now, lit=False)
        self._last = Frame(image, now)
        return self._last

    def _spoilt(self, kinds: set[FaultKind], now: float) -> Image:
        """The picture of this moment with what goes wrong in it."""
        if FaultKind.NOISE in kinds:
            return self._noise.integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8)
        if FaultKind.SIZE in kinds:
            # Nobody looks at a picture of a wrong size: drawing it would only delay the fault.
            return self._noise.integers(0, 60, (HEIGHT // 2, WIDTH * 3 // 4, 3), np.uint8)
        if FaultKind.DARK in kinds:
            lit, self.lamp = self.lamp, SimulatedLamp()
            self.lamp.set(0.0, 0.0)
            clean = self._seen(now)
            self.lamp = lit
        else:
            clean = self._unlit() if FaultKind.BLACK in kinds else self._seen(now)
        return self._sensor.expose(clean, self._noise)

    def capture_pair(self, timeout: float = 2.0) -> FramePair:
        """Takes one frame in the light of each lamp channel alone."""
        left, right = self.lamp.left, self.lamp.right
        try:
            self.lamp.set(1.0, 0.0)
            lit_left = self.capture(timeout)
            self.lamp.set(0.0, 1.0)
            return FramePair(lit_left, self.capture(timeout))
        finally:
            self.lamp.set(left, right)

    def peek(self) -> Image:
        """The dice as seen from under the raised flap at the front (H × W × 3, BGR)."""
        self._at_work()
        ambient = np.asarray(_CHINK + _HALL / 3, np.float32)
        radiance = draw(self._under_flap, self._pieces(self._rest.poses), self._light(ambient))
        shade = np.asarray(np.clip((np.arange(HEIGHT, dtype=np.float32) - 40) / 320, 0.05, 1), np.float32)
        return self._sensor.expose(self._sensor.develop(radiance * shade[:, None, None]), self._noise)

    def unpeek(self) -> None:
        """Shuts the flap: the camera in the lid never saw it open."""

    def close(self) -> None:
        """Does nothing: there is no device."""

    def _seen(self, now: float) -> Image:
        """The developed picture of this moment."""
        progress = (now - self._shaken_at) / self._shaking if self._shaking > 0 else 1.0
        if progress < 1:
            return self._photographed(*self._flight(progress))
        key = (self._throw_number, len(self._rest.poses), self.lamp.left, self.lamp.right, self._lid_open)
        if self._developed is None or self._developed[0] != key:
            self._developed = (key, self._photographed(self._rest.poses, None))
        return self._developed[1]

    def _flight(self, progress: float) -> tuple[tuple[Pose, ...], Vector]:
        """Where the dice are in the middle of a shake, and how far (pixels) each moves while the shutter is open."""
        course = [self._seed, 4, self._throw_number]
        poses = tumbling(self._rest, progress, np.random.default_rng(course), self._bevel)
        soon = min(1.0, progress + _SHUTTER / self._shaking)
        later = tumbling(self._rest, soon, np.random.default_rng(course), self._bevel)
        places = [np.array([pose.middle for pose in each], np.float32).reshape(-1, 3) for each in (poses, later)]
        view = self._backdrop.view
        way = view.project(places[1]) - view.project(places[0])
        return poses, np.clip(way, -60, 60)

    def _photographed(self, poses: tuple[Pose, ...], streaks: Vector | None) -> Image:
        """The developed picture of dice as the camera in the lid sees them; only what they touch is toned anew."""
        light = self._light(_CHINK + _HALL if self._lid_open else _CHINK)
        pieces = self._pieces(poses, streaks)
        tones = self._empty_tones(light).copy()
        radiance = draw(self._backdrop, pieces, light)
        for part in touched(self._backdrop, pieces, light):
            tones[part] = self._sensor.tone(radiance, part)
        return self._sensor.soften(tones)

    def _empty_tones(self, light: LampLight) -> Image:
        """The tones of the box without dice; those of the last light are kept."""
        key = (self.lamp.left, self.lamp.right, self._lid_open)
        if self._empty is None or self._empty[0] != key:
            everywhere = (slice(None), slice(None))
            self._empty = (key, self._sensor.tone(draw(self._backdrop, [], light), everywhere))
        return self._empty[1]

    def _pieces(self, poses: tuple[Pose, ...], streaks: Vector | None = None) -> list[RenderedDie]:
        """The dice with their skins, each painted when it is first seen."""
        pieces = []
        for number, (body, pose) in enumerate(zip(self._rest.bodies, poses, strict=True)):
            streak = (0.0, 0.0) if streaks is None else (float(streaks[number][0]), float(streaks[number][1]))
            pieces.append(RenderedDie(body, self._skin(number, body), pose, streak))
        return pieces

    def _skin(self, number: int, body: SimulatedBody) -> Skin:
        """How one die looks."""
        if number not in self._skins:
            rng = np.random.default_rng([self._seed, 6, number])
            self._skins[number] = paint(body, self._dice_set.tint, self._dice_set.pips, rng)
        return self._skins[number]

    def _light(self, ambient: Vector) -> LampLight:
        """The light in the box now."""
        return shine(self.lamp.left * _BRIGHTNESS, self.lamp.right * _BRIGHTNESS, ambient)

    @staticmethod
    def _unlit() -> Image:
        """A picture with no light in it."""
        return np.zeros((HEIGHT, WIDTH, 3), np.uint8)


def _check(dice: int) -> None:
    if not 0 <= dice <= MAX_DICE:
        raise ValueError(f"the simulated box holds 0 to {MAX_DICE} dice, not {dice}")
