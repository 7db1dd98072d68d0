"""The camera worker: the loop of the camera's process, which carries out one order at a time, frame by frame."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Protocol

from firmware.camera.answer_delay import AnswerDelay
from firmware.camera.blank_pictures import blank
from firmware.camera.error_place import error_place
from firmware.camera.evidence_photograph import encode, to_observation
from firmware.camera.fusion import fuse
from firmware.camera.messages import (
    Busy,
    CloseOrder,
    ClosePeekOrder,
    DiceReading,
    Moved,
    Order,
    OrderAccepted,
    Peeked,
    PeekOrder,
    ReadOrder,
    RollOverdue,
    RollReading,
    TrueFaces,
    Warned,
    WatchOrder,
    WorkerHeartbeat,
)
from firmware.camera.worker_settings import Pace
from firmware.journal.observation import Observation, RollDelay
from firmware.rules.message import Message, message
from hardware.errors import CameraError
from hardware.message import message as device_message
from hardware.ports import (
    Camera,
    Frame,
    Image,
    Peekable,
    ReadingAware,
    Shakeable,
    ShapeableDice,
    SideLitCamera,
    title_of,
)
from vision.cross_light import matt
from vision.motion import Motion, MotionWatch
from vision.reading import JointReason, Reading, Reason

_BUSY_PERIOD = 0.05
"""Seconds between frames while dice are watched or read."""
_IDLE_PERIOD = 0.2
"""The same while idle, over dice that people may touch."""
_BRIEF = 0.001
_HEARTBEAT = 0.5
_READ_TIMEOUT = 4.0
"""Seconds that a read order waits for dice that do not come to rest."""
_SHAKE_TIMEOUT = 4.0
"""Seconds after which a reported shake that was not seen is announced; most shakes are over sooner."""
_REST_TIMEOUT = 12.0
"""Seconds after which it is announced that the dice do not come to rest; people shake for less long."""
_LEAST_RATE = 2.0
"""Fewer frames per second since an order do not tell what keeps moving: the camera, or this process, was held up."""
_MAX_FRAMES = 5
"""The most frames of a throw that are read; fewer if they agree."""
_FUSING_SECONDS = 2.0
"""Seconds after the first frame after which no more are read."""
_STALE_TIMEOUT = 1.5
"""Seconds after which a camera that repeats the same frame counts as failed, whatever it is used for."""
_NOTHING = (Reason.EMPTY, Reason.TOO_DARK, Reason.CAMERA)
_STARTING = (Motion.STILL, Motion.SETTLING)
_RESTLESS_READING = Reading(None, Reason.MOVING, 0.0, (), 0.0, cause=JointReason.RESTLESS)
_FAILED_READING = Reading(None, Reason.UNCLEAR, 0.0, (), 0.0, cause=JointReason.FAILURE)


class FrameReader(Protocol):
    """Reads frames: `BoxReader`, or a fake in tests."""

    def read(self, frames: Image | Sequence[Image], expect: int | None = None, shape: str = "") -> Reading:
        """Reads one frame or several of one throw; `shape` is that of the game's dice."""


@dataclass(slots=True)
class _Task:
    """A WatchOrder or ReadOrder in progress.

    `shake_seen`: the dice have begun to move. `frames`: how many have come. `overdue`: the delay was announced.
    `rested_at`: when the first frame of dice at rest came. `held`: the answer to a hidden roll, and when it is due.
    """

    order: WatchOrder | ReadOrder
    since: float
    shake_seen: bool
    frames: int = 0
    overdue: bool = False
    rested_at: float = 0.0
    seen: list[tuple[Frame, Reading]] = field(default_factory=list)
    held: tuple[float, Observation] | None = None


def _shows_nothing(task: _Task) -> bool:
    """Whether no frame shows a die, as when all are black: neither would more frames, nor all of them together."""
    return all(reading.reason in _NOTHING for _, reading in task.seen)


class CameraWorker:
    """Carries out orders frame by frame, so that a newer order never waits."""

    def __init__(
        self,
        pipe: Connection,
        camera: Camera,
        reader: FrameReader,
        pace: Pace,
        send_ground_truth: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`send_ground_truth`: sends the true faces before each answer (simulated cameras only)."""
        self._pipe, self._camera, self._reader = pipe, camera, reader
        self._frames, self._answer_delay = pace.frames, AnswerDelay(pace.answer_step)
        self._sends_ground_truth, self._clock = send_ground_truth, clock
        self._simulates_dice = isinstance(camera, Shakeable)
        self._waits_for_rest = pace.watch or not self._simulates_dice
        self._motion, self._state, self._is_moving = MotionWatch(), Motion.SETTLING, False
        self._moved = False
        self._task: _Task | None = None
        self._failed_at: set[Message] = set()
        self._last: Frame | None = None
        self._stale_since: float | None = None
        self._heartbeat_at = float("-inf")
        self._closing = False

    def run(self) -> None:
        """Serves until it is told to close; EOFError if the pipe closes, CameraError from the camera."""
        due = self._clock()
        while not self._closing:
            self._send_heartbeat()
            if self._pipe.poll(max(0.0, min(due - self._clock(), _HEARTBEAT))):
                self.handle_order(self._pipe.recv())
                due = self._clock()
            elif self._clock() >= due:
                due = self._clock() + self.step()

    def handle_order(self, order: Order) -> None:
        """Starts an order; a new WatchOrder or ReadOrder replaces an older one."""
        self._pipe.send(OrderAccepted())
        if isinstance(order, WatchOrder | ReadOrder):
            self._set_reading(True)
        match order:
            case WatchOrder():
                # People report a shake only after putting the box down.
                shake_seen = self._shake(order) or order.shake_seen or self._is_moving or self._moved
                self._moved = False
                self._task = _Task(order, self._clock(), shake_seen)
                self._send_heartbeat(at_once=True)
            case ReadOrder():
                self._fetch_dice(order)
                self._task = _Task(order, self._clock(), shake_seen=True)
                self._clear_busy()
            case PeekOrder():
                self._fetch_dice(order)
                self._send_ground_truth(order.serial)
                self._pipe.send(Peeked(order.serial, self._peek_picture()))
            case ClosePeekOrder():
                if isinstance(self._camera, Peekable):
                    self._camera.unpeek()
            case CloseOrder():
                self._closing = True

    def _set_reading(self, reading: bool) -> None:
        if isinstance(self._camera, ReadingAware):
            self._camera.set_reading(reading)

    def _shake(self, order: WatchOrder) -> bool:
        """Shakes simulated dice unless an earlier worker has; returns whether the dice are simulated."""
        camera = self._camera
        self._set_dice_shape(order.shape)
        if not isinstance(camera, Shakeable):
            return False
        if order.shake_seen:
            camera.bring_dice(order.dice)
        else:
            camera.shake(order.dice)
        return True

    def _fetch_dice(self, order: ReadOrder | PeekOrder) -> None:
        """Puts the requested dice under the camera if they are simulated."""
        self._set_dice_shape(order.shape)
        if isinstance(self._camera, Shakeable):
            self._camera.bring_dice(order.dice, order.hand)

    def _set_dice_shape(self, shape: str) -> None:
        if isinstance(self._camera, ShapeableDice) and shape:
            self._camera.use_shape(shape)

    def _peek_picture(self) -> bytes:
        if not isinstance(self._camera, Peekable):
            return b""
        return encode(self._camera.peek())[0]

    def step(self) -> float:
        """Runs one step of the task, or watches idle dice; returns the seconds until the next call."""
        task = self._task
        if task is None:
            if self._simulates_dice:
                return _HEARTBEAT
            self._watch_idle_dice()
            return _IDLE_PERIOD
        if task.held is not None:
            left = task.held[0] - self._clock()
            if left <= 0:
                self._answer(task, task.held[1])
                return 0.0
            if left < _BUSY_PERIOD or not self._waits_for_rest:
                return max(left, _BRIEF)
        frame = self._next_frame()
        if frame is not None:
            self._feed(task, frame)
        return _BUSY_PERIOD if self._waits_for_rest else 0.0

    def _watch_idle_dice(self) -> None:
        """Reports, once per disturbance, dice that move when they should be at rest."""
        frame = self._next_frame()
        if frame is not None and self._movement_begins(frame):
            self._moved = True
            self._pipe.send(Moved())

    def _movement_begins(self, frame: Frame) -> bool:
        """Takes a frame; returns whether a movement begins in it."""
        picture = frame.image if frame.small is None else frame.small
        before, self._state = self._state, self._motion.feed(picture, frame.at)
        began = not self._is_moving and (self._state is Motion.SHAKING or (before, self._state) == _STARTING)
        self._is_moving = (self._is_moving or began) and self._state is not Motion.STILL
        return began

    def _feed(self, task: _Task, frame: Frame) -> None:
        """Adds a frame to the task, and answers it when it is done."""
        task.frames += 1
        if self._waits_for_rest and self._movement_begins(frame) and not task.shake_seen:
            task.shake_seen = True
            self._send_heartbeat(at_once=True)
        self._report_delay(task)
        if self._waits_for_rest and self._state is not Motion.STILL:
            task.seen.clear()
            task.held = None
            timed_out = self._clock() - task.since > _READ_TIMEOUT and not self._is_held_up(task)
            if isinstance(task.order, ReadOrder) and timed_out:
                self._answer(task, to_observation(_RESTLESS_READING, frame))
        elif task.shake_seen and task.held is None:
            if not task.seen:
                task.rested_at = self._clock()
            task.seen.append((frame, blank(frame.image, task.order.dice) or self._read(frame.image, task.order)))
            if self._is_enough(task):
                self._conclude(task)

    def _is_enough(self, task: _Task) -> bool:
        """Whether enough frames agree, contradict each other or show no dice, or the limit is reached."""
        count = len(task.seen)
        if count < self._frames:
            return False
        if _shows_nothing(task):
            return True
        fused = fuse([reading for _, reading in task.seen]).reading
        if fused.faces is not None or fused.cause is not None or self._frames == 1:
            return True
        return count >= _MAX_FRAMES or self._clock() - task.seen[0][0].at > _FUSING_SECONDS

    def _report_delay(self, task: _Task) -> None:
        """Announces, once, that a watch is taking long."""
        timeout = _REST_TIMEOUT if task.shake_seen else _SHAKE_TIMEOUT
        if isinstance(task.order, WatchOrder) and not task.overdue and self._clock() - task.since > timeout:
            task.overdue = True
            self._pipe.send(RollOverdue(task.order.serial, self._delay_of(task)))

    def _is_held_up(self, task: _Task) -> bool:
        """Whether too few frames have come since the order to tell whether something moves."""
        return task.frames < _LEAST_RATE * (self._clock() - task.since)

    def _delay_of(self, task: _Task) -> RollDelay:
        """Returns why a watch is taking long: by motion and time alone, never by what the dice show."""
        rests = self._state is Motion.STILL or not self._waits_for_rest
        if self._is_held_up(task) or (task.shake_seen and rests):
            return RollDelay.SLOW
        return RollDelay.MOVING if task.shake_seen else RollDelay.UNSEEN

    def _conclude(self, task: _Task) -> None:
        """Fuses the task's readings and answers it, a hidden roll at a time that does not depend on its dice."""
        fused = fuse([reading for _, reading in task.seen])
        frame, reading = task.seen[fused.best_index][0], fused.reading
        if reading.faces is None and reading.cause is None and len(task.seen) > 1 and not _shows_nothing(task):
            frame, reading = self._read_together(task, frame, reading)
        # Only at a reveal: for a hidden roll, nothing may depend on how readable its faces are.
        unclear = reading.faces is None and all(one.reason is Reason.UNCLEAR for _, one in task.seen)
        if unclear and isinstance(task.order, ReadOrder):
            frame, reading = self._read_cross_lit(task, frame, reading)
        observation = to_observation(reading, frame)
        if isinstance(task.order, WatchOrder) and (wait := self._answer_delay.of(self._clock() - task.rested_at)) > 0:
            task.held = task.rested_at + wait, observation
        else:
            self._answer(task, observation)

    def _read_together(self, task: _Task, frame: Frame, reading: Reading) -> tuple[Frame, Reading]:
        """Reads all frames of a throw jointly, if most of them are not enough on their own.

        The result must not depend on the order of the frames, nor contradict any single reading.
        """
        images = [shown.image for shown, _ in task.seen]
        joint = self._read(images, task.order)
        if joint.faces is None:
            return frame, reading
        alone = {one.faces for _, one in task.seen if one.faces is not None}
        if alone - {joint.faces} or self._read(images[::-1], task.order).faces != joint.faces:
            return frame, reading
        return task.seen[joint.frames - 1][0], joint

    def _read_cross_lit(self, task: _Task, frame: Frame, reading: Reading) -> tuple[Frame, Reading]:
        """Reads again from two frames, each lit from one side: unpainted pips show, glare disappears."""
        if not isinstance(self._camera, SideLitCamera):
            return frame, reading
        pair = self._camera.capture_pair()
        both = Frame(matt(pair.left.image, pair.right.image), pair.right.at)
        again = self._read(both.image, task.order)
        return (frame, reading) if again.faces is None else (both, again)

    def _answer(self, task: _Task, observation: Observation) -> None:
        """Sends the answer and ends the task."""
        self._task = None
        self._set_reading(False)
        self._send_ground_truth(task.order.serial)
        answer = DiceReading if isinstance(task.order, ReadOrder) else RollReading
        self._pipe.send(answer(task.order.serial, observation))

    def _send_ground_truth(self, serial: int) -> None:
        if self._sends_ground_truth and isinstance(self._camera, Shakeable):
            self._pipe.send(TrueFaces(serial, self._camera.truth()))

    def _read(self, frames: Image | Sequence[Image], order: WatchOrder | ReadOrder) -> Reading:
        """Reads one frame, or several jointly; a failing reader abstains, and reports each failure once."""
        self._pipe.send(Busy())
        try:
            return self._reader.read(frames, order.dice, order.shape)
        except Exception as error:  # noqa: BLE001 - whatever is in a picture must not end the game
            place = error_place(error)
            if place not in self._failed_at:
                self._failed_at.add(place)
                failed = message("Reading a picture failed ({place})", place=place)
                self._pipe.send(Warned(failed.with_remedy(message("please report it"))))
            return _FAILED_READING
        finally:
            self._send_heartbeat(at_once=True)

    def _next_frame(self) -> Frame | None:
        """Returns the next frame, or None for a repeated one; CameraError if the camera repeats it for long."""
        frame = self._camera.capture()
        self._clear_busy()
        now = self._clock()
        if self._last is None or frame.at > self._last.at:
            self._last, self._stale_since = frame, None
            return frame
        if self._stale_since is None:
            self._stale_since = now
        if now - self._stale_since > _STALE_TIMEOUT:
            problem = device_message("{name} keeps repeating the same picture", name=title_of(self._camera))
            raise CameraError(problem.with_remedy(device_message("plug it in again")))
        return None

    def _clear_busy(self) -> None:
        """Sends a heartbeat for a simulated camera, which may have announced that it is rendering."""
        if self._simulates_dice:
            self._send_heartbeat(at_once=True)

    def _send_heartbeat(self, at_once: bool = False) -> None:
        """Sends a heartbeat when one is due."""
        now = self._clock()
        if at_once or now - self._heartbeat_at >= _HEARTBEAT:
            self._heartbeat_at = now
            task = self._task
            self._pipe.send(WorkerHeartbeat(task.order.serial if task is not None and task.shake_seen else None))
