"""A USB camera through OpenCV."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from hardware.calibration.record import Calibration
from hardware.calibration.region import WHOLE, Region
from hardware.errors import CameraError
from hardware.message import Message, message
from hardware.pi.frame_health import FrameHealth
from hardware.ports import Frame

SIZE = (1280, 960)
"""The size requested; the camera may give another."""
_WARM_UP_FRAMES = 8
_STALE_SECONDS = 0.004
_MAX_STALE = 6


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        """Whether there is a device."""

    def set(self, propId: int, value: float, /) -> bool:  # noqa: N803 - OpenCV's own name
        """Requests a property."""

    def grab(self) -> bool:
        """Takes the next frame from the driver."""

    def retrieve(self) -> tuple[bool, Any]:
        """Decodes the frame that was grabbed."""

    def release(self) -> None:
        """Releases the device."""


def silence_opencv() -> None:
    """Keeps OpenCV from writing to stderr: failures that matter also raise or return something."""
    # The function moved to `cv2.utils.logging` between OpenCV 4.11 and 4.14.
    logging: Any = getattr(cv2.utils, "logging", cv2)
    logging.setLogLevel(0)


def _open(index: int) -> Capture:
    silence_opencv()
    return cv2.VideoCapture(index)


def usb_cameras(root: Path = Path("/")) -> list[int]:
    """Returns the numbers of the USB cameras that are plugged in; a Pi has other video devices as well.

    A USB camera has several devices, of which the first gives pictures.
    """
    found = []
    for device in (root / "sys/class/video4linux").glob("video*"):
        number = device.name.removeprefix("video")
        try:
            first = (device / "index").read_text().strip() == "0"
            bus = (device / "device").resolve()
        except OSError:
            continue
        if number.isdecimal() and first and any(part.startswith("usb") for part in bus.parts):
            found.append(int(number))
    return sorted(found)


def usb_camera_title(index: int) -> Message:
    """Returns the name of a camera; calibrations are matched by its English text."""
    return message("USB camera {index}", index=index)


class UsbCamera:
    """A USB camera by its number (0 is the first), whose picture is cropped to `region`. A `Camera` and `ReadingAware`.

    A frame is always one that was taken after `capture` was called: drivers queue a few old ones, which they hand out
    instantly and which are recognised by that.
    """

    def __init__(
        self,
        index: int = 0,
        opener: Callable[[int], Capture] = _open,
        clock: Callable[[], float] = time.monotonic,
        region: Region = WHOLE,
        calibration: Calibration | None = None,
    ) -> None:
        """Opens the camera and lets its exposure settle; raises CameraError if it is missing, busy or silent."""
        self.title = usb_camera_title(index)
        self.name = str(self.title)
        self.calibration = calibration
        self._clock, self._region = clock, region
        self._attended = False
        self._health: FrameHealth | None = None
        self._capture: Capture | None = opener(index)
        if not self._capture.isOpened():
            self.close()
            raise CameraError(
                message("{name} cannot be opened", name=self.title).with_remedy(
                    message("plug it in, close other programs that use it, or give another number (usb:1)")
                )
            )
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
        for _ in range(_WARM_UP_FRAMES):
            if not self._capture.grab():
                self.close()
                raise CameraError(
                    message("{name} opens but gives no picture", name=self.title).with_remedy(
                        message(
                            "another program may be using it, or its cable or hub is too weak; close the other program "
                            "or plug it in elsewhere"
                        )
                    )
                )

    def capture(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002 - OpenCV gives up after its own ten seconds
        """Takes one fresh frame; raises CameraError if the camera was unplugged or closed."""
        if self._capture is None:
            raise CameraError(message("{name} is closed", name=self.title).with_remedy(message("reopen it")))
        for _ in range(_MAX_STALE):
            asked = self._clock()
            if not self._capture.grab():
                raise self._silent()
            if self._clock() - asked > _STALE_SECONDS:
                break
        taken = self._clock()
        given, image = self._capture.retrieve()
        if not given or image is None:
            raise self._silent()
        if image.ndim == 2:
            image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise CameraError(
                message("{name} gives pictures of an unknown kind", name=self.title).with_remedy(
                    message("use a camera with MJPEG or YUYV")
                )
            )
        self._health = self._health or FrameHealth(self.title, image.shape[:2])
        self._health.check(image, taken, lit=self._attended)
        return Frame(np.ascontiguousarray(self._region.cut(image)), taken)

    def set_reading(self, reading: bool) -> None:
        """Notes whether dice are being read, with the lamp lit."""
        self._attended = reading

    def close(self) -> None:
        """Releases the device."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _silent(self) -> CameraError:
        return CameraError(
            message("{name} gives no more pictures", name=self.title).with_remedy(
                message("check its cable and plug it in again")
            )
        )
