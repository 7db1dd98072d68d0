"""A release in one file: the project, the wheels that it runs on, and a manifest with the SHA-256 sum of every file.

The file is a zip, so that any computer can look into it. What is not in the manifest, or not as the manifest says, is
not taken: a stick that was pulled too early, a card that rots and a file that somebody has altered look alike here.
"""

import hashlib
import json
import os
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import IO

from firmware.deploy.steps import InstallError

FORMAT = 1
MANIFEST = "manifest.json"
SIGNATURE = "manifest.sig"
WHEELS = "wheels"
"""The folder of the wheels in a release; the launcher looks for it under this name."""
PATTERN = "meierbox-*.zip"
_CHUNK = 1 << 20
_WHOLE_MANIFEST = 8 << 20


@dataclass(frozen=True, slots=True)
class Entry:
    """What a file of a release must be: its sum (SHA-256, hexadecimal), its size in bytes, whether it can be run."""

    sha256: str
    size: int
    program: bool


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a release says of itself; `machines` are those that its wheels serve ("3.11 aarch64")."""

    version: str
    commit: str
    made: str
    machines: tuple[str, ...]
    files: Mapping[str, Entry]

    @property
    def name(self) -> str:
        """The name of the release, and of its folder.

        >>> Manifest("0.2.0", "1a2b3c4", "2026-11-21", (), {}).name
        '0.2.0-1a2b3c4'
        """
        return f"{self.version}-{self.commit}"

    @property
    def size(self) -> int:
        """How many bytes it takes when it is unpacked."""
        return sum(entry.size for entry in self.files.values())

    def encoded(self) -> bytes:
        """Writes it as it lies in the bundle: the very bytes that are signed."""
        content = {
            "format": FORMAT,
            "version": self.version,
            "commit": self.commit,
            "made": self.made,
            "machines": list(self.machines),
            "files": {name: asdict(entry) for name, entry in sorted(self.files.items())},
        }
        return (json.dumps(content, indent=1) + "\n").encode()


def decoded(data: bytes) -> Manifest:
    """Reads a manifest; raises InstallError where it is none, of a later kind, or names what it must not."""
    try:
        content = json.loads(data)
        if content["format"] != FORMAT:
            raise InstallError(
                f"The bundle is of format {content['format']}, which this meierbox does not know: update to a release "
                "in between first."
            )
        manifest = Manifest(
            str(content["version"]),
            str(content["commit"]),
            str(content["made"]),
            tuple(str(machine) for machine in content["machines"]),
            MappingProxyType(
                {
                    str(name): Entry(str(entry["sha256"]), int(entry["size"]), bool(entry["program"]))
                    for name, entry in content["files"].items()
                }
            ),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InstallError(f"The bundle's manifest cannot be read ({error!r}): copy the bundle again.") from error
    if not re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z.+_-]*", manifest.name):
        raise InstallError(f"The bundle calls itself {manifest.name!r}, which is no name of a release: leave it alone.")
    for name in manifest.files:
        if not is_inside(name):
            raise InstallError(f"The bundle wants to write {name!r}, outside its own folder: leave it alone.")
    return manifest


def is_inside(name: str) -> bool:
    r"""Tells whether a file of this name lies inside the folder that it is unpacked to.

    >>> [is_inside(name) for name in ("firmware/app/box.py", "../box.py", "/etc/passwd", "a/../../b", "a\\b", "")]
    [True, False, False, False, False, False]
    """
    path = PurePosixPath(name)
    strange = set("\\\0\n") & set(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and not strange and str(path) == name


class Bundle:
    """An open bundle; `signature` is what somebody signed the manifest with, if anybody did."""

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        """Reads the manifest; raises InstallError where there is none."""
        self.path = path
        self._archive = archive
        self.signed = self._read(MANIFEST)
        self.manifest = decoded(self.signed)
        self.signature = self._read(SIGNATURE) if SIGNATURE in archive.namelist() else None

    def unpack(self, folder: Path) -> None:
        """Unpacks into a new folder, holds every file against its sum, and makes all of it durable.

        Raises:
            InstallError: where a file is missing or other than the manifest says.
        """
        folder.mkdir(parents=True)
        folders = {folder}
        for name, entry in self.manifest.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            folders.update(parent for parent in path.parents if parent.is_relative_to(folder))
            self._copy(name, entry, path)
        for made in (*folders, folder.parent):
            settle(made)

    def _copy(self, name: str, entry: Entry, path: Path) -> None:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        seen = hashlib.sha256()
        size = 0
        with os.fdopen(handle, "wb") as file, self._opened(name) as source:
            for chunk in self._chunks(source):
                size += len(chunk)
                if size > entry.size:
                    break
                seen.update(chunk)
                file.write(chunk)
            os.fchmod(file.fileno(), 0o755 if entry.program else 0o644)
            file.flush()
            os.fsync(file.fileno())
        if size != entry.size or seen.hexdigest() != entry.sha256:
            raise self._spoilt(f"{name} is not what its manifest says")

    def _read(self, name: str) -> bytes:
        data = bytearray()
        with self._opened(name) as source:
            for chunk in self._chunks(source):
                data += chunk
                if len(data) > _WHOLE_MANIFEST:
                    raise self._spoilt(f"{name} is far too long")
        return bytes(data)

    @contextmanager
    def _opened(self, name: str) -> Iterator[IO[bytes]]:
        try:
            source = self._archive.open(name)
        except KeyError as error:
            raise self._spoilt(f"it has no {name}") from error
        with source:
            yield source

    def _chunks(self, source: IO[bytes]) -> Iterator[bytes]:
        """Reads on; the stick may be pulled, or the zip's own sum may not fit."""
        try:
            while chunk := source.read(_CHUNK):
                yield chunk
        except (OSError, EOFError, zipfile.BadZipFile, ValueError) as error:
            raise self._spoilt(str(error)) from error

    def _spoilt(self, why: str) -> InstallError:
        return InstallError(f"The bundle {self.path.name} is spoilt ({why}): copy it to the stick again.")


@contextmanager
def opened(path: Path) -> Iterator[Bundle]:
    """Opens a bundle; raises InstallError where the file is none."""
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError as error:
        raise InstallError(f"There is no file {path}: name a bundle, such as meierbox-0.2.0-1a2b3c4.zip.") from error
    except (OSError, zipfile.BadZipFile) as error:
        raise InstallError(f"{path} is no bundle of a release ({error}): copy it to the stick again.") from error
    with archive:
        yield Bundle(path, archive)


def write(
    path: Path,
    source: Path,
    names: Sequence[str],
    manifest: Callable[[Mapping[str, Entry]], Manifest],
    sign: Callable[[bytes], bytes] | None = None,
) -> Manifest:
    """Writes the files `names` of the folder `source` as a bundle, with the same bytes for the same files.

    `manifest` makes the manifest out of their entries, `sign` its signature.
    """
    files = {}
    for name in sorted(names):
        with (source / name).open("rb") as file:
            summed = hashlib.file_digest(file, "sha256").hexdigest()
        status = (source / name).stat()
        files[name] = Entry(summed, status.st_size, bool(status.st_mode & 0o100))
    made = manifest(files)
    beside = path.with_name(f".{path.name}.new")
    try:
        with zipfile.ZipFile(beside, "w") as archive:
            # First, so that whoever looks into it need not read to the end.
            _add(archive, MANIFEST, made.encoded())
            if sign:
                _add(archive, SIGNATURE, sign(made.encoded()))
            for name, entry in files.items():
                _add(archive, name, (source / name).read_bytes(), program=entry.program)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return made


def _add(archive: zipfile.ZipFile, name: str, data: bytes, *, program: bool = False) -> None:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (0o755 if program else 0o644) << 16
    packed = name.endswith((".whl", ".png", ".jpg"))
    archive.writestr(entry, data, zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED)


def settle(folder: Path) -> None:
    """Makes durable what a folder holds by name."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
