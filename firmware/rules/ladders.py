"""The four ladders of RULES.md §1: all 21 results of two dice, lowest first."""

from firmware.rules.claims import Pair, write_claim


class Ladder:
    """A ranking of the 21 results; immutable, compared by identity.

    >>> VIKING.rank(Pair(1, 2)), VIKING.write(Pair(3, 1)), VIKING.spoken(Pair(3, 1))
    (20, '1-3', '13')
    >>> [VIKING.spoken(pair) for pair in VIKING.at_least(Pair(1, 1))]
    ['11', '12']
    """

    __slots__ = ("_above", "_at_least", "_rank", "low_first", "name", "pairs")

    def __init__(self, name: str, results: str, low_first: bool = False) -> None:
        """Takes the results as blank-separated digits, lowest first."""
        self.name = name
        self.low_first = low_first
        self.pairs = tuple(Pair(int(word[0]), int(word[1])) for word in results.split())
        self._rank = {pair: rank for rank, pair in enumerate(self.pairs)}
        self._at_least = {pair: self.pairs[rank:] for pair, rank in self._rank.items()}
        self._above = {pair: self.pairs[rank + 1 :] for pair, rank in self._rank.items()}

    def __repr__(self) -> str:
        """Names the ladder."""
        return f"Ladder({self.name!r})"

    @property
    def top(self) -> Pair:
        """The highest result: Meier, Mia, 21."""
        return self.pairs[-1]

    def rank(self, pair: Pair) -> int:
        """Place on the ladder, 0 (lowest) to 20."""
        return self._rank[pair]

    def at_least(self, pair: Pair) -> tuple[Pair, ...]:
        """The results that rank as high as `pair` or higher, ascending."""
        return self._at_least[pair]

    def above(self, pair: Pair) -> tuple[Pair, ...]:
        """The results that rank higher than `pair`, ascending."""
        return self._above[pair]

    def write(self, pair: Pair) -> str:
        """The pair in the record's notation, the digit first that this ladder reads first."""
        return write_claim(pair, self.low_first)

    def spoken(self, pair: Pair) -> str:
        """The pair as a number, `13` or `31`."""
        return self.write(pair).replace("-", "")


VIKING = Ladder("viking", "56 46 45 36 35 34 26 25 24 23 16 15 14 13 66 55 44 33 22 11 12", low_first=True)
CLASSIC = Ladder("classic", "31 32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21")
MIA_TRADITIONAL = Ladder("mia traditional", "31 32 41 42 43 51 52 53 54 61 62 63 64 65 66 55 44 33 22 11 21")
MIA_MODERN = Ladder("mia modern", "11 22 31 32 33 41 42 43 44 51 52 53 54 55 61 62 63 64 65 66 21")
LADDERS = (VIKING, CLASSIC, MIA_TRADITIONAL, MIA_MODERN)
