"""Reads small files that people or accidents can corrupt, enforcing limits before parsing.

Files are opened without blocking, and only regular ones are read: no pipe, device or folder, nor a link to one. Size,
nesting and the length of numbers are limited, so that memory and time do not depend on the content. All problems are
reported as one error type. `set_aside` renames an unusable file; nothing is ever deleted.
"""

import errno
import json
import os
import re
import stat
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, cast

from firmware.config.atomic_files import sync_folder
from firmware.config.errors import MalformedTextError, UnusableFileError
from firmware.rules.message import Message, literal, message

LARGEST = 256 << 10
"""Limit in bytes for settings, house rules, die sets and flags; people's longest are a hundredth of it."""
DEEPEST = 24
"""Limit for nested brackets and tables."""
LONGEST_NUMBER = 40
"""Limit for digits in a row; a number of full precision has 17."""

_KINDS: tuple[tuple[Callable[[int], bool], Message], ...] = (
    (stat.S_ISDIR, message("it is a folder")),
    (stat.S_ISFIFO, message("it is a pipe")),
    (stat.S_ISSOCK, message("it is a socket")),
    (stat.S_ISCHR, message("it is a device")),
    (stat.S_ISBLK, message("it is a device")),
)
_NOT_TEXT = message("it is not UTF-8 text")
_TOO_DEEP = message("it is nested more than {most} deep", most=DEEPEST)
_TOO_LONG_A_NUMBER = message("it has a number of more than {most} digits", most=LONGEST_NUMBER)

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""'  # quoted text has no meaning here
    r"|'''.*?'''"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|(?P<open>[\[{])"
    r"|(?P<shut>[\]}])"
    rf"|(?P<number>[0-9a-fA-F_]{{{LONGEST_NUMBER + 1},}})",
    re.DOTALL,
)


def read_bytes(path: Path, most: int = LARGEST, *, follow: bool = True) -> bytes:
    """Reads a regular file of at most this many bytes; `follow`: it may be a link to one.

    Raises:
        FileNotFoundError: where there is none.
        UnusableFileError: where it is something else, too long, or cannot be read.
    """
    try:
        return _read_within(path, most, follow=follow)
    except (FileNotFoundError, UnusableFileError):
        raise
    except OSError as error:
        is_link = error.errno == errno.ELOOP
        why = message("it is a broken or circular link") if is_link else literal(error.strerror or str(error))
        raise UnusableFileError(path, why, damaged=is_link) from error
    except ValueError as error:
        # A name with a zero byte.
        raise UnusableFileError(path, literal(str(error)), damaged=False) from error


def _read_within(path: Path, most: int, *, follow: bool) -> bytes:
    with open_regular(path, follow=follow) as file:
        data = bytearray()
        while len(data) <= most and (chunk := file.read(min(1 << 20, most + 1 - len(data)))):
            data += chunk
    if len(data) > most:
        raise UnusableFileError(path, message("it is longer than {most}", most=in_bytes(most)))
    return bytes(data)


def open_regular(path: Path, *, follow: bool = True) -> BinaryIO:
    """Opens a regular file unbuffered; raises OSError if impossible, UnusableFileError for anything else."""
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY | (0 if follow else os.O_NOFOLLOW)
    try:
        handle = os.open(path, flags)
    except OSError as error:
        # A socket cannot be opened at all.
        if error.errno == errno.ENXIO:
            raise UnusableFileError(path, message("it is not a regular file")) from error
        raise
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        why = next((why for is_kind, why in _KINDS if is_kind(mode)), message("it is not a regular file"))
        raise UnusableFileError(path, why)
    return cast(BinaryIO, os.fdopen(handle, "rb", buffering=0))


def read_text(path: Path, most: int = LARGEST, *, follow: bool = True) -> str:
    """Reads a text, likewise."""
    try:
        return read_bytes(path, most, follow=follow).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnusableFileError(path, _NOT_TEXT) from error


def read_toml(path: Path, most: int = LARGEST) -> dict[str, Any]:
    """Reads a TOML file, likewise."""
    return _parsed(path, parse_toml, read_text(path, most))


def read_json(path: Path, most: int = LARGEST, *, follow: bool = True) -> dict[str, Any]:
    """Reads a file with one JSON object, likewise."""
    return _parsed(path, parse_json_object, read_text(path, most, follow=follow))


def _parsed(path: Path, parse: Callable[[str], dict[str, Any]], text: str) -> dict[str, Any]:
    try:
        return parse(text)
    except MalformedTextError as error:
        raise UnusableFileError(path, error.message) from error


def parse_toml(text: str) -> dict[str, Any]:
    """Parses TOML within the limits; raises MalformedTextError.

    >>> parse_toml("volume = " + "9" * 5000)
    Traceback (most recent call last):
    firmware.config.errors.MalformedTextError: it has a number of more than 40 digits
    """
    _check_before(text)
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise MalformedTextError(literal(str(error))) from error
    _check_depth(tables)
    return tables


def parse_json(text: str) -> Any:
    """Parses JSON within the limits; raises MalformedTextError.

    >>> parse_json("[" * 100_000)
    Traceback (most recent call last):
    firmware.config.errors.MalformedTextError: it is nested more than 24 deep
    """
    _check_before(text)
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise MalformedTextError(literal(str(error))) from error


def parse_json_object(text: str) -> dict[str, Any]:
    """Parses one JSON object, likewise."""
    content = parse_json(text)
    if not isinstance(content, dict):
        raise MalformedTextError(message("it is not a JSON object"))
    return content


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number")


def _check_before(text: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "open":
                depth += 1
                if depth > DEEPEST:
                    raise MalformedTextError(_TOO_DEEP)
            case "shut":
                depth -= 1
            case "number" if sum(map(str.isdecimal, token[0])) > LONGEST_NUMBER:
                raise MalformedTextError(_TOO_LONG_A_NUMBER)


def _check_depth(tables: dict[str, Any]) -> None:
    """Checks for deep nesting without brackets: table names with many dots."""
    level: list[Any] = [tables]
    for _ in range(DEEPEST):
        level = [
            value
            for each in level
            for value in (each.values() if isinstance(each, dict) else each)
            if isinstance(value, dict | list)
        ]
        if not level:
            return
    raise MalformedTextError(_TOO_DEEP)


def set_aside(path: Path, label: str = "damaged", now: Callable[[], float] = time.time) -> Path:
    """Renames a file (or whatever has its name) out of the way, and returns its new path.

    The new name has `label` and the time in it.

    Raises:
        OSError: where the folder cannot be written.
    """
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now()))
    aside, number = path.with_name(f"{path.name}.{label}-{stamp}"), 1
    while os.path.lexists(aside):
        number += 1
        aside = path.with_name(f"{path.name}.{label}-{stamp}-{number}")
    path.rename(aside)
    sync_folder(path.parent)
    return aside


def in_bytes(number: int) -> str:
    """Formats a size.

    >>> in_bytes(256 << 10), in_bytes(16 << 20)
    ('256 kB', '16 MB')
    """
    return f"{number >> 20} MB" if number >= 1 << 20 else f"{number >> 10} kB"
