"""The trial of a release: it comes up and stays up, or the release before it comes back.

`settle` is run after the switch, and again at every start of the machine while a trial is under way, always by the
*previous* release, which is known to work. Whatever instant the power went at, it brings the box to one of two ends.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from firmware.config import atomic_files
from firmware.config.start_guard import FLAG, STEADY_SECONDS
from firmware.deploy import journal_copy
from firmware.deploy.host import Host
from firmware.deploy.releases import Outcome, Shelf, Trial
from firmware.deploy.steps import InstallError

STEADY = STEADY_SECONDS + 10.0
"""A box that has run for so many seconds without a new start has proven itself."""
PATIENCE = 300.0
"""So many seconds it has for that."""
TRIALS = 3
"""So many trials may be cut off before that counts against the release: it may be what takes the machine down."""
PAUSE = 1.0


def settle(shelf: Shelf, host: Host, journal: Path, clock: Callable[[], float] = time.monotonic) -> Outcome | None:
    """Brings a trial to its end; None where there is none.

    Raises:
        InstallError: where even the way back fails; the trial goes on at the next start of the machine.
    """
    trial = shelf.trial
    current, previous = shelf.current, shelf.previous
    if trial is None or current is None:
        return None
    if previous is None:
        # Nothing to go back to: what is there is what there is.
        return _ended(shelf, Outcome(trial.name, True, "There is no release to go back to: this one stays."))
    if not trial.against:
        if current == previous:
            return _ended(shelf, _unchanged(shelf, host, trial))
        trial = replace(trial, begun=trial.begun + 1)
        shelf.write_trial(trial)
        against = _try(host, current, trial, clock)
        if against is None:
            return _ended(shelf, Outcome(trial.name, True, "It has proven itself."))
        trial = replace(trial, against=against)
        # From here on there is only the way back, also after another power cut.
        shelf.write_trial(trial)
    host.stop()
    # In this order: a release that was started once more would make the journal its own again.
    shelf.point("current", previous)
    aside = journal_copy.put_back(journal, trial.name)
    # The starts that broke off were the other release's: they make none of this one's a safe one.
    atomic_files.remove(journal / FLAG)
    host.install(previous)
    host.restart()
    says = f"{trial.against} The box is {previous} again."
    if aside is not None:
        says += f" What it had written since is kept in {aside}."
    return _ended(shelf, Outcome(trial.name, False, says))


def _unchanged(shelf: Shelf, host: Host, trial: Trial) -> Outcome:
    """The power went before the switch: the box is what it was."""
    host.install(shelf.current or Path())
    host.restart()
    return Outcome(trial.name, False, "The update was cut off before it changed anything: repeat it.")


def _ended(shelf: Shelf, outcome: Outcome) -> Outcome:
    shelf.end_trial(outcome)
    if outcome.kept:
        shelf.tidy()
    return outcome


def _try(host: Host, current: Path, trial: Trial, clock: Callable[[], float]) -> str | None:
    """Starts the release with its own units and watches it; returns what speaks against it, or None."""
    if trial.begun > TRIALS:
        return f"{TRIALS} trials were cut off before the box had run for {STEADY:.0f} seconds."
    try:
        host.install(current)
        host.restart()
    except InstallError as error:
        return str(error)
    began = clock()
    since, start = began, ""
    while (now := clock()) < began + PATIENCE:
        box = host.box()
        if box.failed:
            return "It did not come up: systemd gave it up after several starts."
        if not box.running or box.start != start:
            since, start = now, box.start if box.running else ""
        elif box.safe and not trial.was_safe:
            return f"It came up in a safe start only ({box.says})."
        elif now - since >= STEADY:
            return None
        host.wait(PAUSE)
    return f"It did not run for {STEADY:.0f} seconds at a stretch within {PATIENCE / 60:.0f} minutes."
