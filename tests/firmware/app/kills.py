"""Kills of the whole box: `python -m tests.firmware.app.kills --kills 500 [--seed S] [--state DIR]`.

A soak test plays in a session of its own. At a random moment, while it starts or in the middle of a game, all of its
processes are killed at once (SIGKILL), as when the power fails. Then everything that it had printed must be in the
journal, with the same hash, in a chain without a fault, and the next start must go on. Exit code 1 if anything was
lost, or a start failed twice in a row.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.journal.journal_reader import JournalReader

EARLY = 0.3
"""This part of the kills falls on the start, before anything is shown."""
START_SECONDS, PLAY_SECONDS = 2.5, 3.0
PATIENT = 90.0


@dataclass(slots=True)
class KillReport:
    """The counts of a run, and the failures."""

    kills: int = 0
    at_start: int = 0
    shown: int = 0
    failed_starts: int = 0
    findings: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Witness:
    """Reads the output of a box until it ends; only whole lines count."""

    shown: list[tuple[int, int, str]] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    """Lines of output that are not events."""
    first: threading.Event = field(default_factory=threading.Event)

    def read(self, box: "subprocess.Popen[str]") -> None:
        assert box.stdout is not None
        for line in box.stdout:
            if not line.endswith("\n"):
                continue
            try:
                event = json.loads(line)
                self.shown.append((event["game"], event["event"], event["hash"]))
            except (ValueError, TypeError, KeyError):
                self.strange.append(line.strip())
            self.first.set()
        self.first.set()


def play_and_kill(state: Path, seed: int, rng: random.Random, faults: str, errors: Path) -> tuple[Witness, bool, bool]:
    """Starts a box and kills it; returns its output, whether it was still starting, and whether it ended by itself."""
    words = [sys.executable, "-m", "firmware", "soak", "--rounds", "999999", "--seed", str(seed), "--faults", faults]
    env = {**os.environ, "MEIERBOX_STATE": str(state)}
    env.pop("PYGAME_HIDE_SUPPORT_PROMPT", None)  # that a test has set, and nobody at home
    witness = Witness()
    with (
        errors.open("w") as complaints,
        subprocess.Popen(
            words, env=env, stdout=subprocess.PIPE, stderr=complaints, text=True, start_new_session=True
        ) as box,
    ):
        reader = threading.Thread(target=witness.read, args=(box,))
        reader.start()
        early = rng.random() < EARLY
        if early:
            end = time.monotonic() + rng.uniform(0.0, START_SECONDS)
        else:
            witness.first.wait(PATIENT)
            end = time.monotonic() + rng.uniform(0.0, PLAY_SECONDS)
        try:
            box.wait(max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            failed = False
        else:
            failed = True
        try:
            os.killpg(box.pid, signal.SIGKILL)
        except ProcessLookupError:
            failed = True
        reader.join(PATIENT)
    return witness, early, failed


def kill(kills: int, seed: int, state: Path, faults: str = "", tell: bool = False) -> KillReport:
    """Plays and kills this many times, on one journal."""
    rng, toll = random.Random(seed), KillReport()
    everything: dict[tuple[int, int], str] = {}
    errors = state.parent / f"{state.name}-errors.txt"
    failed_before = False
    for number in range(kills):
        witness, early, failed = play_and_kill(state, rng.randrange(10**6), rng, faults, errors)
        toll.kills += not failed
        toll.at_start += early
        toll.shown += len(witness.shown)
        toll.failed_starts += failed
        toll.findings += [f"Before kill {number + 1} it printed what is no event: {line}" for line in witness.strange]
        if failed:
            last = (errors.read_text().strip().splitlines() or ["it said nothing"])[-1]
            toll.findings.append(f"Before kill {number + 1} the box ended by itself: {last}")
            if failed_before:
                toll.findings.append("A start failed twice.")
                break
        failed_before = failed
        everything.update({(game, event): own for game, event, own in witness.shown})
        if (state / "journal.db").exists():
            toll.findings += lost(state, everything, number + 1)
        if tell and number % 10 == 9:
            print(f"{toll.kills} kills, {toll.shown} events shown, {len(toll.findings)} findings", flush=True)
        if len(toll.findings) > 20:
            break
    return toll


def lost(state: Path, shown: dict[tuple[int, int], str], number: int) -> list[str]:
    """Returns the events that were shown but are not in the journal, and breaks in its chain."""
    with JournalReader(state) as journal:
        kept = {(row.game, row.seq): row.hash for row in journal.chain()}
        faults = journal.chain_faults()
    missing = [event for event, own in shown.items() if kept.get(event) != own]
    findings = [f"After kill {number} event {missing[0]} and {len(missing) - 1} more are lost."] if missing else []
    return findings + [f"After kill {number} the chain is broken: {faults[0]}" for _ in faults[:1]]


def main(words: Sequence[str] | None = None) -> int:
    """Runs the kills and prints the outcome."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", default="", help="faults for the soak test, as `meierbox soak --faults` takes them")
    parser.add_argument("--state", type=Path, help="a state directory to go on with (default: a new one)")
    args = parser.parse_args(words)
    with TemporaryDirectory(prefix="meierbox-kills-") as folder:
        state = args.state or Path(folder) / "state"
        state.mkdir(parents=True, exist_ok=True)
        toll = kill(args.kills, args.seed, state, args.faults, tell=True)
    print(
        f"{toll.kills} kills ({toll.at_start} while it started), {toll.shown} events were shown before them, "
        f"{toll.failed_starts} starts failed."
    )
    for finding in toll.findings:
        print(finding)
    print("Nothing was lost." if not toll.findings else "Something was lost.")
    return 1 if toll.findings else 0


if __name__ == "__main__":
    sys.exit(main())
