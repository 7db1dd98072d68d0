"""Commands as they appear at a terminal: arguments in; exit code, output and errors out."""

import contextlib
import io
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware.commands import main


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def meierbox(*words: str, state: Path, cwd: Path | None = None, **environ: str) -> Done:
    """Runs a command in this process, since to start Python takes longer than most commands.

    What the command changes of the environment is put back.
    """
    output, errors = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        patch.delenv("DISPLAY", raising=False)
        surroundings = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "MEIERBOX_STATE": str(state)}
        for name, value in (surroundings | environ).items():
            patch.setenv(name, value)
        if cwd is not None:
            patch.chdir(cwd)
        try:
            code: object = main(words)
        except SystemExit as refused:
            code = refused.code
    assert isinstance(code, int)
    return Done(code, output.getvalue(), errors.getvalue())
