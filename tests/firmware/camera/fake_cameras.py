"""Cameras and readers for the camera's tests; a child process finds them by their names."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from hardware.cameras import CameraOptions, open_camera
from hardware.errors import CameraError
from hardware.message import literal
from hardware.ports import Camera, Frame, FramePair, Image
from hardware.simulated.camera_faults import Fault, FaultKind
from hardware.simulated.remembered_throws import Memory
from hardware.simulated.simulated_box import SimulatedBox
from hardware.simulated.simulated_throws import Habits
from vision.reading import Die, Pip, Reading, Reason


def reading(*faces: int, confidence: float = 0.99) -> Reading:
    dice = tuple(
        Die(face, confidence, (8.0, 8.0), ((0.0, 0.0), (16.0, 0.0), (16.0, 16.0), (0.0, 16.0)), (Pip(8.0, 8.0, 2.0),))
        for face in faces
    )
    return Reading(tuple(sorted(faces)), None, confidence, dice, 1.0)


def abstention(reason: Reason) -> Reading:
    return Reading(None, reason, 0.1, (), 1.0)


@dataclass
class ScriptedReader:
    """Gives the readings of a script, then the last one forever; an exception in the script is raised."""

    script: Sequence[Reading | Exception]
    asked: list[int | None] = field(default_factory=list)

    def read(self, frames: Image | Sequence[Image], expect: int | None = None, shape: str = "") -> Reading:  # noqa: ARG002 - it does not look
        self.asked.append(expect)
        answer = self.script[min(len(self.asked), len(self.script)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer


@dataclass
class Clock:
    """Time that passes only when told."""

    now: float = 1000.0
    asked: threading.Event = field(default_factory=threading.Event)

    def __call__(self) -> float:
        self.asked.set()
        return self.now


@dataclass
class SlowReader(ScriptedReader):
    """A scripted reader that takes a while."""

    clock: Clock = field(default_factory=Clock)
    seconds: float = 0.0

    def read(self, frames: Image | Sequence[Image], expect: int | None = None, shape: str = "") -> Reading:
        self.clock.now += self.seconds
        return super().read(frames, expect, shape)


class ScriptedCamera:
    """A camera over dice that people shake: `scene` is what it sees, a frame takes a thirtieth of a second."""

    name = "table camera"

    def __init__(self, clock: Clock) -> None:
        self.scene, self.fails, self.stale = 0, "", False
        self._clock, self._frame = clock, Frame(np.zeros((60, 80, 3), np.uint8), 0.0)
        self.closed = False

    def capture(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002 - frames come at once
        if self.fails:
            raise CameraError(literal(self.fails))
        self._clock.now += 1 / 30
        if not self.stale:
            self._frame = Frame(self._picture(), self._clock.now)
        return self._frame

    def close(self) -> None:
        self.closed = True

    def _picture(self) -> Image:
        image = np.full((60, 80, 3), 90, np.uint8)
        left = 5 + 25 * (self.scene % 3)
        image[20:40, left : left + 20] = 230
        return image


class TwoLamps(ScriptedCamera):
    """A camera over dice whose lamp has two channels."""

    name = "table camera with two lamps"

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.pairs = 0

    def capture_pair(self, timeout: float = 2.0) -> FramePair:
        self.pairs += 1
        return FramePair(self.capture(timeout), self.capture(timeout))


class FakeDiceCamera(ScriptedCamera):
    """A camera with its own dice, which tumble for `shaking` seconds; throw number n shows (n, n)."""

    name = "tray"

    def __init__(self, clock: Clock, shaking: float = 0.6) -> None:
        super().__init__(clock)
        self.throws, self.flap_open = 0, False
        self.carved: list[str] = []
        self.brought: list[tuple[int, tuple[int, ...] | None]] = []
        self._shaking, self._rests_at = shaking, clock.now

    def use_shape(self, shape: str) -> None:
        self.carved.append(shape)

    def shake(self, dice: int) -> None:
        self.restore_throw(dice, self.throws + 1)
        self._rests_at = self._clock.now + self._shaking

    def bring_dice(self, dice: int, hand: tuple[int, ...] | None = None) -> None:
        self.brought.append((dice, hand))

    def restore_throw(self, dice: int, throw_number: int) -> None:  # noqa: ARG002 - a throw has its own dice
        self.throws = self.scene = throw_number

    def truth(self) -> tuple[int, ...]:
        return (self.throws, self.throws)

    def capture(self, timeout: float = 2.0) -> Frame:
        self.scene = self.scene + 1 if self._clock.now < self._rests_at else self.throws
        return super().capture(timeout)

    def peek(self) -> Image:
        self.flap_open = True
        return self._picture()

    def unpeek(self) -> None:
        self.flap_open = False


def read_as_one_and_two() -> ScriptedReader:
    return ScriptedReader([reading(1, 2)])


class TearfulReader(ScriptedReader):
    """A scripted reader that fails where one die is expected."""

    def read(self, frames: Image | Sequence[Image], expect: int | None = None, shape: str = "") -> Reading:
        if expect == 1:
            raise ZeroDivisionError("no pips")
        return super().read(frames, expect, shape)


def read_in_tears() -> ScriptedReader:
    return TearfulReader([reading(1, 2)])


def open_tidy(spec: str, options: CameraOptions) -> Camera:
    """A simulated box without faults."""
    seed, memory = int(spec.removeprefix("sim:")), Memory(options.memory, spec)
    return SimulatedBox(seed, habits=Habits(0, 0, 0), shaking=options.shaking, memory=memory)


def opener_that_hangs_once(marker: Path, capture: int) -> Callable[[str, CameraOptions], Camera]:
    """A box whose camera writes the marker and hangs forever at a capture; the replacement's does not."""
    return partial(_open_hanging_once, marker, capture)


def _open_hanging_once(marker: Path, capture: int, spec: str, options: CameraOptions) -> Camera:
    def hang() -> None:
        marker.touch()
        threading.Event().wait()

    return open_tidy(spec, options) if marker.exists() else _faulty(spec, Fault(FaultKind.HANG, capture), hang, options)


def open_hanging(spec: str, options: CameraOptions) -> Camera:  # noqa: ARG001 - an opener gets them
    return _faulty(spec, Fault(FaultKind.HANG, 1))


class UnpluggedCamera(ScriptedCamera):
    """A camera that is unplugged at its second frame."""

    def capture(self, timeout: float = 2.0) -> Frame:
        frame = super().capture(timeout)
        self.fails = "The camera was unplugged."
        return frame


def open_unplugged_at_second_frame(spec: str, options: CameraOptions) -> Camera:  # noqa: ARG001 - an opener gets them
    return UnpluggedCamera(Clock())


def open_with_a_bug(spec: str, options: CameraOptions) -> Camera:
    raise RuntimeError(f"cannot open {spec} with {options.seed >= 0}")


def open_by_name(spec: str, options: CameraOptions) -> Camera:
    return open_camera(spec, options)


def _faulty(
    spec: str, fault: Fault, hang: Callable[[], object] | None = None, options: CameraOptions | None = None
) -> SimulatedBox:
    memory = Memory(options.memory if options else None, spec)
    return SimulatedBox(
        int(spec.removeprefix("sim:")), habits=Habits(0, 0, 0), shaking=0, faults=[fault], hang=hang, memory=memory
    )
