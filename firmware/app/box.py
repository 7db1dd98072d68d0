"""The main loop: messages in, the table's scene out, and a blocking wait in between."""

from __future__ import annotations

import time
from collections.abc import Callable

from display.window import Stage
from firmware.app.attract.attract_mode import Idleness
from firmware.app.camera_port import Seeing
from firmware.app.inbox import Inbox
from firmware.app.pi_devices import Fitted, Unfitted
from firmware.app.presenter.presenter import Presenter
from firmware.app.presenter.scene_parts import dice_shape
from firmware.app.sound import Staged, Unstaged
from firmware.calibrate.process import Ended, Glow
from firmware.calibrate.supervisor import BenchSaid, NoWorkshop, Workshop
from firmware.camera import EyeBack, EyeLost, EyeMessage, Lighten, Looked, Lying, Moved, Peeked, Rested, Truth, Warned
from firmware.rules.message import literal
from firmware.table.play.showdown import AT_ONCE
from firmware.table.requests import Bless, Calibrate, Cast, Leave, Look, Peek, Shake
from firmware.table.table import Table
from firmware.table.wording import message_of
from firmware.texts.source import text
from hardware.ports import (
    ControlMessage,
    Held,
    LidMoved,
    PeekAsked,
    Pressed,
    Quit,
    SeatPressed,
    Shaken,
    Turned,
    Typed,
)

Message = ControlMessage | EyeMessage | BenchSaid
WATCH_SECONDS = 0.5
"""How long the loop sleeps at most, so that a dead eye is noticed."""


class Box:
    """Holds table, screen and eye together. `step` does one turn of the loop, `run` all of them.

    `own_dice` tells whether the camera brings its own dice (a simulated box, a folder), so that one can peek at them
    and they must lie again as they lay when a game is resumed. `watch` is told of every message that was taken.
    `dismissed` tells that it was the table that wished to leave, not a signal.
    """

    def __init__(
        self,
        table: Table,
        stage: Stage,
        eye: Seeing,
        inbox: Inbox[Message],
        own_dice: bool,
        clock: Callable[[], float] = time.monotonic,
        fittings: Fitted | None = None,
        staging: Staged | None = None,
        workshop: Workshop | None = None,
    ) -> None:
        """Shows the first scene at the first step."""
        self.table = table
        self.stage = stage
        self.eye = eye
        self.inbox = inbox
        self.own_dice = own_dice
        self.clock = clock
        self.fittings: Fitted = fittings or Unfitted()
        self.staging: Staged = staging or Unstaged()
        self.workshop: Workshop = workshop or NoWorkshop()
        self.presenter = Presenter(table)
        self.idleness = Idleness()
        self.leaving = False
        self.dismissed = False
        self.watch: Callable[[Message], None] = lambda _: None
        self.truths: dict[int, tuple[int, ...] | None] = {}
        self._peeking = False
        self._peeks = 0
        self._throws = eye.lying.throw

    def step(self) -> float:
        """Takes all messages, shows what came of them, draws; returns for how many seconds nothing is to be done."""
        waits = [WATCH_SECONDS, self.fittings.pump(self.clock())]
        while (message := self.inbox.take()) is not None:
            self.take(message)
        now = self.clock()
        waits.append(self.presenter.follow(now))
        show, wait = self.idleness.follow(self.table, now)
        waits.append(wait)
        bench = self.workshop.scene
        scene = bench or show or self.presenter.scene()
        self.staging.dress()
        self.stage.show(scene)
        self.eye.watchdog(now)
        waits += [self.stage.tick(now), self.staging.follow(scene, now), self.fittings.shine(self.table, now, bench)]
        waits.append(self.workshop.follow(now))
        return min(seconds for seconds in waits if seconds is not None)

    def take(self, message: Message) -> None:
        """Takes one message: a control's or the eye's."""
        if isinstance(message, Pressed | Held | Turned | SeatPressed | LidMoved | Shaken | PeekAsked | Typed | Quit):
            self._take_control(message)
        elif isinstance(message, BenchSaid):
            self._take_bench(message)
        else:
            self._take_eye(message)
        self._carry_out()
        self.watch(message)

    def _take_control(self, message: ControlMessage) -> None:
        table = self.table
        self.fittings.heard(self.clock())
        self.presenter.heard(self.clock())
        if self.idleness.heard(self.clock()) and not isinstance(message, Quit):
            return
        if self.workshop.scene is not None and not isinstance(message, Quit):
            self.workshop.hear(message, self.clock())
            return
        if not isinstance(message, Quit | PeekAsked | LidMoved) and (self._skip() or self._shut_flap()):
            return
        match message:
            case Pressed(control=control):
                table.press(control.value)
            case Held(control=control):
                table.hold(control.value)
            case Turned(steps=steps):
                table.turn(steps)
            case Typed(text=text):
                table.type(text)
            case Shaken():
                table.shaken()
            case LidMoved(open=is_open):
                table.lid(is_open)
            case PeekAsked(open=is_open):
                self._peek(is_open)
            case Quit():
                table.leave()
            case SeatPressed(seat=seat):
                table.call(seat)

    def _skip(self) -> bool:
        """Ends a theatre, for eye and ear; tells whether there was one."""
        skipped = self.stage.skip()
        if skipped:
            self.staging.skip(self.clock())
        return skipped

    def _take_bench(self, message: BenchSaid) -> None:
        match self.workshop.take(message):
            case Glow(left=left, right=right):
                self.fittings.lighten(left, right, softly=True)
            case Ended(says=says, done=done):
                self._come_back(says, done)

    def _go_to_bench(self, task: Calibrate | Bless) -> None:
        """Gives the camera to the workbench."""
        table = self.table
        if not self.workshop.begin(task, self.eye, self.presenter.texts, lamp=self.fittings.lamp):
            table.context.refuse(text("bench.none"))

    def _come_back(self, says: str, done: bool) -> None:
        """Takes the camera back, and tells the table what came of it."""
        self.fittings.lighten(1.0, 1.0)
        self.eye = self.workshop.wake()
        self.eye.start()
        self.table.task_ended(message_of(says), done)

    def close(self) -> None:
        """Ends the workbench, if somebody is at it, and the eye."""
        self.workshop.close()
        self.eye.close()

    def _take_eye(self, message: EyeMessage) -> None:
        table = self.table
        match message:
            case Rested(serial=serial, sight=sight) | Looked(serial=serial, sight=sight):
                table.take_reading(serial, sight)
            case Peeked(encoded=encoded):
                if self._peeking and encoded:
                    name = table.context.name(table.state.turn)
                    self.stage.show_peek(encoded, self.presenter.view.say("peek.caption", name=name))
            case Lighten(left=left, right=right):
                self.fittings.lighten(left, right)
            case EyeLost(message=reason):
                self.fittings.lighten(1.0, 1.0)
                table.camera_lost(literal(reason.rstrip(".")))
            case EyeBack():
                table.camera_back()
            case Warned(message=said):
                table.context.tell(message_of(said))
            case Truth(serial=serial, faces=faces):
                self.truths[serial] = faces
            case Moved():
                # The box goes round, so that it moves says nothing; dice that moved in it are noticed at the reveal.
                pass

    def _peek(self, is_open: bool) -> None:
        if is_open and self.own_dice and self.table.may_peek():
            self._peeking = True
            turn, session = self.table.state.turn, self.table.playing
            hand = session.hand(turn) if turn is not None else ()
            if hand:
                # A hand that takes more than one throw is looked at one after another.
                self.eye.lay(self._lying(*hand[self._peeks % len(hand)]))
                self._peeks += 1
            self.eye.peek(session.roll or 0)
        else:
            self._shut_flap()

    def _shut_flap(self) -> bool:
        """Shuts the flap; tells whether it was open."""
        was_open, self._peeking = self._peeking, False
        if was_open:
            self.eye.unpeek()
            self.stage.show_peek(None)
        return was_open

    def _shake(self, serial: int, dice: int) -> None:
        """Has dice thrown; where they are the camera's own, notes how they lie."""
        if not self.own_dice:
            self.eye.shake(dice, serial)
            return
        self.eye.lay(self._lying(self._throws, dice))
        self.eye.shake(dice, serial)
        self._throws += 1
        if self.table.session is not None:
            self.table.session.note_world({"throw": self._throws, "dice": dice})

    def _lying(self, throw: int, dice: int) -> Lying:
        """Dice of the camera's own, in the shape that the game has."""
        return Lying(throw, dice, dice_shape(self.table.context.games.rules))

    def _cast(self, seat: int, dice: int) -> None:
        """Throws a seat's dice under its cup, in as many throws as the box needs for them."""
        sizes = [AT_ONCE] * (dice // AT_ONCE) + ([dice % AT_ONCE] if dice % AT_ONCE else [])
        parts = tuple((self._throws + number, size) for number, size in enumerate(sizes, start=1))
        self._throws += len(parts)
        self.table.playing.note_hand(seat, parts)
        self.table.playing.note_world({"throw": self._throws, "dice": sizes[-1]})

    def _carry_out(self) -> None:
        """Does what the table asks for."""
        for request in self.table.take_requests():
            match request:
                case Shake(serial=serial, dice=dice):
                    self._shut_flap()
                    self._shake(serial, dice)
                case Look(serial=serial, dice=dice, seat=seat, part=part):
                    hand = self.table.playing.hand(seat) if seat is not None else ()
                    if part < len(hand):
                        self.eye.lay(self._lying(*hand[part]))
                    self.eye.look(serial, dice)
                case Cast(seat=seat, dice=dice):
                    self._cast(seat, dice)
                case Peek():
                    self._peek(True)
                case Calibrate() | Bless():
                    self._go_to_bench(request)
                case Leave():
                    self.leaving = self.dismissed = True
        if self._peeking and self.table.mode.peek_refusal() is not None:
            self._shut_flap()
