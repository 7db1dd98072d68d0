"""Builds a box from journal, texts, table, screen and camera, and runs it in a window."""

import random
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import pygame

from display.draw.font_coverage import drawable
from display.draw.theme import THEMES
from display.window import MainWindow
from firmware.app.box_ports import BoxPorts
from firmware.app.computer_process import ComputerProcess
from firmware.app.control_marks import marks_of
from firmware.app.inbox import Inbox
from firmware.app.legacy_simulated_box import adopt_simulated_box
from firmware.app.machine_watch import MachineWatch
from firmware.app.main_loop import BoxMessage, MainLoop
from firmware.app.navigation import open_table, word_list
from firmware.app.pi_devices import Devices, NoDevices, PiDevices
from firmware.app.sound import SoundAndVoice
from firmware.app.systemd_notify import Heartbeat
from firmware.calibrate.calibration_supervisor import CalibrationEnvironment, CalibrationProcess
from firmware.camera import CameraLost, CameraOpened, Pace, Warned
from firmware.camera.calibrated import calibrated
from firmware.camera.camera_port import CameraPort, NoCamera
from firmware.camera.device_messages import message_of
from firmware.config.settings import DIAL_CLICK, LID, THEME, Preferences
from firmware.dice_sets.die_set import DieSet
from firmware.journal.database import Journal
from firmware.journal.storage.disk_space import SPARE
from firmware.rules.message import Message, message
from firmware.table.context import Equipment
from firmware.table.maintenance_port import MaintenancePort, NoMaintenance
from firmware.table.plan import GamePlan
from firmware.texts import text
from hardware.camera_names import OWN_DICE
from hardware.desk import gamepad
from hardware.desk.keyboard_mouse import DeskControls, InputDevice
from hardware.desk.speech import Espeak
from hardware.double_press import DoublePressFilter
from hardware.errors import CameraError
from hardware.message import literal as device_literal
from hardware.message import message as device_message
from hardware.simulated.remembered_throws import FILE as SIMULATED_BOX
from hardware.simulated.remembered_throws import remembered_camera

ALWAYS_THERE = ("sim", "none", "auto")
"""Cameras that the start does not wait for: they cannot be missing, or are found once plugged in."""
WATCH_SECONDS = 0.2
"""Seconds between checks of a camera that is being waited for."""
SLOW_START_SECONDS = 300.0
"""The longest wait for a simulated camera, which cannot be missing: only a very slow computer takes so long, as in the
trial that a card makes while it sets itself up."""
LITTLE_MEMORY_MB = 900
"""A machine with less (a Zero 2 W has 512) draws at most `SMALL_SCREEN` pixels: a large picture takes memory."""
SMALL_SCREEN = 1024 * 600
POLL_SECONDS = 0.02
"""Seconds between polls of the window. SDL's own wait polls every millisecond, which costs ten times as much."""


@dataclass(frozen=True, slots=True)
class BoxOptions:
    """The options of a box: where its journal is, which camera and rules, how the screen is opened."""

    state: Path
    camera: str = "sim"
    rules: str | None = None
    plan: GamePlan | None = None
    size: tuple[int, int] | None = None
    fullscreen: bool = False
    pace: Pace | None = None
    seed: int | None = None
    send_ground_truth: bool = False
    die_set: DieSet | None = None
    """The blessed set in use, if known."""
    safe_start_reason: Message | None = None
    """Why this is a safe start, without camera and pins; shown on the screen."""
    preferences: Preferences = field(default_factory=Preferences)
    introduce: bool = False
    """Whether the wizard is shown on a new box."""
    turns_off: bool = False
    """Whether leaving powers the box off; its menu then says so."""
    maintenance: MaintenancePort = field(default_factory=NoMaintenance)
    """Maintenance of the machine."""
    silent: bool = False
    """Disables speaker and voice, whatever the settings."""
    ports: BoxPorts = field(default_factory=BoxPorts)
    """The machine around the box, or fakes."""


@contextmanager
def composed(options: BoxOptions) -> Iterator[MainLoop]:
    """Yields a box that is ready to run, and closes everything afterwards.

    Raises:
        JournalError: where the journal cannot be kept.
        CameraError: where a camera that was named does not open; a simulated one always does.
        DisplayError: where no screen can be opened.
    """
    if options.safe_start_reason:
        options = replace(options, camera="none")
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(options.state, SPARE, connection=options.ports.connection))
        settings = options.preferences.settings
        kind = options.camera.partition(":")[0]
        camera_name = _remembered_camera_name(options, journal)
        inbox: Inbox[BoxMessage] = Inbox()

        def open_camera_port() -> CameraPort:
            if kind == "none":
                reason = options.safe_start_reason
                why = text("table.safe_start", reason=reason) if reason else text("table.no_camera")
                return NoCamera(inbox.put, why)
            known, memory = calibrated(camera_name, options.state), options.state / SIMULATED_BOX
            return options.ports.camera(
                known,
                inbox.put,
                pace=options.pace,
                send_ground_truth=options.send_ground_truth,
                memory=memory,
                die_set=options.die_set,
            )

        camera = open_camera_port()
        stack.callback(camera.close)
        camera.start()
        if options.camera not in ALWAYS_THERE:
            _await_camera(camera, inbox, SLOW_START_SECONDS if kind in OWN_DICE else 0)
        memory = options.ports.machine.memory_mb
        window = MainWindow(
            options.size,
            options.fullscreen,
            theme=THEMES[settings.word(THEME)],
            max_pixels=SMALL_SCREEN if memory is not None and memory < LITTLE_MEMORY_MB else None,
        )
        stack.callback(window.close)
        players = ComputerProcess(inbox.put)
        stack.callback(players.close)
        equipment = Equipment(
            word_list,
            random.Random(options.seed),
            options.preferences,
            can_peek=kind in OWN_DICE,  # until the camera opens and reports it
            turns_off=options.turns_off,
            maintenance=options.maintenance,
            drawable=drawable,
            die_set=options.die_set,
            computer_players=players,
        )
        table = open_table(
            journal,
            options.ports.wall_clock,
            equipment,
            rules=options.rules,
            plan=options.plan,
            introduce=options.introduce,
        )
        if options.preferences.complaints and table.context.notice is None:
            table.context.warn(options.preferences.complaints[0])
        sound = None if options.silent else _sound_and_voice(window, inbox, options)
        if sound:
            stack.callback(sound.close)
        devices = _open_devices(options, inbox)
        stack.callback(devices.close)
        calibration = CalibrationProcess(
            CalibrationEnvironment(camera_name, options.state, open_camera_port), inbox.put
        )
        box = MainLoop(table, window, camera, inbox, options.ports.clock, devices, sound, calibration)
        stack.callback(box.attract_mode.end)
        stack.callback(box.close)
        yield box


def _sound_and_voice(window: MainWindow, inbox: Inbox[BoxMessage], options: BoxOptions) -> SoundAndVoice:
    """Creates sound and voice according to the settings."""
    preferences = options.preferences

    def ready() -> None:
        inbox.wake()  # looked up at each call: the loop replaces it

    return SoundAndVoice(
        window,
        options.ports.speaker(),
        Espeak(ready),
        lambda: preferences.settings,
        lambda warning: inbox.put(Warned(warning)),
    )


def _open_devices(options: BoxOptions, inbox: Inbox[BoxMessage]) -> Devices:
    """Opens buttons, dial, lid and lamp if there are pins; not in a safe start."""

    def warn(warning: Message) -> None:
        inbox.put(Warned(warning))

    def wake() -> None:
        inbox.wake()  # looked up at each call: the loop replaces it

    pins = None if options.safe_start_reason else options.ports.pins(lambda warning: warn(message_of(warning)))
    machine = options.ports.machine
    watch = MachineWatch(machine)
    if pins is None:
        return NoDevices(watch if machine.model else None, warn)
    reed = options.preferences.settings.word(LID) == "shut"
    return PiDevices(
        DoublePressFilter(inbox.put, options.ports.clock),
        warn,
        pins,
        wake,
        options.ports.clock,
        lid_closed_when_shut=reed,
        half_cycle_dial=lambda: options.preferences.settings.word(DIAL_CLICK) == "half",
        machine=watch,
    )


def _await_camera(camera: CameraPort, inbox: Inbox[BoxMessage], patience: float) -> None:
    """Waits until the camera is open; raises CameraError if it is missing, or silent after `patience` seconds."""
    woken = threading.Event()
    inbox.wake = woken.set
    began, silent = time.monotonic(), False
    while True:
        match inbox.pop():
            case None if silent and time.monotonic() - began >= patience:
                shut = device_message("The camera does not open")
                remedy = device_message("check its cable, or play without a camera (--camera none)")
                raise CameraError(shut.with_remedy(remedy))
            case None:
                camera.watchdog(time.monotonic())
                woken.wait(WATCH_SECONDS)
                woken.clear()
            case CameraOpened():
                return
            case CameraLost(starting=True):
                continue
            case CameraLost(silent=True):
                silent = True
            case CameraLost(message=reason):
                raise CameraError(device_literal(str(reason)))
            case _:
                continue


def _remembered_camera_name(options: BoxOptions, journal: Journal) -> str:
    """Returns the camera's name; a simulated one keeps its seed while a game is unfinished."""
    camera, memory = _camera_with_seed(options), options.state / SIMULATED_BOX
    unfinished = journal.unfinished()
    if unfinished is None:
        with suppress(OSError):
            memory.unlink(missing_ok=True)  # so that an evening with the same seed begins with the same throw
        return camera
    adopt_simulated_box(journal, unfinished, memory)
    before = remembered_camera(memory)
    same = before is not None and before.startswith(f"{options.camera}:") and options.seed is None
    return before if same and before else camera


def _camera_with_seed(options: BoxOptions) -> str:
    """Adds a seed to the name of a simulated box, so that it throws the same dice whenever it is opened."""
    kind, *words = options.camera.split(":")
    if kind != "sim" or any(word.isdecimal() for word in words):
        return options.camera
    return f"{options.camera}:{secrets.randbelow(10**9) if options.seed is None else options.seed}"


def run_in_window(
    box: MainLoop,
    before_wait: Callable[[MainLoop], float | None] = lambda _: None,
    heartbeat: Heartbeat | None = None,
    frame_seconds: float = 0.0,
    keyboard: bool | None = None,
) -> None:
    """Runs a box with keyboard, mouse, touch and game controllers until somebody leaves.

    `before_wait` may post messages; it returns the seconds until its next call, or None. `heartbeat` is called in every
    turn of the loop. While `before_wait` has nothing to do, at most one frame is drawn in `frame_seconds`: for a box
    that nobody looks at. `keyboard`: until another device is used, the screen shows the keys of a keyboard; by default
    where the box has no buttons of its own.
    """
    heartbeat = heartbeat or Heartbeat()
    woken = threading.Event()
    box.inbox.wake = woken.set
    desk = DeskControls(
        DoublePressFilter(box.inbox.put),
        box.window.hit,
        lambda: box.table.mode.typing,
        up_increases=lambda: box.window.up_increases,
        fullscreen=box.window.toggle_fullscreen,
        flap=lambda: box.flap.asks,
        paged=lambda: box.table.mode.paged,
    )
    if not box.devices.buttons if keyboard is None else keyboard:
        desk.in_use = InputDevice.KEYBOARD
    pygame.key.set_repeat(400, 60)
    try:
        gamepad.start_sdl()
    except pygame.error as error:
        unusable = message("Game controllers cannot be used here ({error})", error=str(error))
        box.inbox.put(Warned(unusable.with_remedy(message("play with the other controls"))))
    with leaving_on_signals(box):
        while not box.leaving:
            box.window.set_marks(marks_of(desk.in_use, box.table.mode.typing))
            seconds = box.step()
            heartbeat.beat()
            if box.devices.used:
                desk.in_use = None
            wish = before_wait(box)
            seconds = min(each for each in (seconds, wish, desk.seconds_until_due(box.clock())) if each is not None)
            if wish:
                seconds = max(seconds, min(wish, frame_seconds))
            if box.leaving:
                break
            desk.pump(box.window.filter_events(_wait(seconds, woken, box.window.drain_events)), box.clock())


def _wait(
    seconds: float, woken: threading.Event, drain_events: Callable[[], list[pygame.event.Event]]
) -> list[pygame.event.Event]:
    """Sleeps until something happens, at most this long; returns the window's events."""
    end = time.monotonic() + seconds
    events = drain_events()
    while not events and (left := end - time.monotonic()) > 0:
        if woken.wait(min(left, POLL_SECONDS)):
            woken.clear()
            return drain_events()
        events = drain_events()
    return events


@contextmanager
def leaving_on_signals(box: MainLoop) -> Iterator[None]:
    """Treats interrupt and termination signals as leaving.

    SDL installs its own handlers when a screen is opened, but reports the signals only as events.
    """

    def leave(*_: object) -> None:
        # Nothing else: a handler that took a lock could deadlock with the thread it interrupted.
        box.leaving = True

    kinds = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {kind: signal.signal(kind, leave) for kind in kinds}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
