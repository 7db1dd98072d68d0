"""Narrates a past game in English, action by action; `record/narration.py` words the results."""

from collections.abc import Iterator

from firmware.journal.past_game import GameEnding, PastAction, PastGame
from firmware.rules.claims import Hands
from firmware.rules.events import (
    Accepted,
    Adjudicated,
    BidMade,
    Challenged,
    Dealt,
    Declared,
    Event,
    Passed,
    Rolled,
    RolledOff,
    RoundOpened,
    Shown,
)
from firmware.rules.games.registry import ruleset
from firmware.rules.options import write_value
from firmware.rules.record.narration import names, narrate
from firmware.rules.state import GameState, Phase


def narrate_game(game: PastGame) -> tuple[str, ...]:
    """Narrates a game line by line; it knows nothing of unrevealed rolls."""
    return tuple(line for _, line in narrate_actions(game))


def ending_words(game: PastGame) -> str:
    """Words how a game ended: `Bjorn won`, `Sigrid lost`, `stopped in round 3`."""
    state = game.state
    match game.ending:
        case GameEnding.WON:
            return _result_words(state)
        case GameEnding.STOPPED:
            return f"stopped in round {state.round}"
        case GameEnding.LEFT:
            return f"left in round {state.round}"
        case GameEnding.OPEN:
            return f"not finished, in round {state.round}"


def _result_words(state: GameState) -> str:
    """Names winners or losers, whichever are fewer, if all others are the opposite; otherwise both."""
    won, lost = f"{names(state, state.winners)} won", f"{names(state, state.losers)} lost"
    if not state.losers:
        return won
    if len(state.winners) + len(state.losers) < len(state.seats):
        return f"{won}; {lost}"
    return won if len(state.winners) <= len(state.losers) else f"{lost}, all others won"


def house_rules(state: GameState) -> str:
    """Lists the options that differ from the rules as written, as `lives 3, end gambling`; "" if none does."""
    changed = [
        f"{option.name} {write_value(state.options[option.name])}"
        for option in ruleset(state.ruleset).options
        if state.options[option.name] != option.default
    ]
    return ", ".join(changed)


def narrate_actions(game: PastGame) -> Iterator[tuple[int | None, str]]:
    """Narrates a game line by line, each with the index of its action in `game.actions`; None for a heading."""
    number, shook = 0, ""
    for place, action in enumerate(game.actions):
        if action.before.round != number and action.before.phase is not Phase.ROLL_OFF:
            number = action.before.round
            yield None, f"Round {number}"
        if shook and not isinstance(action.events[0], Declared | Shown):
            yield place - 1, f"  {shook}."
            shook = ""
        if isinstance(action.events[0], Rolled):
            # It is narrated with the claim.
            shook = _shake_words(action)
            continue
        parts = (_action_words(action, shook), _hands_words(action), *map(str, narrate(action.before, action.events)))
        yield place, f"  {' '.join(part for part in parts if part)}"
        shook = ""
    if shook:
        yield len(game.actions) - 1, f"  {shook}."


def _shake_words(action: PastAction) -> str:
    (event,) = (event for event in action.events if isinstance(event, Rolled))
    return f"{action.before.seats[event.seat]} shakes{' without looking' if event.blind else ''}"


def _action_words(action: PastAction, shook: str) -> str:
    """Words an action where `narrate` gives only its result; `shook`: the shake before it, if any."""
    seats = action.before.seats
    event: Event = action.events[0]
    match event:
        case RolledOff(throws, _):
            thrown = ", ".join(f"{seats[seat]} {face}" for seat, face in throws)
            return f"Throws for the opening: {thrown}." if thrown else ""
        case Declared(seat):
            return f"{shook} and speaks:" if shook else f"{seats[seat]} speaks:"
        case Passed(seat):
            return f"{seats[seat]} hands the box on unseen."
        case Accepted(seat):
            return f"{seats[seat]} accepts."
        case Challenged(seat):
            return f"{seats[seat]} calls it a lie."
        case Shown(seat):
            return f"{shook} and shows the dice." if shook else f"{seats[seat]} shows the dice."
        case Dealt():
            return "Everybody shakes."
        case BidMade(seat, _, _, shown, rerolled) if shown:
            dice = " ".join(map(str, shown))
            return f"{seats[seat]} shows {dice}, re-rolls {rerolled} {'die' if rerolled == 1 else 'dice'} and bids:"
        case BidMade(seat):
            return f"{seats[seat]} bids:"
        case RoundOpened():
            return "It is settled without a throw."
        case _:
            return ""


def _hands_words(action: PastAction) -> str:
    """Words the dice under the cups, once revealed."""
    for event in action.events:
        if isinstance(event, Adjudicated) and isinstance(event.revealed, Hands):
            hands = zip(action.before.seats, event.revealed.dice, strict=True)
            lay = [f"{name} {' '.join(map(str, hand))}" for name, hand in hands if hand]
            return f"Under the cups: {'; '.join(lay)}."
    return ""
