"""Puts a box together: journal, texts, table, screen, eye; and runs it in a window."""

import json
import random
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pygame

from display.draw.theme import THEMES
from display.sound.speaker import MixerSpeaker
from display.window import Stage
from firmware.app.box import Box, Message
from firmware.app.camera_port import NoEye, Seeing
from firmware.app.inbox import Inbox
from firmware.app.pi_devices import Fitted, PiFittings, Unfitted, find_pins
from firmware.app.presenter.scene_parts import dice_shape
from firmware.app.sound import Staging
from firmware.app.systemd_notify import Heartbeat
from firmware.calibrate.supervisor import BenchInBox, Means
from firmware.camera import SILENT, Eye, EyeBack, EyeLost, Lying, Pace, Warned
from firmware.camera.calibrated import calibrated
from firmware.config.settings import LANGUAGE, LID, THEME, Preferences
from firmware.journal.database import Journal
from firmware.menus.start import Plan
from firmware.table.table import Table
from firmware.texts import Texts
from hardware.cameras import OWN_DICE
from hardware.desk import gamepad
from hardware.desk.keyboard_mouse import Desk
from hardware.desk.speech import Espeak
from hardware.errors import CameraError
from hardware.message import literal
from hardware.message import message as hardware_message

ALWAYS_THERE = ("sim", "none", "auto")
"""Cameras that are not waited for before the screen is opened: they cannot be missing, or are found when they come."""
WATCH_SECONDS = 0.2
"""How often the eye is asked, while its camera is waited for, whether it has given up."""
POLL_SECONDS = 0.02
"""How often the window is asked for events. SDL's own wait asks every millisecond, which costs ten times as much."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a box is made of: where its journal lies, which camera and rules, how the screen is opened."""

    state: Path
    camera: str = "sim"
    rules: str | None = None
    plan: Plan | None = None
    size: tuple[int, int] | None = None
    fullscreen: bool = False
    pace: Pace | None = None
    seed: int | None = None
    tell_truth: bool = False
    careful: str | None = None
    """Why this is a safe start: without camera and pins, which is said on the screen."""
    preferences: Preferences = field(default_factory=Preferences)
    introduce: bool = False
    """With the wizard, where the box is new to its people."""
    turns_off: bool = False
    """Whether leaving turns the whole box off: its menu then says so."""
    silent: bool = False
    """Without speaker and voice, whatever the settings say."""


@contextmanager
def composed(order: Order) -> Iterator[Box]:
    """Gives a box that is ready to run, and takes it apart afterwards.

    Raises:
        JournalError: where the journal cannot be kept.
        CameraError: where a camera that was named does not open; a simulated one always does.
        DisplayError: where no screen can be opened.
    """
    if order.careful:
        order = replace(order, camera="none")
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(order.state))
        settings = order.preferences.settings
        texts = Texts(settings.word(LANGUAGE))
        kind = order.camera.partition(":")[0]
        camera, lying = _world(order, journal)
        inbox: Inbox[Message] = Inbox()

        def wake(lying: Lying) -> Seeing:
            if kind != "none":
                known = calibrated(camera, order.state)
                return Eye(known, inbox.put, pace=order.pace, tell_truth=order.tell_truth, lying=lying)
            careful = order.careful
            return NoEye(
                inbox.put,
                texts.say("table.safe_start", reason=careful) if careful else texts.say("table.no_camera"),
            )

        eye = wake(lying)
        stack.callback(eye.close)
        eye.start()
        if order.camera not in ALWAYS_THERE:
            _await_camera(eye, inbox)
        stage = Stage(order.size, order.fullscreen, theme=THEMES[settings.word(THEME)])
        stack.callback(stage.close)
        own_dice = kind in OWN_DICE
        table = Table(
            journal,
            texts,
            time.time,
            random.Random(order.seed),
            world=json.dumps({"camera": camera}),
            rules=order.rules,
            flap=own_dice,
            plan=order.plan,
            preferences=order.preferences,
            introduce=order.introduce,
            turns_off=order.turns_off,
        )
        if order.preferences.complaints and not table.notice:
            table.refuse(order.preferences.complaints[0])
        staging = None if order.silent else _staging(stage, inbox, order.preferences)
        if staging:
            stack.callback(staging.close)
        fittings = _fittings(order, inbox)
        stack.callback(fittings.close)
        workshop = BenchInBox(Means(camera, order.state, wake), inbox.put)
        box = Box(table, stage, eye, inbox, own_dice, fittings=fittings, staging=staging, workshop=workshop)
        stack.callback(box.idleness.end)
        stack.callback(box.close)
        yield box


def _staging(stage: Stage, inbox: Inbox[Message], preferences: Preferences) -> Staging:
    """Sound and voice, held to the settings."""

    def ready() -> None:
        inbox.wake()  # what wakes the loop is known only when it runs

    return Staging(
        stage, MixerSpeaker(), Espeak(ready), lambda: preferences.settings, lambda text: inbox.put(Warned(text))
    )


def _fittings(order: Order, inbox: Inbox[Message]) -> Fitted:
    """The buttons, dial, lid and lamp, where there are pins; a safe start does without."""

    def warn(text: str) -> None:
        inbox.put(Warned(text))

    def wake() -> None:
        inbox.wake()  # what wakes the loop is known only when it runs

    pins = None if order.careful else find_pins(warn)
    if pins is None:
        return Unfitted()
    reed = order.preferences.settings.word(LID) == "shut"
    return PiFittings(inbox.put, warn, pins, wake, lid_closed_when_shut=reed)


def _await_camera(eye: Seeing, inbox: Inbox[Message]) -> None:
    """Waits until the camera is open; raises CameraError where it is not to be had, or the eye has given it up."""
    woken = threading.Event()
    inbox.wake = woken.set
    while True:
        match inbox.take():
            case None:
                eye.watchdog(time.monotonic())
                woken.wait(WATCH_SECONDS)
                woken.clear()
            case EyeBack():
                return
            case EyeLost(message=reason) if reason == SILENT:
                raise CameraError(
                    hardware_message("The camera does not open").with_remedy(
                        hardware_message("check its cable, or play without a camera (--camera none)")
                    )
                )
            case EyeLost(message=reason):
                raise CameraError(literal(reason))
            case _:
                continue


def _world(order: Order, journal: Journal) -> tuple[str, Lying]:
    """Names the camera and how its own dice lie: as they lay in an unfinished game with such a camera."""
    camera = _seeded(order)
    unfinished = journal.unfinished()
    if unfinished is None:
        return camera, Lying()
    try:
        was = str(json.loads(unfinished.world)["camera"])
    except (ValueError, KeyError, TypeError):
        return camera, Lying()
    if was != camera and not (was.startswith(f"{order.camera}:") and order.seed is None):
        return camera, Lying()
    lying = Lying()
    for _, row in journal.rows(unfinished.number):
        if row.kind == "world":
            lying = Lying(int(row.body["throw"]), int(row.body["dice"]), dice_shape(unfinished.rules))
    return was, lying


def _seeded(order: Order) -> str:
    """Names the camera so that a simulated box throws the same dice whenever it is opened by this name."""
    kind, *words = order.camera.split(":")
    if kind != "sim" or any(word.isdecimal() for word in words):
        return order.camera
    return f"{order.camera}:{secrets.randbelow(10**9) if order.seed is None else order.seed}"


def run_in_window(
    box: Box,
    before_wait: Callable[[Box], float | None] = lambda _: None,
    heartbeat: Heartbeat | None = None,
) -> None:
    """Runs a box with keyboard, mouse, finger and game controllers until somebody leaves.

    `before_wait` may post messages of its own and tells in how many seconds it wants to be asked again. `heartbeat`
    beats at each turn that took what came and drew what changed.
    """
    heartbeat = heartbeat or Heartbeat()
    woken = threading.Event()
    box.inbox.wake = woken.set
    desk = Desk(
        box.inbox.put,
        box.stage.hit,
        lambda: box.table.mode.typing,
        rising=lambda: box.stage.rising,
        fullscreen=box.stage.toggle_fullscreen,
    )
    pygame.key.set_repeat(400, 60)
    try:
        gamepad.start_sdl()
    except pygame.error as error:
        box.inbox.put(Warned(f"Game controllers cannot be used here ({error}): play with the other controls."))
    with leaving_on_signals(box):
        while not box.leaving:
            seconds = box.step()
            heartbeat.beat()
            wishes = (before_wait(box), desk.wants(box.clock()))
            seconds = min([seconds, *(wish for wish in wishes if wish is not None)])
            if box.leaving:
                break
            desk.pump(box.stage.heed(_wait(seconds, woken)), box.clock())


def _wait(seconds: float, woken: threading.Event) -> list[pygame.event.Event]:
    """Sleeps until something happens, at most so long; gives what the window has to tell."""
    end = time.monotonic() + seconds
    events = pygame.event.get()
    while not events and (left := end - time.monotonic()) > 0:
        if woken.wait(min(left, POLL_SECONDS)):
            woken.clear()
            return pygame.event.get()
        events = pygame.event.get()
    return events


@contextmanager
def leaving_on_signals(box: Box) -> Iterator[None]:
    """Takes an interrupt or a request to end for a wish to leave.

    SDL takes these signals too when a screen is opened, but only whoever asks it for events hears of them.
    """

    def leave(*_: object) -> None:
        # Nothing but this: a handler that took a lock could wait for the very thread that it interrupted.
        box.leaving = True

    kinds = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {kind: signal.signal(kind, leave) for kind in kinds}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
