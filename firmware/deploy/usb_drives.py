"""USB drives, mounted or not: the release bundles on them, and room for what is saved."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.deploy.errors import BundleError, ProgramError
from firmware.deploy.release_bundle import PATTERN
from firmware.deploy.steps import command
from firmware.rules.message import message

MOUNTED = ("media/*", "media/*/*", "run/media/*/*", "mnt", "mnt/*")


def bundles(root: Path = Path("/")) -> list[Path]:
    """Returns the bundles on mounted drives."""
    folders = [folder for pattern in MOUNTED for folder in root.glob(pattern) if folder.is_dir()]
    return sorted({path for folder in folders for path in _readable(folder)})


def unmounted(root: Path = Path("/")) -> list[Path]:
    """Returns the devices of plugged-in but unmounted drives: a console mounts none by itself."""
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
    """Returns the device numbers ("8:1") of mounted file systems; proc(5)."""
    return {fields[2] for fields in map(str.split, _word(mountinfo).splitlines()) if len(fields) > 2}


def _mount_points(mountinfo: Path) -> set[str]:
    """Returns where something is mounted; spaces are written as octal numbers there."""
    return {
        fields[4].replace("\\040", " ") for fields in map(str.split, _word(mountinfo).splitlines()) if len(fields) > 4
    }


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
    """Yields the one bundle meant by a file, a folder or a device (temporarily mounted read-only).

    Raises:
        BundleError: where there is none, or more than one.
    """
    if path.is_block_device():
        with TemporaryDirectory(prefix="meierbox-usb-") as name:
            _mount(path, name)
            try:
                yield _only(Path(name), str(path))
            finally:
                command(["umount", name])()
    elif path.is_dir():
        yield _only(path, str(path))
    else:
        yield path


def _mount(device: Path, folder: str, how: str = "ro") -> None:
    try:
        command(["mount", "-o", f"{how},nosuid,nodev,noexec", str(device), folder])()
    except ProgramError as error:
        says = message(
            "The drive {device} cannot be read ({reason})", device=str(device), reason=error.message.without_remedy()
        )
        raise BundleError(
            says.with_remedy(message("copy the release to a drive that is formatted as FAT32"))
        ) from error


@contextmanager
def found_anywhere(root: Path = Path("/")) -> Iterator[Path]:
    """Yields the one bundle on all USB drives, mounting drives temporarily.

    Raises:
        BundleError: where there is none, or more than one.
    """
    there, devices = bundles(root), unmounted(root)
    if there:
        yield _one_of(there)
    elif len(devices) == 1:
        with found(devices[0]) as bundle:
            yield bundle
    elif devices:
        says = message("There are {count} USB drives ({names})", count=len(devices), names=", ".join(map(str, devices)))
        raise BundleError(says.with_remedy(message("unplug all but the one with the release")))
    else:
        says = message("There is no USB drive with a release")
        remedy = message("copy the file {pattern} to the top-level folder of a drive and plug it in", pattern=PATTERN)
        raise BundleError(says.with_remedy(remedy))


@contextmanager
def found_folders(root: Path = Path("/")) -> Iterator[Sequence[Path]]:
    """Yields the top-level folders of all USB drives, mounting drives temporarily."""
    folders = [folder for pattern in MOUNTED for folder in sorted(root.glob(pattern)) if folder.is_dir()]
    with ExitStack() as stack:
        for device in unmounted(root):
            name = stack.enter_context(TemporaryDirectory(prefix="meierbox-usb-"))
            try:
                _mount(device, name)
            except BundleError:
                continue
            stack.callback(command(["umount", name]))
            folders.append(Path(name))
        yield folders


def writable(root: Path = Path("/")) -> list[Path]:
    """Finds the top-level folders of mounted drives that this user may write to."""
    points = _mount_points(root / "proc/self/mountinfo")
    folders = (folder for pattern in MOUNTED for folder in sorted(root.glob(pattern)))
    return [folder for folder in folders if f"/{folder.relative_to(root)}" in points and os.access(folder, os.W_OK)]


@contextmanager
def found_writable(root: Path = Path("/")) -> Iterator[Sequence[Path]]:
    """Yields the top-level folders of all USB drives, for writing; those that are not mounted are mounted meanwhile.

    Raises:
        BundleError: where a drive cannot be mounted.
    """
    folders = writable(root)
    with ExitStack() as stack:
        for device in unmounted(root):
            name = stack.enter_context(TemporaryDirectory(prefix="meierbox-usb-"))
            _mount(device, name, "rw")
            stack.callback(command(["umount", name]))
            folders.append(Path(name))
        yield folders


def _one_of(there: Sequence[Path]) -> Path:
    if len(there) > 1:
        names = ", ".join(map(str, there))
        says = message("There are {count} releases on the USB drives ({names})", count=len(there), names=names)
        raise BundleError(says.with_remedy(message("name the one you mean")))
    return there[0]


def _only(folder: Path, called: str) -> Path:
    there = sorted(_readable(folder))
    if len(there) == 1:
        return there[0]
    if not there:
        says = message("There is no bundle ({pattern}) on {drive}", pattern=PATTERN, drive=called)
        raise BundleError(says.with_remedy(message("copy one to its top-level folder")))
    names = ", ".join(path.name for path in there)
    says = message("There are {count} bundles on {drive} ({names})", count=len(there), drive=called, names=names)
    raise BundleError(says.with_remedy(message("name the one you mean")))
