"""What the box takes of a machine: `python -m tests.firmware.app.memory [SECONDS] [WxH]`.

Runs it three times with SDL's dummy screen: idle at the table (`play`, the lid shut, nobody touches anything), playing
at a human pace (`demo`), and as busy as it can be without drawing (`demo --headless`). Prints a line for each process:
its memory in MB (PSS: shared pages are divided among those who share them; RSS: counted in full), the most RSS that it
ever had, and its share of one processor core.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

PATIENCE = 120
START_SECONDS = 30.0


def family(pid: int) -> Iterator[int]:
    """Yields a process and all its descendants."""
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from family(int(child))


def processor_seconds(pid: int) -> float:
    """Returns the processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> dict[str, int]:
    """Returns PSS, RSS and the most RSS of a process in MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text() + Path(f"/proc/{pid}/status").read_text()
    fields = dict(line.partition(":")[::2] for line in lines.splitlines())
    return {name: int(fields[name].split()[0]) // 1024 for name in ("Pss", "Rss", "VmHWM")}


def kind(pid: int) -> str:
    """Names a process by its purpose."""
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    return "eye" if "spawn_main" in words else "tracker" if "resource_tracker" in words else "main"


def measure(title: str, words: list[str], seconds: float) -> None:
    """Starts a box, waits until it has settled, measures it for a while, prints and ends it."""
    with TemporaryDirectory(prefix="meierbox-memory-") as state:
        env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "MEIERBOX_STATE": state}
        command = [sys.executable, "-m", "firmware", *words]
        with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL) as box:
            for _ in range(PATIENCE):
                if any(kind(pid) == "eye" for pid in family(box.pid)) or box.poll() is not None:
                    break
                Event().wait(1.0)
            Event().wait(START_SECONDS)
            before = {pid: processor_seconds(pid) for pid in family(box.pid)}
            Event().wait(seconds)
            total = 0
            for pid in (pid for pid in family(box.pid) if pid in before):
                found = memory(pid)
                total += found["Pss"]
                share = (processor_seconds(pid) - before[pid]) / seconds
                print(
                    f"{title:5} {kind(pid):8} PSS {found['Pss']:4} MB  RSS {found['Rss']:4} MB  "
                    f"most RSS {found['VmHWM']:4} MB  {share:6.1%} of a core"
                )
            print(f"{title:5} together PSS {total:4} MB")
            box.terminate()


def main() -> None:
    """Measures an idle box, one in use, and a busy one."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    size = sys.argv[2] if len(sys.argv) > 2 else "800x480"
    measure("idle", ["play", "--camera", "sim:1", "--window", size, "--seats", "Astrid; Bjorn; Sigrid"], seconds)
    measure("shown", ["demo", "--window", size], seconds)
    measure("busy", ["demo", "--headless", "--rounds", "100000", "--window", size], seconds)


if __name__ == "__main__":
    main()
