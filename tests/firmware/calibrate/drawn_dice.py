"""A simulated box without pictures: random dice, and a camera that reads them at once."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from firmware.camera import CameraMessage, DiceReading, Peeked, RollReading, TrueFaces
from firmware.journal.observation import Observation
from firmware.table.requests import Hand
from hardware.simulated.remembered_throws import DiceAtRest, Memory
from tests.firmware.evening import observation, unsure


@dataclass
class DrawnDiceCamera:
    """Fulfils `CameraPort`; how the dice of a throw lie follows from `seed`, the throw and their number, as in the box.

    `doubt` is how often it abstains; `watched` is every reading that it has told, in order.
    """

    on_message: Callable[[CameraMessage], None]
    seed: int = 1
    doubt: float = 0.0
    memory: Memory = field(default_factory=Memory)
    watched: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    _answers: list[CameraMessage] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.doubts = random.Random(self.seed)

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass

    def use(self, shape: str) -> None:
        pass

    def watch_roll(self, dice: int, serial: int) -> None:
        self._answer(RollReading, serial, self.memory.shake(dice))

    def read_dice(self, serial: int, expect: int, hand: Hand | None = None) -> None:
        self._answer(DiceReading, serial, self._lying(expect, hand))

    def peek(self, serial: int, dice: int, hand: Hand | None = None) -> None:
        self._answers += [TrueFaces(serial, self._faces(self._lying(dice, hand))), Peeked(serial, b"")]

    def unpeek(self) -> None:
        pass

    def watchdog(self, now: float) -> None:
        """Answers the requests: a camera never answers before its next poll."""
        del now
        answers, self._answers = self._answers, []
        for answer in answers:
            self.on_message(answer)

    def _lying(self, dice: int, hand: Hand | None) -> DiceAtRest:
        return self.memory.box if hand is None else self.memory.hand(hand, dice)

    def _faces(self, lying: DiceAtRest) -> tuple[int, ...]:
        """The faces of the dice in the box."""
        chance = random.Random(f"{self.seed} {lying.throw} {lying.dice}")
        return tuple(sorted(chance.randint(1, 6) for _ in range(lying.dice)))

    def _answer(self, kind: type[RollReading] | type[DiceReading], serial: int, lying: DiceAtRest) -> None:
        faces = self._faces(lying)
        seen: Observation = unsure() if self.doubts.random() < self.doubt else observation(*faces)
        self.watched.append((serial, faces))
        self._answers += [TrueFaces(serial, faces), kind(serial, seen)]
