"""The trial of a release: it starts and stays up, or the previous release is restored.

`finish_trial` runs after the switch, and at every start of the machine during a trial, always from the *previous*
release, which is known to work. Whenever power fails, it leads to one of two outcomes.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from firmware.config import atomic_files
from firmware.config.start_guard import FLAG, STEADY_SECONDS
from firmware.deploy import journal_copy
from firmware.deploy.errors import DeployError
from firmware.deploy.host import Host
from firmware.deploy.releases import Releases, Trial, UpdateResult
from firmware.rules.message import Message, literal, message

STEADY = STEADY_SECONDS + 10.0
"""Seconds without a restart after which a release has proven itself."""
PATIENCE = 900.0
"""The limit for that in seconds: a Zero 2 W may take minutes to start, and a slow start is not a failure."""
TRIALS = 3
"""After this many interrupted trials the release is rolled back: it may be what crashes the machine."""
PAUSE = 1.0


def finish_trial(
    releases: Releases, host: Host, journal: Path, clock: Callable[[], float] = time.monotonic
) -> UpdateResult | None:
    """Finishes a trial; returns None if there is none.

    Raises:
        DeployError: where even the way back fails; the trial continues at the next start of the machine.
    """
    trial = releases.trial
    current, previous = releases.current, releases.previous
    if trial is None or current is None:
        return None
    if previous is None:
        # There is nothing to roll back to: the installed release has to do.
        says = message("There is no release to go back to: this one stays.")
        return _ended(releases, UpdateResult(trial.name, True, says))
    if trial.against is None:
        if current == previous:
            return _ended(releases, _unchanged(host, current, trial))
        trial = replace(trial, begun=trial.begun + 1)
        releases.write_trial(trial)
        against = _try(host, current, trial, clock)
        if against is None:
            return _ended(releases, UpdateResult(trial.name, True, message("It has proven itself.")))
        trial = replace(trial, against=against)
        # From here on it can only be rolled back, also after another power cut.
        releases.write_trial(trial)
    return _ended(releases, _roll_back(releases, host, journal, trial, previous))


def _roll_back(releases: Releases, host: Host, journal: Path, trial: Trial, previous: Path) -> UpdateResult:
    """Makes the previous release current again."""
    host.stop()
    # In this order: a further start of the failed release would migrate the journal again.
    releases.point("current", previous)
    aside = journal_copy.put_back(journal, trial.name)
    # The failed starts were the other release's, and must not cause a safe start of this one.
    atomic_files.remove(journal / FLAG)
    host.install(previous)
    host.restart()
    reason = trial.against or literal("")
    says = message("{reason} The box is {release} again.", reason=reason, release=str(previous))
    if aside is not None:
        says = message("{result} What it has written since is kept in {file}.", result=says, file=str(aside))
    return UpdateResult(trial.name, False, says, trial.requested)


def _unchanged(host: Host, current: Path, trial: Trial) -> UpdateResult:
    """Handles a power failure before the switch: the box is unchanged."""
    host.install(current)
    host.restart()
    says = message("The update was interrupted before it changed anything: repeat it.")
    return UpdateResult(trial.name, False, says)


def _ended(releases: Releases, result: UpdateResult) -> UpdateResult:
    releases.end_trial(result)
    if result.kept:
        releases.tidy()
    return result


def _try(host: Host, current: Path, trial: Trial, clock: Callable[[], float]) -> Message | None:
    """Starts the release with its own units and watches it; returns why it failed, or None."""
    if trial.begun > TRIALS:
        return message(
            "{trials} trials were interrupted before the box had run for {seconds:.0f} seconds.",
            trials=TRIALS,
            seconds=STEADY,
        )
    try:
        host.install(current)
        host.restart()
    except DeployError as error:
        return error.message
    began = clock()
    since, start = began, ""
    while (now := clock()) < began + PATIENCE:
        box = host.box()
        if box.failed:
            return message("It did not start: systemd gave up after several attempts.")
        if not box.running or box.start != start:
            since, start = now, box.start if box.running else ""
        elif box.safe and not trial.was_safe:
            return message("It only came up in a safe start ({status}).", status=box.status)
        elif now - since >= STEADY:
            return None
        host.wait(PAUSE)
    return message(
        "It did not run for {seconds:.0f} seconds without a restart within {minutes:.0f} minutes.",
        seconds=STEADY,
        minutes=PATIENCE / 60,
    )
