"""libcamera's virtual camera, which serves a folder of pictures, as the adapter of the Pi's camera expects a camera.

It has no exposure controls and gives NV12 only; its frames are handed on as a Pi would hand them. Importing this needs
picamera2.
"""

import threading
from typing import Any

import numpy as np
import picamera2
from picamera2 import allocators

SIZE, SMALL = (1280, 720), (640, 480)
dead = threading.Event()
"""While it is set, all frames get lost on the way."""


def is_there() -> bool:
    """Returns whether libcamera has a virtual camera here."""
    return any("virtual" in camera["Id"] for camera in picamera2.Picamera2.global_camera_info())


class Plain(picamera2.Picamera2):  # type: ignore[misc]
    """The virtual camera as it is."""

    _requests: list[Any]

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.allocator = allocators.LibcameraAllocator(self.camera)

    def process_requests(self, display: Any) -> None:
        if dead.is_set():
            with self._requestslock:
                lost, self._requests = self._requests, []
            for request in lost:
                request.release()
        super().process_requests(display)

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        return [{"format": "NV12", "size": SIZE}]


class AsOnAPi(Plain):
    """The virtual camera, whose luminance is given out as a colour picture."""

    def create_video_configuration(self, **wishes: Any) -> Any:
        chosen = {key: wishes[key] for key in ("queue", "buffer_count") if key in wishes}
        return super().create_video_configuration(
            main={"size": SIZE, "format": "NV12"}, lores={"size": SMALL, "format": "NV12"}, **chosen
        )

    def camera_configuration(self) -> Any:
        given = super().camera_configuration()
        return {**given, "main": {**given["main"], "format": "RGB888"}}

    def capture_request(self, wait: Any = None, flush: Any = None) -> Any:
        request = super().capture_request(wait=wait, flush=flush)
        make = request.make_array

        def make_array(name: str) -> Any:
            array = make(name)
            return array if name == "lores" else np.repeat(array[: SIZE[1], : SIZE[0], None], 3, axis=2)

        request.make_array = make_array
        return request
