"""A chi-square test of how fairly dice fall, and its power.

Nobody can prove that a die is fair. The test says how surprising the counts would be if equivalent faces had equal
chances, and how large a bias it would have found.

On a cube all faces are equivalent. On an oblong die the two ends are, and the four long sides are; the share of the
ends depends on form, edges and floor (PROBABILITY.md, sections 2 and 3), so it is measured, not assessed.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from firmware.dice_sets.die_set import Shape

ENDS = (1, 2)
"""The faces on the ends of an oblong die (PROBABILITY.md, section 4)."""
ODD = 0.01
"""The significance level: fair dice fail fewer than one test in a hundred."""
MIN_EXPECTED = 5.0
"""The expected count of each face from which the chi-square distribution holds (Cochran 1954)."""
POWER = 0.8
"""The statistical power from which a bias counts as noticeable."""
_SIGMAS = 1.959964
_OVERWHELMING = 400.0
"""A noncentrality beyond which the power is 1 for so few faces, and the sum of tiny terms underflows."""


@dataclass(frozen=True, slots=True)
class EquivalentFaces:
    """Faces that are equivalent by the form of the die, how often each came, and the test of equal chances."""

    faces: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """How often any of them came."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often each should have come."""
        return self.total / len(self.faces)

    @property
    def chi_square(self) -> float:
        """Pearson's statistic."""
        if not self.total:
            return 0.0
        return sum((count - self.expected) ** 2 for count in self.counts) / self.expected

    @property
    def p(self) -> float:
        """The probability that fair faces come out at least as uneven as these."""
        return chi_square_tail(self.chi_square, len(self.faces) - 1)

    @property
    def has_enough_throws(self) -> bool:
        """Whether there were enough throws for the test to mean anything."""
        return self.expected >= MIN_EXPECTED

    @property
    def detectable_ratio(self) -> float:
        """How many times its fair share one face would have to come to be noticed in 4 of 5 tests."""
        return min_noticed(self.total, len(self.faces))


@dataclass(frozen=True, slots=True)
class Fairness:
    """The test of a set: `groups` of faces that are equivalent by form.

    `ends` is the share of 1 and 2 of an oblong set with its 95 % interval.
    """

    groups: tuple[EquivalentFaces, ...]
    ends: tuple[float, float, float] | None

    @property
    def has_enough_throws(self) -> bool:
        """Whether every group was thrown often enough."""
        return all(group.has_enough_throws for group in self.groups)

    @property
    def is_suspicious(self) -> bool:
        """Whether fair dice would hardly ever fall so; groups share the one chance in a hundred (Bonferroni)."""
        return any(group.has_enough_throws and group.p < ODD / len(self.groups) for group in self.groups)


def fairness_of(shape: Shape, faces: Sequence[int], counts: Mapping[int, int]) -> Fairness:
    """Tests how often each of the dice's `faces` came.

    >>> fair = fairness_of(Shape.CUBE, range(1, 7), {1: 9, 2: 11, 3: 10, 4: 12, 5: 8, 6: 10})
    >>> round(fair.groups[0].chi_square, 2), fair.is_suspicious
    (1.0, False)
    >>> fairness_of(Shape.CUBE, range(1, 7), {1: 4, 2: 6, 3: 8, 4: 10, 5: 8, 6: 34}).is_suspicious
    True
    """
    parts = [tuple(faces)]
    if shape is Shape.OBLONG:
        parts = [
            tuple(face for face in faces if face in ENDS),
            tuple(face for face in faces if face not in ENDS),
        ]
    groups = tuple(
        EquivalentFaces(part, tuple(counts.get(face, 0) for face in part)) for part in parts if len(part) > 1
    )
    total = sum(counts.get(face, 0) for face in faces)
    ends = None
    if shape is Shape.OBLONG and any(face in ENDS for face in faces) and total:
        hits = sum(counts.get(face, 0) for face in ENDS)
        ends = (hits / total, *share_interval(hits, total))
    return Fairness(groups, ends)


def share_interval(hits: int, total: int) -> tuple[float, float]:
    """Returns Wilson's 95 % interval of a share."""
    share, square = hits / total, _SIGMAS**2
    middle = (share + square / (2 * total)) / (1 + square / total)
    reach = _SIGMAS / (1 + square / total) * math.sqrt(share * (1 - share) / total + square / (4 * total * total))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def chi_square_tail(value: float, freedom: int) -> float:
    """Returns the probability that chi-square with `freedom` degrees is at least `value` (Abramowitz 26.4.4, .5).

    >>> round(chi_square_tail(11.0705, 5), 4), round(chi_square_tail(5.9915, 2), 4), chi_square_tail(0.0, 3)
    (0.05, 0.05, 1.0)
    """
    if value <= 0 or freedom < 1:
        return 1.0
    half = value / 2
    if freedom % 2 == 0:
        term = total = math.exp(-half)
        first = 1.0
    else:
        total = math.erfc(math.sqrt(half))
        term = math.exp(-half) * math.sqrt(half) / math.gamma(1.5)
        first = 1.5
        if freedom > 1:
            total += term
    for step in range((freedom - 2) // 2 if freedom % 2 == 0 else (freedom - 3) // 2):
        term *= half / (first + step)
        total += term
    return min(1.0, total)


def power(total: int, faces: int, ratio: float, odd: float = ODD) -> float:
    """Returns the probability that the test finds a face that comes `ratio` times its fair share in `total` throws.

    The others share what is left. Chi-square is then noncentral, a mixture of central ones (Abramowitz 26.4.25).
    """
    excess = ratio / faces - 1 / faces
    noncentral = total * faces * excess * excess * (1 + 1 / (faces - 1))
    if noncentral > _OVERWHELMING:
        return 1.0
    limit = _critical(faces - 1, odd)
    weight, found, mass = math.exp(-noncentral / 2), 0.0, 0.0
    step = 0
    while mass < 1 - 1e-9 and step < 2000:
        found += weight * chi_square_tail(limit, faces - 1 + 2 * step)
        mass += weight
        step += 1
        weight *= noncentral / 2 / step
    return min(1.0, found)


@lru_cache(maxsize=64)
def min_noticed(total: int, faces: int) -> float:
    """Returns the least multiple of its fair share at which one face is noticed in 4 of 5 tests; inf where none is.

    >>> round(min_noticed(600, 6), 1) < round(min_noticed(60, 6), 1)
    True
    """
    low, high = 1.0, float(faces)
    if power(total, faces, high - 1e-9) < POWER:
        return math.inf
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if power(total, faces, middle) >= POWER else (middle, high)
    return high


@lru_cache(maxsize=16)
def _critical(freedom: int, odd: float) -> float:
    """Returns the value that chi-square exceeds with probability `odd`."""
    low, high = 0.0, 200.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_tail(middle, freedom) > odd else (low, middle)
    return high
