"""A stand-in for picamera2 that keeps its documented contract strictly, on a clock that the test or the world sets.

What the real one refuses is refused here in the same words, and what would hang the real one for ever fails the test.
Taken from picamera2 0.3.36 and 0.3.38.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

STREAM_KEYS = {"format", "size", "stride", "preserve_ar"}
FRAME_SECONDS = 1 / 30
FULL_VIEW, SMALLEST_VIEW, DEFAULT_VIEW = (0, 0, 4608, 2592), (0, 0, 64, 64), (576, 0, 3456, 2592)
"""The whole sensor, the least part of it, and the part that fills a picture of 4 to 3: left, top, width, height."""
CONTROL_LAG = 3
"""Frames until a control takes effect."""


def nothing(seconds: float) -> None:
    """Lets no time pass: the clock does so by itself."""


@dataclass
class FakePi:
    """The Pi on which the fake runs, and what is wrong with it."""

    clock: Callable[[], float] = time.monotonic
    pass_time: Callable[[float], None] = nothing
    cameras: int = 1
    model: str = "imx708"
    old: bool = False
    """Version 0.3.36, which has another word for a missing camera."""
    busy: bool = False
    broken: bool = False
    given_size: tuple[int, int] | None = None
    given_format: str | None = None
    without: tuple[str, ...] = ("AfMode", "AfTrigger", "LensPosition")
    """Controls that this sensor does not have."""
    metadata_without: tuple[str, ...] = ()
    light: float = 0.05
    noise: bool = True
    scene: Callable[[int], Picture] | None = None
    """What lies under the camera by the number of the frame (H × W × 3 BGR, as bright as exposed rightly)."""
    focused_at: float | None = None
    """The focus in dioptres at which a scene is sharp; None where it is so at any."""
    silent_after: int | None = None
    """From this frame on nothing comes any more."""
    fails_at: int | None = None
    """At this frame libcamera itself fails."""
    shape_changes_at: int | None = None
    stuck_closing: bool = False
    view_is_stuck: bool = False
    lens_is_stuck: bool = False
    held: int = 0
    closed: int = 0
    controls_set: list[dict[str, Any]] = field(default_factory=list)


class FakeRequest:
    """A completed request: one frame of both streams, until it is released; each is drawn when it is asked for."""

    def __init__(
        self, camera: "FakePicamera2", streams: dict[str, Callable[[], Picture]], metadata: dict[str, Any]
    ) -> None:
        self._camera, self._streams, self._metadata = camera, streams, metadata
        self._released = False
        camera.world.held += 1

    def make_array(self, name: str) -> Picture:
        assert not self._released, "a released request has no memory any more"
        if name not in self._streams:
            raise RuntimeError(f"Stream {name!r} is not defined")
        return self._streams[name]()

    def get_metadata(self) -> dict[str, Any]:
        assert not self._released, "a released request has no memory any more"
        return dict(self._metadata)

    def release(self) -> None:
        if self._released:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self._released = True
        self._camera.world.held -= 1


class FakePicamera2:
    """The part of `Picamera2` that cameras are run with; `frames` is the number of the last frame."""

    def __init__(self, camera_num: int = 0, *, world: FakePi) -> None:
        self.world = world
        if camera_num >= world.cameras:
            if world.old:
                raise IndexError("list index out of range")
            raise RuntimeError(
                f'No camera number {camera_num} found - use "rpicam-hello --list-cameras" to check connected cameras'
            )
        if world.busy:
            cause = RuntimeError("Failed to acquire camera: Device or resource busy")
            raise RuntimeError("Camera __init__ sequence did not complete.") from cause
        if world.broken:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.camera_properties = {"Model": world.model, "ColorFilterArrangement": 0}
        everything = {
            "AeEnable": (False, True, True),
            "AwbEnable": (False, True, True),
            "ExposureTime": (14, 100_000, 20_000),
            "AnalogueGain": (1.0, 16.0, 1.0),
            "ColourGains": (0.0, 32.0, 1.0),
            "FrameDurationLimits": (33_333, 120_000, 33_333),
            "AfMode": (0, 2, 0),
            "AfTrigger": (0, 1, 0),
            "LensPosition": (0.0, 10.0, 1.0),
            "ScalerCrop": (SMALLEST_VIEW, FULL_VIEW, DEFAULT_VIEW),
        }
        self.camera_controls = {name: span for name, span in everything.items() if name not in world.without}
        self.frames = 0
        self._configuration: dict[str, Any] = {}
        self._started = self._is_closed = self._waited_in_vain = False
        self._exposure, self._gain, self._gains = 33_000, 8.0, (1.5, 1.5)
        self._auto = True
        self._view, self._lens = DEFAULT_VIEW, 1.0
        self._coming: list[tuple[int, dict[str, Any]]] = []
        self._stale: float | None = None
        self._noise = np.zeros((0, 0, 1), np.uint8)

    def create_video_configuration(
        self,
        main: Mapping[str, Any] = {},
        lores: Mapping[str, Any] | None = None,
        raw: Mapping[str, Any] | None = {},
        buffer_count: int = 6,
        controls: Mapping[str, Any] = {},
        queue: bool = True,
    ) -> dict[str, Any]:
        for stream in (main, lores or {}, raw or {}):
            for key in stream:
                if key not in STREAM_KEYS:
                    raise ValueError(f"Bad key {key!r}: valid stream configuration keys are {sorted(STREAM_KEYS)}")
        return {
            "main": {"format": "XBGR8888", "size": (1280, 720), **main},
            "lores": None if lores is None else {"format": "YUV420", "size": (1280, 720), **lores},
            "raw": {"format": "SBGGR10_CSI2P", "size": (1280, 720), **(raw or {})},
            "buffer_count": buffer_count,
            "controls": dict(controls),
            "queue": queue,
        }

    def configure(self, configuration: dict[str, Any]) -> None:
        if self._started:
            raise RuntimeError("Camera must be stopped before configuring")
        main, lores = configuration["main"], configuration["lores"]
        for stream in (main, lores):
            if stream is not None and (stream["size"][0] % 2 or stream["size"][1] % 2):
                raise RuntimeError("width and height should be even")
        if lores is not None:
            if lores["size"][0] > main["size"][0] or lores["size"][1] > main["size"][1]:
                raise RuntimeError("lores stream dimensions may not exceed main stream")
            if lores["format"] != "YUV420":
                raise RuntimeError("lores stream must be YUV")
        given = {
            **main,
            "size": self.world.given_size or main["size"],
            "format": self.world.given_format or main["format"],
        }
        self._configuration = {**configuration, "main": given}
        self.set_controls(configuration["controls"])

    def camera_configuration(self) -> dict[str, Any]:
        return self._configuration

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        for name, value in controls.items():
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
            least, most, _ = self.camera_controls[name]
            if name == "ScalerCrop":
                x, y, width, height = value
                assert min(width, height) >= SMALLEST_VIEW[2], "so small a view is refused"
                assert min(x, y) >= 0, "beyond the sensor"
                assert (x + width <= FULL_VIEW[2], y + height <= FULL_VIEW[3]) == (True, True), "beyond the sensor"
                continue
            for number in value if isinstance(value, tuple) else (value,):
                assert least <= number <= most, f"{name} of {number} is outside {least} to {most}"
        self.world.controls_set.append(dict(controls))
        self._coming.append((self.frames + (CONTROL_LAG if self._started else 0), dict(controls)))

    def start(self) -> None:
        if not self._configuration:
            raise RuntimeError("Camera has not been configured")
        self._started = True

    def capture_request(self, wait: float | bool | None = None, *, flush: bool | None = None) -> FakeRequest:
        assert isinstance(wait, float), "without a timeout a camera that hangs is waited for for ever"
        assert self._started, "a camera that was not started gives nothing"
        starved = self.world.held >= self._configuration["buffer_count"]
        if starved or (self.world.silent_after is not None and self.frames >= self.world.silent_after):
            self.world.pass_time(wait)
            self._waited_in_vain = True
            raise TimeoutError
        if self.frames == self.world.fails_at:
            raise RuntimeError("Could not create request")
        self.frames += 1
        taken = self._now()
        metadata = self._metadata(taken)
        if flush:
            missing = [key for key in ("SensorTimestamp", "ExposureTime") if key not in metadata]
            if missing:
                raise KeyError(missing[0])
        elif self._configuration["queue"] and self._stale is not None:
            metadata["SensorTimestamp"] = round(self._stale * 1e9)
        self._stale = taken
        return FakeRequest(self, {"main": self._main, "lores": self._lores}, metadata)

    def cancel_all_and_flush(self) -> None:
        self._waited_in_vain = False

    def close(self) -> None:
        if self._is_closed:
            return
        if self._waited_in_vain or self.world.stuck_closing:
            # `stop` waits behind the job that is still under way, for ever.
            threading.Event().wait()
        self._is_closed, self._started = True, False
        self.world.closed += 1

    def _now(self) -> float:
        self.world.pass_time(FRAME_SECONDS)
        return self.world.clock()

    def _metadata(self, taken: float) -> dict[str, Any]:
        while self._coming and self._coming[0][0] <= self.frames:
            _, controls = self._coming.pop(0)
            self._auto = controls.get("AeEnable", self._auto)
            self._exposure = controls.get("ExposureTime", self._exposure)
            self._gain = controls.get("AnalogueGain", self._gain)
            self._gains = controls.get("ColourGains", self._gains)
            if not self.world.view_is_stuck:
                self._view = controls.get("ScalerCrop", self._view)
            if "LensPosition" in controls and not self.world.lens_is_stuck:
                self._lens = controls["LensPosition"]
        if self._auto and self.world.light > 0:
            # The automatic goes a third of the way to what the light asks for, frame by frame.
            wished = 20_000 * 0.05 / self.world.light
            self._exposure = round(self._exposure + (wished - self._exposure) / 3)
        everything = {
            "SensorTimestamp": round(taken * 1e9),
            "ExposureTime": self._exposure,
            "AnalogueGain": self._gain,
            "ColourGains": self._gains,
            "ScalerCrop": self._view,
            "LensPosition": self._lens,
        }
        for name in ("ScalerCrop", "LensPosition"):
            if name not in self.camera_controls:
                del everything[name]
        return {key: value for key, value in everything.items() if key not in self.world.metadata_without}

    def _seen(self, scene: Picture) -> Picture:
        """The part of a scene that the sensor is set to show; the default view shows all of it."""
        across, down = (scene.shape[1 - axis] / DEFAULT_VIEW[2 + axis] for axis in (0, 1))
        left, top = (self._view[0] - DEFAULT_VIEW[0]) * across, (self._view[1] - DEFAULT_VIEW[1]) * down
        width, height = self._view[2] * across, self._view[3] * down
        return scene[round(top) : round(top + height), round(left) : round(left + width)]

    def _picture(self, size: tuple[int, int]) -> Picture:
        """The scene as BGR: by default a red plate on grey, a little different in every frame by its noise."""
        columns, rows = size
        if self.world.scene is not None:
            scene = self._seen(self.world.scene(self.frames))
            picture = np.asarray(cv2.resize(scene, size, interpolation=cv2.INTER_AREA), np.uint8)
        else:
            picture = np.full((rows, columns, 3), 110, np.uint8)
            picture[rows // 3 : rows // 2, columns // 3 : columns // 2] = (20, 20, 200)
        if self.world.light == 0:
            return np.zeros_like(picture)
        if self.world.focused_at is not None:
            spread = 0.3 + 2 * abs(self._lens - self.world.focused_at)
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), spread), np.uint8)
        if not self.world.noise:
            return picture
        if self._noise.shape != (rows, columns, 1):
            self._noise = np.random.default_rng(1).integers(0, 5, (rows, columns, 1), np.uint8)
        # Another part of the same noise in every frame.
        return np.asarray(np.clip(picture, 0, 250) + np.roll(self._noise, self.frames * 37, axis=(0, 1)), np.uint8)

    def _main(self) -> Picture:
        main = self._configuration["main"]
        size = main["size"]
        if self.world.shape_changes_at is not None and self.frames >= self.world.shape_changes_at:
            size = (size[0] // 2, size[1] // 2)
        picture = self._picture(size)
        return picture if main["format"] == "RGB888" else np.ascontiguousarray(picture[:, :, ::-1])

    def _lores(self) -> Picture:
        columns, rows = self._configuration["lores"]["size"]
        grey = self._picture((columns, rows))[:, :, 1]
        stride = columns + 64  # rows are padded, as on a real Pi
        planes = np.zeros((rows * 3 // 2, stride), np.uint8)
        planes[:rows, :columns] = grey
        return planes
