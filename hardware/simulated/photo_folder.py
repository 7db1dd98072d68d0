"""A folder of photographs as a camera: every shake turns to the next one."""

import csv
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from hardware.message import Warn, message
from hardware.ports import CameraError, Frame, Image
from hardware.simulated.remembered_throws import Hand, Memory
from hardware.small_files import SmallFileError, read_regular_file

LARGEST_PHOTOGRAPH, LARGEST_TABLE = 64 << 20, 4 << 20
"""The maximum size in bytes of a photograph, and of truth.csv."""
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"})


class FolderCamera:
    """The photographs of a folder, by name, over and over. A `Camera` and `Shakeable`.

    Before the first shake the first photograph lies there. `warn` gets one sentence for each file that cannot be read.
    """

    def __init__(
        self,
        path: Path,
        warn: Warn | None = None,
        clock: Callable[[], float] = time.monotonic,
        memory: Memory | None = None,
        at_work: Callable[[], object] = lambda: None,
    ) -> None:
        """Opens the photograph that `memory` says lies there, or the first; `at_work` is called before one is decoded.

        Raises:
            CameraError: where there is no folder or no photograph in it.
        """
        self.name = f"photographs in {path}"
        self._path, self._clock, self._warn = path, clock, warn or (lambda _: None)
        try:
            self._files = sorted(file for file in path.iterdir() if file.suffix.lower() in SUFFIXES and file.is_file())
        except FileNotFoundError as error:
            problem = message("There is no folder {path}", path=str(path))
            raise CameraError(problem.with_remedy(message("give one that holds photographs"))) from error
        except NotADirectoryError as error:
            problem = message("{path} is not a folder", path=str(path))
            raise CameraError(problem.with_remedy(message("give the folder that the photograph lies in"))) from error
        except OSError as error:
            problem = message("The folder {path} cannot be listed ({why})", path=str(path), why=str(error.strerror))
            raise CameraError(problem.with_remedy(message("check its permissions"))) from error
        if not self._files:
            problem = message("There is no photograph in {path}", path=str(path))
            raise CameraError(problem.with_remedy(message("put JPEG or PNG files there")))
        self._truth = _read_truth(path / "truth.csv")
        self._unreadable: set[Path] = set()
        self._at_work = at_work
        self._memory = memory or Memory()
        self._throw_number = self._memory.box.throw
        self._shown: tuple[Path, Image] | None = None
        self._current()

    def shake(self, dice: int) -> None:
        """Turns to the next photograph, whatever it shows."""
        self._throw_number = self._memory.shake(dice).throw

    def bring_dice(self, dice: int, hand: Hand | None = None) -> None:
        """Turns to the photograph of a hand, the next one where it has none yet; or to that of the last shake."""
        known = self._memory.box if hand is None else self._memory.hand(hand, dice)
        self._throw_number = known.throw

    def restore_throw(self, dice: int, throw_number: int) -> None:  # noqa: ARG002 - the photograph shows what it shows
        """Turns to the photograph of that throw (from 1)."""
        self._throw_number = throw_number

    def truth(self) -> tuple[int, ...] | None:
        """The faces according to truth.csv beside the photograph, ascending; None without it."""
        return self._truth.get(self._current()[0].name)

    def capture(self, timeout: float = 2.0) -> Frame:  # noqa: ARG002 - files do not keep one waiting
        """The photograph that lies there; CameraError where not one in the folder can be read any more."""
        return Frame(self._current()[1], self._clock())

    def peek(self) -> Image:
        """The photograph itself: it has no cover."""
        return self._current()[1]

    def unpeek(self) -> None:
        """Does nothing: a photograph has no flap."""

    def close(self) -> None:
        """Forgets the picture in memory."""
        self._shown = None

    def _current(self) -> tuple[Path, Image]:
        """The photograph of this throw; unreadable ones are skipped."""
        while readable := [file for file in self._files if file not in self._unreadable]:
            file = readable[max(0, self._throw_number - 1) % len(readable)]
            if self._shown is not None and self._shown[0] == file:
                return self._shown
            self._at_work()
            image = _decode(file)
            if image is not None:
                self._shown = (file, image)
                return self._shown
            self._unreadable.add(file)
            self._warn(
                message("{path} cannot be read as a picture and is left out", path=str(file)).with_remedy(
                    message("remove it or save it again")
                )
            )
        raise CameraError(
            message("No file in {path} can be read as a picture", path=str(self._path)).with_remedy(
                message("put JPEG or PNG photographs there")
            )
        )


def _decode(file: Path) -> Image | None:
    """The picture in a file (rotated as its EXIF data says), or None without one."""
    try:
        data = np.frombuffer(read_regular_file(file, LARGEST_PHOTOGRAPH), np.uint8)
    except (OSError, SmallFileError):
        return None
    if data.size == 0:
        return None
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _read_truth(file: Path) -> dict[str, tuple[int, ...]]:
    """The faces of each photograph by its name; rows that do not tell faces are left out."""
    try:
        rows = list(csv.DictReader(read_regular_file(file, LARGEST_TABLE).decode("utf-8").splitlines()))
    except (OSError, ValueError, csv.Error):
        return {}
    told = {}
    for row in rows:
        faces = (row.get("faces") or "").split()
        if row.get("file") and all(face in set("123456") for face in faces):
            told[str(row["file"])] = tuple(sorted(int(face) for face in faces))
    return told
