"""Without a sound card and without a desktop, the terminal shows what the program says and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WITHOUT = ("SDL_AUDIODRIVER", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "AUDIODEV")


def said(code: str, **more: str) -> str:
    """The error stream of a Python program on a machine with no device and no desktop."""
    env = {name: value for name, value in os.environ.items() if name not in WITHOUT}
    command = (sys.executable, "-c", code)
    done = subprocess.run(
        command, check=True, cwd=ROOT, env={**env, **more}, capture_output=True, text=True, timeout=60
    )
    return done.stderr


def test_alsa_does_not_write_to_the_terminal() -> None:
    play = "from display.sound.speaker import MixerSpeaker, Sound; MixerSpeaker().play(Sound.HORN)"
    assert "ALSA lib" not in said(play, SDL_AUDIODRIVER="alsa")


def test_wayland_does_not_write_to_the_terminal() -> None:
    code = """
from display.errors import NoScreenError
from display.window import MainWindow
try:
    MainWindow((320, 200))
except NoScreenError:
    pass
"""
    assert "XDG_RUNTIME_DIR" not in said(code)


def test_the_error_stream_comes_back() -> None:
    code = """
import sys
from display.quiet_libraries import silenced
with silenced():
    print("lost", file=sys.stderr, flush=True)
print("said", file=sys.stderr)
"""
    assert said(code) == "said\n"
