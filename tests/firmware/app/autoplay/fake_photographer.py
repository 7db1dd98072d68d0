"""A photographer for the tour that chooses readings at random."""

import random

from firmware.app.autoplay.tour_camera import Truths
from firmware.journal.observation import Observation
from hardware.simulated.remembered_throws import DiceAtRest
from tests.firmware.evening import observation, unsure


class Sketcher:
    """Chooses readings at random; from throw 500 on every second throw is unreadable."""

    def see(self, oblong: bool, lying: DiceAtRest) -> tuple[Observation, Truths]:
        chance = random.Random(f"{oblong} {lying}")
        faces = tuple(sorted(chance.randint(1, 6) for _ in range(lying.dice)))
        unread = lying.throw >= 500 and lying.throw % 2 == 0
        return (unsure() if unread else observation(*faces)), faces

    def under_flap(self, oblong: bool, lying: DiceAtRest) -> bytes:
        return f"{oblong} {lying}".encode()
