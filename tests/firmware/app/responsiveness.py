"""What people feel of the program's speed: `python -m tests.firmware.app.responsiveness`.

Measures on this machine, without a screen, and prints a line for each goal:

- the first frame of a second start (`play --camera sim`), from the launch of its process on;
- the peek under the flap with eight dice at 1920x1080: on a screen that others see, from the first press until they are
  asked to look away, and from the moment a control is held until the dice are on the screen; for somebody who plays
  alone against computers, from the press until they are;
- how much of a core an idle box takes, at the start screen and in a game, the camera's process running, and the memory
  of the main process (PSS: shared pages are divided among those who share them).

Other programs lengthen wall time: run it on a quiet machine. `--wait SECONDS` is how long the idle box is watched.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.firmware.app.memory import family, kind, memory, processor_seconds

if TYPE_CHECKING:
    from firmware.app.main_loop import MainLoop

FIRST_FRAME_SECONDS, PEEK_SECONDS, IDLE_SHARE, PSS_MB = 1.0, 0.150, 0.03, 120
SETTLING_SECONDS = 12.0
PEEKS = 9
HOLD_AFTER_SECONDS = 0.5
"""How long the others take to look away."""
PATIENCE_SECONDS = 60.0
NAMES = ("Astrid", "Bjorn", "Sigrid")


def box(words: list[str]) -> int:
    """The main function of the measured process: a box that says when it has drawn, and does what it is told."""
    begun, wish, size = time.time(), words[0], words[1]
    from firmware.app.composition import BoxOptions, composed, run_in_window  # noqa: PLC0415 - loading is measured
    from firmware.app.main_loop import MainLoop  # noqa: PLC0415
    from firmware.config.paths import state_dir  # noqa: PLC0415
    from firmware.config.settings import Preferences  # noqa: PLC0415

    width, height = map(int, size.split("x"))
    told = False
    follow: Callable[[object], float | None] = (
        _nothing if wish == "idle" else _game if wish == "game" else _Peeks(alone=wish == "alone")
    )

    def before_wait(box: MainLoop) -> float | None:
        nonlocal told
        if not told and box.window.frames:
            told = True
            print(json.dumps({"shown": time.time(), "loaded": begun}), flush=True)
        return follow(box)

    options = BoxOptions(state_dir(), seed=3, size=(width, height), preferences=Preferences())
    with composed(options) as made:
        run_in_window(made, before_wait)
    return 0


def _nothing(box: object) -> float | None:
    del box
    return None


def _game(box: object) -> float | None:
    from firmware.app.main_loop import MainLoop  # noqa: PLC0415
    from firmware.table.destinations import BoxRound  # noqa: PLC0415

    assert isinstance(box, MainLoop)
    if box.table.session is None:
        box.table.context.current_game.begin(NAMES, {}, 0)
        box.table.go(BoxRound())
        return 0.0
    return None


def _pause(seconds: float) -> Iterator[float]:
    """Lets so much time pass, however often the loop asks."""
    over = time.monotonic() + seconds
    while (left := over - time.monotonic()) > 0:
        yield left


class _Peeks:
    """Begins a game with eight dice a seat, and looks under the flap again and again."""

    def __init__(self, alone: bool) -> None:
        """`alone`: against computers, so that nobody is asked to look away."""
        self._alone = alone
        self._steps: Iterator[float | None] | None = None

    def __call__(self, box: object) -> float | None:
        from firmware.app.main_loop import MainLoop  # noqa: PLC0415

        assert isinstance(box, MainLoop)
        if self._steps is None:
            self._begin(box)
            self._steps = self._looks(box)
        return next(self._steps, None)

    def _begin(self, box: "MainLoop") -> None:
        from firmware.table.destinations import Bidding  # noqa: PLC0415
        from firmware.table.plan import with_computers  # noqa: PLC0415
        from hardware.ports import Control, Pressed  # noqa: PLC0415

        current = box.table.context.current_game
        current.rules = "stars"
        plan = replace(current.plan, seats=NAMES, options={})
        current.plan = with_computers(plan, ("bold", "bold"), ()) if self._alone else plan
        current.begin(current.plan.seats, {}, 0)
        box.table.go(Bidding())
        box.inbox.put(Pressed(Control.DIAL))

    def _looks(self, box: "MainLoop") -> Iterator[float | None]:
        from hardware.ports import PeekRequested  # noqa: PLC0415

        yield from _pause(3.0)
        for _ in range(PEEKS):
            began = time.monotonic()
            box.inbox.put(PeekRequested(open=True))
            yield 0.0  # the step that takes a message also draws what it changes
            if not self._alone:
                print(json.dumps({"asked": time.monotonic() - began}), flush=True)
                yield from _pause(HOLD_AFTER_SECONDS)
                began = time.monotonic()
                box.inbox.put(PeekRequested(open=True))
                yield 0.0
            while not box.flap.shows:
                yield None
            print(json.dumps({"peek": time.monotonic() - began}), flush=True)
            box.inbox.put(PeekRequested(open=False))
            yield from _pause(1.0)
        box.leaving = True


def _started(folder: str, wish: str, size: str) -> subprocess.Popen[str]:
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "MEIERBOX_STATE": folder}
    command = [sys.executable, "-m", "tests.firmware.app.responsiveness", "--box", wish, size]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)


def _told(process: subprocess.Popen[str], what: str) -> float:
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("{") and what in (found := json.loads(line)):
            return float(found[what])
    raise SystemExit(f"The box ended without telling what was waited for ({what}).")


def first_frame(size: str) -> float:
    """Returns the seconds from the launch of the second process to its first frame."""
    with TemporaryDirectory(prefix="meierbox-start-") as folder:
        for _ in range(2):
            begun = time.time()
            process = _started(folder, "idle", size)
            seconds = _told(process, "shown") - begun
            process.terminate()
            process.wait(PATIENCE_SECONDS)
    return seconds


def peek(size: str, wish: str, *what: str) -> list[list[float]]:
    """Returns the sorted seconds of several peeks, from the request to the frame, for each thing that is measured."""
    with TemporaryDirectory(prefix="meierbox-peek-") as folder:
        process = _started(folder, wish, size)
        found = [[_told(process, each) for each in what] for _ in range(PEEKS)]
        process.terminate()
        process.wait(PATIENCE_SECONDS)
    return [sorted(seconds) for seconds in zip(*found, strict=True)]


def idle(wish: str, size: str, seconds: float) -> tuple[float, float, int]:
    """Returns the shares of a core that the main process and the whole box take, and the PSS of the main process."""
    with TemporaryDirectory(prefix="meierbox-idle-") as folder:
        process = _started(folder, wish, size)
        _told(process, "shown")
        _rest(SETTLING_SECONDS)
        before = {pid: processor_seconds(pid) for pid in family(process.pid)}
        _rest(seconds)
        used = {pid: processor_seconds(pid) - spent for pid, spent in before.items() if Path(f"/proc/{pid}").exists()}
        main = sum(spent for pid, spent in used.items() if kind(pid) == "main")
        pss = memory(process.pid)["Pss"]
        process.terminate()
        process.wait(PATIENCE_SECONDS)
    return main / seconds, sum(used.values()) / seconds, pss


def _rest(seconds: float) -> None:
    from threading import Event  # noqa: PLC0415

    Event().wait(seconds)


def _line(what: str, found: str, goal: str, met: bool) -> None:
    print(f"{'met  ' if met else 'NOT  '} {what}: {found} (goal: {goal})", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints; returns 0 if all goals are met."""
    parser = argparse.ArgumentParser(description="Measures first frame, peek, idle load and memory.")
    parser.add_argument("--box", nargs=2, metavar=("WISH", "SIZE"), help=argparse.SUPPRESS)
    parser.add_argument("--size", default="800x480", metavar="WxH", help="the screen for all but the peek")
    parser.add_argument("--wait", type=float, default=30.0, metavar="SECONDS", help="how long the idle box is watched")
    chosen = parser.parse_args(arguments)
    if chosen.box:
        return box(chosen.box)
    met = []
    start = min(first_frame(chosen.size) for _ in range(3))
    met.append(start <= FIRST_FRAME_SECONDS)
    _line("first frame of a second start, best of 3", f"{start:.2f} s", f"{FIRST_FRAME_SECONDS:.0f} s", met[-1])
    asked, held = peek("1920x1080", "peek", "asked", "peek")
    (alone,) = peek("1920x1080", "alone", "peek")
    for what, seconds in (("held", held), ("asked to look away", asked), ("alone against computers", alone)):
        middle = seconds[len(seconds) // 2]
        met.append(middle <= PEEK_SECONDS)
        found = f"{middle * 1000:.0f} ms (best {seconds[0] * 1000:.0f}, worst {seconds[-1] * 1000:.0f})"
        _line(f"peek with eight dice at 1920x1080, {what}, median", found, f"{PEEK_SECONDS * 1000:.0f} ms", met[-1])
    for wish, where in (("idle", "at the start screen"), ("game", "in a game")):
        of_main, of_all, pss = idle(wish, chosen.size, chosen.wait)
        met += [of_all < IDLE_SHARE, pss <= PSS_MB]
        share = f"{100 * of_all:.1f} % of a core, main process {100 * of_main:.1f} %"
        _line(f"idle {where}", share, f"under {100 * IDLE_SHARE:.0f} %", met[-2])
        _line(f"main process {where}", f"{pss} MB PSS", f"{PSS_MB} MB", met[-1])
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
