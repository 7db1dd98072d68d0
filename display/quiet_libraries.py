"""Keeps the libraries below SDL from writing to the terminal; failures that matter are also raised."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import pygame

_ERROR_STREAM = 2
_ErrorHandler = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
"""`snd_lib_error_handler_t`: file, line, function, error, and a format whose arguments are not read."""


_says_nothing = _ErrorHandler(lambda *_: None)


@cache
def silence_alsa() -> None:
    """Has ALSA drop its own error messages for as long as the program runs, wherever SDL finds the library."""
    bundled = Path(pygame.__file__).parent.with_name("pygame_ce.libs").glob("libasound*")
    for name in (*map(str, bundled), "libasound.so.2"):
        with suppress(OSError, AttributeError):
            ctypes.CDLL(name).snd_lib_error_set_handler(_says_nothing)


@contextmanager
def silenced() -> Iterator[None]:
    """Drops what is written to the error stream meanwhile: libwayland complains of a missing XDG_RUNTIME_DIR there."""
    kept = os.dup(_ERROR_STREAM)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, _ERROR_STREAM)
        yield
    finally:
        os.dup2(kept, _ERROR_STREAM)
        os.close(nowhere)
        os.close(kept)
