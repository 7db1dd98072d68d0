"""The stored solutions of box and cup rounds, so that computer players need not solve anything.

`python -m firmware.equilibria.build_tables` creates the file.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from firmware.equilibria.self_play import RoundPlay, Values

TABLES: Final = Path(__file__).with_name("round_tables.npz")
SEATS: Final = (2, 3, 4)
"""The largest number of seats with a solution."""


@dataclass(frozen=True, slots=True)
class PassingTable:
    """The policies of all seats in a round with passing; the first index is the rank to beat plus 1 (0: none).

    `told[beaten, roll, claim]`; `answers[beaten, seat - 1, claim, answer]`, where the answers are a challenge, a roll
    and a pass; `back[beaten, claim, roll, action]`, where the actions are a challenge, a roll, and passing with each
    claim; `second[beaten, seat - 1, claim, passed on, answer]`.
    """

    told: Values
    answers: Values
    back: Values
    second: Values


@lru_cache(maxsize=16)
def passing_table(game: str, seats: int) -> PassingTable:
    """Returns the table of `mia-traditional`, `mia-modern` or `sympkyn-box`."""
    return PassingTable(*(stored(f"{game}-{seats}-{part}") for part in ("told", "answers", "back", "second")))


@lru_cache(maxsize=16)
def round_table(game: str, seats: int) -> RoundPlay:
    """Returns the table of `viking-equal`, `viking-higher`, or `bullshit-1` and so on by the value of the cup."""
    return RoundPlay(*(stored(f"{game}-{seats}-{part}") for part in ("claims", "challenges", "worth")))


@lru_cache(maxsize=4)
def bullshit_tables(seats: int) -> tuple[RoundPlay, ...]:
    """Returns the tables of bullshit for every value of the cup, from 1."""
    claims, challenges, worth = (stored(f"bullshit-{seats}-{part}") for part in ("claims", "challenges", "worth"))
    return tuple(RoundPlay(*parts) for parts in zip(claims, challenges, worth, strict=True))


@lru_cache(maxsize=1)
def points_table() -> Values:
    """Returns the table of a round played for points, with at most five dice for each of two seats.

    It has the probability of each action of `last_face.py`, by the number of waiting moves, the set of bids as bits 1
    to 7, and the hand.
    """
    return stored("points-5-5")


@lru_cache(maxsize=16)
def star_table(dice: tuple[int, int], player: int) -> NDArray[np.float16]:
    """Returns the policy of the opener (0) or the other seat in a last round of stars with these dice.

    Its indices are those of `star_endings.table`.
    """
    with np.load(TABLES, allow_pickle=False) as tables:
        return np.asarray(tables[f"stars-{dice[0]}-{dice[1]}-{player}"], dtype=np.float16)


def stored(name: str) -> Values:
    """Reads an array; raises KeyError if there is none with this name."""
    with np.load(TABLES, allow_pickle=False) as tables:
        return np.asarray(tables[name], dtype=np.float64)
