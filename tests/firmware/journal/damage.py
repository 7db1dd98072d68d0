"""Damages a journal and starts the table on it: `python -m tests.firmware.journal.damage --flips 3000`.

The journal has a game that was won, one that was left and one that is interrupted in a round with a sealed roll. It is
damaged as it lies after an ordinary end (the database alone) and after a kill (the database and its log): flipped bits,
half of them anywhere and half in the texts of rows, and cuts at every 512 bytes. Each time the table is started twice,
the interrupted game is resumed, and what `meierbox games` and `doctor` do is done. Nothing may raise; the game that is
resumed must be the one that was played, as it stood, or as it stood before with somebody told so.
"""

import argparse
import random
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware.commands.games.chain import fault_sentences
from firmware.doctor.finding import Level
from firmware.doctor.journal_check import check_journal
from firmware.journal.database import FILE, Journal
from firmware.journal.errors import JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import read_game
from firmware.journal.seal_check import check_game
from firmware.journal.session import Session
from firmware.journal.storage.head_file import FILE as HEAD
from firmware.journal.storage.salvage import salvage
from firmware.journal.story import ending_words, house_rules, narrate_game
from firmware.rules.state import GameState
from tests.firmware.evening import Evening
from tests.firmware.journalled_games import journal_game, play_on, session_of
from tests.firmware.rules.random_games import Chance

LOG = f"{FILE}-wal"


@dataclass(frozen=True)
class Original:
    """A journal to be damaged: its files, the interrupted game, and its state after each action."""

    files: dict[str, bytes]
    game: int
    states: tuple[GameState, ...]


@dataclass(frozen=True)
class Harm:
    """Damage to a file: bits to flip, or a length to truncate it to."""

    file: str
    flip: tuple[int, int] | None = None
    cut: int | None = None

    def apply(self, files: dict[str, bytes]) -> dict[str, bytes]:
        raw = bytearray(files[self.file])
        if self.flip is not None:
            raw[self.flip[0]] ^= self.flip[1]
        return {**files, self.file: bytes(raw[: self.cut])}


def original(folder: Path, killed: bool, actions: int = 11) -> Original:
    """Plays the games; `killed` leaves everything written since the start in the log."""
    journal_game(folder, "viking", {"lives": "2"}, 1)
    journal_game(folder, "stars", {"dice": "3"}, 2, actions=7)
    game = Chance("viking", {"lives": "6"}, 3)
    journal = Journal(folder)
    session = session_of(journal, game)
    play_on(session, game, actions)
    states, point = [session.state], session.history.previous
    while point is not None:
        states.append(point.state)
        point = point.previous
    if not killed:
        journal.close()
    files = {name: (folder / name).read_bytes() for name in (FILE, LOG, HEAD) if (folder / name).exists()}
    journal._files.release()
    return Original(files, session.entry.number, tuple(states))


def flips(whole: Original, count: int, rng: random.Random) -> Iterator[Harm]:
    """Bits to flip, half of them anywhere, half in the texts of rows."""
    texts = [
        (name, at)
        for name, raw in whole.files.items()
        for start in _places(raw, b'{"')
        for at in range(start, raw.find(b"}", start))
    ]
    for number in range(count):
        if number % 2 and texts:
            name, at = rng.choice(texts)
        else:
            name = rng.choice(list(whole.files))
            at = rng.randrange(len(whole.files[name]))
        yield Harm(name, flip=(at, 1 << rng.randrange(8)))


def cuts(whole: Original, step: int = 512) -> Iterator[Harm]:
    """Every length, in steps, to which a file can be truncated."""
    for name, raw in whole.files.items():
        for length in range(0, len(raw), step):
            yield Harm(name, cut=length)


def _places(raw: bytes, what: bytes) -> Iterator[int]:
    at = raw.find(what)
    while at >= 0:
        yield at
        at = raw.find(what, at + 1)


def outcome(whole: Original, harm: Harm, folder: Path) -> str:
    """Damages a copy and starts the table on it twice; returns the outcome ("FAILED: …" if a promise was broken)."""
    for name, raw in harm.apply(whole.files).items():
        (folder / name).write_bytes(raw)
    try:
        _look(folder)
        first = _start(whole, folder)
        again = _start(whole, folder)
        _look(folder)
    except Exception:  # noqa: BLE001 (whatever is raised is a finding)
        return f"FAILED: {traceback.format_exc()}"
    if again.startswith("FAILED") or (first == "whole" and again != "whole"):
        return f"FAILED at the second start: {first}, then {again}"
    return first


def _start(whole: Original, folder: Path) -> str:
    evening = Evening(folder)
    try:
        journal = evening.journal
        entry = journal.unfinished()
        said = journal.trouble is not None
        if entry is None:
            return "nothing left, and said so" if said or _noticed(folder) else "FAILED: no game, without a word"
        if entry.number != whole.game:
            return f"FAILED: game {entry.number} instead of {whole.game}"
        try:
            session = Session.resume(journal, entry, evening.clock)
        except JournalError:
            return "the game cannot be read, and it was said"
        damaged = session.damage is not None
        if session.state not in whole.states:
            return "FAILED: a game that was never played"
        evening.table.context.current_game.resume(session)
        evening.table.context.current_game.leave_game()
        if session.state == whole.states[0]:
            return "whole"
        if not (damaged or said or _noticed(folder)):
            return "FAILED: set back without a word"
        return "from before the damage"
    finally:
        evening.journal.close()
        evening.sitting.remove(evening)


def _noticed(folder: Path) -> bool:
    """Returns whether the doctor reports the journal."""
    return any(found.level >= Level.WARNING for found in check_journal(folder))


def _look(folder: Path) -> None:
    """Does what `meierbox games` does, without printing."""
    list(check_journal(folder))
    salvage(folder / FILE).damaged()
    try:
        with JournalReader(folder) as reader:
            list(fault_sentences(reader))
            for head in reader.games():
                try:
                    game = read_game(reader, head.number)
                    house_rules(game.state)
                    list(narrate_game(game))
                    ending_words(game)
                    check_game(reader, head.number)
                except JournalError:
                    continue
    except JournalError:
        return


def attack(count: int, step: int, seed: int, actions: int = 11) -> Counter[str]:
    """Does `count` flips and all cuts in both states; returns how often each outcome was seen."""
    seen: Counter[str] = Counter()
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as made:
        for killed in (False, True):
            place = Path(made) / f"killed-{killed}"
            whole = original(place, killed, actions)
            half = count - count // 2 if killed else count // 2
            for number, harm in enumerate([*flips(whole, half, rng), *cuts(whole, step)]):
                folder = Path(made) / f"{killed}-{number}"
                folder.mkdir()
                found = outcome(whole, harm, folder)
                kind = "flip" if harm.flip else "cut"
                seen[f"{kind}: {found}"] += 1
                if found.startswith("FAILED"):
                    print(f"killed={killed} {harm}: {found}", file=sys.stderr)
                shutil.rmtree(folder)
    return seen


def main() -> int:
    """Runs the attack; returns 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flips", type=int, default=3000)
    parser.add_argument("--step", type=int, default=512, help="bytes between two cuts")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    seen = attack(args.flips, args.step, args.seed)
    print(f"{sum(seen.values())} cases")
    for what, times in seen.most_common():
        print(f"{times:6} {what.splitlines()[0]}")
    return 1 if any(": FAILED" in what for what in seen) else 0


if __name__ == "__main__":
    sys.exit(main())
