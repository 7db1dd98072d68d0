"""Power cuts that lose what was not flushed: `python -m tests.firmware.journal.lost_writes --cuts 3000 [--seed S]`.

A kill leaves every write to the kernel; a power cut does not. So a game is played in a process whose writes, flushes
(fsync), renames and deletions in the journal's folder are recorded in their order (`record_writes.c`, by LD_PRELOAD).
Then the power is cut after any of these operations, again and again. What was flushed is on the card. Of everything
later, each sector of 512 bytes is there or not by chance, in any combination, and so is a change of a file's length;
names (new, renamed, deleted) are there up to any point after the last flush of the folder. A journal is opened on every
such card: whatever had been shown must be in it, with the same hash, in a chain without a fault, and the game goes on.

This models a card that tells the truth about a flush, and a file system that keeps only what it must (POSIX), which is
less than ext4 does. It needs a C compiler. Exit code 1 if anything was lost.
"""

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.journal.database import Journal
from firmware.journal.errors import JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.session import Session
from tests.firmware.journalled_games import play_on, session_of
from tests.firmware.rules.random_games import Chance

PROJECT = Path(__file__).parents[3]
SHOWN = "shown"
"""The player logs here what it showed; as a file of the folder it is recorded in order with all others."""
IGNORED = ("-shm",)
"""SQLite rebuilds the index of its log after a crash."""
SECTOR = 512


@dataclass(frozen=True, slots=True)
class FileOperation:
    """An operation on the folder: Write, Truncate, Sync, Create, Rename or Unlink, by its first letter."""

    kind: str
    name: str
    offset: int = 0
    data: bytes = b""
    other: str = ""


@dataclass(slots=True)
class CardFile:
    """A file: its flushed content, and later changes."""

    flushed: bytes = b""
    pending: list[FileOperation] = field(default_factory=list)

    def after_cut(self, rng: random.Random, survival: float) -> bytes:
        """Returns the content after a power cut."""
        content = bytearray(self.flushed)
        for operation in self.pending:
            if operation.kind == "T":
                if rng.random() < survival:
                    _resize(content, operation.offset)
                continue
            for start, sector in _sectors(operation):
                if rng.random() < survival:
                    _resize(content, max(len(content), start + len(sector)))
                    content[start : start + len(sector)] = sector
        return bytes(content)

    def flush(self) -> None:
        """Makes everything durable."""
        self.flushed, self.pending = self.after_cut(random.Random(0), 2.0), []


def _resize(content: bytearray, size: int) -> None:
    del content[size:]
    content.extend(bytes(size - len(content)))


def _sectors(operation: FileOperation) -> Iterator[tuple[int, bytes]]:
    at, end = operation.offset, operation.offset + len(operation.data)
    while at < end:
        until = min(end, (at // SECTOR + 1) * SECTOR)
        yield at, operation.data[at - operation.offset : until - operation.offset]
        at = until


@dataclass(slots=True)
class Card:
    """The folder on a card: the flushed names, later changes of names, and the current names."""

    flushed: dict[str, CardFile] = field(default_factory=dict)
    changes: list[dict[str, CardFile]] = field(default_factory=list)
    names: dict[str, CardFile] = field(default_factory=dict)

    def apply(self, operation: FileOperation) -> None:
        """Applies the next operation."""
        file = self.names.get(operation.name)
        match operation.kind:
            case "S" if operation.name == ".":
                self.flushed, self.changes = dict(self.names), []
            case "S":
                if file is not None:
                    file.flush()
            case "C":
                self._rename({**self.names, operation.name: CardFile()})
            case "R" if file is not None:
                rest = {name: each for name, each in self.names.items() if name != operation.name}
                self._rename({**rest, operation.other: file})
            case "U":
                self._rename({name: each for name, each in self.names.items() if name != operation.name})
            case "W" | "T":
                self.names.setdefault(operation.name, CardFile()).pending.append(operation)
            case _:
                pass

    def _rename(self, names: dict[str, CardFile]) -> None:
        self.names = names
        self.changes.append(names)

    def cut(self, rng: random.Random, folder: Path) -> None:
        """Returns the folder after a power cut: unflushed writes are lost, kept, or kept in part."""
        survival = rng.choice((0.0, 0.5, 0.9, 1.0))
        names = rng.choice((self.flushed, *self.changes))
        for name, file in names.items():
            (folder / name).write_bytes(file.after_cut(rng, survival))


def read_record(path: Path) -> list[FileOperation]:
    """Reads the recording of `record_writes.c`."""
    raw, at, found = path.read_bytes(), 0, []
    while at < len(raw):
        end = raw.index(b"\n", at)
        kind, name, offset, size, other = raw[at:end].decode().split(" ")
        at = end + 1
        data = raw[at : at + int(size)] if kind == "W" else b""
        at += len(data)
        if not name.endswith(IGNORED):
            found.append(FileOperation(kind, name, int(offset), data, other))
    return found


def record(work: Path, seed: int, actions: int) -> list[FileOperation]:
    """Compiles the recorder, and plays a game under it."""
    library, log, folder = work / "record_writes.so", work / "record", work / "state"
    folder.mkdir()
    source = Path(__file__).with_suffix("").with_name("record_writes.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"], check=True)
    env = {**os.environ, "LD_PRELOAD": str(library), "RECORD_FOLDER": str(folder), "RECORD_LOG": str(log)}
    words = [sys.executable, "-m", __spec__.name, "--play", str(folder), "--seed", str(seed), "--actions", str(actions)]
    subprocess.run(words, check=True, env=env, cwd=PROJECT)
    return read_record(log)


def play(folder: Path, seed: int, actions: int) -> None:
    """Plays at random; after each action it shows the new rows, as the box does once they are in the journal."""
    game = Chance("viking", {"lives": "6"}, seed)
    shown = os.open(folder / SHOWN, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with Journal(folder) as journal:
        session = session_of(journal, game)
        for _ in range(actions):
            play_on(session, game, 1)
            with JournalReader(folder) as reader:
                rows = [f"{row.game} {row.seq} {row.hash}" for row in reader.chain()]
            os.write(shown, ("\n".join(rows) + "\n").encode())
    os.close(shown)


@dataclass(slots=True)
class LossReport:
    """The counts of a run, and the losses."""

    cuts: int = 0
    operations: int = 0
    shown: int = 0
    findings: list[str] = field(default_factory=list)


def cut_power(
    operations: Sequence[FileOperation], cuts: int, seed: int, work: Path, at: int | None = None
) -> LossReport:
    """Cuts the power this many times, spread over all operations, or always after operation number `at`."""
    rng = random.Random(seed)
    after = sorted(at or rng.randrange(1, len(operations) + 1) for _ in range(cuts))
    report, card, done = LossReport(operations=len(operations)), Card(), 0
    shown: dict[tuple[int, int], str] = {}
    for number, until in enumerate(after):
        for operation in operations[done:until]:
            if operation.name == SHOWN:
                lines = operation.data.decode().split("\n")
                shown.update({(int(one), int(two)): own for one, two, own in map(str.split, filter(None, lines))})
            else:
                card.apply(operation)
        done = until
        folder = work / f"cut-{number}"
        folder.mkdir()
        card.cut(rng, folder)
        report.cuts += 1
        report.shown += len(shown)
        try:
            report.findings += [f"After operation {until}: {says}" for says in _lost(folder, shown)]
        except JournalError as error:
            report.findings.append(f"After operation {until}: {error}")
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
        if len(report.findings) > 20:
            break
    return report


def _lost(folder: Path, shown: dict[tuple[int, int], str]) -> Iterator[str]:
    """Starts a box on the remaining files, and returns the losses."""
    with Journal(folder) as journal:
        entry = journal.latest()
        if shown and (entry is None or Session.resume(journal, entry, lambda: 0.0).damage is not None):
            yield "the game cannot be resumed as it stood"
    with JournalReader(folder) as reader:
        kept = {(row.game, row.seq): row.hash for row in reader.chain()}
        faults = reader.chain_faults()
    missing = [event for event, own in shown.items() if kept.get(event) != own]
    if missing:
        yield f"event {missing[0]} and {len(missing) - 1} more are lost"
    if faults:
        yield f"the chain is broken: {faults[0]}"


def main(words: Sequence[str] | None = None) -> int:
    """Plays, cuts the power, and prints the outcome."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cuts", type=int, default=300)
    parser.add_argument("--actions", type=int, default=30, help="how long the game is")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--play", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args(words)
    if args.play:
        play(args.play, args.seed, args.actions)
        return 0
    with TemporaryDirectory(prefix="meierbox-lost-writes-") as name:
        operations = record(Path(name), args.seed, args.actions)
        report = cut_power(operations, args.cuts, args.seed, Path(name))
    kinds = {kind: sum(one.kind == kind for one in operations) for kind in "WSTCRU"}
    print(
        f"{report.cuts} power cuts among {report.operations} operations ({kinds['W']} writes, {kinds['S']} flushes, "
        f"{kinds['C'] + kinds['R'] + kinds['U']} changes of names); {report.shown} shown events looked for."
    )
    for finding in report.findings:
        print(finding)
    print("Something was lost." if report.findings else "Nothing was lost.")
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main())
