"""What scenes share: the view of the table that builders work with, claims, seats, hints, notices."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from display.scene import ClaimPicture, Hint, ListRow, Notice, Photograph, SealSlip, SeatPanel, Tone
from display.scene_elements import Shield
from firmware.app.presenter.seal_code import code_rows
from firmware.app.presenter.verse_choice import VerdictVerses, capitalized
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
from firmware.texts.source import text

OBLONG = frozenset({"viking"})
"""The games that are played with Meier dice; the others have cubes."""


@dataclass(frozen=True, slots=True)
class View:
    """A table as it is shown now, in a language; `prompt` is what the table is told when it hesitates, or None."""

    table: Table
    texts: Texts
    verses: VerdictVerses
    prompt: Message | None = None

    @property
    def context(self) -> Context:
        """What the modes share."""
        return self.table.context

    @property
    def active_session(self) -> Session:
        """The game that is on."""
        return self.table.active_session

    @property
    def state(self) -> GameState:
        """The state of the game that is on."""
        return self.table.state

    def render(self, said: Message | None) -> str:
        """Writes a message in the language of the table."""
        return "" if said is None else self.texts.render(said)

    def sentence(self, said: Message) -> str:
        """Writes a message as a sentence: with a capital at its beginning."""
        return capitalized(self.render(said))

    def say(self, code: str, /, **fields: Value) -> str:
        """Writes a text of the screen."""
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
    """Returns the shape of the dice that a game is played with, in the words of a simulated box."""
    return "oblong" if rules in OBLONG else "cube"


def hints(view: View) -> tuple[Hint, ...]:
    """Returns what each control does now."""
    offers, held = view.table.offers().items(), view.table.held()
    return tuple(
        Hint(control, view.render(offer.label), offer.enabled, view.render(held.get(control)))
        for control, offer in offers
    )


def rows(view: View, choices: tuple[Choice, ...]) -> tuple[ListRow, ...]:
    """Returns the rows of a list."""
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
    """Returns the notice of the moment, else what is to be put right, else what the box lacks.

    What is to be put right stays until it is, and a prompt stands beside it.
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
    if context.camera_failure is not None:
        reason = view.render(context.camera_failure).rstrip(".")
        return Notice(view.say("table.eye_lost", reason=reason), Tone.DOUBT)
    return None


def seats(view: View, lost: Mapping[int, int] | None = None, **marks: Any) -> tuple[SeatPanel, ...]:
    """Returns the plates of the game that is on; `marks` give fields of a plate by a function of the seat."""
    return seat_panels(view, view.state, lost, **marks)


def seat_panels(
    view: View, state: GameState, lost: Mapping[int, int] | None = None, **marks: Any
) -> tuple[SeatPanel, ...]:
    """Returns the plates of all seats of any game."""
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


def shield(arms: Arms) -> Shield:
    """Returns arms as they are painted."""
    return Shield(**asdict(arms))


def points(view: View, state: GameState, seat: int) -> str:
    """Returns how many points a seat has, where points are scored."""
    scores = state.points
    return view.say("table.points", n=scores[seat]) if scores else ""


def claim_picture(view: View, claim: Claim, state: GameState | None = None) -> ClaimPicture:
    """Draws a claim with its name, as it is made in the game of a state: that of the table, unless given.

    Two dice stand in the order in which the table speaks them; a bid shows its face.
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
            return ClaimPicture((), name, oblong, total=value)


def photograph(reading: Observation, caption: str = "") -> Photograph:
    """Returns the photograph of a reading with every die marked."""
    return Photograph(reading.photograph, reading.dice, caption)


def claim_by(view: View) -> str:
    """Returns who made the claim, and what the cup is worth where it is worth something."""
    state = view.state
    name = view.name(state.owner)
    if state.worth is None:
        return said_by(view, state.claim, name)
    return view.say("table.says_worth", name=name, n=state.worth)


def said_by(view: View, claim: Claim | None, name: str) -> str:
    """Returns who made a claim, or bid it where all cups count."""
    return view.say("table.bid_by" if isinstance(claim, Bid | Total) else "table.says", name=name)


def status(view: View) -> str:
    """Returns which round it is, and what is in the pot."""
    state = view.state
    parts = [view.say("table.round", n=state.round)]
    if state.pot:
        parts.append(view.say("table.pot", pot=state.pot))
    return " · ".join(parts)


def seal_slip(view: View) -> SealSlip | None:
    """Returns what is shown of the seal before the reveal: a code to photograph, and words."""
    closed = view.active_session.seal
    if closed is None:
        return None
    return SealSlip(view.say("table.sealed"), closed.words, code_rows(closed.code) if closed.code else ())


def seal_words(view: View) -> str:
    """Names the seal at the reveal, by its words."""
    closed = view.active_session.seal
    return view.say("table.seal", words=" ".join(closed.words)) if closed else ""
