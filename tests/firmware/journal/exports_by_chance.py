"""Random games exported without a journal, by the hundred; `python -m tests.firmware.journal.exports_by_chance`.

As a command it plays a number of games of every kind, verifies each with `verify_export.py`, and reverses every verdict
to see the verification fail.
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence
from typing import Any

from firmware.journal.chain import START, StoredRow, link_row
from firmware.journal.game_export import FORMAT
from firmware.journal.seal import SealLink, digest_of
from firmware.journal.verify_export import checks
from firmware.rules.claims import Pair
from firmware.rules.commands import Reveal, Roll
from firmware.rules.decide import decide, expect
from firmware.rules.events import Event, to_json
from firmware.rules.evolve import fold
from firmware.rules.state import Phase
from tests.firmware.rules.random_games import CONFIGURATIONS, Chance


class Exported:
    """The rows of a game, chained as in a journal."""

    def __init__(self, start: Sequence[Event]) -> None:
        self.rows: list[dict[str, Any]] = []
        self.actions = 0
        self.events(start)

    @property
    def head(self) -> str:
        return str(self.rows[-1]["hash"]) if self.rows else START

    def row(self, kind: str, body: dict[str, Any]) -> int:
        number = len(self.rows) + 1
        stored = StoredRow(number, 1, number, 1000.0 + number, kind, json.dumps(body))
        linked = {"previous": self.head, "hash": link_row(self.head, stored)}
        self.rows.append({"id": number, "seq": number, "at": stored.at, "kind": kind, "body": stored.body, **linked})
        return number

    def events(self, events: Sequence[Event]) -> int:
        """Adds the events of one action; returns the number of its first row."""
        first = len(self.rows) + 1
        for event in events:
            self.row("event", {"action": self.actions, "event": to_json(event)})
        self.actions += 1
        return first


def export_by_chance(rules: str, options: dict[str, str], seed: int, actions: int = 60) -> dict[str, Any]:
    """Plays a game and exports it; every roll of a box game is sealed, and opened when it is revealed."""
    game, salts = Chance(rules, options, seed), random.Random(seed)
    exported = Exported(game.start)
    roll, salt, dice = 0, b"", (0, 0)
    for _ in range(actions):
        if game.state.phase is Phase.OVER:
            break
        for command in game.action():
            events = expect(decide(game.state, command))
            first = exported.events(events)
            game.state = fold(events, game.state)
            if isinstance(command, Roll) and isinstance(game.box, Pair):
                roll, salt, dice = first, salts.randbytes(16), (game.box.low, game.box.high)
                digest = digest_of(salt, roll, dice, SealLink(1, exported.head))
                exported.row("sealed", {"serial": roll, "digest": digest, "after": exported.head})
            elif isinstance(command, Reveal) and roll:
                exported.row("opened", {"serial": roll, "salt": salt.hex(), "faces": dice})
    return {"format": FORMAT, "game": 1, "rows": exported.rows}


def attacked(export: dict[str, Any]) -> int:
    """Reverses every verdict of an honest game in turn; returns the number of verdicts, each of which was detected."""
    assert all(holds for holds, _ in checks(export, []))
    turned = 0
    for row in export["rows"]:
        honest = row["body"]
        for said, other in (('"upheld"', '"refuted"'), ('"refuted"', '"upheld"')):
            if row["kind"] == "event" and f'"verdict": {said}' in honest:
                row["body"] = honest.replace(said, other)
                assert [fault for holds, fault in checks(export, []) if not holds and "hash" not in fault], row
                turned += 1
        row["body"] = honest
    return turned


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays, verifies and attacks; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.firmware.journal.exports_by_chance", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of each kind")
    chosen = parser.parse_args(arguments)
    turned = 0
    for rules, options in CONFIGURATIONS:
        turned += sum(attacked(export_by_chance(rules, options, seed, 400)) for seed in range(chosen.games))
    games = chosen.games * len(CONFIGURATIONS)
    print(f"{games} games verified without a fault; {turned} verdicts turned, and every one found out.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
