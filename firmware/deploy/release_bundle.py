"""A release in one file: the project, its wheels, and a manifest with the SHA-256 of every file.

The file is a zip, so that any computer can open it. Files that are not in the manifest, or differ from it, are refused,
whether a drive was pulled too early or somebody altered them.
"""

import hashlib
import json
import lzma
import os
import re
import shutil
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import IO, Any, BinaryIO

from firmware.config import atomic_files
from firmware.config.atomic_files import sync_folder
from firmware.config.bounded_files import open_regular, parse_json
from firmware.config.errors import UnusableFileError
from firmware.deploy.errors import BundleError
from firmware.rules.message import Message, literal, message

FORMAT = 1
MANIFEST = "manifest.json"
SIGNATURE = "manifest.sig"
WHEELS = "wheels"
"""The folder of the wheels in a release, which the launcher looks for."""
PATTERN = "meierbox-*.zip"
_COPY_AGAIN = message("copy it to the USB drive again")
_DO_NOT_USE = message("do not use it")
_CHUNK = 1 << 20
_WHOLE_MANIFEST = 4 << 20
_WHOLE_SIGNATURE = 4 << 10
MAX_FILES = 20_000
LARGEST_RELEASE = 4 << 30
_WHOLE_DIRECTORY = 16 << 20
_END_OF_DIRECTORY = b"PK\x05\x06"
_LONGEST_REASON = 200
_RESERVED = (MANIFEST, SIGNATURE)
_DAMAGES = (
    OSError,
    EOFError,
    ValueError,
    RuntimeError,  # including NotImplementedError: a kind of zip unknown to Python
    LookupError,
    OverflowError,
    MemoryError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
)
"""What `zipfile` raises for a corrupt zip."""


@dataclass(frozen=True, slots=True)
class BundledFile:
    """A file of a release: its checksum (SHA-256, hexadecimal), its size in bytes, whether it is executable."""

    sha256: str
    size: int
    program: bool


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a release says about itself; `machines` are those that its wheels are for ("3.11 aarch64").

    `committed` is when it was committed, in Unix time; 0 where an older release does not say.
    """

    version: str
    commit: str
    made: str
    machines: tuple[str, ...]
    files: Mapping[str, BundledFile]
    committed: int = 0

    @property
    def age(self) -> tuple[object, ...]:
        """Orders releases by age: later ones are larger."""
        return (*version_key(self.version), self.committed)

    @property
    def name(self) -> str:
        """The name of the release, and of its folder.

        >>> Manifest("0.2.0", "1a2b3c4", "2026-11-21", (), {}).name
        '0.2.0-1a2b3c4'
        """
        return f"{self.version}-{self.commit}"

    @property
    def size(self) -> int:
        """The unpacked size in bytes."""
        return sum(entry.size for entry in self.files.values())

    def encoded(self) -> bytes:
        """Encodes it as in the bundle: the bytes that are signed."""
        content = {
            "format": FORMAT,
            "version": self.version,
            "commit": self.commit,
            "made": self.made,
            "committed": self.committed,
            "machines": list(self.machines),
            "files": {name: asdict(entry) for name, entry in sorted(self.files.items())},
        }
        return (json.dumps(content, indent=1) + "\n").encode()


def decoded(data: bytes) -> Manifest:
    """Parses a manifest; raises BundleError for an invalid one, a later format, or forbidden names."""
    try:
        content = parse_json(data.decode("utf-8"))
        found = content["format"]
        manifest = _manifest_of(content) if found == FORMAT else None
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
        why = str(error)[:_LONGEST_REASON] or type(error).__name__
        says = message("The bundle's manifest cannot be read ({error})", error=why)
        raise BundleError(says.with_remedy(message("copy the bundle again"))) from error
    if manifest is None:
        says = message(
            "The bundle has format {format}, which this meierbox does not know", format=str(found)[:_LONGEST_REASON]
        )
        raise BundleError(says.with_remedy(message("update to a release in between first")))
    if not re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,99}", manifest.name):
        name = repr(manifest.name[:_LONGEST_REASON])
        says = message("The bundle calls itself {name}, which is not the name of a release", name=name)
        raise BundleError(says.with_remedy(_DO_NOT_USE))
    for name in manifest.files:
        if not is_inside(name):
            shown = repr(name[:_LONGEST_REASON])
            says = message("The bundle would write {file}, outside its own folder", file=shown)
            raise BundleError(says.with_remedy(_DO_NOT_USE))
    if len(manifest.files) > MAX_FILES or manifest.size > LARGEST_RELEASE:
        says = message("The bundle is far larger than any release")
        raise BundleError(says.with_remedy(_DO_NOT_USE))
    return manifest


def version_key(version: str) -> tuple[tuple[int, ...], bool, str]:
    """Returns a sort key for versions; pre-releases come before their release.

    >>> sorted(("0.10", "0.9.1", "0.9", "0.10rc1"), key=version_key)
    ['0.9', '0.9.1', '0.10rc1', '0.10']
    """
    numbers = re.match(r"\d{1,9}(?:\.\d{1,9})*", version)
    counted = tuple(int(number) for number in numbers[0].split(".")) if numbers else ()
    rest = version[numbers.end() :] if numbers else version
    return counted, not rest, rest


def fingerprint(manifest: bytes) -> str:
    """Identifies a release by 128 bits of its manifest's checksum.

    >>> fingerprint(b"")
    'e3b0-c442-98fc-1c14-9afb-f4c8-996f-b924'
    """
    digits = hashlib.sha256(manifest).hexdigest()[:32]
    return "-".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def _manifest_of(content: Any) -> Manifest:
    files = {
        str(name): BundledFile(str(entry["sha256"]), _natural(entry["size"]), bool(entry["program"]))
        for name, entry in content["files"].items()
    }
    return Manifest(
        str(content["version"]),
        str(content["commit"]),
        str(content["made"]),
        tuple(str(machine) for machine in content["machines"]),
        MappingProxyType(files),
        _natural(content.get("committed", 0)),
    )


def _natural(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{str(value)[:20]} is no number of bytes or seconds")
    return value


def is_inside(name: str) -> bool:
    r"""Returns whether a file of this name stays inside the folder it is unpacked to.

    >>> [is_inside(name) for name in ("firmware/app/main_loop.py", "../box.py", "/etc/passwd", "a/../../b", "a\\b", "")]
    [True, False, False, False, False, False]
    """
    path = PurePosixPath(name)
    plain = name.isprintable() and "\\" not in name and name not in _RESERVED
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and plain and str(path) == name


class Bundle:
    """An open bundle; `signature` is the manifest's, None if it is unsigned."""

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        """Reads the manifest; raises BundleError if there is none."""
        self.path = path
        self._archive = archive
        self.signed = self._read(MANIFEST)
        self.manifest = decoded(self.signed)
        there = SIGNATURE in archive.namelist()
        self.signature = self._read(SIGNATURE, _WHOLE_SIGNATURE) if there else None

    @property
    def fingerprint(self) -> str:
        """Identifies this bundle by 128 bits of its manifest's checksum, which covers all files."""
        return fingerprint(self.signed)

    def unpack(self, folder: Path) -> None:
        """Unpacks into a new folder, verifies every checksum, and makes everything durable.

        The manifest is laid beside the files. Where this fails, nothing of the folder is left.

        Raises:
            BundleError: where a file is missing or other than the manifest says.
            OSError: where the disk is full, or files are in each other's way.
        """
        folder.mkdir(parents=True)
        try:
            self._unpack(folder)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def _unpack(self, folder: Path) -> None:
        folders = {folder}
        atomic_files.write(folder / MANIFEST, self.signed.decode("utf-8"))
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

    def _read(self, name: str, most: int = _WHOLE_MANIFEST) -> bytes:
        data = bytearray()
        with self._opened(name) as source:
            for chunk in self._chunks(source):
                data += chunk
                if len(data) > most:
                    raise self._damaged(message("{name} is far too long", name=name))
        return bytes(data)

    @contextmanager
    def _opened(self, name: str) -> Iterator[IO[bytes]]:
        try:
            entry = self._archive.getinfo(name)
        except KeyError as error:
            raise self._damaged(message("it has no {name}", name=name)) from error
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self._damaged(message("{name} is packed in an unknown way", name=name))
        try:
            source = self._archive.open(entry)
        except _DAMAGES as error:
            raise self._damaged(_reason_of(error)) from error
        with source:
            yield source

    def _chunks(self, source: IO[bytes]) -> Iterator[bytes]:
        """Reads in chunks; the drive may be pulled, or the zip may be corrupt."""
        try:
            while chunk := source.read(_CHUNK):
                yield chunk
        except _DAMAGES as error:
            raise self._damaged(_reason_of(error)) from error

    def _damaged(self, why: Message) -> BundleError:
        says = message("The bundle {file} is damaged ({problem})", file=self.path.name, problem=why)
        return BundleError(says.with_remedy(_COPY_AGAIN))


@contextmanager
def opened(path: Path) -> Iterator[Bundle]:
    """Opens a bundle; raises BundleError if the file is not one."""
    try:
        file = open_regular(path)
    except FileNotFoundError as error:
        says = message("There is no file {file}", file=str(path))
        raise BundleError(says.with_remedy(message("name a bundle, such as meierbox-0.2.0-1a2b3c4.zip"))) from error
    except UnusableFileError as error:
        raise _no_bundle(path, error.problem) from error
    except (OSError, ValueError) as error:
        raise _no_bundle(path, _reason_of(error)) from error
    with file:
        try:
            _check_directory(path, file)
            archive = zipfile.ZipFile(file)
        except BundleError:
            raise
        except _DAMAGES as error:
            raise _no_bundle(path, _reason_of(error)) from error
        with archive:
            yield Bundle(path, archive)


def _check_directory(path: Path, file: BinaryIO) -> None:
    """Checks the size of a zip's directory before `zipfile` reads it."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - (1 << 16) - 22))
    tail = file.read()
    at = tail.rfind(_END_OF_DIRECTORY)
    if at < 0 or at + 22 > len(tail):
        raise _no_bundle(path, message("it is not a complete zip file"))
    _, entries, length = struct.unpack_from("<HHI", tail, at + 8)
    if entries > MAX_FILES or length > _WHOLE_DIRECTORY:
        raise _no_bundle(path, message("it has far too many files"))
    file.seek(0)


def _no_bundle(path: Path, why: Message) -> BundleError:
    says = message("{file} is not a release bundle ({error})", file=str(path), error=why)
    return BundleError(says.with_remedy(_COPY_AGAIN))


def _reason_of(error: BaseException) -> Message:
    return literal((str(error) or type(error).__name__)[:_LONGEST_REASON])


def write(
    path: Path,
    source: Path,
    names: Sequence[str],
    manifest: Callable[[Mapping[str, BundledFile]], Manifest],
    sign: Callable[[bytes], bytes] | None = None,
) -> Manifest:
    """Writes the files `names` of the folder `source` as a reproducible bundle.

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
            # First, so that reading the manifest does not require the whole file.
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
