"""Bundles on USB sticks: where sticks are mounted, and how one that is not is looked into."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.installation.bundle import PATTERN
from firmware.installation.steps import InstallError, call

MOUNTED = ("media/*", "media/*/*", "run/media/*/*", "mnt", "mnt/*")


def bundles(root: Path = Path("/")) -> list[Path]:
    """Finds the bundles on what is mounted where sticks are."""
    folders = [folder for pattern in MOUNTED for folder in root.glob(pattern) if folder.is_dir()]
    return sorted({path for folder in folders for path in _readable(folder)})


def _readable(folder: Path) -> list[Path]:
    try:
        return list(folder.glob(PATTERN))
    except OSError:
        return []


@contextmanager
def found(path: Path) -> Iterator[Path]:
    """Gives the one bundle that is meant by a file, a folder or a device (mounted, to be read only, for the time).

    Raises:
        InstallError: where there is none, or more than one.
    """
    if path.is_block_device():
        with TemporaryDirectory(prefix="meierbox-stick-") as name:
            call(["mount", "-o", "ro,nosuid,nodev,noexec", str(path), name])()
            try:
                yield _only(Path(name), str(path))
            finally:
                call(["umount", name])()
    elif path.is_dir():
        yield _only(path, str(path))
    else:
        yield path


def _only(folder: Path, called: str) -> Path:
    there = sorted(_readable(folder))
    if len(there) == 1:
        return there[0]
    if not there:
        raise InstallError(f"There is no bundle ({PATTERN}) on {called}: copy one to its topmost folder.")
    names = ", ".join(path.name for path in there)
    raise InstallError(f"There are {len(there)} bundles on {called} ({names}): name the one that is meant.")
