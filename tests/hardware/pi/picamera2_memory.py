"""What picamera2 takes of the camera process: `python -m tests.hardware.pi.picamera2_memory`.

Prints the memory of this process (PSS, MB) after each step: the reader's libraries, which a camera process has anyway,
picamera2's, the camera opened, and frames captured. On a Pi it is the real camera that is opened; elsewhere
libcamera's virtual camera (`tests/hardware/pi/test_real_picamera2.py`), whose frames are 1280 × 720. Also prints
what the buffers of a Pi's camera take of the machine outside of any process: they are computed.
"""

from hardware.pi.camera import BUFFERS, MOTION_SIZE, SIZE, WHOLE_VIEW, PiCamera, load_picamera2
from tests.firmware.app.reader_memory import proportional_share

FRAMES = 60


def buffers(raw: tuple[int, int]) -> float:
    """Returns the MB of the buffers with raw pictures of that size: BGR, YUV 4:2:0, and packed raw of 10 bits a pixel.

    >>> round(buffers((2304, 1296)), 1)
    30.1
    """
    columns, rows = SIZE
    width, height = MOTION_SIZE
    return BUFFERS * (3 * columns * rows + 1.5 * width * height + 1.25 * raw[0] * raw[1]) / 1e6


def main() -> None:
    """Prints the figures; exits with the reason where picamera2 or a camera is missing."""
    print(f"reader's libraries     {proportional_share():4} MB")
    load_picamera2()
    print(f"picamera2's libraries  {proportional_share():4} MB")
    from tests.hardware.pi import virtual_camera  # noqa: PLC0415 - loads picamera2

    virtual = virtual_camera.is_there()
    camera = PiCamera(0, maker=virtual_camera.AsOnAPi) if virtual else PiCamera(0)
    print(f"{'virtual camera' if virtual else 'camera'} open {proportional_share():10} MB")
    for _ in range(FRAMES):
        camera.capture()
    print(f"{FRAMES} frames captured    {proportional_share():4} MB")
    camera.close()
    for sensor, raw in WHOLE_VIEW.items():
        print(f"buffers of a Pi's {sensor}: {buffers(raw):.0f} MB, computed")


if __name__ == "__main__":
    main()
