"""The distribution of a set's faces, from the rolls of past games that are a fair sample.

Challenged rolls are not: a player who claims too much for a poor roll is challenged more often, so poor rolls are
revealed more often than good ones. The throws of a blessing are a fair sample, and so are the throws for the opening,
the cups of a round (a challenge reveals all of them) unless dice were chosen for another throw, and all rolls of a game
whose players agreed to have them counted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from firmware.dice_sets.die_set import DieSet, Shape
from firmware.dice_sets.fairness import Fairness, fairness_of
from firmware.journal.past_game import PastGame
from firmware.odds.dice_model import DECLARED, END_FACES, FAIR, DiceModel
from firmware.rules.claims import FACES, Hands, Pair
from firmware.rules.events import Adjudicated, BidMade, Dealt, Event, RolledOff, RollVoided
from firmware.statistics.beta_distribution import beta_quantile

Counts = tuple[int, int, int, int, int, int]
NONE: Counts = (0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class DiceSample:
    """Counts of the faces 1 to 6: in a fair sample, and in rolls revealed because of their faces."""

    fair: Counts = NONE
    selected: Counts = NONE

    def __add__(self, other: "DiceSample") -> "DiceSample":
        """Adds two samples of the same dice."""
        return DiceSample(_sum(self.fair, other.fair), _sum(self.selected, other.selected))


@dataclass(frozen=True, slots=True)
class FaceShare:
    """The chance of a face: posterior mean, 95 % credible interval, and the expected chance."""

    face: int
    mean: float
    low: float
    high: float
    expected: float


@dataclass(frozen=True, slots=True)
class DiceFindings:
    """The findings about a set: the share of each face and of one oblong end, and tests of equivalent faces."""

    name: str
    sample: DiceSample
    faces: tuple[FaceShare, ...]
    end: FaceShare | None
    fairness: Fairness

    @property
    def dice(self) -> int:
        """The number of dice in the fair sample."""
        return sum(self.sample.fair)

    def sentence(self) -> str:
        """Returns the findings in a sentence."""
        if not self.dice:
            return (
                f"Of {self.name} no fair throw is known yet: `meierbox bless {self.name} --throws 100` makes a hundred."
            )
        if self.end is not None:
            return (
                f"An end face comes once in {_once(self.end.mean)} dice (95 %: {_once(self.end.high)} to "
                f"{_once(self.end.low)}); the old table says once in {_once(self.end.expected)}."
            )
        worst = max(self.faces, key=lambda each: abs(each.mean - each.expected))
        return (
            f"The face farthest from one in six is {worst.face}: once in {_once(worst.mean)} dice "
            f"(95 %: {_once(worst.high)} to {_once(worst.low)})."
        )


def _once(share: float) -> str:
    times = 1 / share
    return f"{times:.0f}" if times >= 10 else f"{times:.1f}".removesuffix(".0")


def sample_of(game: PastGame) -> DiceSample:
    """Counts the revealed dice of a game; if all rolls were counted, those in the box as well."""
    found = _sample_of_events(game.events())
    if game.counted:
        return DiceSample(_sum(found.fair, game.counted), NONE)
    return found


def _sample_of_events(events: Iterable[Event]) -> DiceSample:
    fair, selected, rerolled = NONE, NONE, False
    for event in events:
        match event:
            case RolledOff(throws, _):
                fair = _sum(fair, _counts(face for _, face in throws))
            case Dealt():
                rerolled = False
            case BidMade():
                rerolled |= event.rerolled > 0
            case RollVoided(_, Pair(low, high)):
                selected = _sum(selected, _counts((low, high)))
            case Adjudicated():
                match event.revealed:
                    case Pair(low, high):
                        selected = _sum(selected, _counts((low, high)))
                    case Hands(hands):
                        came = _counts(face for hand in hands for face in hand)
                        fair, selected = (fair, _sum(selected, came)) if rerolled else (_sum(fair, came), selected)
    return DiceSample(fair, selected)


def find(name: str, sample: DiceSample, die_set: DieSet | None) -> DiceFindings:
    """Returns the posterior of a set, with one throw of each face as the prior (as `odds.dice_model.measured`).

    The counts of its blessing belong to the fair sample. An unknown set counts as cubes.
    """
    thrown = die_set.thrown if die_set and die_set.thrown else NONE
    sample = sample + DiceSample(_sum(NONE, thrown))
    shape = die_set.shape if die_set else Shape.CUBE
    has = die_set.faces if die_set else tuple(FACES)
    model = DECLARED if shape is Shape.OBLONG else FAIR
    total = sum(sample.fair[face - 1] for face in has) + len(has)
    faces = tuple(_share(face, sample.fair[face - 1] + 1, total, model) for face in has)
    ends = [face for face in has if face in END_FACES]
    end = None
    if shape is Shape.OBLONG and ends:
        came = sum(sample.fair[face - 1] + 1 for face in ends)
        both = _share(ends[0], came, total, model)
        end = FaceShare(ends[0], both.mean / len(ends), both.low / len(ends), both.high / len(ends), both.expected)
    fairness = fairness_of(shape, has, {face: sample.fair[face - 1] for face in has})
    return DiceFindings(name, sample, faces, end, fairness)


def _share(face: int, came: int, total: int, model: DiceModel) -> FaceShare:
    rest = total - came
    low, high = beta_quantile(0.025, came, rest), beta_quantile(0.975, came, rest)
    return FaceShare(face, came / total, low, high, float(model.chance_of(face)))


def _counts(faces: Iterable[int]) -> Counts:
    every = list(faces)
    one, two, three, four, five, six = (every.count(face) for face in FACES)
    return one, two, three, four, five, six


def _sum(one: Sequence[int], other: Sequence[int]) -> Counts:
    a, b, c, d, e, f = (here + there for here, there in zip(one, other, strict=True))
    return a, b, c, d, e, f
