"""Spawns the camera worker's process; OpenCV is loaded only there."""

import os
import threading
from contextlib import suppress
from multiprocessing import connection, parent_process
from multiprocessing.connection import Connection

from firmware.camera.child_process import SpawnedProcess, ignore_interrupts, spawn
from firmware.camera.loading import heard_while_loading
from firmware.camera.messages import WorkerHeartbeat
from firmware.camera.worker_settings import WorkerSettings


def launch(settings: WorkerSettings) -> SpawnedProcess:
    """Starts a worker; returns at once."""
    return spawn(_run, settings, "meierbox-camera", daemon=True)


def _run(pipe: Connection, settings: WorkerSettings) -> None:
    """The entry point of the process."""
    ignore_interrupts()
    threading.Thread(target=_end_with_parent, name="parent-watch", daemon=True).start()
    with suppress(OSError):  # if the other end is closed, `serve` returns at once
        pipe.send(WorkerHeartbeat())
    with heard_while_loading(pipe):
        from firmware.camera.worker_start import serve  # noqa: PLC0415 - loads OpenCV: the main process must not wait

    serve(pipe, settings)


def _end_with_parent() -> None:
    """Exits when the parent process has ended for any reason, even if this process hangs."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)
