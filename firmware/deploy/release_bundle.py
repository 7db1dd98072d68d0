"""A release in one file: the project, the wheels that it runs on, and a manifest with the SHA-256 sum of every file.

The file is a zip, so that any computer can look into it. A file that is not in the
manifest, or not as the manifest says, is refused, whether a drive was pulled too early or somebody has altered it.
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
from typing import IO, Any

from firmware.config.atomic_files import sync_folder
from firmware.deploy.errors import BundleError
from firmware.rules.message import Message, literal, message

FORMAT = 1
MANIFEST = "manifest.json"
SIGNATURE = "manifest.sig"
WHEELS = "wheels"
"""The folder of the wheels in a release; the launcher looks for it under this name."""
PATTERN = "meierbox-*.zip"
_COPY_AGAIN = message("copy it to the USB drive again")
_DO_NOT_USE = message("do not use it")
_CHUNK = 1 << 20
_WHOLE_MANIFEST = 8 << 20


@dataclass(frozen=True, slots=True)
class BundledFile:
    """What a file of a release must be: its checksum (SHA-256, hexadecimal), its size in bytes, if it is executable."""

    sha256: str
    size: int
    program: bool


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a release says about itself; `machines` are those that its wheels are for ("3.11 aarch64")."""

    version: str
    commit: str
    made: str
    machines: tuple[str, ...]
    files: Mapping[str, BundledFile]

    @property
    def name(self) -> str:
        """The name of the release, and of its folder.

        >>> Manifest("0.2.0", "1a2b3c4", "2026-11-21", (), {}).name
        '0.2.0-1a2b3c4'
        """
        return f"{self.version}-{self.commit}"

    @property
    def size(self) -> int:
        """How many bytes it takes unpacked."""
        return sum(entry.size for entry in self.files.values())

    def encoded(self) -> bytes:
        """Writes it as it is in the bundle: the very bytes that are signed."""
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
    """Reads a manifest; raises BundleError where it is not one, has a later format, or names what it must not."""
    try:
        content = json.loads(data)
        found = content["format"]
        manifest = _manifest_of(content) if found == FORMAT else None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        says = message("The bundle's manifest cannot be read ({error})", error=repr(error))
        raise BundleError(says.with_remedy(message("copy the bundle again"))) from error
    if manifest is None:
        says = message("The bundle has format {format}, which this meierbox does not know", format=str(found))
        raise BundleError(says.with_remedy(message("update to a release in between first")))
    if not re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z.+_-]*", manifest.name):
        says = message("The bundle calls itself {name}, which is not the name of a release", name=repr(manifest.name))
        raise BundleError(says.with_remedy(_DO_NOT_USE))
    for name in manifest.files:
        if not is_inside(name):
            says = message("The bundle would write {file}, outside its own folder", file=repr(name))
            raise BundleError(says.with_remedy(_DO_NOT_USE))
    return manifest


def _manifest_of(content: Any) -> Manifest:
    files = {
        str(name): BundledFile(str(entry["sha256"]), int(entry["size"]), bool(entry["program"]))
        for name, entry in content["files"].items()
    }
    return Manifest(
        str(content["version"]),
        str(content["commit"]),
        str(content["made"]),
        tuple(str(machine) for machine in content["machines"]),
        MappingProxyType(files),
    )


def is_inside(name: str) -> bool:
    r"""Returns whether a file of this name lies inside the folder that it is unpacked to.

    >>> [is_inside(name) for name in ("firmware/app/box.py", "../box.py", "/etc/passwd", "a/../../b", "a\\b", "")]
    [True, False, False, False, False, False]
    """
    path = PurePosixPath(name)
    strange = set("\\\0\n") & set(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and not strange and str(path) == name


class Bundle:
    """An open bundle; `signature` is that of the manifest, None where nobody signed it."""

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        """Reads the manifest; raises BundleError where there is none."""
        self.path = path
        self._archive = archive
        self.signed = self._read(MANIFEST)
        self.manifest = decoded(self.signed)
        self.signature = self._read(SIGNATURE) if SIGNATURE in archive.namelist() else None

    def unpack(self, folder: Path) -> None:
        """Unpacks into a new folder, checks every file against its checksum, and makes all of it durable.

        Raises:
            BundleError: where a file is missing or other than the manifest says.
        """
        folder.mkdir(parents=True)
        folders = {folder}
        for name, entry in self.manifest.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            folders.update(parent for parent in path.parents if parent.is_relative_to(folder))
            self._copy(name, entry, path)
        for made in (*folders, folder.parent):
            sync_folder(made)

    def _copy(self, name: str, entry: BundledFile, path: Path) -> None:
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
            raise self._damaged(message("{name} is not what its manifest says", name=name))

    def _read(self, name: str) -> bytes:
        data = bytearray()
        with self._opened(name) as source:
            for chunk in self._chunks(source):
                data += chunk
                if len(data) > _WHOLE_MANIFEST:
                    raise self._damaged(message("{name} is far too long", name=name))
        return bytes(data)

    @contextmanager
    def _opened(self, name: str) -> Iterator[IO[bytes]]:
        try:
            source = self._archive.open(name)
        except KeyError as error:
            raise self._damaged(message("it has no {name}", name=name)) from error
        with source:
            yield source

    def _chunks(self, source: IO[bytes]) -> Iterator[bytes]:
        """Reads in chunks; the drive may be pulled, or the checksum of the zip may not match."""
        try:
            while chunk := source.read(_CHUNK):
                yield chunk
        except (OSError, EOFError, zipfile.BadZipFile, ValueError) as error:
            raise self._damaged(literal(str(error))) from error

    def _damaged(self, why: Message) -> BundleError:
        says = message("The bundle {file} is damaged ({problem})", file=self.path.name, problem=why)
        return BundleError(says.with_remedy(_COPY_AGAIN))


@contextmanager
def opened(path: Path) -> Iterator[Bundle]:
    """Opens a bundle; raises BundleError where the file is not one."""
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError as error:
        says = message("There is no file {file}", file=str(path))
        raise BundleError(says.with_remedy(message("name a bundle, such as meierbox-0.2.0-1a2b3c4.zip"))) from error
    except (OSError, zipfile.BadZipFile) as error:
        says = message("{file} is not a release bundle ({error})", file=str(path), error=str(error))
        raise BundleError(says.with_remedy(_COPY_AGAIN)) from error
    with archive:
        yield Bundle(path, archive)


def write(
    path: Path,
    source: Path,
    names: Sequence[str],
    manifest: Callable[[Mapping[str, BundledFile]], Manifest],
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
        files[name] = BundledFile(summed, status.st_size, bool(status.st_mode & 0o100))
    made = manifest(files)
    beside = path.with_name(f".{path.name}.new")
    try:
        with zipfile.ZipFile(beside, "w") as archive:
            # First, so that a reader of the manifest need not read to the end.
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
