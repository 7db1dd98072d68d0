"""The memory of a camera with simulated dice: which of its throws is in the box, and which under each cup.

It is a small file, so that the dice are the same after a restart of the program or only of the camera's process. The
game never sees it: its requests name a roll or a hand, and the throw is looked up here.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.small_files import read_small_file

FILE = "simulated-box.json"
"""The name of the file in the state directory."""
MAX_HANDS = 1000
"""The most hands that are remembered, the latest ones; a long game needs fewer."""
MAX_THROWS, MAX_LYING = 1_000_000_000, 40
"""A file with more throws, or with more dice in one, is damaged."""

Hand = tuple[int, ...]
"""Identifies the dice of one seat, by any numbers that distinguish them from all others."""


@dataclass(frozen=True, slots=True)
class DiceAtRest:
    """Dice at rest: the number of their throw (from 1; 0 is before the first), and how many they are."""

    throw: int = 0
    dice: int = 0


class Memory:
    """Numbers the throws of one camera in the order in which they are made.

    >>> memory = Memory()
    >>> memory.shake(2), memory.hand((1, 7, 0), 5), memory.hand((1, 7, 1), 5), memory.hand((1, 7, 0), 5)
    (DiceAtRest(throw=1, dice=2), DiceAtRest(throw=2, dice=5), DiceAtRest(throw=3, dice=5), DiceAtRest(throw=2, dice=5))
    >>> memory.box
    DiceAtRest(throw=1, dice=2)
    """

    def __init__(self, file: Path | None = None, camera: str = "") -> None:
        """Recalls what `file` holds of this camera; without a file, or with one of another camera, nothing was thrown.

        `camera` is the name by which it was opened, with its seed.
        """
        self._file, self._camera = file, camera
        self._throws, self.box = 0, DiceAtRest()
        self._hands: dict[Hand, DiceAtRest] = {}
        state = _load(file)
        if state.get("camera") == camera:
            with suppress(KeyError, TypeError, ValueError, OverflowError):
                self._recall(state)

    def _recall(self, state: Mapping[str, Any]) -> None:
        throws, box = _lying((state["throws"], 0)).throw, _lying(state["box"])
        hands = {tuple(int(number) for number in each["hand"]): _lying(each["lying"]) for each in state["hands"]}
        self._throws, self.box, self._hands = throws, box, hands

    def shake(self, dice: int) -> DiceAtRest:
        """Throws dice in the box."""
        self.box = self._throw(dice)
        self._save()
        return self.box

    def hand(self, hand: Hand, dice: int) -> DiceAtRest:
        """Finds the dice of a hand; it is thrown where it was not asked for before."""
        if hand not in self._hands:
            self._hands[hand] = self._throw(dice)
            for oldest in list(self._hands)[:-MAX_HANDS]:
                del self._hands[oldest]
            self._save()
        return self._hands[hand]

    def _throw(self, dice: int) -> DiceAtRest:
        self._throws += 1
        return DiceAtRest(self._throws, dice)

    def _save(self) -> None:
        """Writes the file, or leaves the old one where it cannot be written: the dice are only simulated."""
        if self._file is None:
            return
        state = {
            "camera": self._camera,
            "throws": self._throws,
            "box": [self.box.throw, self.box.dice],
            "hands": [{"hand": hand, "lying": [lying.throw, lying.dice]} for hand, lying in self._hands.items()],
        }
        with suppress(OSError):
            save(self._file, state)


def save(file: Path, state: Mapping[str, Any]) -> None:
    """Writes a state, which is there wholly or not at all; raises OSError where it cannot be written."""
    beside = file.with_name(f"{file.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "w") as written:
        written.write(json.dumps(state))
    beside.replace(file)


def remembered_camera(file: Path) -> str | None:
    """Names the camera whose dice the file remembers; None if there is none."""
    camera = _load(file).get("camera")
    return camera if isinstance(camera, str) else None


def _load(file: Path | None) -> Mapping[str, Any]:
    """Reads a file; {} if it is missing or damaged."""
    try:
        state = json.loads(read_small_file(file)) if file else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return state if isinstance(state, dict) else {}


def _lying(pair: Any) -> DiceAtRest:
    throw, dice = pair
    if not (0 <= int(throw) <= MAX_THROWS and 0 <= int(dice) <= MAX_LYING):
        raise ValueError("there are no such dice")
    return DiceAtRest(int(throw), int(dice))
