"""Whether a box grows during an evening: `python -m tests.firmware.app.soak.memory_growth [ROUNDS]`.

Plays all games without a camera on a screen of 800x480, with the soak test's players, who also look through the menus,
and with the memory settings of `systemd/meierbox.service`. Every 50 rounds prints the memory of the process that shared
libraries have no part in (MB), and its open files. A box that somebody leaves is started again in the same process.
"""

import gc
import os
import random
import sys
import tempfile
from itertools import cycle
from pathlib import Path

UNIT = Path(__file__).parents[4] / "systemd/meierbox.service"
STEP = 50


def malloc_settings() -> dict[str, str]:
    """Returns the settings of the service that a process must be started with."""
    lines = UNIT.read_text().splitlines()
    words = [word for line in lines if line.startswith("Environment=MALLOC") for word in line[12:].split()]
    return dict(word.split("=", 1) for word in words)


def anonymous_mb() -> float:
    """Returns the memory of this process that is no file's."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous:")) / 1024


def play(rounds: int) -> None:
    """Plays so many rounds, and prints a line every `STEP` of them."""
    from firmware.app.composition import BoxOptions, composed, run_in_window  # noqa: PLC0415 - pygame takes its driver
    from firmware.app.main_loop import BoxMessage, MainLoop  # noqa: PLC0415
    from firmware.app.soak.ground_truth_check import GroundTruthCheck  # noqa: PLC0415
    from firmware.app.soak.random_input import RandomInput  # noqa: PLC0415
    from firmware.table.plan import PLAYED  # noqa: PLC0415

    rng, rules, played = random.Random(1), cycle(PLAYED), GroundTruthCheck()
    due = 0

    def sit_down(state: Path) -> None:
        with composed(BoxOptions(state=state, camera="none", size=(800, 480), silent=True)) as box:
            people = RandomInput(box, rng, lambda: (next(rules), None))

            def heard(message: BoxMessage) -> None:
                played.watch(box, message)
                people.on_message(message)

            def turn(box: MainLoop) -> float:
                nonlocal due
                if played.rounds >= due:
                    due += STEP
                    files = len(list(Path("/proc/self/fd").iterdir()))
                    print(f"{played.rounds:5} rounds {anonymous_mb():6.1f} MB {files:4} open files", flush=True)
                box.leaving = box.leaving or played.rounds >= rounds
                if (action := people.next()) is not None:
                    box.inbox.put(action)
                return 0.0

            box.watch = heard
            run_in_window(box, turn)

    with tempfile.TemporaryDirectory() as folder:
        while played.rounds < rounds:
            sit_down(Path(folder))
            gc.collect()


def main() -> None:
    """Starts itself anew with the memory settings of the service, and plays."""
    wanted = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **malloc_settings()}
    if any(os.environ.get(name) != value for name, value in wanted.items()):
        words = [sys.executable, "-m", "tests.firmware.app.soak.memory_growth", *sys.argv[1:]]
        os.execve(sys.executable, words, {**os.environ, **wanted})
    play(int(sys.argv[1]) if len(sys.argv) > 1 else 500)


if __name__ == "__main__":
    main()
