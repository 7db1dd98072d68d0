"""Words the results of actions: the one place where events become sentences.

`firmware/journal/story.py` narrates a whole game with it.
"""

from collections.abc import Iterator, Sequence

from firmware.rules.claims import Bid, Claim, Pair, Total
from firmware.rules.events import (
    Adjudicated,
    BidMade,
    Dealt,
    Declared,
    Ending,
    Event,
    GameOver,
    Passed,
    RolledOff,
    RollVoided,
    RoundOpened,
    Ruled,
    Scored,
    TurnMoved,
    Verdict,
)
from firmware.rules.evolve import evolve
from firmware.rules.games.registry import ladder_of, ruleset
from firmware.rules.message import Message, Value, literal, message, plural
from firmware.rules.state import GameState
from firmware.rules.stock import StockKind, amount


def narrate(state: GameState, events: Sequence[Event]) -> tuple[Message, ...]:
    """Returns the sentences about an action, () if there is nothing to say; `state` is the one before it."""
    return tuple(_narrate(state, events))


def names(state: GameState, seats: Sequence[int]) -> Message:
    """Lists the names of the seats: `Astrid, Bjorn and Sigrid`; `nobody` when there are none."""
    if not seats:
        return message("nobody")
    return message("{names}", names=tuple(state.seats[seat] for seat in seats))


def _narrate(state: GameState, events: Sequence[Event]) -> Iterator[Message]:
    over = any(isinstance(event, GameOver) for event in events)
    for event in events:
        yield from _narrate_event(state, event)
        if isinstance(event, Adjudicated) and not over:
            yield message("Next to open: {name}.", name=state.seats[event.starter])
        state = evolve(state, event)


def _narrate_event(state: GameState, event: Event) -> Iterator[Message]:
    match event:
        case Declared() | Passed() | BidMade():
            yield from _claim_sentences(state, event)
        case Adjudicated():
            yield _verdict_sentence(state, event)
            yield from _payment_sentences(state, event)
        case Ruled() | Scored():
            yield _ruling_sentence(state, event)
        case GameOver():
            yield _game_over_sentence(state, event)
        case RolledOff(_, tied) if tied:
            yield message("{names} throw again.", names=names(state, tied))
        case RoundOpened(seat):
            yield message("{name} opens.", name=state.seats[seat])
        case TurnMoved(seat):
            yield message("{name} answers.", name=state.seats[seat])
        case Dealt(held):
            yield message("{n} dice lie under the cups.", n=sum(held))
        case RollVoided(seat, None):
            yield message("By the table: that was no 21, {name} shakes again.", name=state.seats[seat])
        case RollVoided(seat, Pair() as dice):
            rolled = _claim_aloud(state, dice)
            yield message("That is {dice}, no 21: {name} shakes again.", dice=rolled, name=state.seats[seat])


def _claim_sentences(state: GameState, event: Declared | Passed | BidMade) -> Iterator[Message]:
    """Yields the standing claim, and who answers."""
    name, following = state.seats[event.seat], state.seats[event.turn]
    claim = _claim_aloud(state, event.claim)
    match event:
        case Declared(_, _, _, worth, fine):
            if fine:
                paid = _stock(state, fine)
                yield message("{name} takes {stock} for not going higher.", name=name, stock=paid)
            if worth is None:
                yield message("{claim} stands; {name} answers.", claim=claim, name=following)
            else:
                yield message(
                    "{claim} stands, worth {stock}; {name} answers.",
                    claim=claim,
                    stock=_stock(state, worth),
                    name=following,
                )
        case Passed():
            yield message(
                "{name} answers for {claim}; {following} is next.", name=name, claim=claim, following=following
            )
        case BidMade(_, Total(value)):
            yield message("A total of {total} stands; {name} answers.", total=value, name=following)
        case BidMade():
            yield message("{claim} stands; {name} answers.", claim=claim, name=following)


def _verdict_sentence(state: GameState, event: Adjudicated) -> Message:
    """Returns how a round ended."""
    if event.verdict is Verdict.NO_VERDICT:
        return message("No verdict: {reason}.", reason=_unread_clause(event.reason))
    if event.ending is Ending.ACCEPTED:
        return message("The Meier is accepted, the box stays shut.")
    if event.ending is Ending.SHOWN:
        return message("{name} shows the 21.", name=state.seats[event.owner])
    claim, true = _claim_aloud(state, event.claim), event.verdict is Verdict.UPHELD
    if isinstance(event.actual, Pair):
        return _dice_verdict(_claim_aloud(state, event.actual), claim, true)
    return _count_verdict(event.actual or 0, claim, true, of_total=isinstance(event.claim, Total))


def _unread_clause(reason: Message | None) -> Message:
    """Returns the reason as a clause: without its remedy and without a literal's full stop."""
    match reason:
        case None:
            return message("the dice could not be read")
        case Message("{text}", (("text", str(text)),)):
            return literal(text.removesuffix("."))
        case _:
            return reason.without_remedy()


def _dice_verdict(dice: Value, claim: Value, true: bool) -> Message:
    if true:
        return message("The dice are {dice}: {claim} is true.", dice=dice, claim=claim)
    return message("The dice are {dice}: {claim} is false.", dice=dice, claim=claim)


def _count_verdict(found: int, claim: Value, true: bool, *, of_total: bool) -> Message:
    if of_total and true:
        return message("The dice come to {n}: {claim} is true.", n=found, claim=claim)
    if of_total:
        return message("The dice come to {n}: {claim} is false.", n=found, claim=claim)
    if true:
        return message("The count is {n}: {claim} is true.", n=found, claim=claim)
    return message("The count is {n}: {claim} is false.", n=found, claim=claim)


def _payment_sentences(state: GameState, event: Adjudicated) -> Iterator[Message]:
    """Yields who pays and who scores."""
    kind = ruleset(state.ruleset).stock_kind
    for seat, paid in event.lost:
        name, stock, left = state.seats[seat], _stock(state, paid), event.stock[seat] or _none_left(kind)
        if kind == "tally":
            yield message("{name} takes {stock} and has {left}.", name=name, stock=stock, left=left)
        else:
            yield message("{name} pays {stock} and has {left}.", name=name, stock=stock, left=left)
    if event.winner is not None:
        yield message("{name} wins the round.", name=state.seats[event.winner])
    elif not event.lost:
        yield message("Nobody pays.")


def _ruling_sentence(state: GameState, event: Ruled | Scored) -> Message:
    name, change = state.seats[event.seat], event.delta
    if isinstance(event, Ruled):
        return message(
            "By the table: {name} {change:+}, which makes {stock} ({reason}).",
            name=name,
            change=change,
            stock=_stock(state, event.stock),
            reason=event.reason,
        )
    return plural(
        "By the table: {name} {change:+} point, which makes {points} ({reason}).",
        "By the table: {name} {change:+} points, which makes {points} ({reason}).",
        abs(event.delta),
        name=name,
        change=change,
        points=event.points,
        reason=event.reason,
    )


def _game_over_sentence(state: GameState, event: GameOver) -> Message:
    winners, losers = names(state, event.winners), names(state, event.losers)
    won = plural("{names} wins", "{names} win", max(1, len(event.winners)), names=winners)
    if not event.losers:
        return message("The game is over: {won}.", won=won)
    lost = plural("{names} loses", "{names} lose", len(event.losers), names=losers)
    return message("The game is over: {won}; {lost}.", won=won, lost=lost)


def _claim_aloud(state: GameState, claim: Claim) -> Value:
    """Words a claim as spoken: `13`, `4x5`, `a total of 13`."""
    match claim:
        case Pair():
            return ladder_of(state).spoken(claim)
        case Bid(quantity, face):
            return f"{quantity}x{face}"
        case Total(value):
            return message("a total of {total}", total=value)


def _stock(state: GameState, count: int) -> Message:
    """Words an amount of stock: `1 life`, `3 dice`."""
    return amount(ruleset(state.ruleset).stock_kind, count)


def _none_left(kind: StockKind) -> Message:
    match kind:
        case StockKind.LIVES:
            return message("no lives")
        case StockKind.TALLIES:
            return message("no tallies")
        case StockKind.DICE:
            return message("no dice")
