"""The resources that a box uses: memory, file handles, threads, processes, and zombies."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Usage:
    """Usage of all processes; memory in MB (`pss` divides shared pages). `main` and `handles`: the main process's."""

    pss: int = 0
    rss: int = 0
    handles: int = 0
    threads: int = 0
    processes: int = 0
    zombies: int = 0
    main: int = 0

    def peak(self, other: "Usage") -> "Usage":
        """Returns the maximum of each."""
        return Usage(*(max(getattr(self, name), getattr(other, name)) for name in self.__slots__))


def usage(pid: int | None = None) -> Usage:
    """Measures this process and its descendants; all 0 where the system does not tell."""
    own = os.getpid() if pid is None else pid
    pss = rss = zombies = processes = threads = handles = main = 0
    for each in _family(own):
        try:
            status = dict(line.partition(":")[::2] for line in (PROC / f"{each}/status").read_text().splitlines())
            processes += 1
            if status.get("State", "").strip().startswith("Z"):
                zombies += 1
                continue
            threads += int(status["Threads"])
            rss += int(status["VmRSS"].split()[0]) // 1024
            shared = _pss(each)
            pss += shared
            main += shared if each == own else 0
            handles += len(list((PROC / f"{each}/fd").iterdir())) if each == own else 0
        except (OSError, KeyError, ValueError):
            continue  # it has just ended
    return Usage(pss, rss, handles, threads, processes, zombies, main)


def _pss(pid: int) -> int:
    for line in (PROC / f"{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) // 1024
    return 0


def _family(pid: int) -> Iterator[int]:
    yield pid
    try:
        for task in (PROC / f"{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _family(int(child))
    except OSError:
        return
