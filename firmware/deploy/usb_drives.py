"""Bundles on USB sticks: where sticks are mounted, and how one that is not is looked into."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.deploy.release_bundle import PATTERN
from firmware.deploy.steps import InstallError, call

MOUNTED = ("media/*", "media/*/*", "run/media/*/*", "mnt", "mnt/*")


def bundles(root: Path = Path("/")) -> list[Path]:
    """Finds the bundles on what is mounted where sticks are."""
    folders = [folder for pattern in MOUNTED for folder in root.glob(pattern) if folder.is_dir()]
    return sorted({path for folder in folders for path in _readable(folder)})


def unmounted(root: Path = Path("/")) -> list[Path]:
    """Finds the devices of sticks that are plugged in and mounted nowhere: a console mounts none by itself."""
    blocks = root / "sys/class/block"
    used = _mounted(root / "proc/self/mountinfo")
    found = []
    for block in sorted(blocks.iterdir()) if blocks.is_dir() else ():
        parted = any(block.glob("*/partition"))
        on_usb = any(part.startswith("usb") for part in block.resolve().parts)
        if on_usb and not parted and _word(block / "size") not in ("", "0") and _word(block / "dev") not in used:
            found.append(Path("/dev") / block.name)
    return found


def _mounted(mountinfo: Path) -> set[str]:
    """Gives the numbers ("8:1") of what is mounted; proc(5)."""
    return {fields[2] for fields in map(str.split, _word(mountinfo).splitlines()) if len(fields) > 2}


def _word(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace").strip()
    except OSError:
        return ""


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
