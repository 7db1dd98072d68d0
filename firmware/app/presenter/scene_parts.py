"""What scenes share: the view of the table, claims, seats, hints, notices."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from display.scene import ClaimPicture, Hint, ListRow, Notice, Photograph, SealSlip, SeatPanel, Tone
from display.scene_elements import Shield
from firmware.app.presenter.seal_code import code_rows
from firmware.app.presenter.verse_choice import VerdictVerses
from firmware.heraldry.arms import Arms
from firmware.journal.observation import Observation
from firmware.journal.session import Session
from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.games.registry import ladder_of, ruleset
from firmware.rules.message import Message, Value
from firmware.rules.state import GameState
from firmware.table.context import Context
from firmware.table.mode import Choice
from firmware.table.table import Table
from firmware.table.wording import amount, claim_name
from firmware.texts import Texts
from firmware.texts.capitals import capitalized
from firmware.texts.source import text

OBLONG = frozenset({"viking"})
"""The games played with Meier dice; the others use cubes."""


@dataclass(frozen=True, slots=True)
class View:
    """A table in a language; `prompt` is the current prompt, or None."""

    table: Table
    texts: Texts
    verses: VerdictVerses
    prompt: Message | None = None

    @property
    def context(self) -> Context:
        """What modes share."""
        return self.table.context

    @property
    def active_session(self) -> Session:
        """The current game."""
        return self.table.active_session

    @property
    def state(self) -> GameState:
        """The state of the current game."""
        return self.table.state

    def render(self, said: Message | None) -> str:
        """Renders a message in the table's language."""
        return "" if said is None else self.texts.render(said)

    def sentence(self, said: Message) -> str:
        """Renders a message as a sentence, with a capital letter."""
        return capitalized(self.render(said))

    def say(self, code: str, /, **fields: Value) -> str:
        """Renders a text by its code."""
        return self.render(text(code, **fields))

    def name(self, seat: int | None) -> str:
        """Returns the name of a seat."""
        return self.context.name(seat)

    def names(self, seats: Sequence[int]) -> tuple[str, ...]:
        """Returns the names of several seats."""
        return self.context.names(seats)

    def amount(self, count: int, *, alone: bool = False) -> Message:
        """Returns a number of lives, tallies or dice."""
        return amount(self.state, count, alone=alone)


def dice_shape(rules: str) -> str:
    """Returns the shape of a game's dice, in the words of a simulated box."""
    return "oblong" if rules in OBLONG else "cube"


def hints(view: View) -> tuple[Hint, ...]:
    """Returns what each control does now."""
    offers, held = view.table.offers().items(), view.table.held()
    return tuple(
        Hint(
            control,
            capitalized(view.render(offer.label)),
            offer.enabled or offer.turns,
            view.render(held.get(control) or offer.also),
        )
        for control, offer in offers
    )


def rows(view: View, choices: tuple[Choice, ...]) -> tuple[ListRow, ...]:
    """Returns a list's rows."""
    return tuple(
        ListRow(
            view.render(choice.label),
            view.render(choice.value),
            capitalized(view.render(choice.detail)),
            choice.enabled,
        )
        for choice in choices
    )


def notice(view: View) -> Notice | None:
    """Returns the current notice, otherwise what must be resolved, otherwise what the box lacks.

    What must be resolved stays until it is, beside any prompt.
    """
    context = view.context
    unresolved = view.table.mode.unresolved
    if context.notice is not None and context.refused:
        return Notice(view.sentence(context.notice), Tone.DOUBT)
    if context.notice is not None:
        return Notice(view.render(context.notice), Tone.PLAIN, aloud=context.aloud)
    if unresolved is not None:
        said = view.sentence(unresolved)
        if view.prompt is not None:
            return Notice(f"{said} {view.render(view.prompt)}", Tone.DOUBT, aloud=True)
        return Notice(said, Tone.DOUBT)
    if trouble := context.current_game.journal.trouble:
        return Notice(view.render(trouble), Tone.BAD)
    if view.prompt is not None:
        return Notice(view.render(view.prompt), aloud=True)
    if context.camera_starting:
        return Notice(view.say("table.eye_starting"), Tone.PLAIN)
    if context.camera_failure is not None:
        reason = view.render(context.camera_failure).rstrip(".")
        return Notice(view.say("table.eye_lost", reason=reason), Tone.DOUBT)
    return None


def seats(view: View, lost: Mapping[int, int] | None = None, **marks: Any) -> tuple[SeatPanel, ...]:
    """Returns the panels of the current game's seats; `marks` set fields by a function of the seat."""
    return seat_panels(view, view.state, lost, **marks)


def seat_panels(
    view: View, state: GameState, lost: Mapping[int, int] | None = None, **marks: Any
) -> tuple[SeatPanel, ...]:
    """Returns the panels of all seats of any game."""
    game = ruleset(state.ruleset)
    most = max(game.first_stock(state.options), *state.stock)
    out = game.out(state)
    shields = tuple(map(shield, view.context.roll_of_arms.of(state.seats)))
    functions: dict[str, Callable[[int], Any]] = {"badge": lambda seat: points(view, state, seat), **marks}
    return tuple(
        SeatPanel(
            name=name,
            stock=state.stock[seat],
            stock_max=most,
            out=seat in out,
            lost=(lost or {}).get(seat, 0),
            kind=game.stock_kind,
            shown=state.shown[seat] if state.shown else (),
            shield=shields[seat],
            **{field: of(seat) for field, of in functions.items()},
        )
        for seat, name in enumerate(state.seats)
    )


@lru_cache(maxsize=256)
def shield(arms: Arms) -> Shield:
    """Converts arms for drawing."""
    return Shield(**asdict(arms))


def points(view: View, state: GameState, seat: int) -> str:
    """Returns a seat's points in games with points."""
    scores = state.points
    return view.say("table.points", n=scores[seat]) if scores else ""


def claim_picture(view: View, claim: Claim, state: GameState | None = None) -> ClaimPicture:
    """Draws a claim with its name, as in the game of a state (by default the table's).

    Two dice are in the order in which they are spoken; a bid shows its face.
    """
    state = state or view.state
    name = view.render(claim_name(state, claim))
    oblong = state.ruleset in OBLONG
    match claim:
        case Pair(low, high):
            dice = (low, high) if ladder_of(state).low_first else (high, low)
            return ClaimPicture(dice, name, oblong)
        case Bid(quantity, face):
            return ClaimPicture((face,), name, oblong, quantity=quantity)
        case Total(value):
            return ClaimPicture((), view.say("table.in_all"), oblong, total=value)


def photograph(reading: Observation, caption: str = "") -> Photograph:
    """Returns the photograph of a reading with every die marked."""
    return Photograph(reading.photograph, reading.dice, caption)


def claim_by(view: View) -> str:
    """Returns who made the claim."""
    return said_by(view, view.state.claim, view.name(view.state.owner))


def stake(view: View) -> str:
    """Returns what the cup is worth in bullshit, where every higher claim raises it."""
    worth = view.state.worth
    return "" if worth is None else view.say("table.stake", stock=view.amount(worth))


def said_by(view: View, claim: Claim | None, name: str) -> str:
    """Returns who made a claim, or the bid if all cups count."""
    return view.say("table.bid_by" if isinstance(claim, Bid | Total) else "table.says", name=name)


def status(view: View) -> str:
    """Returns the round, and the pot."""
    state = view.state
    parts = [view.say("table.round", n=state.round)]
    if state.pot:
        parts.append(view.say("table.pot", pot=state.pot))
    return " · ".join(parts)


def seal_slip(view: View) -> SealSlip | None:
    """Returns the seal before the reveal: a code to photograph, and words."""
    closed = view.active_session.seal
    if closed is None:
        return None
    return SealSlip(view.say("table.sealed"), closed.words, code_rows(closed.code) if closed.code else ())


def seal_words(view: View) -> str:
    """Returns the seal's words at the reveal."""
    closed = view.active_session.seal
    return view.say("table.seal", words=" ".join(closed.words)) if closed else ""
