"""The trial of a release: it comes up and stays up, or the release before it comes back.

`finish_trial` is run after the switch, and again at every start of the machine while a trial is under way, always by
the *previous* release, which is known to work. Whenever the power failed, it brings the box to one of two ends.
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
"""A box that has run for so many seconds without a restart has proven itself."""
PATIENCE = 900.0
"""How many seconds it has for that: a Zero 2 W may take minutes to start, and a start that is slow has not failed."""
TRIALS = 3
"""After so many interrupted trials the release is rolled back: it may be what takes the machine down."""
PAUSE = 1.0


def finish_trial(
    releases: Releases, host: Host, journal: Path, clock: Callable[[], float] = time.monotonic
) -> UpdateResult | None:
    """Brings a trial to its end; None where there is none.

    Raises:
        DeployError: where even the way back fails; the trial continues at the next start of the machine.
    """
    trial = releases.trial
    current, previous = releases.current, releases.previous
    if trial is None or current is None:
        return None
    if previous is None:
        # Nothing to go back to: whatever is installed has to do.
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
        # From here on there is only the way back, also after another power cut.
        releases.write_trial(trial)
    return _ended(releases, _roll_back(releases, host, journal, trial, previous))


def _roll_back(releases: Releases, host: Host, journal: Path, trial: Trial, previous: Path) -> UpdateResult:
    """Makes the previous release the box again."""
    host.stop()
    # In this order: if the failed release were started once more, it would convert the journal again.
    releases.point("current", previous)
    aside = journal_copy.put_back(journal, trial.name)
    # The broken starts were the other release's: they make none of this one's a safe one.
    atomic_files.remove(journal / FLAG)
    host.install(previous)
    host.restart()
    reason = trial.against or literal("")
    says = message("{reason} The box is {release} again.", reason=reason, release=str(previous))
    if aside is not None:
        says = message("{result} What it has written since is kept in {file}.", result=says, file=str(aside))
    return UpdateResult(trial.name, False, says, trial.requested)


def _unchanged(host: Host, current: Path, trial: Trial) -> UpdateResult:
    """The power failed before the switch: the box is what it was."""
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
    """Starts the release with its own units and watches it; returns why it must not stay, or None."""
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
