"""A USB camera through OpenCV."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from hardware.calibration.region import WHOLE, Region
from hardware.pi.frame_health import Vigil
from hardware.ports import CameraError, Frame

WISHED = (1280, 960)
"""What is asked for; the camera gives what it can."""
_WARM_UP_FRAMES = 8
_STALE_SECONDS = 0.004
_MOST_STALE = 6


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        """Whether there is a device."""

    def set(self, propId: int, value: float, /) -> bool:  # noqa: N803 - OpenCV's own name
        """Asks for a property."""

    def grab(self) -> bool:
        """Takes the next frame from the driver."""

    def retrieve(self) -> tuple[bool, Any]:
        """Decodes the frame that was grabbed."""

    def release(self) -> None:
        """Gives the device back."""


def silence_opencv() -> None:
    """Keeps OpenCV from writing to stderr: what it has to complain of comes as an exception too."""
    # The function moved to `cv2.utils.logging` between OpenCV 4.11 and 4.14.
    logging: Any = getattr(cv2.utils, "logging", cv2)
    logging.setLogLevel(0)


def _open(index: int) -> Capture:
    silence_opencv()
    return cv2.VideoCapture(index)


def usb_cameras(root: Path = Path("/")) -> list[int]:
    """The numbers of the USB cameras that are plugged in; a Pi has video devices that are none.

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


def usb_name(index: int) -> str:
    """Gives the name of the camera of a number."""
    return f"USB camera {index}"


class UsbCamera:
    """The camera of a number (0 is the first), of whose picture `region` is given. A `Camera` and `Attentive`.

    A frame is always one that was taken after `capture` was called: drivers keep a few old ones, which are handed out
    at once and are recognised by that.
    """

    def __init__(
        self,
        index: int = 0,
        opener: Callable[[int], Capture] = _open,
        clock: Callable[[], float] = time.monotonic,
        region: Region = WHOLE,
    ) -> None:
        """Opens the camera and lets its exposure settle; CameraError where it is missing, busy or silent."""
        self.name = usb_name(index)
        self._index, self._clock, self._region = index, clock, region
        self._attended = False
        self._vigil: Vigil | None = None
        self._capture: Capture | None = opener(index)
        if not self._capture.isOpened():
            self.close()
            raise CameraError(
                f"USB camera {index} cannot be opened: plug it in, close other programs that use it, "
                "or give another number (usb:1)."
            )
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, WISHED[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WISHED[1])
        for _ in range(_WARM_UP_FRAMES):
            if not self._capture.grab():
                self.close()
                raise CameraError(
                    f"USB camera {index} opens but gives no picture: another program may hold it, or its cable or hub "
                    "is too weak; close the other program or plug it in elsewhere."
                )

    def capture(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002 - OpenCV gives up after its own ten seconds
        """Takes one fresh frame; CameraError where the camera was unplugged or closed."""
        if self._capture is None:
            raise CameraError(f"{self.name} is closed: open it anew.")
        for _ in range(_MOST_STALE):
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
            raise CameraError(f"{self.name} gives pictures of an unknown kind: use a camera with MJPEG or YUYV.")
        self._vigil = self._vigil or Vigil(self.name, image.shape[:2])
        self._vigil.check(image, taken, lit=self._attended)
        return Frame(np.ascontiguousarray(self._region.cut(image)), taken)

    def attend(self, reading: bool) -> None:
        """Hears that dice are to be read from now on, in the light, or that nothing is asked any more."""
        self._attended = reading

    def close(self) -> None:
        """Gives the device back."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _silent(self) -> CameraError:
        return CameraError(f"{self.name} gives no more pictures: check its cable and plug it in again.")
