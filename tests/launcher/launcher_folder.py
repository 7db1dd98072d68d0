"""A project folder and a PATH of their own, in which the real launcher runs."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parents[2]
TOOLS = """
    awk basename cat cksum cp cut date df dirname flock grep head id ln mkdir mv readlink rm sed sh tail tee tr uname
"""


def _listen() -> None:
    """Lets an interrupt through, as in a terminal: who starts the tests may be deaf to it, and that is inherited."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@dataclass(frozen=True, slots=True)
class Running:
    """A launcher at work."""

    process: subprocess.Popen[str]

    def wait_to_say(self, words: str) -> None:
        """Reads its stderr up to the line with `words`."""
        assert self.process.stderr is not None
        said = []
        for line in self.process.stderr:
            if words in line:
                return
            said.append(line)
        raise AssertionError(f"never said {words!r} but {said}")

    def finish(self) -> str:
        """Waits for its end and returns the rest of its stderr."""
        return self.process.communicate(timeout=60)[1]


@dataclass(frozen=True, slots=True)
class LauncherFolder:
    """A temporary project with the real launcher, and `bin`, which is all of the PATH."""

    project: Path
    bin: Path
    root: Path

    @property
    def venv(self) -> Path:
        return self.project / ".venv"

    @property
    def calls(self) -> list[str]:
        """What the fake tools were asked to do, in order."""
        notes = self.bin.parent / "calls"
        return notes.read_text().splitlines() if notes.exists() else []

    def pip_calls(self) -> list[str]:
        return [call for call in self.calls if call.startswith("pip ")]

    def wait_for_pip(self, calls: int = 1) -> None:
        """Waits until pip is at work: sent before, a signal may be lost, and pip then waits at its gate for good."""
        deadline, never = time.monotonic() + 60, threading.Event()
        while len(self.pip_calls()) < calls:
            assert time.monotonic() < deadline, "pip was never called"
            never.wait(0.01)

    def add_python(
        self,
        name: str = "python3",
        version: str = "3.11.2",
        *,
        bits: int = 64,
        venv: bool = True,
        libcamera: bool = False,
        directory: Path | None = None,
    ) -> Path:
        """Puts an interpreter on the PATH (or in `directory`), or replaces one."""
        interpreter = (directory or self.bin) / name
        interpreter.parent.mkdir(parents=True, exist_ok=True)
        here = str(Path(__file__).parent)
        interpreter.write_text(
            f"#!{sys.executable} -IS\nimport sys\nsys.path.insert(0, {here!r})\nfrom fake_python import main\nmain()\n"
        )
        interpreter.chmod(0o755)
        settings = {"version": version, "bits": bits, "venv": venv, "libcamera": libcamera}
        interpreter.with_name(f"{name}.settings").write_text(repr(settings))
        return interpreter

    def add_tool(self, name: str, script: str) -> None:
        """Puts a shell script on the PATH."""
        tool = self.bin / name
        tool.write_text(f"#!/bin/sh\n{script}\n")
        tool.chmod(0o755)

    def environment(self, **settings: str) -> dict[str, str]:
        return {
            "PATH": str(self.bin),
            "HOME": str(self.bin.parent),
            "FAKE_CALLS": str(self.bin.parent / "calls"),
            "MEIERBOX_ROOT": str(self.root),
            **settings,
        }

    def start(
        self,
        *arguments: str,
        launcher: Path | None = None,
        directory: Path | None = None,
        user: int | None = None,
        **settings: str,
    ) -> subprocess.CompletedProcess[str]:
        """Runs the launcher to its end, with `settings` in its environment."""
        return subprocess.run(
            [launcher or self.project / "meierbox", *arguments],
            env=self.environment(**settings),
            cwd=directory or self.bin.parent,
            user=user,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    @contextmanager
    def running(self, *arguments: str, **settings: str) -> Iterator[Running]:
        """Starts the launcher in a process group of its own, which is ended at the end of the block."""
        with subprocess.Popen(
            [self.project / "meierbox", *arguments],
            env=self.environment(**settings),
            cwd=self.bin.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=_listen,  # noqa: PLW1509 - nothing but two system calls
        ) as process:
            try:
                yield Running(process)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)

    @contextmanager
    def gate(self) -> Iterator[Path]:
        """Makes a file for `FAKE_GATE`, locked: pip waits until the end of the block."""
        path = self.root / "gate"
        with path.open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield path


def make_place(directory: Path) -> LauncherFolder:
    """Lays out a project without an environment; the folder's name has a blank in it, as people's folders have."""
    place = LauncherFolder(project=directory / "my box", bin=directory / "bin", root=directory / "root")
    for folder in (place.project, place.bin, place.root):
        folder.mkdir(parents=True)
    shutil.copy(PROJECT / "meierbox", place.project)
    shutil.copy(PROJECT / "pyproject.toml", place.project)
    for tool in TOOLS.split():
        if found := shutil.which(tool, path=os.defpath + ":/usr/bin:/bin"):
            (place.bin / tool).symlink_to(found)
    return place
