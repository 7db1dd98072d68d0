"""Plays commands for the tests."""

from firmware.rules.commands import Command, Refusal
from firmware.rules.decide import decide, expect
from firmware.rules.events import Event
from firmware.rules.evolve import fold
from firmware.rules.state import GameState


def play(state: GameState, *commands: Command) -> GameState:
    """The state after all commands, each of which must be allowed."""
    for command in commands:
        state = fold(expect(decide(state, command)), state)
    return state


def start(events: tuple[Event, ...], *commands: Command) -> GameState:
    return play(fold(events), *commands)


def refused(state: GameState, command: Command) -> str:
    """The reason why the command is refused; fails if it is allowed."""
    decision = decide(state, command)
    assert isinstance(decision, Refusal), f"{command} was allowed: {decision}"
    return str(decision.reason)
