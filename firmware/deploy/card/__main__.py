"""Sets a card up at its first start; meierbox-setup.service runs it from the release on the boot partition."""

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

from firmware.deploy.card.boot_files import BOOT, FOLDER
from firmware.deploy.card.choices import read_choices
from firmware.deploy.card.progress_page import Render, SetupProgress, page
from firmware.deploy.card.setup import CardSetup, keep_log
from firmware.deploy.card.system import RunningSystem
from firmware.deploy.errors import DeployError
from firmware.deploy.host import LocalHost
from firmware.errors import MeierboxError
from firmware.rules.message import Message, literal, message
from firmware.texts import Texts

NEXT = message("Turn the box off and on to try again. The log is in the meierbox folder on the card.")


class _Screen:
    """Redraws the page every second, so that a long step does not look like a hang."""

    def __init__(self, steps: tuple[Message, ...], render: Render) -> None:
        self._render = render
        self._progress = SetupProgress(tuple(render(step) for step in steps), 0)
        self._since = time.monotonic()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)
        self._thread.start()

    def show(self, done: int, problem: str = "", *, finished: bool = False) -> None:
        with self._lock:
            self._progress = SetupProgress(self._progress.steps, done, 0, problem, finished)
            self._since = time.monotonic()
        self._draw()

    def close(self) -> None:
        self._closed.set()
        self._thread.join()

    def _tick(self) -> None:
        while not self._closed.wait(1.0):
            self._draw()

    def _draw(self) -> None:
        with self._lock:
            now = self._progress
            seconds = int(time.monotonic() - self._since)
            columns, rows = shutil.get_terminal_size((80, 25))
            shown = SetupProgress(now.steps, now.done, seconds, now.problem, now.finished)
            sys.stdout.write(page(shown, self._render, columns, rows))
            sys.stdout.flush()


def main() -> int:
    """Runs the remaining steps, then restarts the machine; returns 1 if a step failed."""
    # The release must be set up and tested with its own folder, not with the bundle that runs this.
    os.environ.pop("PYTHONPATH", None)
    folder = Path(BOOT) / FOLDER
    log: list[str] = []
    screen: _Screen | None = None
    done, render = 0, Texts().render
    try:
        choices = read_choices(folder / "choices.toml")
        render = Texts(choices.language).render
        setup = CardSetup(choices, RunningSystem(), LocalHost(("--console",)))
        steps = setup.steps()
        screen = _Screen(tuple(step.says for step in steps), render)
        for step in setup.remaining():
            done = steps.index(next(one for one in steps if one.name == step.name))
            screen.show(done)
            began = time.monotonic()
            print(f"{step.name}: {step.says}", file=sys.stderr, flush=True)
            step.do()
            log.append(f"{step.name}: done in {time.monotonic() - began:.0f} s")
            keep_log(folder, log)
    except (DeployError, MeierboxError, OSError) as error:
        says = error.message if isinstance(error, MeierboxError) else literal(f"{error}.")
        text = f"{says} {NEXT}"
        print(text, file=sys.stderr, flush=True)
        keep_log(folder, [*log, text])
        if screen is None:
            screen = _Screen((), render)
        screen.show(done, f"{render(says)} {render(NEXT)}")
        screen.close()
        return 1
    keep_log(folder, [*log, "The box is ready."])
    (folder / "release.zip").unlink(missing_ok=True)
    screen.show(len(steps), finished=True)
    screen.close()
    subprocess.run(["systemctl", "reboot"], check=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
