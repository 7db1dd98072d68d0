"""The Raspberry Pi's own camera, through picamera2.

picamera2 comes from the system (python3-picamera2) and is loaded only when such a camera is opened. Its quirks are
handled here: captures wait for ever unless given a timeout, `stop` may block, RGB888 is BGR in memory.
"""

import atexit
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.calibration.camera_settings import CameraSettings
from hardware.calibration.record import Calibration
from hardware.calibration.region import Rectangle
from hardware.errors import CameraError, CameraMissingError
from hardware.message import Message, Warn, message
from hardware.pi.exposure import ExposureLock
from hardware.pi.frame_health import BLACK_LEVEL, FrameHealth
from hardware.ports import Frame, Image

SIZE = (1280, 960)
"""The size requested; the camera may give another."""
MIN_SIZE = (640, 480)
MOTION_SIZE = (320, 240)
"""Size of the second stream, which is for motion detection."""
FORMAT = "RGB888"
"""picamera2 names the channels in reverse: in memory this is BGR."""
BUFFERS = 4
FLOOR_METRES = 0.15
"""Distance from the lens to the dice, to which a motorised lens is set without a calibration."""
FIRST_SECONDS = 5.0
"""How long the first frame may take."""
SILENT_SECONDS = 1.0
"""How long any later frame may take; it normally comes in a tenth of that. The camera process is killed after two
seconds of silence: a failing camera must have been reported and closed by then."""
MAX_LAG = 15
"""Frames within which a requested view or focus must take effect; libcamera takes about five."""
CROP_TOLERANCE, LENS_TOLERANCE = 8, 0.05
"""Sensor pixels, and dioptres, by which the result may differ from what was requested."""
CLOSE_SECONDS = 1.0
"""After this time a camera that does not close is abandoned."""
WHOLE_VIEW = {"imx708": (2304, 1296), "imx219": (1640, 1232), "imx477": (2028, 1520), "ov5647": (1296, 972)}
"""The mode of each sensor that covers its whole field of view at a sufficient frame rate; other modes may crop it."""

_FAILURES = (RuntimeError, OSError, KeyError, ValueError, TypeError, IndexError, AttributeError, CancelledError)
"""What picamera2 raises when something below it fails; mostly RuntimeError."""

_MISSING = re.compile(r"no camera|camera\(s\) not found", re.IGNORECASE)
_BUSY = re.compile(r"busy", re.IGNORECASE)
"""picamera2 has no error types or codes for these two; its wording is all there is to go by."""

Maker = Callable[[int], Any]
"""Opens the camera with this number as a `picamera2.Picamera2`."""


def load_picamera2() -> Any:
    """Loads picamera2 and returns its class of cameras; raises CameraMissingError if it cannot be loaded."""
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    logging.getLogger("picamera2").addHandler(logging.NullHandler())
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 - slow, and only on a Pi
    except ImportError as error:
        raise CameraMissingError(
            message("The Pi camera needs picamera2, which cannot be loaded ({why})", why=str(error)).with_remedy(
                message("run meierbox doctor, which finds out why")
            )
        ) from error
    return Picamera2


def _open(number: int) -> Any:
    """Loads picamera2 and opens a camera, without output on the terminal."""
    return load_picamera2()(number)


def pi_camera_title(number: int) -> Message:
    """Returns the name of a camera; calibrations are matched by its English text."""
    return message("Pi camera {number}", number=number)


class PiCamera:
    """A Pi camera by its number (0 is the first). A `Camera`, `ReadingAware` and `Focusable`.

    Exposure, gain and white balance are locked: to the calibration if there is one, else once the automatic exposure
    has settled with the lamp on. The calibration's region of interest fills the whole picture (ScalerCrop).
    """

    def __init__(
        self,
        number: int = 0,
        calibration: Calibration | None = None,
        maker: Maker = _open,
        clock: Callable[[], float] = time.monotonic,
        warn: Warn | None = None,
        close_seconds: float = CLOSE_SECONDS,
    ) -> None:
        """Opens and starts the camera; raises CameraError if it is missing, busy or cannot be configured.

        A camera that takes longer than `close_seconds` to close is abandoned.
        """
        self.title = pi_camera_title(number)
        self.name = str(self.title)
        self._clock, self._attended, self._close_seconds = clock, False, close_seconds
        self.calibration = calibration
        self._known = calibration.settings if calibration else None
        self._lock = ExposureLock(self._known)
        self._device: Any = self._opened(maker, number)
        try:
            size, motion = self._configured()
            self._health = FrameHealth(self.title, (size[1], size[0]))
            self._motion = motion
            self._device.start()
            first = self._metadata(FIRST_SECONDS)
            self._timed = "SensorTimestamp" in first and "ExposureTime" in first
            if calibration is not None and not calibration.region.whole:
                view = first.get("ScalerCrop")
                if not (view and self._crop_to(calibration.region.within(tuple(view)))) and warn:
                    warn(message("{name} cannot zoom in on the floor and shows its whole view", name=self.title))
        except CameraError:
            self.close()
            raise
        except TimeoutError as error:
            self._cancel_requests()
            self.close()
            raise CameraError(
                message("{name} opens but gives no picture", name=self.title).with_remedy(
                    message("switch the Pi off and check that both ends of the ribbon cable sit firmly")
                )
            ) from error
        except _FAILURES as error:
            self.close()
            raise CameraError(
                message("{name} cannot be started ({why})", name=self.title, why=_reasons(error)).with_remedy(
                    message("close other programs that use it, or restart the Pi")
                )
            ) from error

    @property
    def settings(self) -> CameraSettings | None:
        """The locked settings; None until the automatic exposure has settled."""
        return self._lock.locked

    @property
    def lens_range(self) -> tuple[float, float] | None:
        """The farthest and the nearest focus in dioptres; None if the lens is fixed."""
        controls = self._device.camera_controls if self._device is not None else {}
        if "AfMode" not in controls or "LensPosition" not in controls:
            return None
        farthest, nearest = controls["LensPosition"][:2]
        return float(farthest), float(nearest)

    def focus(self, dioptres: float) -> None:
        """Sets the focus and waits until the lens has moved there; raises CameraError if it does not."""
        span = self.lens_range
        if span is None:
            return
        wanted = min(span[1], max(span[0], dioptres))
        try:
            self._set({"LensPosition": wanted})
            for _ in range(MAX_LAG):
                if abs(self._metadata(SILENT_SECONDS).get("LensPosition", wanted) - wanted) <= LENS_TOLERANCE:
                    return
        except (TimeoutError, *_FAILURES) as error:
            self._cancel_requests()
            raise CameraError(
                message("{name} cannot be focused ({why})", name=self.title, why=_reasons(error)).with_remedy(
                    message("reopen it")
                )
            ) from error
        raise CameraError(
            message(
                "The lens of {name} does not move to {dioptres:.1f} dioptres", name=self.title, dioptres=float(wanted)
            ).with_remedy(message("restart the Pi"))
        )

    def set_reading(self, reading: bool) -> None:
        """Notes whether dice are being read, with the lamp lit."""
        self._attended = reading

    def capture(self, timeout: float = 2.0) -> Frame:
        """Takes one fresh frame and a small grey one of the same instant; raises CameraError if none comes in time."""
        if self._device is None:
            raise CameraError(message("{name} is closed", name=self.title).with_remedy(message("reopen it")))
        asked = self._clock()
        try:
            # With `flush` the exposure began after now; without it the frame merely arrived after now.
            flush = True if self._timed else None
            request = self._device.capture_request(wait=min(timeout, SILENT_SECONDS), flush=flush)
            try:
                metadata: Mapping[str, Any] = request.get_metadata()
                image = self._bgr(request.make_array("main"))
                small = self._grey(request.make_array("lores"))
            finally:
                request.release()
            if self._attended and int(small.max()) > BLACK_LEVEL:
                self._follow(metadata, float(small.mean()))
        except TimeoutError as error:
            self._cancel_requests()
            raise CameraError(
                message("{name} gives no more pictures", name=self.title).with_remedy(
                    message("check that both ends of its ribbon cable sit firmly; it is being reopened")
                )
            ) from error
        except _FAILURES as error:
            self._cancel_requests()
            raise CameraError(
                message("{name} has failed ({why})", name=self.title, why=_reasons(error)).with_remedy(
                    message("check its ribbon cable; it is being reopened")
                )
            ) from error
        at = metadata["SensorTimestamp"] / 1e9 if "SensorTimestamp" in metadata else asked
        self._health.check(image, self._clock(), lit=self._attended)
        return Frame(image, at, small)

    def close(self) -> None:
        """Releases the device; a camera that hangs while closing is abandoned."""
        device, self._device = self._device, None
        if device is None:
            return
        closing = threading.Thread(target=_close, args=(device,), name="camera-close", daemon=True)
        closing.start()
        closing.join(self._close_seconds)
        if closing.is_alive():
            # At exit picamera2 would close it again, and hang again.
            atexit.unregister(device.close)

    def _opened(self, maker: Maker, number: int) -> Any:
        try:
            return maker(number)
        except CameraError:
            raise
        except _FAILURES as error:
            why = _reasons(error)
            if _BUSY.search(why):
                raise CameraError(
                    message("{name} is in use by another program ({why})", name=self.title, why=why).with_remedy(
                        message("close that program, or restart the Pi")
                    )
                ) from error
            if not isinstance(error, IndexError) and not _MISSING.search(why):
                raise CameraError(
                    message("{name} cannot be opened ({why})", name=self.title, why=why).with_remedy(
                        message("restart the Pi, and check the ribbon cable")
                    )
                ) from error
            raise CameraMissingError(
                message("{name} was not found ({why})", name=self.title, why=why).with_remedy(
                    message(
                        "switch the Pi off, push both ends of the ribbon cable home with the contacts the right way "
                        "round, and check with rpicam-hello --list-cameras"
                    )
                )
            ) from error

    def _configured(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Configures both streams; returns the sizes that the camera chose."""
        device = self._device
        model = str(device.camera_properties.get("Model", "")).partition("_")[0]
        requested: dict[str, Any] = {
            "main": {"size": SIZE, "format": FORMAT},
            "lores": {"size": MOTION_SIZE, "format": "YUV420"},
            "buffer_count": BUFFERS,
            # Without a queue a frame is always one that was taken after it was requested.
            "queue": False,
        }
        if model in WHOLE_VIEW:
            requested["raw"] = {"size": WHOLE_VIEW[model]}
        device.configure(device.create_video_configuration(**requested))
        given = device.camera_configuration()
        size, form = given["main"]["size"], given["main"]["format"]
        if form not in (FORMAT, "BGR888"):
            raise CameraError(
                message(
                    "{name} gives pictures in the format {form}, which is not supported",
                    name=self.title,
                    form=str(form),
                ).with_remedy(message("use another camera"))
            )
        if size[0] < MIN_SIZE[0] or size[1] < MIN_SIZE[1]:
            raise CameraError(
                message(
                    "{name} gives pictures of {columns}×{rows}, too small to read",
                    name=self.title,
                    columns=size[0],
                    rows=size[1],
                ).with_remedy(message("use another camera"))
            )
        self._reversed = form != FORMAT
        self._set({**(self._known.controls() if self._known else {}), **self._focus_controls()})
        lores = given["lores"]["size"]
        return (size[0], size[1]), (lores[0], lores[1])

    def _focus_controls(self) -> dict[str, Any]:
        """Returns the controls for a fixed focus, if the lens is focusable (Camera Module 3)."""
        span = self.lens_range
        if span is None:
            return {}
        wanted = self._known.lens if self._known and self._known.lens is not None else 1 / FLOOR_METRES
        manual = 0
        return {"AfMode": manual, "LensPosition": min(span[1], max(span[0], wanted))}

    def _crop_to(self, wanted: Rectangle) -> bool:
        """Crops the sensor to a part of its view; returns whether the frames' metadata confirm it."""
        if "ScalerCrop" not in self._device.camera_controls:
            return False
        self._set({"ScalerCrop": wanted})
        for _ in range(MAX_LAG):
            given = self._metadata(SILENT_SECONDS).get("ScalerCrop", (0, 0, 0, 0))
            if all(abs(one - other) <= CROP_TOLERANCE for one, other in zip(given, wanted, strict=True)):
                return True
        return False

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Sets those controls that this camera has; picamera2 rejects unknown ones."""
        had = self._device.camera_controls
        chosen = {name: value for name, value in controls.items() if name in had}
        if chosen:
            self._device.set_controls(chosen)

    def _metadata(self, wait: float) -> Mapping[str, Any]:
        """Waits for a frame and returns its metadata; raises TimeoutError if none comes."""
        request = self._device.capture_request(wait=wait)
        try:
            metadata: Mapping[str, Any] = request.get_metadata()
        finally:
            request.release()
        return metadata

    def _bgr(self, array: NDArray[np.uint8]) -> Image:
        return np.ascontiguousarray(array[:, :, ::-1] if self._reversed else array)

    def _grey(self, array: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Returns the luminance of a YUV420 picture, which is its upper part."""
        return np.ascontiguousarray(array[: self._motion[1], : self._motion[0]])

    def _follow(self, metadata: Mapping[str, Any], brightness: float) -> None:
        """Locks the exposure once it has settled; unlocks it if the light has changed."""
        settled = self._lock.feed(metadata)
        if settled is not None:
            self._set(settled.controls())
        elif self._lock.outdated_by(brightness):
            self._set({"AeEnable": True, "AwbEnable": True})

    def _cancel_requests(self) -> None:
        """Cancels the pending requests to a camera that does not answer, so that it can be closed."""
        try:
            self._device.cancel_all_and_flush()
        except _FAILURES:
            return


def _close(device: Any) -> None:
    try:
        device.close()
    except _FAILURES:
        return


def _reasons(error: BaseException) -> str:
    """Returns the texts of an error and of its causes: picamera2 chains the true reason as the cause."""
    return ", ".join(_chain(error))


def _chain(error: BaseException | None) -> Iterator[str]:
    while error is not None:
        yield str(error).strip().rstrip(".") or type(error).__name__
        error = error.__cause__
