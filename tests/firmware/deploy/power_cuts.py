"""Cuts the power at every instant of an update: a process that ends itself at the Nth thing it does to a file.

    python -m tests.firmware.deploy.power_cuts FOLDER

Python's audit events (PEP 578) tell of every open, rename, link, folder and deletion just before it happens; there the
child ends, without a word and without tidying up. Then the machine starts again: box and trial go on from what lies on
the disk, and are cut once more at another instant; then they may come to an end. Prints a line of JSON for each
instant: what stood in the end. What a disk holds back in its memory is not tried here.
"""

import itertools
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware.deploy import release_bundle
from firmware.deploy.steps import carry_out
from firmware.deploy.trial import finish_trial
from tests.firmware.deploy.installed_box import Box, make_box, make_bundle, whole

NEW = "0.2.0-1a2b3c4"
TOUCHING = ("open", "os.", "shutil.", "sqlite3.connect")
CUT = 9


def until_cut(deed: Callable[[], object], instant: int) -> bool:
    """Runs it in a child that loses its power; returns whether it finished."""
    child = os.fork()
    if child == 0:
        left = instant

        def hook(event: str, _: tuple[object, ...]) -> None:
            nonlocal left
            if event.startswith(TOUCHING):
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


def facts(box: Box, path: Path) -> dict[str, object]:
    """What stands in the end."""
    current = box.releases.current
    box.machine.restart()
    unit = box.releases.folder / "units"
    return {
        "current": current.name if current else None,
        "whole": current is not None and (current.name != NEW or whole(current, path)),
        "set_up": current is not None and (current.name != NEW or (current / ".venv").is_dir()),
        "runs": box.machine.running,
        "trial": box.releases.trial is not None,
        "units": unit.read_text() if unit.exists() else None,
        "games": box.games(),
        "kind": box.journal_kind(),
    }


def cut_everywhere(folder: Path, bad: bool, later: bool) -> None:
    """Cuts the power at one operation after the other, until the update finishes first."""
    path = make_bundle(folder, journal=2 if later else 1)

    def made(name: str) -> Box:
        box = make_box(folder / name)
        box.machine.bad = frozenset({NEW} if bad else ())
        return box

    update(made("uncut"), path)  # loads here what every child would load anew
    instant = 0
    done = False
    while not done:
        box = made(f"box-{instant}")
        done = until_cut(partial(update, box, path), instant)
        until_cut(partial(start_machine, box), instant * 7 % 60)
        start_machine(box)
        told = {"bad": bad, "later": later, "instant": instant, **facts(box, path)}
        sys.stdout.write(json.dumps(told) + "\n")
        instant += 1


def main() -> None:
    """Cuts the power in updates to a good and a bad release, with a journal of the same and of a later kind."""
    for bad, later in itertools.product((False, True), repeat=2):
        folder = Path(sys.argv[1]) / f"{bad}-{later}"
        folder.mkdir()
        cut_everywhere(folder, bad, later)


if __name__ == "__main__":
    main()
