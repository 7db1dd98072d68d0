"""The camera's adapter on the real picamera2 and libcamera, over libcamera's virtual camera where one is set up.

`virtual_camera.py` says what it lacks, and how its frames are handed on.
"""

import threading
from collections.abc import Callable, Iterator

import pytest

from hardware.calibration.record import Calibration
from hardware.calibration.region import Region
from hardware.errors import CameraError, CameraMissingError
from hardware.message import Message
from hardware.pi.camera import BUFFERS, PiCamera
from hardware.ports import Frame

pytest.importorskip("picamera2", reason="picamera2 is not installed", exc_type=ImportError)
virtual_camera = pytest.importorskip("tests.hardware.pi.virtual_camera", exc_type=ImportError)
if not virtual_camera.is_there():
    pytest.skip("libcamera has no virtual camera here", allow_module_level=True)
AsOnAPi, Plain, dead = virtual_camera.AsOnAPi, virtual_camera.Plain, virtual_camera.dead
SIZE, SMALL = virtual_camera.SIZE, virtual_camera.SMALL

# picamera2's own: an old call, and a pipe that it leaves behind where a camera cannot be opened.
pytestmark = [
    pytest.mark.filterwarnings("ignore:setDaemon:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture
def opened() -> Iterator[Callable[[], PiCamera]]:
    made: list[PiCamera] = []

    def make() -> PiCamera:
        made.append(PiCamera(0, maker=AsOnAPi))
        return made[-1]

    yield make
    dead.clear()
    for camera in made:
        camera.close()


def capture_several(camera: PiCamera) -> list[Frame]:
    return [camera.capture() for _ in range(10 * BUFFERS)]


def test_frames_come_and_no_buffer_is_kept(opened: Callable[[], PiCamera]) -> None:
    frames = capture_several(opened())
    assert frames[-1].image.shape == (SIZE[1], SIZE[0], 3)
    assert frames[-1].small is not None
    assert frames[-1].small.shape == (SMALL[1], SMALL[0])
    times = [frame.at for frame in frames]
    assert times == sorted(set(times))


def test_an_absent_camera_counts_as_missing() -> None:
    with pytest.raises(CameraMissingError, match="Pi camera 7 was not found"):
        PiCamera(7, maker=AsOnAPi)


def test_a_camera_in_use_is_busy(opened: Callable[[], PiCamera]) -> None:
    opened()
    with pytest.raises(CameraError, match=r"in use by another program \(.*Device or resource busy\)"):
        opened()


def test_an_unsupported_format_is_rejected_and_the_camera_released(opened: Callable[[], PiCamera]) -> None:
    with pytest.raises(CameraError, match="gives pictures in the format NV12"):
        PiCamera(0, maker=Plain)
    opened().capture()


def test_a_camera_without_crop_and_focus_shows_everything_and_warns() -> None:
    said: list[Message] = []
    camera = PiCamera(0, Calibration("", None, Region(0.1, 0.1, 0.8)), AsOnAPi, warn=said.append)
    try:
        assert camera.capture().image.shape == (SIZE[1], SIZE[0], 3)
        assert [str(each) for each in said] == ["Pi camera 0 cannot zoom in on the floor and shows its whole view"]
        assert camera.lens_range is None
        camera.focus(6.0)
    finally:
        camera.close()


def test_a_dead_sensor_is_noticed_closed_and_opened_again(opened: Callable[[], PiCamera]) -> None:
    camera = opened()
    camera.capture()
    dead.set()
    with pytest.raises(CameraError, match="gives no more pictures"):
        capture_several(camera)
    camera.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "camera-close"]
    dead.clear()
    opened().capture()
