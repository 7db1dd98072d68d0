"""Reads text files written by people, and JSON in them, within limits that are checked before parsing."""

import json
import os
import re
import stat
from pathlib import Path
from typing import Any

LARGEST = 16 << 20
LONGEST_LINE = 64 << 10
DEEPEST = 16
LONGEST_NUMBER = 40

_BRACKET = re.compile(r"[\[{\]}]")
_LONG_NUMBER = re.compile(rf"[0-9]{{{LONGEST_NUMBER + 1}}}")


class BoundedTextError(ValueError):
    """Describes in a few words what is wrong with a text."""


def read_bounded(path: Path) -> str:
    """Reads a regular text file of at most LARGEST bytes, without waiting for a pipe.

    Raises: OSError: If it cannot be opened. BoundedTextError: If it is not such a file.
    """
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise BoundedTextError("it is not a regular file")
        data = bytearray()
        while len(data) <= LARGEST and (chunk := os.read(handle, 1 << 20)):
            data += chunk
    finally:
        os.close(handle)
    if len(data) > LARGEST:
        raise BoundedTextError(f"it is longer than {LARGEST >> 20} MB")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BoundedTextError("it is no text") from error


def parse_bounded(text: str) -> Any:
    """Parses JSON; raises BoundedTextError if it is invalid or nested too deeply, or its numbers are too long.

    >>> parse_bounded('{"image_size": [4, 2]}')
    {'image_size': [4, 2]}
    >>> parse_bounded("[" * 10_000)
    Traceback (most recent call last):
    vision.bounded_text.BoundedTextError: it is nested too deeply
    """
    if len(text) > LONGEST_LINE:
        raise BoundedTextError(f"it is longer than {LONGEST_LINE >> 10} kB")
    depth = 0
    for found in _BRACKET.finditer(text):
        depth += 1 if found[0] in "[{" else -1
        if depth > DEEPEST:
            raise BoundedTextError("it is nested too deeply")
    if _LONG_NUMBER.search(text):
        raise BoundedTextError(f"it has a number of more than {LONGEST_NUMBER} digits")
    try:
        return json.loads(text)
    except ValueError as error:
        raise BoundedTextError("it is no JSON") from error
