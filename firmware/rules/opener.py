"""Who opens the game: the roll-off, or the host's choice (V1, T8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.rules.commands import ChooseOpener, Refusal, RollOff
from firmware.rules.decision import Decision
from firmware.rules.events import RolledOff, RoundOpened
from firmware.rules.state import GameState, Phase

if TYPE_CHECKING:
    from firmware.rules.ruleset import Ruleset


def throwers(state: GameState) -> str:
    """Who throws now, in words."""
    if not state.tied:
        return "every seat throws one die"
    *most, last = (state.seats[seat] for seat in state.tied)
    return f"{', '.join(most)} and {last} throw again"


def roll_off(game: Ruleset, state: GameState, command: RollOff) -> Decision:
    """The highest die opens; the tied best throw again."""
    if state.phase is not Phase.ROLL_OFF:
        return Refusal("Who opens is already settled.")
    expected = state.tied or game.live(state)
    thrown: dict[int, int] = {}
    for seat, face in command.throws:
        if not 0 <= seat < len(state.seats):
            return Refusal(f"There is no seat {seat}.")
        if not 1 <= face <= 6:
            return Refusal(f"A die shows 1 to 6, not {face}.")
        if seat in thrown:
            return Refusal(f"{state.seats[seat]} has thrown twice.")
        if seat not in expected:
            return Refusal(f"{state.seats[seat]} does not throw now: {throwers(state)}.")
        thrown[seat] = face
    missing = [state.seats[seat] for seat in expected if seat not in thrown]
    if missing:
        return Refusal(f"{missing[0]} has not thrown: {throwers(state)}.")
    best = tuple(seat for seat in expected if thrown[seat] == max(thrown.values()))
    if len(best) > 1:
        return (RolledOff(command.throws, best),)
    return (RolledOff(command.throws, ()), RoundOpened(best[0]))


def choose_opener(game: Ruleset, state: GameState, command: ChooseOpener) -> Decision:
    """A live seat opens without a throw."""
    if state.phase is not Phase.ROLL_OFF:
        return Refusal("Who opens is already settled.")
    if not 0 <= command.seat < len(state.seats):
        return Refusal(f"There is no seat {command.seat}.")
    if not game.is_live(state, command.seat):
        return Refusal(f"{state.seats[command.seat]} is out of the game and cannot open.")
    return (RoundOpened(command.seat),)
