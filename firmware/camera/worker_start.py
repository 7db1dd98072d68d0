"""Starts the camera's process: opens reader and camera, runs the worker, and reports what ends it."""

from multiprocessing.connection import Connection

from firmware.camera.box_reader import BoxReader
from firmware.camera.device_messages import message_of
from firmware.camera.error_place import error_place
from firmware.camera.loading import heard_while_loading
from firmware.camera.messages import Busy, CameraFailed, Opened, SetLamp, Warned, WorkerHeartbeat
from firmware.camera.worker import CameraWorker
from firmware.camera.worker_settings import WorkerSettings
from firmware.rules.message import Message, message
from hardware.calibration.record import Calibrated
from hardware.cameras import CameraOptions, load_driver, open_camera
from hardware.desk.usb_camera import silence_opencv
from hardware.errors import CameraError
from hardware.ports import Peekable


def serve(pipe: Connection, settings: WorkerSettings) -> None:
    """Opens the camera and serves orders until the pipe closes; reports failures through it."""
    silence_opencv()
    try:
        pipe.send(WorkerHeartbeat())
        with heard_while_loading(pipe):
            reader = settings.reader() if settings.reader else BoxReader(die_set=settings.die_set)
            load_driver(settings.camera)
        pipe.send(WorkerHeartbeat())
        opener = settings.opener or open_camera
        options = CameraOptions(
            settings.seed,
            settings.pace.shaking,
            lambda warning: pipe.send(Warned(message_of(warning))),
            lambda left, right: pipe.send(SetLamp(left, right)),
            settings.memory,
            at_work=lambda: pipe.send(Busy()),
        )
        camera = opener(settings.camera, options)
        if isinstance(reader, BoxReader) and isinstance(camera, Calibrated):
            reader.calibrate(camera.calibration)
        try:
            worker = CameraWorker(pipe, camera, reader, settings.pace, settings.send_ground_truth)
            pipe.send(Opened(camera.name, isinstance(camera, Peekable)))
            worker.run()
        finally:
            camera.close()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except CameraError as error:
        _send_failure(pipe, message_of(error))
    except Exception as error:  # noqa: BLE001 - the process ends here: the main process says why and starts another
        failed = message("The camera's process failed ({place})", place=error_place(error))
        _send_failure(pipe, failed.with_remedy(message("it restarts by itself")))


def _send_failure(pipe: Connection, why: Message) -> None:
    try:
        pipe.send(CameraFailed(why))
    except OSError:
        return
