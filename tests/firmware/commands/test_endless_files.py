"""`read` and `judge` on files without end, of the wrong kind, or that promise more than memory holds."""

import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.commands.picture_size import too_much_to_decode
from tests.firmware.commands.terminal import meierbox


def png_of(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(100))) + chunk(b"IEND", b"")
    )


def jpeg_of(width: int, height: int) -> bytes:
    coded = cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))[1].tobytes()
    at = coded.index(b"\xff\xc0")
    return coded[: at + 5] + struct.pack(">HH", height, width) + coded[at + 9 :]


def a_huge_file(path: Path) -> None:
    path.touch()
    os.truncate(path, 2 << 30)


FILES: dict[str, Callable[[Path], object]] = {
    "it is a device": lambda path: path.symlink_to("/dev/zero"),
    "it is a pipe": os.mkfifo,
    "is a folder": lambda path: path.mkdir(),
    "it is longer than": a_huge_file,
}


@pytest.mark.parametrize("command", ["read", "judge"])
@pytest.mark.parametrize("why", FILES)
def test_a_file_without_end_is_refused_at_once(command: str, why: str, tmp_path: Path) -> None:
    FILES[why](tmp_path / "x")
    done = meierbox(command, str(tmp_path / "x"), state=tmp_path / "state")
    assert done.returncode == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("made", [png_of(10_000, 10_000), jpeg_of(20_000, 5_001), png_of(2**31 - 1, 2**31 - 1)])
def test_a_picture_of_a_hundred_megapixels_is_not_decoded(made: bytes, tmp_path: Path) -> None:
    (tmp_path / "bomb").write_bytes(made)
    done = meierbox("read", str(tmp_path / "bomb"), state=tmp_path / "state")
    assert done.returncode == 2
    assert "pixels): give a photograph of at most 64 megapixels" in done.stderr


def test_a_jpeg_of_a_thousand_layers_is_not_decoded() -> None:
    assert "layers" in str(too_much_to_decode(jpeg_of(8, 8) + b"\xff\xda" * 1000, 64_000_000))


def test_ordinary_pictures_are_decoded() -> None:
    frame = np.zeros((30, 40, 3), np.uint8)
    for kind in (".png", ".jpg", ".bmp", ".webp"):
        assert too_much_to_decode(cv2.imencode(kind, frame)[1].tobytes(), 64_000_000) is None
    assert too_much_to_decode(cv2.imencode(".jpg", frame)[1].tobytes(), 1199) == "it has 40×30 pixels"
