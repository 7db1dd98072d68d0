"""The parts that scenes share: claims, seats, hints, notices."""

from collections.abc import Callable, Mapping
from typing import Any

from display.scene import ClaimPicture, Hint, ListRow, Notice, SeatPanel, Tone
from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.games.registry import ladder_of
from firmware.rules.state import GameState
from firmware.table.mode import Choice
from firmware.table.table import Table
from firmware.table.wording import claim_name
from firmware.texts import Texts

OBLONG = frozenset({"viking"})
"""The games that are played with Meier dice; the others have cubes."""
SHOWN_DIGITS = 12
"""So much of a seal's digest stands on the screen."""


def dice_shape(rules: str) -> str:
    """The shape of the dice that a game is played with, in the words of a simulated box."""
    return "oblong" if rules in OBLONG else "cube"


def hints(table: Table) -> tuple[Hint, ...]:
    """What each control does now."""
    return tuple(Hint(control, offer.label, offer.enabled) for control, offer in table.offers().items())


def rows(choices: tuple[Choice, ...]) -> tuple[ListRow, ...]:
    """The lines of a list."""
    return tuple(ListRow(choice.label, choice.value, choice.detail, choice.enabled) for choice in choices)


def notice(table: Table) -> Notice | None:
    """The notice of the moment, else what the box lacks."""
    if table.notice:
        return Notice(table.texts.sentence(table.notice), Tone.DOUBT if table.refused else Tone.PLAIN)
    if table.journal.trouble:
        return Notice(table.texts.render(table.journal.trouble), Tone.BAD)
    if table.prompted:
        return Notice(table.prompted, aloud=True)
    if table.eye_trouble:
        return Notice(table.texts.say("table.eye_lost", reason=table.eye_trouble.rstrip(".")), Tone.DOUBT)
    return None


def seats(table: Table, lost: Mapping[int, int] | None = None, **marks: Any) -> tuple[SeatPanel, ...]:
    """The plates of all seats; `marks` give fields of a plate by a function of the seat."""
    session, state = table.playing, table.state
    most = max(session.game.first_stock(state.options), *state.stock)
    out = session.game.out(state)
    functions: dict[str, Callable[[int], Any]] = {"badge": lambda seat: points(table, seat), **marks}
    return tuple(
        SeatPanel(
            name=name,
            stock=state.stock[seat],
            stock_max=most,
            out=seat in out,
            lost=(lost or {}).get(seat, 0),
            kind=session.game.stock_kind,
            shown=state.shown[seat] if state.shown else (),
            **{field: of(seat) for field, of in functions.items()},
        )
        for seat, name in enumerate(state.seats)
    )


def points(table: Table, seat: int) -> str:
    """The points of a seat, where points are played."""
    scores = table.state.points
    return table.texts.say("table.points", n=scores[seat]) if scores else ""


def claim_picture(table: Table, claim: Claim) -> ClaimPicture:
    """Draws a claim: two dice in the order in which the table speaks them, or the face of a bid; with its name."""
    return picture_of(table.texts, table.state, claim)


def picture_of(texts: Texts, state: GameState, claim: Claim) -> ClaimPicture:
    """Draws a claim as it is made in the game of a state."""
    name = claim_name(texts, state, claim)
    oblong = state.ruleset in OBLONG
    match claim:
        case Pair(low, high):
            dice = (low, high) if ladder_of(state).low_first else (high, low)
            return ClaimPicture(dice, name, oblong)
        case Bid(quantity, face):
            return ClaimPicture((face,), name, oblong, quantity=quantity)
        case Total(value):
            return ClaimPicture((), name, oblong, total=value)


def claim_by(table: Table) -> str:
    """Who stands behind the claim, and what the cup is worth where it is worth something."""
    state = table.state
    name = table.name(state.owner)
    if state.worth is None:
        return said_by(table, state.claim, name)
    return table.texts.say("table.says_worth", name=name, n=state.worth)


def said_by(table: Table, claim: Claim | None, name: str) -> str:
    """Who said a claim, or bid it where all cups count."""
    return table.texts.say("table.bid_by" if isinstance(claim, Bid | Total) else "table.says", name=name)


def status(table: Table) -> str:
    """The round, and what is in the pot."""
    state = table.state
    parts = [table.texts.say("table.round", n=state.round)]
    if state.pot:
        parts.append(table.texts.say("table.pot", pot=state.pot))
    return " · ".join(parts)


def seal(table: Table) -> str:
    """The beginning of the seal's digest."""
    closed = table.playing.seal
    return table.texts.say("table.seal", digest=closed.digest[:SHOWN_DIGITS]) if closed else ""
