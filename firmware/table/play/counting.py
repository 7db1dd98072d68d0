"""What a bid counts among the dice that lie open, and what dice a challenge may come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firmware.rules.claims import FACES, Bid, Claim, Hands, Pair, Total
from firmware.rules.games.registry import ladder_of
from firmware.rules.state import GameState
from firmware.table.wording import STARS


def counting_faces(state: GameState, claim: Claim) -> frozenset[int]:
    """The faces that matter to a claim: of a bid its own, the wild one and the stars; of a total all.

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
    """How many of the dice count for a bid, or what they come to for a total."""
    faces = counting_faces(state, claim)
    if isinstance(claim, Total):
        return sum(dice)
    return sum(die in faces for die in dice)


def hidden(state: GameState, seat: int) -> int:
    """The dice that a seat has under its cup."""
    if not state.held:
        return 0
    return state.held[seat] - (len(state.shown[seat]) if state.shown else 0)


def possible(state: GameState) -> Iterator[Pair | Hands]:
    """Dice as they may come to light, at least one way for every outcome of the challenge that is on."""
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
    """Deals these dice to the cups, beside what has been shown."""
    hands = []
    for seat in range(len(state.seats)):
        mine, dice = dice[: hidden(state, seat)], dice[hidden(state, seat) :]
        hands.append((*(state.shown[seat] if state.shown else ()), *mine))
    return Hands(tuple(hands))
