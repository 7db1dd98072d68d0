"""Kills of the table with its journal: `python -m tests.firmware.app.table_kills --kills 20000 [--seed S]`.

A child of this process opens the real journal and the real table on it, and plays on by chance: throws, claims, bids,
challenges, reveals, rulings, menus, taking back, leaving. What its camera would read follows from the number of the
roll, so that dice lie after a kill as they lay before. After each deed the scene is built as for the screen, and only
then is every new event told through a pipe: that is what people have seen. At a random moment, while it starts or right
after something was told, the child is killed (SIGKILL). Then everything that was told must be in the journal, with the
same hash, in a chain without a fault, and the next child must go on. Nothing is started anew but the table, so that
many kills a second are possible; `kills.py` kills the whole box.
"""

import argparse
import json
import os
import random
import select
import signal
import sqlite3
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.app.navigation import open_table, word_list
from firmware.app.presenter.presenter import Presenter
from firmware.app.soak.random_input import RandomInput
from firmware.calibrate.calibration_supervisor import CalibrationSupervisor, NoCalibration
from firmware.camera import DiceReading, RollReading
from firmware.journal.database import FILE, Journal
from firmware.journal.errors import JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.rules.games.registry import ruleset
from firmware.table.context import Equipment
from firmware.table.plan import BY_THROW, PLAYED, GamePlan, first_options
from firmware.table.requests import ReadDice, WatchRoll
from hardware.ports import Held, LidMoved, Pressed, SeatPressed, Shaken, Turned, Typed
from tests.firmware.evening import NAMES, observation

EARLY = 0.3
"""This part of the kills hits the start, before any output."""
START_SECONDS, LINGER_SECONDS = 0.05, 0.006
MAX_TOLD = 15
KILLS_PER_JOURNAL = 50
PATIENT = 60.0
MAX_ACTIONS = 200
"""After this many actions without a kill the child ends by itself."""


class KilledTable:
    """The table in the child process: it plays, and reports new rows of the journal."""

    calibration: CalibrationSupervisor = NoCalibration()

    def __init__(self, folder: Path, rng: random.Random, pipe: int) -> None:
        self.journal = Journal(folder)
        self.table = open_table(self.journal, time.time, Equipment(word_list, rng))
        self.truths: dict[int, tuple[int, ...] | None] = {}
        self._rng, self._pipe = rng, pipe
        self._people = RandomInput(self, rng, self._plan)
        self._file = sqlite3.connect(f"file:{self.journal.path}?mode=ro", uri=True)
        self._row = self._file.execute("SELECT coalesce(max(id), 0) FROM rows").fetchone()[0]

    def _plan(self) -> tuple[str, GamePlan | None]:
        rules = self._rng.choice(PLAYED)
        return rules, GamePlan(NAMES, BY_THROW, first_options(ruleset(rules)))

    def play(self) -> None:
        """Does one action after another."""
        for _ in range(MAX_ACTIONS):
            deed = self._people.next()
            if deed is not None:
                self._do(deed)
            self._read_dice()
            Presenter(self.table).scene()
            self._tell()

    def close(self) -> None:
        """Closes the journal."""
        self._file.close()
        self.journal.close()

    def _do(self, deed: object) -> None:
        table = self.table
        match deed:
            case Pressed(control=control):
                table.press(control.value)
            case Held(control=control):
                table.hold(control.value)
            case Turned(steps=steps):
                table.turn(steps)
            case Typed(text=text):
                table.type(text)
            case Shaken():
                table.on_shake()
            case LidMoved(open=is_open):
                table.on_lid(is_open)
            case SeatPressed(seat=seat):
                table.challenge_from_seat(seat)
            case _:
                return  # looks under the flap, and leaves: without a screen neither changes anything

    def _read_dice(self) -> None:
        """Answers the table's request to the camera."""
        for request in self.table.drain_requests():
            if not isinstance(request, WatchRoll | ReadDice):
                continue
            session, hand = self.table.session, request.hand if isinstance(request, ReadDice) else None
            game, roll = (session.entry.number, session.roll) if session else (0, None)
            dice = random.Random(f"{hand or (game, roll or -request.serial)}")
            faces = tuple(sorted(dice.randint(1, 6) for _ in range(request.dice)))
            self.truths[request.serial] = faces
            seen = observation(*faces)
            self.table.on_observation(request.serial, seen)
            answer = RollReading if isinstance(request, WatchRoll) else DiceReading
            self._people.on_message(answer(request.serial, seen))

    def _tell(self) -> None:
        """Reports the new rows."""
        query = "SELECT id, game, seq, hash FROM rows WHERE id > ? AND game > 0 ORDER BY id"
        for row, game, seq, own in self._file.execute(query, (self._row,)).fetchall():
            self._row = row
            _write(self._pipe, [game, seq, own])


def _write(pipe: int, what: object) -> None:
    os.write(pipe, (json.dumps(what) + "\n").encode())  # shorter than what a pipe takes at once


@dataclass(slots=True)
class TableKillReport:
    """The counts of a run, and the failures."""

    kills: int = 0
    at_start: int = 0
    told: int = 0
    games: int = 0
    findings: list[str] = field(default_factory=list)


@contextmanager
def _child(folder: Path, seed: int) -> Iterator[tuple[int, int]]:
    """Forks a child that plays; yields its process ID and the pipe that it reports through."""
    reads, writes = os.pipe()
    if (pid := os.fork()) == 0:
        code = 1
        try:
            os.close(reads)
            KilledTable(folder, random.Random(seed), writes).play()
            code = 0
        except BaseException as error:  # noqa: BLE001 - any error is what is looked for, and nothing may leave the child
            _write(writes, "".join(traceback.format_exception(error))[-2000:])
        finally:
            os._exit(code)
    os.close(writes)
    try:
        yield pid, reads
    finally:
        os.close(reads)


def _lines(pipe: int, most: int, seconds: float) -> Iterator[bytes]:
    """Yields up to this many lines of a child's report, for at most this long; an incomplete line waits."""
    held, told, end = b"", 0, time.monotonic() + seconds
    ready = select.poll()  # unlike `select`, it takes the large numbers that files have late in a long run of tests
    ready.register(pipe, select.POLLIN)
    while told < most and ready.poll(max(0.0, end - time.monotonic()) * 1000):
        if not (more := os.read(pipe, 65536)):
            return
        *whole, held = (held + more).split(b"\n")
        told += len(whole)
        yield from whole


def play_and_kill(folder: Path, seed: int, rng: random.Random) -> tuple[list[list[object]], list[str], bool]:
    """Starts a table and kills it; returns its report, its error, and whether it was still starting."""
    early = rng.random() < EARLY
    with _child(folder, seed) as (pid, pipe):
        most, seconds = (10**6, rng.uniform(0.0, START_SECONDS)) if early else (rng.randint(1, MAX_TOLD), PATIENT)
        raw = list(_lines(pipe, most, seconds))
        if not early:
            raw += _lines(pipe, 10**6, rng.uniform(0.0, LINGER_SECONDS))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        raw += _lines(pipe, 10**6, PATIENT)
    told = [json.loads(line) for line in raw]
    return (
        [each for each in told if isinstance(each, list)],
        [each for each in told if isinstance(each, str)],
        not any(isinstance(each, list) for each in told),
    )


def kill_tables(kills: int, seed: int, work: Path, tell: bool = False) -> TableKillReport:
    """Plays and kills this many times, fifty times on each journal."""
    rng, report = random.Random(seed), TableKillReport()
    shown: dict[tuple[int, int], str] = {}
    folder = work / "unharmed"
    folder.mkdir(parents=True)
    nobody = os.open(os.devnull, os.O_WRONLY)
    unharmed = KilledTable(folder, rng, nobody)
    unharmed.play()  # in this process, so that every child finds all texts and modules loaded
    unharmed.close()
    os.close(nobody)
    for number in range(kills):
        if number % KILLS_PER_JOURNAL == 0:
            report.games += len({game for game, _ in shown})
            folder, shown = work / f"journal-{number // KILLS_PER_JOURNAL}", {}
            folder.mkdir(parents=True)
        told, failures, early = play_and_kill(folder, rng.randrange(10**9), rng)
        report.kills += 1
        report.at_start += early
        report.told += len(told)
        shown.update({(int(str(game)), int(str(seq))): str(own) for game, seq, own in told})
        report.findings += [f"Before kill {number + 1} the table failed: {each}" for each in failures]
        if (folder / FILE).exists():
            report.findings += [f"After kill {number + 1} {each}" for each in lost(folder, shown)]
        if tell and number % 1000 == 999:
            print(f"{report.kills} kills, {report.told} events told, {len(report.findings)} findings", flush=True)
        if len(report.findings) > 3:
            break
    report.games += len({game for game, _ in shown})
    return report


def lost(folder: Path, shown: dict[tuple[int, int], str]) -> Iterator[str]:
    """Returns the rows that were reported but are not in the journal, and breaks in its chain."""
    try:
        with JournalReader(folder) as journal:
            kept = {(row.game, row.seq): row.hash for row in journal.chain()}
            faults = journal.chain_faults()
    except JournalError as error:
        if shown:
            yield f"the journal cannot be read: {error}"
        return
    missing = [event for event, own in shown.items() if kept.get(event) != own]
    if missing:
        yield f"event {missing[0]} and {len(missing) - 1} more are lost"
    if faults:
        yield f"the chain is broken: {faults[0]}"


def main(words: Sequence[str] | None = None) -> int:
    """Runs the kills and prints the outcome."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    with TemporaryDirectory(prefix="meierbox-table-kills-") as folder:
        report = kill_tables(args.kills, args.seed, Path(folder), tell=True)
    print(
        f"{report.kills} kills ({report.at_start} before anything was told) in {report.games} games; {report.told} "
        "events were told before them."
    )
    for finding in report.findings:
        print(finding)
    print("Something was lost." if report.findings else "Nothing was lost.")
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main())
