"""The box as a systemd service: heartbeat, a safe start after failed starts, power-off."""

import os
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from display.window import DisplayError
from firmware.app.appliance import MAINTENANCE, Appliance
from firmware.app.composition import BoxOptions, composed, run_in_window
from firmware.app.console import ignore_keys
from firmware.app.main_loop import MainLoop
from firmware.app.systemd_notify import Heartbeat, Notifier, watchdog_seconds
from firmware.camera.device_messages import message_of
from firmware.config.start_guard import SAFE_START_CODE, STEADY_SECONDS, StartGuard
from firmware.doctor.machine import Machine
from firmware.journal.errors import JournalError
from firmware.rules.message import message
from hardware.ports import CameraError

POWER_OFF = "MEIERBOX_POWER_OFF"
"""Names the file created when the table turns the box off, which systemd watches (meierbox-poweroff.path)."""


def serve(options: BoxOptions, notifier: Notifier, environ: Mapping[str, str]) -> None:
    """Runs a box under systemd until the table turns it off or systemd ends it.

    Raises:
        JournalError, CameraError, DisplayError: where it cannot be put together; the next start is a safe one then.
    """
    runtime = environ.get("RUNTIME_DIRECTORY")
    startup = StartGuard([options.state, *([Path(runtime)] if runtime else [])])
    turns_off = bool(environ.get(POWER_OFF))
    before = startup.before.why_careful
    options = replace(
        options,
        safe_start_reason=options.safe_start_reason or (message_of(before) if before else None),
        turns_off=turns_off,
        maintenance=Appliance(Machine(ask=lambda _: None), environ.get(MAINTENANCE), options.state),
    )
    startup.begin()
    ignore_keys(sys.__stdin__.fileno() if sys.__stdin__ else 0)
    status = f"Safe start: {options.safe_start_reason}" if options.safe_start_reason else "At the table."
    code = SAFE_START_CODE if options.safe_start_reason else 0
    heartbeat = Heartbeat(notifier, watchdog_seconds(environ, os.getpid()), status, error_number=code)
    try:
        with ExitStack() as stack:
            box = _put_together(options, stack)
            steady = box.clock() + STEADY_SECONDS

            def watch_start(box: MainLoop) -> None:
                nonlocal steady
                if box.clock() >= steady:
                    startup.done()
                    steady = float("inf")

            run_in_window(box, watch_start, heartbeat)
            heartbeat.end()
    except (JournalError, CameraError, DisplayError) as error:
        startup.failed(message_of(error))
        raise
    startup.done()
    if box.dismissed and (wish := environ.get(POWER_OFF)):
        Path(wish).touch()


def _put_together(options: BoxOptions, stack: ExitStack) -> MainLoop:
    """Builds the box; a safe start continues even without a journal."""
    try:
        return stack.enter_context(composed(options))
    except JournalError as error:
        if not options.safe_start_reason:
            raise
        folder = stack.enter_context(TemporaryDirectory(prefix="meierbox-"))
        why = message("{problem} Until then games last only while the power does.", problem=error.message)
        return stack.enter_context(composed(replace(options, state=Path(folder), safe_start_reason=why)))
