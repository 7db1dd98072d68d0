"""The main loop: takes messages, shows the table's scene, and waits."""

from __future__ import annotations

import time
from collections.abc import Callable

from display.errors import NoScreenError, ScreenLostError
from display.window import MainWindow
from firmware.app.attract.attract_mode import AttractMode
from firmware.app.inbox import Inbox
from firmware.app.peep_flap import PeepFlap
from firmware.app.pi_devices import Devices, NoDevices
from firmware.app.posters import PosterOrder, PosterReport, Posters
from firmware.app.presenter.poster_scene import evening_poster
from firmware.app.presenter.presenter import Presenter
from firmware.app.presenter.scene_parts import dice_shape
from firmware.app.sound import NoSound, SoundOutput
from firmware.calibrate.calibration_process import LampLevel, TaskEnded
from firmware.calibrate.calibration_supervisor import CalibrationReport, CalibrationSupervisor, NoCalibration
from firmware.camera import (
    CameraLost,
    CameraMessage,
    CameraOpened,
    DiceReading,
    Moved,
    Peeked,
    RollOverdue,
    RollReading,
    SetLamp,
    TrueFaces,
    Warned,
)
from firmware.camera.camera_port import CameraPort
from firmware.config.settings import THEME
from firmware.deploy.poster_copy import POSTERS
from firmware.players.question import AdviceAnswer, Answer
from firmware.rules.message import Message, message
from firmware.table.play.winner import WinnerMode
from firmware.table.requests import Bless, Calibrate, Leave, Peek, ReadDice, SavePoster, WatchRoll
from firmware.table.table import Table
from firmware.table.wording import day
from firmware.texts.source import text
from hardware.ports import (
    Control,
    ControlMessage,
    DialRested,
    Held,
    LidMoved,
    PeekRequested,
    Pressed,
    Quit,
    SeatPressed,
    Shaken,
    Turned,
    Typed,
)

BoxMessage = ControlMessage | CameraMessage | CalibrationReport | PosterReport | Answer | AdviceAnswer
WATCH_SECONDS = 0.5
"""The longest sleep in seconds, so that a hanging camera is noticed."""
JOURNAL_SECONDS = 0.5
"""Seconds between checks of the journal's files, which cost two system calls: their loss is reported at once."""
SCREEN_RETRY_SECONDS = 1.0
"""Seconds between attempts to reopen a lost screen."""


class MainLoop:
    """Connects table, screen and camera; `step` is one turn of the loop.

    `watch` is called with every message handled. `dismissed`: the table asked to leave, not a signal.
    """

    def __init__(
        self,
        table: Table,
        window: MainWindow,
        camera: CameraPort,
        inbox: Inbox[BoxMessage],
        clock: Callable[[], float] = time.monotonic,
        devices: Devices | None = None,
        sound: SoundOutput | None = None,
        calibration: CalibrationSupervisor | None = None,
        posters: Posters | None = None,
    ) -> None:
        """Shows the first scene at the first step."""
        self.table = table
        self.window = window
        self.camera = camera
        self.inbox = inbox
        self.clock = clock
        self.devices: Devices = devices or NoDevices()
        self.sound: SoundOutput = sound or NoSound()
        self.calibration: CalibrationSupervisor = calibration or NoCalibration()
        self.posters = posters or Posters(inbox.put, table.context.maintenance)
        self.presenter = Presenter(table)
        self.attract_mode = AttractMode()
        self.screen_lost = False
        self._screen_due = self._journal_due = 0.0
        self.leaving = False
        self.dismissed = False
        self.watch: Callable[[BoxMessage], None] = lambda _: None
        self.truths: dict[int, tuple[int, ...] | None] = {}
        self.flap = PeepFlap(table, window, self.presenter, lambda: self.camera)

    def step(self) -> float:
        """Handles all messages, shows the result and draws; returns the seconds until something is due.

        The presenter is never notified of changes: each step asks it for the current prompt and scene.
        """
        waits = [WATCH_SECONDS, self.devices.tick(self.clock(), self.flap.held)]
        while (message := self.inbox.pop()) is not None:
            self.dispatch(message)
        now = self.clock()
        copied, wait = self.posters.tick()
        if copied is not None:
            self.table.context.notify(copied)
        waits += [wait, self.table.tick(now), self.presenter.tick(now), self.flap.tick(now)]
        self._carry_out()  # a computer's seat asks for things by the clock, not by a message
        if now >= self._journal_due:
            self._journal_due = now + JOURNAL_SECONDS
            self.table.context.current_game.journal.check()
        show, wait = self.attract_mode.tick(self.table, now)
        waits.append(wait)
        calibration_scene = self.calibration.scene
        scene = calibration_scene or show or self.presenter.scene()
        self.sound.apply_settings()
        self.window.show(scene)
        self.camera.watchdog(now)
        waits += [
            self._draw(now),
            self.sound.tick(scene, now),
            self.devices.update_lights(self.table, now, calibration_scene),
        ]
        waits.append(self.calibration.tick(now))
        return min(seconds for seconds in waits if seconds is not None)

    def _draw(self, now: float) -> float | None:
        """Draws; reopens a lost screen as soon as possible while the game continues."""
        if not self.screen_lost:
            try:
                return self.window.tick(now)
            except ScreenLostError:
                self.screen_lost, self._screen_due = True, now + SCREEN_RETRY_SECONDS
        elif now >= self._screen_due:
            self._screen_due = now + SCREEN_RETRY_SECONDS
            try:
                self.window.reopen()
            except NoScreenError:
                return SCREEN_RETRY_SECONDS
            self.screen_lost = False
            self.table.context.warn(message("The screen was lost, and is back."))
            return 0.0
        return SCREEN_RETRY_SECONDS

    def dispatch(self, message: BoxMessage) -> None:
        """Handles a message from a control, the camera, the calibration or a computer player."""
        if isinstance(message, DialRested):
            # Not a gesture: the turn itself came before.
            self.table.on_dial_rested(message.half_cycles)
        elif isinstance(
            message, Pressed | Held | Turned | SeatPressed | LidMoved | Shaken | PeekRequested | Typed | Quit
        ):
            self._handle_control(message)
        elif isinstance(message, CalibrationReport):
            self._handle_calibration(message)
        elif isinstance(message, PosterReport):
            report = self.posters.handle(message)
            (self.table.context.notify if report.done else self.table.context.warn)(report.says)
        elif isinstance(message, Answer):
            self.table.computer_seats.on_answer(message)
        elif isinstance(message, AdviceAnswer):
            self.table.context.advisor.on_answer(message)
        else:
            self._handle_camera(message)
        self._carry_out()
        self.watch(message)

    def _handle_control(self, message: ControlMessage) -> None:
        self.devices.note_activity(self.clock())
        self.presenter.note_activity(self.clock())
        woken = self.attract_mode.note_activity(self.clock())
        if not isinstance(message, Quit) and (woken or self._intercept(message)):
            return
        table = self.table
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
                table.on_shake()
            case LidMoved(open=is_open):
                table.on_lid(is_open)
            case PeekRequested(open=is_open):
                self.flap.lift() if is_open else self.flap.release()
            case Quit():
                table.leave()
            case SeatPressed(seat=seat):
                table.challenge_from_seat(seat)

    def _intercept(self, message: ControlMessage) -> bool:
        """Lets the calibration, an animation or the simulated flap take the message before the table does."""
        if self.calibration.scene is not None:
            self.calibration.forward(message, self.clock())
            return True
        if isinstance(message, PeekRequested | LidMoved):
            return False
        # The request to look away covers the plates: whatever is used then only takes it back, as REVEAL does after a
        # look. Anything else that follows a look does what it says on its plate.
        covered = self.flap.asks and isinstance(message, Pressed | Held | Turned)
        hidden = self.flap.shut()
        on_reveal = isinstance(message, Pressed) and message.control is Control.REVEAL
        return self._skip() or covered or (hidden and on_reveal)

    def _skip(self) -> bool:
        """Skips an animation and its sound; returns whether there was one."""
        skipped = self.window.skip()
        if skipped:
            self.sound.skip(self.clock())
        return skipped

    def _handle_calibration(self, message: CalibrationReport) -> None:
        match self.calibration.handle(message):
            case LampLevel(left=left, right=right):
                self.devices.set_lamp(left, right, softly=True)
            case TaskEnded(says=says, done=done):
                self._end_calibration(says, done)

    def _begin_calibration(self, task: Calibrate | Bless) -> None:
        """Lends the camera to the calibration."""
        table = self.table
        if not self.calibration.begin(task, self.camera, self.presenter.texts, lamp=self.devices.lamp):
            table.context.warn(text("calibration.none"))

    def _end_calibration(self, says: Message, done: bool) -> None:
        """Restarts the camera of the game, and tells the table the outcome."""
        self.devices.set_lamp(1.0, 1.0)
        self.camera = self.calibration.restart_camera()
        self.camera.start()
        self.table.on_task_ended(says, done)

    def close(self) -> None:
        """Closes the calibration, if it is running, and the camera."""
        self.calibration.close()
        self.posters.close()
        self.camera.close()

    def _handle_camera(self, message: CameraMessage) -> None:
        table = self.table
        match message:
            case (
                RollReading(serial=serial, observation=observation)
                | DiceReading(serial=serial, observation=observation)
            ):
                table.on_observation(serial, observation)
            case RollOverdue(serial=serial, delay=delay):
                table.on_roll_overdue(serial, delay)
            case Peeked():
                self.flap.on_peeked(message)
            case SetLamp(left=left, right=right):
                self.devices.set_lamp(left, right)
            case CameraLost(message=reason, starting=starting):
                self.devices.set_lamp(1.0, 1.0)
                table.on_camera_lost(reason, starting=starting)
            case CameraOpened(can_peek=can_peek):
                table.on_camera_back(can_peek)
            case Warned(message=warning):
                table.context.notify(warning)
            case TrueFaces(serial=serial, faces=faces):
                self.truths[serial] = faces
            case Moved():
                # The box is handed round, so movement means nothing; dice moved by it are noticed at the reveal.
                pass

    def _save_poster(self) -> None:
        mode, context = self.table.mode, self.table.context
        if isinstance(mode, WinnerMode):
            now = context.current_game.now()
            name = f"{day(now)}-{self.table.active_session.entry.number}.png"
            poster = evening_poster(self.presenter.view, mode, now)
            theme = context.preferences.settings.word(THEME)
            self.posters.paint(PosterOrder(poster, theme, context.folder / POSTERS / name))

    def _carry_out(self) -> None:
        """Carries out the table's requests."""
        for request in self.table.drain_requests():
            match request:
                case WatchRoll(serial=serial, dice=dice):
                    self.flap.shut()
                    self.camera.use(dice_shape(self.table.context.current_game.rules))
                    self.camera.watch_roll(dice, serial)
                case ReadDice(serial=serial, dice=dice, hand=hand):
                    self.camera.use(dice_shape(self.table.context.current_game.rules))
                    self.camera.read_dice(serial, dice, hand)
                case Peek():
                    self.flap.lift()
                case Calibrate() | Bless():
                    self._begin_calibration(request)
                case SavePoster():
                    self._save_poster()
                case Leave():
                    self.leaving = self.dismissed = True
        self.flap.keep_up()
