"""Keys typed on the console of the box do nothing."""

import os
import pty
import signal
import subprocess
import sys

from firmware.app.console import ignore_keys

PLAYER = """
import os, signal, sys
from firmware.app.console import ignore_keys
os.setsid()
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts background jobs with it ignored
os.login_tty(os.open(sys.argv[2], os.O_RDWR))
if sys.argv[1] == "box":
    assert ignore_keys(0)
os.write(1, b"ready")
os.write(1, repr(os.read(0, 3)).encode())
"""


def played(kind: str) -> tuple[int, bytes]:
    """Presses Ctrl+C, Ctrl+S and Ctrl+Z on the console of a program; returns how it ended, and its output."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen([sys.executable, "-c", PLAYER, kind, os.ttyname(theirs)])
    seen = b""
    try:
        while b"ready" not in seen:
            seen += os.read(ours, 100)
        os.write(ours, b"\x03\x13\x1a")
        code = program.wait(10)
        if code == 0:
            seen += os.read(ours, 100)
    finally:
        program.kill()
        os.close(ours)
        os.close(theirs)
    return code, seen


def test_ctrl_c_ends_an_ordinary_program_but_not_the_box() -> None:
    assert played("ordinary")[0] in (-signal.SIGINT, 1)
    code, printed = played("box")
    assert code == 0
    assert rb"\x03\x13\x1a" in printed


def test_what_is_no_terminal_is_left_alone() -> None:
    reading, writing = os.pipe()
    assert not ignore_keys(reading)
    os.close(reading)
    os.close(writing)
