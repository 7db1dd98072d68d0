"""The Raspberry Pi's own camera, through picamera2.

picamera2 comes from the system (python3-picamera2) and is loaded only when such a camera is opened. Everything that is
known of its habits is kept here: captures wait for ever unless told otherwise, `stop` may block, RGB888 is BGR.
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

from hardware.calibration.record import Calibration
from hardware.calibration.region import Rectangle
from hardware.pi.exposure import CameraSettings, ExposureLock
from hardware.pi.frame_health import BLACK_LEVEL, Vigil
from hardware.ports import CameraError, CameraMissing, Frame, Image

SIZE = (1280, 960)
"""What is asked for; the camera gives what it can."""
LEAST_SIZE = (640, 480)
MOTION_SIZE = (320, 240)
"""Of the second stream, in which motion is watched."""
FORMAT = "RGB888"
"""picamera2 names channels the other way round: in memory this is BGR."""
BUFFERS = 4
FLOOR_METRES = 0.15
"""From the lens to the dice, for a lens that can be focused, where no calibration says otherwise."""
FIRST_SECONDS = 5.0
"""The first frame may take so long."""
SILENT_SECONDS = 1.0
"""Any other comes in a tenth of that, or never. The eye's process is given up after three seconds of silence, in which
a camera that fails must have said so and have been closed."""
MOST_LAG = 15
"""Frames in which a view or a focus that was asked for must be there; libcamera takes some five."""
CROP_PLAY, LENS_PLAY = 8, 0.05
"""Pixels of the sensor, and dioptres, by which what is given may differ from what was asked for."""
CLOSE_SECONDS = 1.0
"""After so long a camera that does not close is left alone."""
WHOLE_VIEW = {"imx708": (2304, 1296), "imx219": (1640, 1232), "imx477": (2028, 1520), "ov5647": (1296, 972)}
"""The mode of each sensor that reads its whole field of view at a frame rate that serves; else it may be cropped."""

_FAILURES = (RuntimeError, OSError, KeyError, ValueError, TypeError, IndexError, AttributeError, CancelledError)
"""What picamera2 raises when something is wrong below it; mostly RuntimeError."""

_NONE_THERE = re.compile(r"no camera|camera\(s\) not found", re.IGNORECASE)

Maker = Callable[[int], Any]
"""Opens the camera of a number as a `picamera2.Picamera2`."""


def _open(number: int) -> Any:
    """Loads picamera2 and opens a camera; neither writes to the terminal."""
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    logging.getLogger("picamera2").addHandler(logging.NullHandler())
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 - slow, and only on a Pi
    except ImportError as error:
        raise CameraMissing(
            f"The Pi's camera needs picamera2, which cannot be loaded ({error}): sudo apt install "
            "--no-install-recommends python3-picamera2, then start again."
        ) from error
    return Picamera2(number)


def name_of(number: int) -> str:
    """Gives the name of the camera of a number."""
    return f"Pi camera {number}"


class PiCamera:
    """The camera of a number (0 is the first). A `Camera`, told by `attend` when there is light and dice are read.

    Exposure, gain and white balance are locked: as the calibration says, else once the automatic has settled in the
    light. The calibration's region of interest fills the whole picture (ScalerCrop).
    """

    def __init__(
        self,
        number: int = 0,
        calibration: Calibration | None = None,
        maker: Maker = _open,
        clock: Callable[[], float] = time.monotonic,
        warn: Callable[[str], None] | None = None,
    ) -> None:
        """Opens and starts the camera; CameraError where it is missing, busy or not to be configured."""
        self.name = name_of(number)
        self._clock, self._attended = clock, False
        self._known = calibration.settings if calibration else None
        self._lock = ExposureLock(self._known)
        self._device: Any = self._opened(maker, number)
        try:
            size, motion = self._configured()
            self._vigil = Vigil(self.name, (size[1], size[0]))
            self._motion = motion
            self._device.start()
            first = self._metadata(FIRST_SECONDS)
            self._timed = "SensorTimestamp" in first and "ExposureTime" in first
            if calibration is not None and not calibration.region.whole:
                view = first.get("ScalerCrop")
                if not (view and self._shows(calibration.region.within(tuple(view)))) and warn:
                    warn(f"{self.name} cannot be made to show the floor alone: it shows its whole view.")
        except CameraError:
            self.close()
            raise
        except TimeoutError as error:
            self._flush()
            self.close()
            raise CameraError(
                f"{self.name} opens but gives no picture: switch the Pi off and check that both ends of the ribbon "
                "cable sit firmly."
            ) from error
        except _FAILURES as error:
            self.close()
            raise CameraError(
                f"{self.name} cannot be started ({_reasons(error)}): end other programs that use it, or start the "
                "Pi anew."
            ) from error

    @property
    def settings(self) -> CameraSettings | None:
        """What is locked; None until the automatic has settled."""
        return self._lock.locked

    @property
    def lens_range(self) -> tuple[float, float] | None:
        """The farthest and the nearest focus in dioptres; None where the lens is fixed."""
        controls = self._device.camera_controls if self._device is not None else {}
        if "AfMode" not in controls or "LensPosition" not in controls:
            return None
        farthest, nearest = controls["LensPosition"][:2]
        return float(farthest), float(nearest)

    def focus(self, dioptres: float) -> None:
        """Sets the focus and waits until the lens stands there; CameraError where it does not come."""
        span = self.lens_range
        if span is None:
            return
        wished = min(span[1], max(span[0], dioptres))
        try:
            self._set({"LensPosition": wished})
            for _ in range(MOST_LAG):
                if abs(self._metadata(SILENT_SECONDS).get("LensPosition", wished) - wished) <= LENS_PLAY:
                    return
        except (TimeoutError, *_FAILURES) as error:
            self._flush()
            raise CameraError(f"{self.name} does not take a focus ({_reasons(error)}): open it anew.") from error
        raise CameraError(f"The lens of {self.name} does not move to {wished:.1f} dioptres: start the Pi anew.")

    def attend(self, reading: bool) -> None:
        """Hears that dice are to be read from now on, in the light, or that nothing is asked any more."""
        self._attended = reading

    def capture(self, timeout: float = 2.0) -> Frame:
        """Takes one fresh frame, with a small grey one of the same instant; CameraError where none comes in time."""
        if self._device is None:
            raise CameraError(f"{self.name} is closed: open it anew.")
        asked = self._clock()
        try:
            # With `flush` a frame's exposure began after now; without it, it came after now.
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
            self._flush()
            raise CameraError(
                f"{self.name} gives no more pictures: check that both ends of its ribbon cable sit firmly; it is "
                "being opened anew."
            ) from error
        except _FAILURES as error:
            self._flush()
            raise CameraError(
                f"{self.name} has failed ({_reasons(error)}): check its ribbon cable; it is being opened anew."
            ) from error
        at = metadata["SensorTimestamp"] / 1e9 if "SensorTimestamp" in metadata else asked
        self._vigil.check(image, self._clock(), lit=self._attended)
        return Frame(image, at, small)

    def close(self) -> None:
        """Gives the device back; a camera that does not let itself be closed is left alone."""
        device, self._device = self._device, None
        if device is None:
            return
        closing = threading.Thread(target=_close, args=(device,), name="camera-close", daemon=True)
        closing.start()
        closing.join(CLOSE_SECONDS)
        if closing.is_alive():
            # picamera2 closes once more when Python ends, and would hang there too.
            atexit.unregister(device.close)

    def _opened(self, maker: Maker, number: int) -> Any:
        try:
            return maker(number)
        except CameraError:
            raise
        except _FAILURES as error:
            reasons = _reasons(error)
            if "busy" in reasons.lower():
                raise CameraError(
                    f"{self.name} is used by another program ({reasons}): end that program, or start the Pi anew."
                ) from error
            if not isinstance(error, IndexError) and not _NONE_THERE.search(reasons):
                raise CameraError(
                    f"{self.name} cannot be opened ({reasons}): start the Pi anew, and check the ribbon cable."
                ) from error
            raise CameraMissing(
                f"{self.name} is not there ({reasons}): switch the Pi off, push both ends of the ribbon cable home, "
                "contacts the right way round, and look with rpicam-hello --list-cameras."
            ) from error

    def _configured(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Configures both streams; gives the sizes that were really given."""
        device = self._device
        model = str(device.camera_properties.get("Model", "")).partition("_")[0]
        wishes: dict[str, Any] = {
            "main": {"size": SIZE, "format": FORMAT},
            "lores": {"size": MOTION_SIZE, "format": "YUV420"},
            "buffer_count": BUFFERS,
            # Nothing is kept for later: a frame is always one that was taken after it was asked for.
            "queue": False,
        }
        if model in WHOLE_VIEW:
            wishes["raw"] = {"size": WHOLE_VIEW[model]}
        device.configure(device.create_video_configuration(**wishes))
        given = device.camera_configuration()
        size, form = given["main"]["size"], given["main"]["format"]
        if form not in (FORMAT, "BGR888"):
            raise CameraError(f"{self.name} gives pictures as {form}, which are not understood: use another camera.")
        if size[0] < LEAST_SIZE[0] or size[1] < LEAST_SIZE[1]:
            raise CameraError(f"{self.name} gives pictures of {size[0]}×{size[1]}, too small to read: use another.")
        self._backwards = form != FORMAT
        self._set({**(self._known.controls() if self._known else {}), **self._focus()})
        lores = given["lores"]["size"]
        return (size[0], size[1]), (lores[0], lores[1])

    def _focus(self) -> dict[str, Any]:
        """A fixed focus, where the lens can be focused (Camera Module 3)."""
        span = self.lens_range
        if span is None:
            return {}
        wished = self._known.lens if self._known and self._known.lens is not None else 1 / FLOOR_METRES
        manual = 0
        return {"AfMode": manual, "LensPosition": min(span[1], max(span[0], wished))}

    def _shows(self, wished: Rectangle) -> bool:
        """Has the sensor show that part of its view alone; whether it does so, as the frames themselves tell."""
        if "ScalerCrop" not in self._device.camera_controls:
            return False
        self._set({"ScalerCrop": wished})
        for _ in range(MOST_LAG):
            given = self._metadata(SILENT_SECONDS).get("ScalerCrop", (0, 0, 0, 0))
            if all(abs(one - other) <= CROP_PLAY for one, other in zip(given, wished, strict=True)):
                return True
        return False

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Sets those controls that this camera has; picamera2 refuses all others."""
        had = self._device.camera_controls
        chosen = {name: value for name, value in controls.items() if name in had}
        if chosen:
            self._device.set_controls(chosen)

    def _metadata(self, wait: float) -> Mapping[str, Any]:
        """Waits for a frame, and gives what it tells of itself; TimeoutError where none comes."""
        request = self._device.capture_request(wait=wait)
        try:
            metadata: Mapping[str, Any] = request.get_metadata()
        finally:
            request.release()
        return metadata

    def _bgr(self, array: NDArray[np.uint8]) -> Image:
        return np.ascontiguousarray(array[:, :, ::-1] if self._backwards else array)

    def _grey(self, array: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The luminance of a YUV420 picture, which is its upper part."""
        return np.ascontiguousarray(array[: self._motion[1], : self._motion[0]])

    def _follow(self, metadata: Mapping[str, Any], brightness: float) -> None:
        """Locks the exposure when it has settled, and lets it settle anew where the light is another."""
        settled = self._lock.feed(metadata)
        if settled is not None:
            self._set(settled.controls())
        elif self._lock.outlived(brightness):
            self._set({"AeEnable": True, "AwbEnable": True})

    def _flush(self) -> None:
        """Forgets what was asked of a camera that does not answer, so that it can be closed."""
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
    """The messages of an error and of what caused it: picamera2 keeps the true reason in the cause."""
    return ", ".join(_messages(error))


def _messages(error: BaseException | None) -> Iterator[str]:
    while error is not None:
        yield str(error).strip().rstrip(".") or type(error).__name__
        error = error.__cause__
