"""Keeps the libraries below SDL from writing to the terminal; failures that matter are also raised."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import pygame

_ERROR_STREAM = 2


@cache
def silence_alsa() -> None:
    """Has ALSA drop its own error messages for as long as the program runs, wherever SDL finds the library.

    The handler is a function of C that ignores what it is given. A function of Python would need the interpreter's
    lock, which the main thread holds while it waits for SDL's threads.
    """
    nothing = ctypes.cast(ctypes.CDLL(None).getpid, ctypes.c_void_p)
    bundled = Path(pygame.__file__).parent.with_name("pygame_ce.libs").glob("libasound*")
    for name in (*map(str, bundled), "libasound.so.2"):
        with suppress(OSError, AttributeError):
            ctypes.CDLL(name).snd_lib_error_set_handler(nothing)


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
