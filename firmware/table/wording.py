"""Messages for claims, faces and amounts, shared by the modes and the presenter."""

from collections.abc import Mapping
from datetime import datetime

from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.games.registry import ladder_of, ruleset
from firmware.rules.message import Message
from firmware.rules.options import OptionValue
from firmware.rules.state import GameState
from firmware.texts.source import text

STARS = "stars"


def claim_name(state: GameState, claim: Claim) -> Message:
    """Names a claim as it is spoken.

    >>> from firmware.rules.games.registry import fold, new_game
    >>> state = fold(new_game("mia", ("Astrid", "Bjorn", "Sigrid"), opens=0))
    >>> [str(claim_name(state, Pair(*dice))) for dice in ((2, 1), (5, 2), (4, 4))]
    ['Mia', 'fifty-two', 'double fours']
    """
    match claim:
        case Pair():
            ladder = ladder_of(state)
            return text(f"claim.top_{state.ruleset}" if claim == ladder.top else f"claim.{ladder.spoken(claim)}")
        case Bid(quantity, face):
            return text("claim.bid", n=quantity, faces=face_name(state, face, quantity))
        case Total(value):
            return text("claim.total", n=value)


def face_name(state: GameState, face: int, count: int) -> Message:
    """Names one face or several: `five`, `fives`; a 1 is a star if it is wild."""
    word = "star" if face == 1 and state.ruleset == STARS else str(face)
    return text(f"claim.face_{word}", n=count)


def wild_face(state: GameState, claim: Claim) -> Message | None:
    """Names the wild face, in the plural, that counts for a bid on another one; None if none does."""
    wild = 1 if state.ruleset == STARS else state.options.number("wild") if "wild" in state.options else 0
    if not wild or not isinstance(claim, Bid) or claim.face == wild:
        return None
    return face_name(state, wild, 2)


def payment_code(state: GameState, code: str) -> str:
    """Returns the code of a text about a payment: lives and dice are paid, tallies are taken."""
    return f"{code}_tallies" if ruleset(state.ruleset).stock_kind == "tally" else code


def about_game(rules: str, options: Mapping[str, OptionValue]) -> Message:
    """Returns what a game is like, in one sentence; the ranking of mia is an option."""
    modern = options.get("ranking") == "modern"
    return text(f"setup.about_{rules}_modern" if modern else f"setup.about_{rules}")


def amount(state: GameState, count: int, *, alone: bool = False) -> Message:
    """Returns a number of lives, tallies or dice: `one life`, `two tallies`, `three dice`.

    It is the object of a sentence (what somebody pays or shows) unless `alone`; languages with cases need to know.
    """
    word = ruleset(state.ruleset).stock_kind
    return text(f"common.{word}_alone" if alone else f"common.{word}", n=count)


def moment(at: float) -> str:
    """Formats a moment (seconds since 1970) as date and time, or a dash if that is impossible."""
    return _written(at, "%Y-%m-%d %H:%M")


def day(at: float) -> str:
    """Formats the day of a moment (seconds since 1970), or a dash if that is impossible."""
    return _written(at, "%Y-%m-%d")


def _written(at: float, layout: str) -> str:
    try:
        return datetime.fromtimestamp(at).strftime(layout)
    except (ValueError, OverflowError, OSError):
        return "–"
