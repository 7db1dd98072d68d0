"""`meierbox doctor`: says what is wrong with the box and what to do about it."""

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
from firmware.doctor.finding import Finding, Level, info, issue

if TYPE_CHECKING:
    from hardware.calibration.record import Calibration
    from hardware.ports import Camera

HELP = "say what is wrong with the box, and what to do"
SETTLING_SECONDS = 0.3
"""Until then every contact has come to rest."""
CAMERA_SECONDS = 40.0
"""A camera that has not given a picture by then hangs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("--json", action="store_true", help="one object a finding and line")
    parser.add_argument("--bundle", type=Path, metavar="FILE", help="a zip for a bug report, without names and dice")
    parser.add_argument("--buttons", action="store_true", help="ask for every button, the dial and the lid in turn")
    parser.add_argument(
        "--camera", metavar="CAMERA", help="which camera to look through, as for play (whatever is there); none: none"
    )


def run(args: argparse.Namespace) -> int:
    """Examines everything; 1 where there is an ISSUE."""
    findings = []
    for finding in _examine(args):
        findings.append(finding)
        print(json.dumps(finding.as_data(), ensure_ascii=False) if args.json else finding.line(), flush=True)
    if args.bundle:
        from firmware.doctor.report_bundle import write_bundle  # noqa: PLC0415

        try:
            write_bundle(args.bundle, findings, _facts(), (platform.node(), _user()))
        except OSError as error:
            return fail(f"The bundle cannot be written to {args.bundle} ({error.strerror}): name another file.")
    return 1 if any(finding.level is Level.ISSUE for finding in findings) else 0


def _examine(args: argparse.Namespace) -> Iterator[Finding]:
    from firmware.config.settings import VOICE, Preferences  # noqa: PLC0415
    from firmware.config.start_guard import Startup  # noqa: PLC0415
    from firmware.deploy import usb_drives  # noqa: PLC0415
    from firmware.deploy.releases import SHELF, Shelf  # noqa: PLC0415
    from firmware.doctor import journal_check, machine_health, peripherals, release_check  # noqa: PLC0415
    from firmware.doctor.machine import Machine  # noqa: PLC0415

    machine, folder, preferences = Machine(), box_dir(), Preferences(settings_dir())
    yield machine_health.check_power(machine)
    yield machine_health.check_heat(machine)
    yield machine_health.check_clock(machine)
    yield from machine_health.check_disk(machine, folder)
    yield from journal_check.check_journal(folder)
    yield peripherals.check_screen(machine, _desktop())
    yield peripherals.check_sound(machine)
    yield peripherals.check_voice(which("espeak-ng") is not None, wanted=preferences.settings.flag(VOICE))
    yield from journal_check.check_settings(preferences)
    yield peripherals.check_groups(machine, _groups(), root=os.geteuid() == 0)
    yield from peripherals.check_packages(machine, lambda name: find_spec(name) is not None)
    service = tuple(peripherals.check_service(machine, Startup([folder]).before))
    yield from service
    yield from release_check.check_release(Shelf(Path(SHELF)))
    yield from release_check.check_sticks(usb_drives.bundles(), usb_drives.unmounted())
    if args.camera != "none":
        if args.camera is None and any(finding.says.startswith("it runs") for finding in service):
            yield info("camera", "the box that runs has it", "sudo systemctl stop meierbox, then ask again")
        else:
            yield from _look(args.camera or "auto", on_pi=machine.model is not None)
    if args.buttons:
        yield from _ask_for_buttons()


def _look(camera: str, *, on_pi: bool) -> list[Finding]:
    """Takes one picture, in a thread: a driver that hangs must not hang the doctor."""
    found: deque[list[Finding]] = deque()
    thread = threading.Thread(target=lambda: found.append(_look_through(camera, on_pi=on_pi)), daemon=True)
    thread.start()
    thread.join(CAMERA_SECONDS)
    if found:
        return found.pop()
    return [issue("camera", "it opens, but hangs", "turn the box off and on again, and check the camera's ribbon")]


def _look_through(camera: str, *, on_pi: bool) -> list[Finding]:
    """Looks at one picture in the lamp's light, and at the lamp where the camera's exposure stands."""
    from firmware.camera.calibrated import calibrated  # noqa: PLC0415
    from firmware.doctor.camera_frame import check_frame  # noqa: PLC0415
    from firmware.doctor.finding import ok  # noqa: PLC0415
    from hardware.cameras import open_camera  # noqa: PLC0415
    from hardware.ports import CameraError, Shakeable  # noqa: PLC0415

    known = _calibration()
    found: list[Finding] = []
    try:
        eye = open_camera(calibrated(camera, box_dir()))
        try:
            if isinstance(eye, Shakeable):
                eye.lay(2, 1)
            suits = known is not None and known.suits(eye.name)
            found += _try_lamp(eye, known if suits else None)
            frame = eye.capture()
        finally:
            eye.close()
    except CameraError as error:
        what = str(error).rstrip(".")
        if camera == "auto" and not on_pi:
            return [info("camera", f"none is there ({what})", "./meierbox play has a simulated box")]
        return [issue("camera", what, "the table can play without it (--camera none)")]
    height, width = frame.image.shape[:2]
    first = [ok("camera", f"{eye.name} gives {width}×{height}")]
    if known is None or not suits:
        first.append(info("calibration", f"{eye.name} has none", "meierbox calibrate takes two minutes"))
    else:
        first.append(ok("calibration", "there is one for this camera"))
    level = known.level if known is not None and suits else None
    return [*first, *check_frame(frame.image, level), *found]


def _calibration() -> "Calibration | None":
    """The calibration in the journal's folder; None where there is none that can be read."""
    from hardware.calibration.record import NAME, load  # noqa: PLC0415
    from hardware.errors import CalibrationError  # noqa: PLC0415

    try:
        return load(box_dir() / NAME)
    except CalibrationError:
        return None


def _try_lamp(eye: "Camera", known: "Calibration | None") -> list[Finding]:
    """Lights the lamp, and measures its channels where the exposure of the camera is locked."""
    from contextlib import ExitStack  # noqa: PLC0415

    from firmware.app.pi_devices import find_pins  # noqa: PLC0415
    from firmware.calibrate.assessment import judge_lamp  # noqa: PLC0415
    from firmware.calibrate.lighting import glide, try_lamp  # noqa: PLC0415
    from hardware.calibration.light import measure_light  # noqa: PLC0415
    from hardware.calibration.region import Region  # noqa: PLC0415
    from hardware.ports import Lit  # noqa: PLC0415

    warned: list[str] = []
    found: list[Finding] = []
    with ExitStack() as stack:
        if isinstance(eye, Lit):
            lamp = eye.lamp
        elif (pins := find_pins(warned.append)) is not None:
            from hardware.pi.lamp import PiLamp  # noqa: PLC0415

            lamp = PiLamp(pins, lambda warning: warned.append(str(warning)), time.monotonic)
            stack.callback(lamp.close)
        else:
            return [issue("pins", text.rstrip("."), "the box can be played without a lamp by day") for text in warned]
        found += [issue("lamp", text.rstrip("."), "start the Pi anew") for text in warned]
        if isinstance(eye, Lit) or (known is not None and known.settings is not None):
            middle = Region(0.2, 0.2, 0.6)
            tried, soft = try_lamp(lamp, lambda: measure_light(eye.capture().image, middle).level)
            found += judge_lamp(tried, soft=soft)
        else:
            glide(lamp, 1.0, 1.0)
            found.append(info("lamp", "its channels can be told apart once the camera is calibrated"))
    return found


def _ask_for_buttons() -> Iterator[Finding]:
    from firmware.config.settings import LID, Preferences  # noqa: PLC0415
    from firmware.doctor.controls import check_buttons, check_stuck  # noqa: PLC0415
    from hardware.errors import PinError  # noqa: PLC0415
    from hardware.pi.controls import PiControls  # noqa: PLC0415
    from hardware.pi.pin_factory import open_pins  # noqa: PLC0415
    from hardware.ports import ControlMessage, Held, LidMoved, Pressed, Quit, SeatPressed, Turned  # noqa: PLC0415

    deeds: deque[str] = deque()
    woken = threading.Event()

    def post(message: ControlMessage) -> None:
        match message:
            case Pressed(control=control) | Held(control=control):
                deeds.append(f"pressed {control.value}")
            case Turned(steps=steps):
                deeds.append("turned right" if steps > 0 else "turned left")
            case LidMoved(open=is_open):
                deeds.append("lid open" if is_open else "lid shut")
            case SeatPressed(seat=seat):
                deeds.append(f"pressed seat {seat + 1}")
            case Quit():
                deeds.append("held power")
            case _:
                deeds.append(type(message).__name__)

    def say(text: object) -> None:
        # What was done before it was asked for does not count; a dial gives more than one step.
        deeds.clear()
        print(text, file=sys.stderr, flush=True)

    try:
        reed = Preferences(settings_dir()).settings.word(LID) == "shut"
        controls = PiControls(post, say, open_pins(), wake=woken.set, lid_closed_when_shut=reed)
    except PinError as error:
        yield issue("pins", str(error).rstrip("."), "the box can be played with a keyboard")
        return

    def next_deed(seconds: float) -> str | None:
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            due = controls.pump(now)
            if deeds:
                return deeds.popleft()
            woken.wait(end - now if due is None else min(due, end - now))
            woken.clear()
        return None

    try:
        next_deed(SETTLING_SECONDS)
        yield check_stuck([str(part) for part in controls.down])
        yield from check_buttons(say, next_deed)
    finally:
        controls.close()


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
    """What a bug report needs to know of the machine."""
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
