"""Migrates the state of a simulated box from a journal of version 1; later the box stores it itself."""

import json
from pathlib import Path
from typing import Any

from firmware.journal.database import GameEntry, Journal
from hardware.simulated import remembered_throws


def adopt_simulated_box(journal: Journal, game: GameEntry, file: Path) -> None:
    """Writes the box's own `file` from the rows of a game, unless it exists or the rows have no such state."""
    if file.exists():
        return
    camera, box, throws = None, [0, 0], 0
    firsts: list[int] = []
    hands: list[tuple[int, int, Any]] = []
    try:
        for number, row in journal.rows(game.number):
            body = row.body
            if row.kind == "event" and body["action"] == len(firsts):
                firsts.append(number)
            elif row.kind == "undo":
                firsts.pop()
                hands = [hand for hand in hands if hand[0] <= len(firsts)]
            elif row.kind == "hand":
                hands.append((int(body["action"]), int(body["seat"]), body["parts"]))
            elif row.kind == "world" and "camera" in body:
                camera = str(body["camera"])
            elif row.kind == "world":
                box, throws = [int(body["throw"]), int(body["dice"])], int(body["throw"])
        numbers = [*firsts, journal.next_seq(game.number)]
        known = [
            {"hand": [game.number, numbers[action - 1], seat, part], "lying": [int(throw), int(dice)]}
            for action, seat, parts in hands
            for part, (throw, dice) in enumerate(parts)
        ]
        if camera is not None:
            remembered_throws.save(file, {"camera": camera, "throws": throws, "box": box, "hands": known})
    except (json.JSONDecodeError, KeyError, TypeError, ValueError, IndexError, OSError):
        # A box without this state throws new dice, and the table rules on a standing claim.
        return
