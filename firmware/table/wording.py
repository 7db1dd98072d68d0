"""Claims, counts and stocks in the table's language."""

from __future__ import annotations

from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.games.registry import ladder_of, ruleset
from firmware.rules.state import GameState
from firmware.texts import Texts

STARS = "stars"


def claim_name(texts: Texts, state: GameState, claim: Claim) -> str:
    """A claim as it is said aloud.

    >>> from firmware.rules.games.registry import fold, new_game
    >>> state = fold(new_game("mia", ("Astrid", "Bjorn", "Sigrid"), opens=0))
    >>> [claim_name(Texts(), state, Pair(*dice)) for dice in ((2, 1), (5, 2), (4, 4))]
    ['Mia', 'fifty-two', 'double fours']
    """
    match claim:
        case Pair():
            ladder = ladder_of(state)
            return texts.say(f"claim.top_{state.ruleset}" if claim == ladder.top else f"claim.{ladder.spoken(claim)}")
        case Bid(quantity, face):
            key = "claim.bid_one" if quantity == 1 else "claim.bid"
            return texts.say(key, n=number(texts, quantity), faces=face_name(texts, state, face, quantity))
        case Total(value):
            return texts.say("claim.total", n=value)


def face_name(texts: Texts, state: GameState, face: int, count: int) -> str:
    """The name of a face, of one die or of several: `five`, `fives`; a 1 is a star where it is played as one."""
    word = "star" if face == 1 and state.ruleset == STARS else str(face)
    return texts.say(f"claim.face_{word}_{'one' if count == 1 else 'many'}")


def number(texts: Texts, count: int) -> str:
    """A number in words, a large one in figures.

    >>> number(Texts(), 4), number(Texts(), 144)
    ('four', '144')
    """
    words = texts.say("common.numbers").split("; ")
    return words[count] if 0 <= count < len(words) else str(count)


def amount(texts: Texts, state: GameState, count: int, *, alone: bool = False) -> str:
    """A number of lives, tallies or dice in words: `one life`, `two tallies`, `three dice`.

    It is what somebody pays, lays or shows, unless it stands `alone`: languages with cases tell these apart.
    """
    word = ruleset(state.ruleset).stock_kind
    one = "alone" if alone else "one"
    return texts.say(f"common.{word}_{one if count == 1 else 'many'}", n=number(texts, count))
