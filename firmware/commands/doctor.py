"""`meierbox doctor`: says what is wrong with the box and what to do about it.

This module gathers the inputs and passes them to the checks in `firmware.doctor`, which are independent of each other.
"""

import argparse
import grp
import json
import os
import platform
import pwd
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from firmware.commands.play import fail
from firmware.deploy.state_folder import box_dir, settings_dir
from firmware.doctor.finding import Finding, Level, info, issue, ok
from firmware.rules.message import Message, literal, message

if TYPE_CHECKING:
    from firmware.doctor.control_check import ControlInput
    from hardware.calibration.record import Calibration
    from hardware.ports import Camera, ControlMessage

CAMERA, CALIBRATION = message("camera"), message("calibration")
LAMP, PINS = message("lamp"), message("pins")

HELP = "say what is wrong with the box, and what to do"
SETTLING_SECONDS = 0.3
"""Seconds that every contact gets to settle."""
CAMERA_SECONDS = 150.0
"""Seconds that a camera may take for a picture before it counts as hanging, once its library is loaded."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("--json", action="store_true", help="print one JSON object for each finding, one per line")
    parser.add_argument(
        "--bundle", type=Path, metavar="FILE", help="write a zip file for a bug report, without names and dice"
    )
    parser.add_argument("--buttons", action="store_true", help="test every button, the dial and the lid in turn")
    parser.add_argument(
        "--camera", metavar="CAMERA", help="the camera to check, as for `play` (default: auto); none skips it"
    )


def run(args: argparse.Namespace) -> int:
    """Runs all checks and prints their findings; returns 1 if one is an ISSUE, 2 if the bundle cannot be written."""
    findings = []
    for finding in _examine(args):
        findings.append(finding)
        print(json.dumps(finding.as_data(str), ensure_ascii=False) if args.json else finding.line(str), flush=True)
    if args.bundle:
        from firmware.doctor.report_bundle import write_bundle  # noqa: PLC0415

        try:
            report = [finding.as_data(str) for finding in findings]
            write_bundle(args.bundle, report, _facts(), (platform.node(), _user()))
        except OSError as error:
            return fail(f"The bundle cannot be written to {args.bundle} ({error.strerror}): name another file.")
    return 1 if any(finding.level is Level.ISSUE for finding in findings) else 0


def _examine(args: argparse.Namespace) -> Iterator[Finding]:
    from firmware.config.settings import VOICE, Preferences  # noqa: PLC0415
    from firmware.config.start_guard import StartGuard  # noqa: PLC0415
    from firmware.deploy import usb_drives  # noqa: PLC0415
    from firmware.deploy.releases import RELEASES, Releases  # noqa: PLC0415
    from firmware.doctor import (  # noqa: PLC0415
        camera_library,
        journal_check,
        machine_health,
        peripherals,
        release_check,
        service_check,
        settings_check,
    )
    from firmware.doctor.machine import Machine  # noqa: PLC0415

    machine, folder, preferences = Machine(), box_dir(), Preferences(settings_dir(), keeps_damaged=True)
    yield machine_health.check_power(machine)
    yield machine_health.check_heat(machine)
    yield machine_health.check_clock(machine)
    yield from machine_health.check_disk(machine, folder)
    yield from journal_check.check_journal(folder)
    yield peripherals.check_screen(machine, _desktop())
    yield peripherals.check_sound(machine)
    yield peripherals.check_voice(which("espeak-ng") is not None, wanted=preferences.settings.flag(VOICE))
    yield from settings_check.check_settings(preferences)
    yield peripherals.check_groups(machine, _groups(), root=os.geteuid() == 0)
    yield from peripherals.check_packages(machine, lambda name: find_spec(name) is not None)
    yield from camera_library.check_camera_library(machine, camera_library.python_in_use(machine))
    service = service_check.service_status(machine)
    yield from service_check.check_service(service, StartGuard([folder]).before)
    yield from release_check.check_release(Releases(Path(RELEASES)).status)
    yield from release_check.check_usb_drives(usb_drives.bundles(), usb_drives.unmounted())
    if args.camera is None and service.state is service_check.ServiceState.RUNNING:
        remedy = message("sudo systemctl stop meierbox, then try again")
        yield info(CAMERA, message("it is in use by the running box"), remedy)
    elif args.camera != "none":
        yield from _check_camera(args.camera or "auto", on_pi=machine.model is not None)
    if args.buttons:
        yield from _ask_for_buttons()


def _check_camera(camera: str, *, on_pi: bool) -> list[Finding]:
    """Checks the camera in a thread, so that a driver that hangs does not hang the doctor."""
    from hardware.cameras import load_driver  # noqa: PLC0415

    load_driver(camera)
    found: deque[list[Finding]] = deque()
    thread = threading.Thread(target=lambda: found.append(_check_picture(camera, on_pi=on_pi)), daemon=True)
    thread.start()
    thread.join(CAMERA_SECONDS)
    if found:
        return found.pop()
    remedy = message("turn the box off and on again, and check the camera's ribbon cable")
    says = message("it has given no picture within {seconds:.0f} seconds", seconds=CAMERA_SECONDS)
    return [issue(CAMERA, says, remedy)]


def _check_picture(name: str, *, on_pi: bool) -> list[Finding]:
    """Checks a picture taken with the lamp on, and the lamp itself if the exposure of the camera is locked."""
    from firmware.camera.calibrated import calibrated  # noqa: PLC0415
    from firmware.doctor.camera_frame import check_frame  # noqa: PLC0415
    from hardware.cameras import open_camera  # noqa: PLC0415
    from hardware.ports import CameraError, Shakeable  # noqa: PLC0415

    known = _calibration()
    try:
        camera = open_camera(calibrated(name, box_dir()))
        try:
            if isinstance(camera, Shakeable):
                camera.restore_throw(2, 1)
            suitable = known if known is not None and known.suits(camera.name) else None
            lamp = _try_lamp(camera, suitable)
            frame = camera.capture()
        finally:
            camera.close()
    except CameraError as error:
        problem = literal(str(error).rstrip("."))
        if name == "auto" and not on_pi:
            remedy = message("./meierbox play has a simulated box")
            return [info(CAMERA, message("there is none ({problem})", problem=problem), remedy)]
        return [issue(CAMERA, problem, message("the table can play without it (--camera none)"))]
    height, width = frame.image.shape[:2]
    size = message("{name} gives {width}×{height}", name=camera.name, width=width, height=height)
    if suitable is None:
        none = message("{name} has none", name=camera.name)
        calibration = info(CALIBRATION, none, message("meierbox calibrate takes two minutes"))
    else:
        calibration = ok(CALIBRATION, message("there is one for this camera"))
    level = suitable.level if suitable is not None else None
    return [ok(CAMERA, size), calibration, *check_frame(frame.image, level), *lamp]


def _calibration() -> "Calibration | None":
    """Returns the stored calibration, or None without a readable one."""
    from hardware.calibration.record import NAME, load  # noqa: PLC0415
    from hardware.errors import CalibrationError  # noqa: PLC0415

    try:
        return load(box_dir() / NAME)
    except CalibrationError:
        return None


def _try_lamp(camera: "Camera", known: "Calibration | None") -> list[Finding]:
    """Turns the lamp on, and measures its channels if the exposure of the camera is locked."""
    from contextlib import ExitStack  # noqa: PLC0415

    from firmware.calibrate.assessment import assess_lamp  # noqa: PLC0415
    from firmware.calibrate.lighting import fade, measure_channels  # noqa: PLC0415
    from firmware.camera.device_messages import message_of  # noqa: PLC0415
    from hardware.calibration.light import measure_light  # noqa: PLC0415
    from hardware.calibration.region import Region  # noqa: PLC0415
    from hardware.pi.available_pins import find_pins  # noqa: PLC0415
    from hardware.ports import CameraWithLamp  # noqa: PLC0415

    warned: list[Message] = []
    found: list[Finding] = []
    with ExitStack() as stack:
        if isinstance(camera, CameraWithLamp):
            lamp = camera.lamp
        elif (pins := find_pins(lambda warning: warned.append(message_of(warning)))) is not None:
            from hardware.pi.lamp import PiLamp  # noqa: PLC0415

            lamp = PiLamp(pins, lambda warning: warned.append(message_of(warning)), time.monotonic)
            stack.callback(lamp.close)
        else:
            remedy = message("by day the box can be played without a lamp")
            return [issue(PINS, said.without_remedy(), said.remedy or remedy) for said in warned]
        found += [issue(LAMP, said.without_remedy(), said.remedy or message("restart the Pi")) for said in warned]
        if isinstance(camera, CameraWithLamp) or (known is not None and known.settings is not None):
            middle = Region(0.2, 0.2, 0.6)
            measured, soft = measure_channels(lamp, lambda: measure_light(camera.capture().image, middle).level)
            found += assess_lamp(measured, soft=soft)
        else:
            fade(lamp, 1.0, 1.0)
            found.append(info(LAMP, message("its channels can be told apart once the camera is calibrated")))
    return found


def _ask_for_buttons() -> Iterator[Finding]:
    from firmware.camera.device_messages import message_of  # noqa: PLC0415
    from firmware.config.settings import DIAL_CLICK, LID, Preferences  # noqa: PLC0415
    from firmware.doctor.control_check import ControlInput, check_buttons, check_stuck  # noqa: PLC0415
    from hardware.errors import PinError  # noqa: PLC0415
    from hardware.pi.gpio_controls import PiControls  # noqa: PLC0415
    from hardware.pi.pin_factory import open_pins  # noqa: PLC0415

    inputs: deque[ControlInput] = deque()
    woken = threading.Event()

    def post(posted: "ControlMessage") -> None:
        if (came := _control_input(posted, half_cycle=half_cycle)) is not None:
            inputs.append(came)

    def say(asked: Message) -> None:
        # Ignores input from before the question, such as further steps of the dial.
        inputs.clear()
        _to_stderr(str(asked))

    try:
        settings = Preferences(settings_dir(), keeps_damaged=True).settings
        half_cycle = settings.word(DIAL_CLICK) == "half"
        controls = PiControls(
            post,
            lambda said: _to_stderr(str(said)),
            open_pins(),
            wake=woken.set,
            lid_closed_when_shut=settings.word(LID) == "shut",
            half_cycle_dial=lambda: half_cycle,
        )
    except PinError as error:
        said = message_of(error)
        yield issue(PINS, said.without_remedy(), said.remedy or message("the box can be played with a keyboard"))
        return

    def next_input(seconds: float) -> ControlInput | None:
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            due = controls.tick(now)
            if inputs:
                return inputs.popleft()
            woken.wait(end - now if due is None else min(due, end - now))
            woken.clear()
        return None

    try:
        next_input(SETTLING_SECONDS)
        yield check_stuck([str(part) for part in controls.down])
        yield from check_buttons(say, next_input)
    finally:
        controls.close()


def _control_input(posted: "ControlMessage", *, half_cycle: bool) -> "ControlInput | None":
    """Returns which control was used, and how; None for anything already known."""
    from firmware.doctor.control_check import ControlAction, ControlInput  # noqa: PLC0415
    from hardware.ports import Control, DialRested, Held, LidMoved, Pressed, Quit, SeatPressed, Turned  # noqa: PLC0415

    pressed = {
        Control.CLAIM: ControlAction.CLAIM,
        Control.REVEAL: ControlAction.REVEAL,
        Control.CHALLENGE: ControlAction.CHALLENGE,
        Control.DIAL: ControlAction.DIAL_PUSHED,
    }
    match posted:
        case Pressed(control=control) | Held(control=control):
            return ControlInput(pressed[control])
        case Turned(steps=steps):
            return ControlInput(ControlAction.DIAL_RIGHT if steps > 0 else ControlAction.DIAL_LEFT)
        case DialRested(half_cycles=half_cycles):
            return ControlInput(ControlAction.DIAL_HALF) if half_cycles % 2 and not half_cycle else None
        case LidMoved(open=is_open):
            return ControlInput(ControlAction.LID_OPENED if is_open else ControlAction.LID_SHUT)
        case SeatPressed(seat=seat):
            return ControlInput(ControlAction.SEAT, seat + 1)
        case Quit():
            return ControlInput(ControlAction.POWER)
        case _:
            return ControlInput(ControlAction.OTHER)


def _to_stderr(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _desktop() -> str | None:
    return "wayland" if os.environ.get("WAYLAND_DISPLAY") else "x11" if os.environ.get("DISPLAY") else None


def _groups() -> list[str]:
    known = {entry.gr_gid: entry.gr_name for entry in grp.getgrall()}
    return [known[number] for number in os.getgroups() if number in known]


def _user() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return ""


def _facts() -> dict[str, str]:
    """Returns the facts about the machine for bug reports."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    from firmware.doctor.machine import Machine  # noqa: PLC0415

    facts = {
        "machine": Machine().model or platform.machine(),
        "kernel": platform.release(),
        "python": platform.python_version(),
        "system": platform.freedesktop_os_release().get("PRETTY_NAME", "") if sys.platform == "linux" else sys.platform,
    }
    for package in ("meierbox", "numpy", "opencv-python-headless", "pygame-ce", "gpiozero", "picamera2"):
        try:
            facts[package] = version(package)
        except PackageNotFoundError:
            facts[package] = "not there"
    return facts
