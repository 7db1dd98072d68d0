"""A folder of photographs as a camera."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.message import Message
from hardware.ports import Camera, CameraError, Peekable, Shakeable
from hardware.simulated.photo_folder import FolderCamera
from hardware.simulated.remembered_throws import Memory

PHOTOGRAPHS = Path(__file__).parents[3] / "../shared/data/photos/arena_burak"


def save(folder: Path, name: str, grey: int, size: tuple[int, int] = (30, 40)) -> None:
    assert cv2.imwrite(str(folder / name), np.full((*size, 3), grey, np.uint8))


def grey_of(camera: FolderCamera) -> int:
    return round(float(camera.capture().image.mean()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save(tmp_path, "c.png", 30)
    save(tmp_path, "a.jpg", 10)
    save(tmp_path, "b.PNG", 20, size=(50, 20))
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "more.png").mkdir()
    return tmp_path


def test_it_fits_the_ports(folder: Path) -> None:
    camera: Camera = FolderCamera(folder)
    assert isinstance(camera, Shakeable)
    assert isinstance(camera, Peekable)
    assert str(folder) in camera.name


def test_each_shake_turns_to_the_next_photograph_by_name_and_round_again(folder: Path) -> None:
    camera = FolderCamera(folder)
    seen = []
    for _ in range(4):
        camera.shake(2)
        seen.append(grey_of(camera))
    assert seen == [10, 20, 30, 10]


def test_before_the_first_shake_the_first_photograph_lies_there(folder: Path) -> None:
    assert grey_of(FolderCamera(folder)) == 10


def test_a_photograph_keeps_its_size(folder: Path) -> None:
    camera = FolderCamera(folder)
    camera.restore_throw(2, 2)
    assert camera.capture().image.shape == (50, 20, 3)
    assert camera.peek().shape == (50, 20, 3)


def test_after_a_restart_the_same_photograph_lies_there(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "memory.json"
    camera = FolderCamera(folder, memory=Memory(file, "folder"))
    for _ in range(3):
        camera.shake(2)
    camera.bring_dice(5, (1, 7, 0, 0))
    assert grey_of(camera) == 10, "a hand is the next one"
    again = FolderCamera(folder, memory=Memory(file, "folder"))
    assert grey_of(again) == 30
    again.bring_dice(5, (1, 7, 0, 0))
    assert grey_of(again) == 10


def test_frames_are_taken_now(folder: Path) -> None:
    times = iter([1.0, 2.0])
    camera = FolderCamera(folder, clock=lambda: next(times))
    assert [camera.capture().at, camera.capture().at] == [1.0, 2.0]


def test_truth_csv_beside_the_photographs_tells_their_faces(folder: Path) -> None:
    rows = ["file,n_dice,faces,boxes,view,notes", "a.jpg,2,5 1,,top,", "b.PNG,0,,,top,empty table", "x.jpg,1,9,,top,"]
    (folder / "truth.csv").write_text("\n".join(rows))
    camera = FolderCamera(folder)
    told = []
    for _ in range(3):
        camera.shake(2)
        told.append(camera.truth())
    assert told == [(1, 5), (), None]


def test_without_truth_csv_nobody_knows(folder: Path) -> None:
    assert FolderCamera(folder).truth() is None


@pytest.mark.parametrize("content", [b"\xff\xfe\x00broken", b"", b"a,b\n1,2"])
def test_a_truth_csv_of_another_kind_tells_nothing(folder: Path, content: bytes) -> None:
    (folder / "truth.csv").write_bytes(content)
    assert FolderCamera(folder).truth() is None


@pytest.mark.parametrize("content", [b"", b"no picture at all", b"\x89PNG\r\n\x1a\n cut off"])
def test_a_broken_file_is_named_once_and_left_out(folder: Path, content: bytes) -> None:
    (folder / "b.PNG").write_bytes(content)
    said: list[Message] = []
    camera = FolderCamera(folder, said.append)
    seen = []
    for _ in range(5):
        camera.shake(2)
        seen.append(grey_of(camera))
    assert seen == [10, 30, 10, 30, 10]
    assert len(said) == 1
    assert "b.PNG cannot be read as a picture" in str(said[0])


def test_a_photograph_that_vanishes_is_left_out(folder: Path) -> None:
    camera = FolderCamera(folder)
    (folder / "b.PNG").unlink()
    camera.restore_throw(2, 2)
    assert grey_of(camera) == 30


def test_there_must_be_a_folder(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"There is no folder .*nowhere: give one that holds photographs"):
        FolderCamera(tmp_path / "nowhere")


def test_a_file_is_no_folder(folder: Path) -> None:
    with pytest.raises(CameraError, match=r"a.jpg is not a folder: give the folder that the photograph lies in"):
        FolderCamera(folder / "a.jpg")


def test_there_must_be_a_photograph_in_it(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no picture")
    with pytest.raises(CameraError, match="There is no photograph in"):
        FolderCamera(tmp_path)


def test_one_photograph_must_be_readable(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"not a picture")
    said: list[Message] = []
    with pytest.raises(CameraError, match=r"No file in .* can be read as a picture"):
        FolderCamera(tmp_path, said.append)
    assert len(said) == 1


@pytest.mark.skipif(not PHOTOGRAPHS.is_dir(), reason="the photographs of ../shared/data are not here")
def test_real_photographs_bring_their_truth() -> None:
    camera = FolderCamera(PHOTOGRAPHS)
    camera.shake(2)
    assert camera.capture().image.ndim == 3
    assert camera.truth() == (1, 3)
