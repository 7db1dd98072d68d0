"""What each seat knew when it claimed, as far as the dice were revealed."""

from collections.abc import Sequence

from firmware.journal.past_game import PastGame
from firmware.rules.claims import Pair
from firmware.statistics.known_rounds import KnownClaim, KnownRound


def knowledge(game: PastGame, rounds: Sequence[KnownRound]) -> dict[int, tuple[str, ...]]:
    """Returns sentences by the index of the action in `game.actions`; none for unrevealed dice."""
    places: list[int] = [-1] * len(game.start)
    for place, action in enumerate(game.actions):
        places += [place] * len(action.events)
    found: dict[int, tuple[str, ...]] = {}
    for known in rounds:
        for claim in known.claims:
            place = places[claim.at]
            found[place] = (*found.get(place, ()), _sentence(game.state.seats[claim.seat], claim))
    return found


def _sentence(name: str, claim: KnownClaim) -> str:
    worth = percent(float(claim.chance))
    if not isinstance(claim.claim, Pair):
        own = " ".join(map(str, claim.saw)) or "nothing"
        return f"{name} had {own}; from there the bid was true with {worth}. It was {'true' if claim.true else 'not'}."
    if not claim.knowing:
        return f"{name} had not looked: true with {worth} for everybody. It was {'true' if claim.true else 'not'}."
    dice = "-".join(map(str, claim.saw))
    return (
        f"{name} alone had seen {dice}: {'a bluff' if claim.bluff else 'the truth'}; for the others true with {worth}."
    )


def percent(chance: float) -> str:
    r"""Formats a chance, small ones with more digits and a non-breaking percent sign.

    >>> [percent(chance).replace("\u00a0", " ") for chance in (0.25, 0.02, 0.0004)]
    ['25 %', '2.0 %', 'under 0.1 %']
    """
    if 0 < chance < 0.001:
        return "under\u00a00.1\u00a0%"
    return f"{chance * 100:.1f}\u00a0%" if 0 < chance < 0.1 else f"{chance * 100:.0f}\u00a0%"
