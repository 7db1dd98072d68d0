"""Who opens the game: the winner of a roll-off, or whom the host chooses (V1, T8)."""

from firmware.rules.commands import ChooseOpener, Refusal, RollOff
from firmware.rules.events import RolledOff, RoundOpened
from firmware.rules.message import Message, message
from firmware.rules.ruleset import Decision, Ruleset
from firmware.rules.state import GameState, Phase


def throwers(state: GameState) -> Message:
    """Returns who throws now."""
    if not state.tied:
        return message("every seat throws one die")
    return message("{names} throw again", names=tuple(state.seats[seat] for seat in state.tied))


def roll_off(game: Ruleset, state: GameState, command: RollOff) -> Decision:
    """Lets the highest die open; those who tie for it throw again."""
    if state.phase is not Phase.ROLL_OFF:
        return Refusal(message("Who opens is already settled."))
    expected = state.tied or game.live(state)
    thrown: dict[int, int] = {}
    for seat, face in command.throws:
        if not 0 <= seat < len(state.seats):
            return Refusal(message("There is no seat {seat}.", seat=seat))
        if not 1 <= face <= 6:
            return Refusal(message("A die shows 1 to 6, not {face}.", face=face))
        if seat in thrown:
            return Refusal(message("{name} has thrown twice.", name=state.seats[seat]))
        if seat not in expected:
            return Refusal(message("{name} does not throw now: {who}.", name=state.seats[seat], who=throwers(state)))
        thrown[seat] = face
    missing = [state.seats[seat] for seat in expected if seat not in thrown]
    if missing:
        return Refusal(message("{name} has not thrown: {who}.", name=missing[0], who=throwers(state)))
    best = tuple(seat for seat in expected if thrown[seat] == max(thrown.values()))
    if len(best) > 1:
        return (RolledOff(command.throws, best),)
    return (RolledOff(command.throws, ()), RoundOpened(best[0]))


def choose_opener(game: Ruleset, state: GameState, command: ChooseOpener) -> Decision:
    """Lets a live seat open without a throw."""
    if state.phase is not Phase.ROLL_OFF:
        return Refusal(message("Who opens is already settled."))
    if not 0 <= command.seat < len(state.seats):
        return Refusal(message("There is no seat {seat}.", seat=command.seat))
    if not game.is_live(state, command.seat):
        name = state.seats[command.seat]
        return Refusal(message("{name} is out of the game and cannot open.", name=name))
    return (RoundOpened(command.seat),)
