"""Thousands of tables on one broker, which is killed and restarted meanwhile.

Use: `python -m tests.firmware.league.load [--tables 10000]`.

Every table connects under its own name, publishes two results (the second one after the broker was killed) and stays
connected. The broker is killed in both phases, without having saved. One hall listens throughout, another only at the
end. The exit code is 1 if a result is lost or counted twice.
"""

import argparse
import hashlib
import json
import queue
import resource
import sys
import tempfile
import threading
import time
from pathlib import Path

from firmware.league.errors import BrokerError
from firmware.league.exchange import Exchange
from firmware.league.game_result import LeagueResult
from firmware.league.hall import HallListener
from firmware.league.merging import merge
from tests.firmware.league.broker import PROGRAM, WHY_NOT, Broker

WORKERS = 12
SPARE_FILES = 200
LONGEST = 120.0
"""Seconds in which the halls may receive what is still in transit."""


def result_of_table(table: int, game: int) -> LeagueResult:
    """The result of an invented game at a table."""
    names = tuple(hashlib.sha256(f"{what} {table} {game}".encode()).hexdigest() for what in ("game", "box"))
    box = hashlib.sha256(f"box {table}".encode()).hexdigest()
    seats = tuple(f"Seat {(table * 7 + seat) % 5003}" for seat in range(4))
    places = ((table + game) % 2 + 1, 2 - (table + game) % 2, 3, 3)
    begun = 1_790_000_000.0 + table % 500 + 1000 * game
    return LeagueResult(names[0], box, 40, "viking", seats, places, 12, begun, begun + 600)


class Fleet:
    """Tables and the results in their journals; `tries` counts exchanges, `failed` the failed ones."""

    def __init__(self, broker: Broker, tables: int) -> None:
        self.journals = [[result_of_table(table, 0)] for table in range(tables)]
        self.exchanges = [Exchange(broker.settings, journal[0].box) for journal in self.journals]
        self.tries = self.failed = 0
        self._lock = threading.Lock()

    def synchronise(self, meanwhile: "threading.Event | None" = None, after: int = 0) -> None:
        """Lets every table exchange until it has succeeded once; sets `meanwhile` after this many have."""
        waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
        for table in range(len(self.journals)):
            waiting.put(table)
        done = [0]

        def work() -> None:
            while True:
                try:
                    table = waiting.get_nowait()
                except queue.Empty:
                    return
                try:
                    self.exchanges[table].synchronise(self.journals[table])
                except BrokerError:
                    waiting.put(table)
                    with self._lock:
                        self.failed += 1
                    threading.Event().wait(0.05)
                    continue
                finally:
                    with self._lock:
                        self.tries += 1
                with self._lock:
                    done[0] += 1
                    if meanwhile is not None and done[0] == after:
                        meanwhile.set()

        workers = [threading.Thread(target=work) for _ in range(WORKERS)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()


def outage(broker: Broker, begin: threading.Event, seconds: float) -> None:
    """Kills the broker at the right moment, and restarts it after a while."""
    begin.wait()
    broker.kill()
    threading.Event().wait(seconds)
    broker.start()


def prove(folder: Path, tables: int, pause: float = 2.0) -> dict[str, object]:
    """Runs everything; returns the counts and times."""
    broker = Broker(folder)
    broker.start()
    hall = HallListener(broker.settings, "hall-all-the-time")
    fleet = Fleet(broker, tables)
    hall.listen()
    begun = time.monotonic()
    try:
        for phase in range(2):
            if phase:
                for table, journal in enumerate(fleet.journals):
                    journal.append(result_of_table(table, 1))
            half = threading.Event()
            killer = threading.Thread(target=outage, args=(broker, half, pause))
            killer.start()
            fleet.synchronise(half, tables // 2)
            killer.join()
        # Tables check every half minute, and then publish again what a killed broker forgot.
        fleet.synchronise()
        seconds = time.monotonic() - begun
        late = HallListener(broker.settings, "hall-at-the-end")
        late.listen()
        wanted = 2 * tables
        deadline = time.monotonic() + LONGEST
        while time.monotonic() < deadline and min(len(hall.results), len(late.results)) < wanted:
            threading.Event().wait(0.2)
        late_seconds = time.monotonic() - begun - seconds
        late.close()
        for exchange in fleet.exchanges:
            exchange.close()
    finally:
        hall.close()
        broker.kill()
    expected = {result.id: result for journal in fleet.journals for result in journal}
    found = [{result.id: result for result in each.results} == expected for each in (hall, late)]
    merged = merge([*hall.results, *late.results, *hall.results])
    return {
        "tables": tables,
        "results": wanted,
        "hall_has_all": found[0],
        "late_hall_has_all": found[1],
        "counted_once": len(merged.games) == wanted,
        "refused": hall.refused + late.refused,
        "exchanges": fleet.tries,
        "failed_while_the_broker_was_away": fleet.failed,
        "seconds": round(seconds, 1),
        "exchanges_per_second": round(fleet.tries / seconds, 1),
        "seconds_for_a_late_hall": round(late_seconds, 1),
    }


def held(report: dict[str, object]) -> bool:
    """Returns whether nothing was lost or counted twice."""
    return all(report[name] for name in ("hall_has_all", "late_hall_has_all", "counted_once")) and not report["refused"]


def main() -> int:
    """Prints the report as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.firmware.league.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=10000)
    tables = parser.parse_args().tables
    if PROGRAM is None:
        print(WHY_NOT, file=sys.stderr)
        return 2
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = tables + SPARE_FILES
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(most, wanted), max(most, wanted)))
    except (ValueError, OSError):
        print(f"Only {most} files may be open at once: `ulimit -n {wanted}` first, as root.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        report = prove(Path(folder), tables)
    print(json.dumps(report, indent=1))
    return 0 if held(report) else 1


if __name__ == "__main__":
    sys.exit(main())
