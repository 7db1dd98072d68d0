"""Reads small files that people or accidents can corrupt, within limits: the devices' twin of `bounded_files`."""

import os
import re
import stat
from pathlib import Path

LARGEST = 256 << 10
DEEPEST = 24
LONGEST_NUMBER = 40
MAX_DOTS = 100
"""In one line; the names of tables may be nested by dots. The file of a simulated box has a point in no number."""

_BRACKET = re.compile(r"[\[{\]}]")
_LONG_NUMBER = re.compile(rf"[0-9]{{{LONGEST_NUMBER + 1}}}")


class SmallFileError(ValueError):
    """A file with unusable content; its text is the reason in a few words."""


def read_small_file(path: Path) -> str:
    """Reads a regular text file; it is opened without waiting, and read no further than the limit.

    Raises:
        OSError: where it cannot be opened.
        SmallFileError: where it is something else than a small text file, or too deep or its numbers too long to parse.
    """
    data = read_regular_file(path, LARGEST)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SmallFileError("it is not UTF-8 text") from error
    check_shape(text)
    return text


def read_regular_file(path: Path, most: int) -> bytes:
    """Reads a regular file of at most this many bytes, in the same way."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise SmallFileError("it is not a regular file")
        data = bytearray()
        while len(data) <= most and (chunk := os.read(handle, min(1 << 20, most + 1 - len(data)))):
            data += chunk
    finally:
        os.close(handle)
    if len(data) > most:
        raise SmallFileError(f"it is longer than {most >> 10} kB")
    return bytes(data)


def check_shape(text: str) -> None:
    """Refuses what a parser could choke on; these files are written by programs, so quotation marks do not matter.

    >>> check_shape("[" * 100)
    Traceback (most recent call last):
    hardware.small_files.SmallFileError: it is nested too deeply
    """
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += 1 if found[0] in "[{" else -1
        if depth > DEEPEST:
            raise SmallFileError("it is nested too deeply")
    if _LONG_NUMBER.search(text):
        raise SmallFileError(f"it has a number of more than {LONGEST_NUMBER} digits")
    if any(line.count(".") > MAX_DOTS for line in text.splitlines()):
        raise SmallFileError("it is nested too deeply")
