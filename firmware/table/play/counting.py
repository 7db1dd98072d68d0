"""Which dice count for a bid, and which dice a challenge may reveal."""

from collections.abc import Iterable, Iterator

from firmware.rules.claims import FACES, Bid, Claim, Hands, Pair, Total
from firmware.rules.games.registry import ladder_of
from firmware.rules.state import GameState
from firmware.table.progress import hidden
from firmware.table.wording import STARS


def counting_faces(state: GameState, claim: Claim) -> frozenset[int]:
    """Returns the faces that count for a claim: for a bid its own, the wild one and the stars; for a total all.

    >>> from firmware.rules.games.registry import fold, new_game
    >>> state = fold(new_game("stars", ("Astrid", "Bjorn"), opens=0))
    >>> sorted(counting_faces(state, Bid(3, 5))), sorted(counting_faces(state, Bid(3, 1)))
    ([1, 5], [1])
    """
    if not isinstance(claim, Bid):
        return frozenset(FACES)
    if state.ruleset == STARS:
        return frozenset({claim.face, 1})
    wild = state.options.number("wild")
    return frozenset({claim.face, wild} - {0})


def counted(state: GameState, claim: Claim, dice: Iterable[int]) -> int:
    """Counts the matching dice for a bid, or adds up the dice for a total."""
    faces = counting_faces(state, claim)
    if isinstance(claim, Total):
        return sum(dice)
    return sum(die in faces for die in dice)


def possible(state: GameState) -> Iterator[Pair | Hands]:
    """Yields dice that might be revealed, covering every outcome of the challenge."""
    claim = state.claim
    if not state.held:
        yield from ladder_of(state).pairs
    elif isinstance(claim, Bid):
        counting = counting_faces(state, claim)
        neutral = next(face for face in FACES if face not in counting)
        free = sum(hidden(state, seat) for seat in range(len(state.seats)))
        for count in range(free + 1):
            yield _hands(state, [claim.face] * count + [neutral] * (free - count))
    else:
        free = sum(state.held)
        yield _hands(state, [min(FACES)] * free)
        yield _hands(state, [max(FACES)] * free)


def _hands(state: GameState, dice: list[int]) -> Hands:
    """Distributes these dice over the cups, beside the shown ones."""
    hands = []
    for seat in range(len(state.seats)):
        mine, dice = dice[: hidden(state, seat)], dice[hidden(state, seat) :]
        hands.append((*(state.shown[seat] if state.shown else ()), *mine))
    return Hands(tuple(hands))
