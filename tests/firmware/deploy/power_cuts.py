"""Cuts the power at every instant of an update: a process that ends itself at the Nth thing it does to a file.

    python -m tests.firmware.deploy.power_cuts FOLDER good|bad SAME|LATER

Python's audit events (PEP 578) tell of every open, rename, link, folder and deletion just before it happens; there the
child ends, without a word and without tidying up. Then the machine starts again: box and trial go on from what lies on
the disk, and are cut once more at another instant; then they may come to an end. Prints a line of JSON for each
instant: what stood in the end. What a disk holds back in its memory is not tried here.
"""

import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from firmware.deploy import release_bundle
from firmware.deploy.steps import carry_out
from firmware.deploy.trial import finish_trial
from tests.firmware.deploy.installed_box import Box, make_box, make_bundle, whole

NEW = "0.2.0-1a2b3c4"
TOUCHING = ("open", "os.", "shutil.", "sqlite3.connect")
CUT = 9


def until_cut(deed: Callable[[], object], instant: int | None) -> bool:
    """Runs it in a child that loses its power; returns whether it finished."""
    child = os.fork()
    if child == 0:
        left = instant

        def hook(event: str, _: tuple[object, ...]) -> None:
            nonlocal left
            if left is not None and event.startswith(TOUCHING):
                if left == 0:
                    os._exit(CUT)
                left -= 1

        sys.addaudithook(hook)
        deed()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, CUT):
        raise SystemExit(f"the child ended with {code} at instant {instant}")
    return code == 0


def update(box: Box, path: Path) -> None:
    with release_bundle.opened(path) as opened:
        for _ in carry_out(box.update(opened).steps()):
            pass
    finish_trial(box.releases, box.machine, box.journal, box.machine.clock)


def start_machine(box: Box) -> None:
    """Starts the box, as systemd does first, and then continues with a trial."""
    box.machine.restart()
    finish_trial(box.releases, box.machine, box.journal, box.machine.clock)


def main() -> None:
    """Cuts the power at one operation after the other, until the update finishes first."""
    folder, bad, later = Path(sys.argv[1]), sys.argv[2] == "bad", sys.argv[3] == "LATER"
    path = make_bundle(folder, journal=2 if later else 1)
    instant = 0
    done = False
    while not done:
        shutil.rmtree(folder / "box", ignore_errors=True)
        box = make_box(folder / "box")
        box.machine.bad = frozenset({NEW} if bad else ())

        def deed(box: Box = box) -> None:
            update(box, path)

        def start(box: Box = box) -> None:
            start_machine(box)

        done = until_cut(deed, instant)
        until_cut(start, instant * 7 % 60)
        until_cut(start, None)
        current = box.releases.current
        box.machine.restart()
        unit = box.releases.folder / "units"
        facts = {
            "instant": instant,
            "current": current.name if current else None,
            "whole": current is not None and (current.name != NEW or whole(current, path)),
            "set_up": current is not None and (current.name != NEW or (current / ".venv").is_dir()),
            "runs": box.machine.running,
            "trial": box.releases.trial is not None,
            "units": unit.read_text() if unit.exists() else None,
            "games": box.games(),
            "kind": box.journal_kind(),
        }
        sys.stdout.write(json.dumps(facts) + "\n")
        instant += 1


if __name__ == "__main__":
    main()
