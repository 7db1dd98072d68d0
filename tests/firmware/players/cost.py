"""What a move costs: `python -m tests.firmware.players.cost [GAMES]`.

Plays games of every ruleset among the jarl and others, and prints for each the processor time of a choice: median,
one in a hundred, and the longest. Then it has the process of the computer players choose once in every game, as at a
real table, and prints its memory. The estimate for a Zero 2 W multiplies the longest choice.
"""

import random
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from firmware.app.computer_process import ComputerProcess
from firmware.app.inbox import Inbox
from firmware.arena.referee import seat_players
from firmware.players.characters import character
from firmware.players.player import ComputerPlayer
from firmware.players.question import AT_THE_TABLE, AdviceAnswer, Answer, Question
from firmware.players.seat_view import SeatView
from firmware.rules.commands import Command
from firmware.rules.games.registry import RULESETS

GAMES = 12
SEATS = ("jarl", "tracker", "bold", "weigher")
ZERO_2_W = 20
"""How many times slower a core of a Zero 2 W is assumed to be; 10 to 15 for compiled code (hardware/README.md)."""


@dataclass
class Timed:
    """A player whose choices are timed; it keeps the view of its last choice."""

    player: ComputerPlayer
    seconds: list[float] = field(default_factory=list)
    view: SeatView | None = None

    @property
    def name(self) -> str:
        return self.player.name

    def choose(self, view: SeatView, chance: random.Random) -> Command | None:
        self.view = view
        begun = time.thread_time()
        command = self.player.choose(view, chance)
        self.seconds.append(time.thread_time() - begun)
        return command


def timed_games(rules: str, games: int) -> list[Timed]:
    """Plays; returns the players of all games. A first game, not counted, loads everything that is loaded once."""
    found = []
    for seed in range(-1, games):
        players = [Timed(character(name)) for name in SEATS]
        seat_players(rules, {}, players, seed).play()
        found += players if seed >= 0 else []
    return found


def process_memory(views: list[SeatView]) -> tuple[float, float]:
    """Makes the players' process choose with every character; returns its PSS and its peak RSS in MB."""
    inbox: Inbox[Answer | AdviceAnswer] = Inbox()
    woken = threading.Semaphore(0)
    inbox.wake = woken.release
    process = ComputerProcess(inbox.put)
    for serial, (view, name) in enumerate((view, name) for view in views for name in AT_THE_TABLE):
        process.ask(Question(serial, name, view))
        woken.acquire(timeout=60)
    children = (task / "children" for task in Path("/proc/self/task").iterdir())
    pids = [pid for listed in children for pid in listed.read_text().split()]
    pid = next(pid for pid in pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes())
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text() + Path(f"/proc/{pid}/status").read_text()
    fields = dict(line.partition(":")[::2] for line in lines.splitlines())
    process.close()
    return int(fields["Pss"].split()[0]) / 1024, int(fields["VmHWM"].split()[0]) / 1024


def main() -> None:
    """Prints a line for each game, then the memory."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    views, longest = [], 0.0
    for rules in RULESETS:
        players = timed_games(rules, games)
        seconds = sorted(each for player in players for each in player.seconds)
        longest = max(longest, seconds[-1])
        views += [player.view for player in players[:1] if player.view is not None]
        middle, rare = seconds[len(seconds) // 2], seconds[len(seconds) * 99 // 100]
        print(
            f"{rules:13} {len(seconds):6} choices: median {1000 * middle:5.2f} ms, "
            f"one in a hundred {1000 * rare:5.1f} ms, longest {1000 * seconds[-1]:5.1f} ms",
            flush=True,
        )
    pss, highest = process_memory(views)
    print(f"process of the players: {pss:.0f} MB (PSS), never more than {highest:.0f} MB (RSS)")
    print(f"Zero 2 W, {ZERO_2_W} times slower (estimate): longest {ZERO_2_W * longest:.1f} s")


if __name__ == "__main__":
    main()
