"""A simulated box without pictures: dice that fall by chance, and an eye that reads them at once."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from firmware.camera import EyeMessage, Looked, Lying, Peeked, Rested, Truth
from firmware.journal.observation import Sight
from tests.firmware.evening import sight, unsure


@dataclass
class DiceEye:
    """Fulfils `Seeing`; how the dice of a throw lie follows from `seed`, the throw and their number, as in the box.

    `doubt` is how often it abstains; `watched` is every reading that it has told, in order.
    """

    on_message: Callable[[EyeMessage], None]
    seed: int = 1
    doubt: float = 0.0
    lying: Lying = field(default_factory=Lying)
    watched: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    _answers: list[EyeMessage] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.doubts = random.Random(self.seed)

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass

    def lay(self, lying: Lying) -> None:
        self.lying = lying

    def shake(self, dice: int, serial: int) -> None:
        self.lying = replace(self.lying, throw=self.lying.throw + 1, dice=dice)
        self._answer(Rested, serial)

    def look(self, serial: int, expect: int) -> None:
        del expect
        self._answer(Looked, serial)

    def peek(self, serial: int) -> None:
        self._answers += [Truth(serial, self.faces()), Peeked(serial, b"")]

    def unpeek(self) -> None:
        pass

    def watchdog(self, now: float) -> None:
        """Gives what was asked: an eye never answers before it is looked after again."""
        del now
        answers, self._answers = self._answers, []
        for answer in answers:
            self.on_message(answer)

    def faces(self) -> tuple[int, ...]:
        """What lies there."""
        chance = random.Random(f"{self.seed} {self.lying.throw} {self.lying.dice}")
        return tuple(sorted(chance.randint(1, 6) for _ in range(self.lying.dice)))

    def _answer(self, kind: type[Rested] | type[Looked], serial: int) -> None:
        faces = self.faces()
        seen: Sight = unsure() if self.doubts.random() < self.doubt else sight(*faces)
        self.watched.append((serial, faces))
        self._answers += [Truth(serial, faces), kind(serial, seen)]
