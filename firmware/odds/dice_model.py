"""How dice fall: the chance of each face."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement

from firmware.odds.errors import DiceModelError
from firmware.rules.claims import FACES, Pair
from firmware.rules.message import message

END_FACES, LONG_FACES = (1, 2), (3, 4, 5, 6)
"""The faces of an oblong die: the square ends, and the long sides (RULES.md §2)."""


@dataclass(frozen=True, slots=True)
class DiceModel:
    """The chances of the faces 1 to 6, the same for every die; they sum to 1."""

    chances: tuple[Fraction, ...]
    _hash: int = field(init=False, repr=False, compare=False)
    """Cached, because hashing fractions is slow and players look up millions of chances by their model."""

    def __post_init__(self) -> None:
        """Raises DiceModelError unless there are six chances from 0 to 1 that sum to 1."""
        if len(self.chances) != len(FACES) or min(self.chances) < 0 or sum(self.chances) != 1:
            raise DiceModelError(
                message("The chances of six faces are from 0 to 1 and sum to 1, not {sum}.", sum=str(sum(self.chances)))
            )
        object.__setattr__(self, "_hash", hash(self.chances))

    def __hash__(self) -> int:
        """Equal models hash alike."""
        return self._hash

    def chance_of(self, face: int) -> Fraction:
        """Returns the chance that one die shows `face` (1 to 6)."""
        return self.chances[face - 1]

    def chance_of_any(self, faces: Sequence[int]) -> Fraction:
        """Returns the chance that one die shows one of `faces`, each counted once."""
        return sum((self.chance_of(face) for face in set(faces)), Fraction(0))

    def chance_of_pair(self, pair: Pair) -> Fraction:
        """Returns the chance that two dice show `pair`.

        >>> DECLARED.chance_of_pair(Pair(1, 2))
        Fraction(1, 50)
        """
        ways = 1 if pair.low == pair.high else 2
        return ways * self.chance_of(pair.low) * self.chance_of(pair.high)


FAIR = DiceModel((Fraction(1, 6),) * 6)
"""Cubes."""
DECLARED = DiceModel((Fraction(1, 10),) * 2 + (Fraction(1, 5),) * 4)
"""Oblong dice as in the source of viking (V14, PROBABILITY.md §1)."""
ALL_PAIRS = tuple(Pair(*faces) for faces in combinations_with_replacement(FACES, 2))
"""The 21 results of two dice."""


def measured(counts: Sequence[int], faces: Sequence[int], *, oblong: bool) -> DiceModel:
    """Returns the posterior mean for dice that have shown the faces 1 to 6 as often as `counts` says.

    The prior is one throw of each of `faces`; a face that the dice lack has no chance. The ends of oblong dice
    share their counts, and so do the long sides: they have the same shape, and a few throws say more about two classes
    than about six faces (PROBABILITY.md, "Calibration by the camera").

    Raises:
        DiceModelError: if there are no throws, or not six counts.

    >>> [str(chance) for chance in measured((4, 2, 20, 18, 25, 25), range(1, 7), oblong=True).chances[1:3]]
    ['1/25', '23/100']
    """
    if len(counts) != len(FACES) or sum(counts) == 0:
        raise DiceModelError(
            message("It is not known how these dice fall").with_remedy(message("bless them with more throws"))
        )
    classes = (END_FACES, LONG_FACES) if oblong else tuple((face,) for face in FACES)
    total = sum(counts[face - 1] + 1 for face in faces)
    chances = [Fraction(0)] * len(FACES)
    for alike in classes:
        present = [face for face in alike if face in faces]
        came = sum(counts[face - 1] + 1 for face in present)
        for face in present:
            chances[face - 1] = Fraction(came, total * len(present))
    return DiceModel(tuple(chances))
