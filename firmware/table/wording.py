"""Messages for claims, faces and amounts, shared by the modes and the presenter."""

from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.games.registry import ladder_of, ruleset
from firmware.rules.message import Message, literal
from firmware.rules.state import GameState
from firmware.texts.source import text

STARS = "stars"


def claim_name(state: GameState, claim: Claim) -> Message:
    """Names a claim as it is said aloud.

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
    """Names the face of one die or of several: `five`, `fives`; a 1 is a star where it is played as one."""
    word = "star" if face == 1 and state.ruleset == STARS else str(face)
    return text(f"claim.face_{word}", n=count)


def amount(state: GameState, count: int, *, alone: bool = False) -> Message:
    """Gives a number of lives, tallies or dice: `one life`, `two tallies`, `three dice`.

    It is the object of a sentence (what somebody pays or shows) unless it stands `alone`: languages with cases need to
    know.
    """
    word = ruleset(state.ruleset).stock_word[0]
    return text(f"common.{word}_alone" if alone else f"common.{word}", n=count)


def message_of(said: Message | str) -> Message:
    """Gives the message of a part that says English sentences: the problem, then a colon and the remedy."""
    if isinstance(said, Message):
        return said
    problem, colon, remedy = said.removesuffix(".").partition(": ")
    return literal(problem).with_remedy(literal(remedy)) if colon and said.endswith(".") else literal(said)


def problem_of(said: Message | str) -> Message:
    """Gives only what is the matter, without the remedy and without a full stop."""
    if isinstance(said, Message):
        return said.without_remedy()
    return literal(said.partition(": ")[0].removesuffix("."))


def error_message(error: Exception) -> Message:
    """Gives what an error says to people."""
    said = getattr(error, "message", None)
    return said if isinstance(said, Message) else message_of(str(error))


def recorded(reason: Message) -> str:
    """Gives a reason as the journal keeps it: in English."""
    return str(reason)
