"""Decides commands: returns events or a refusal. Its counterpart `evolve` applies events."""

from firmware.rules.commands import ChooseOpener, Command, Refusal, RollOff, Rule, Score
from firmware.rules.errors import RefusedError
from firmware.rules.events import Event
from firmware.rules.games.registry import RULESETS
from firmware.rules.message import message
from firmware.rules.opener import choose_opener, roll_off, throwers
from firmware.rules.ruleset import Decision
from firmware.rules.rulings import rule, score
from firmware.rules.state import GameState, Phase


def decide(state: GameState, command: Command) -> Decision:
    """Decides a command by the rules of the game that the state belongs to.

    >>> from firmware.rules.commands import Challenge
    >>> from firmware.rules.evolve import fold
    >>> from firmware.rules.games.registry import new_game
    >>> refusal = decide(fold(new_game("viking", ("Astrid", "Bjorn", "Sigrid"), opens=0)), Challenge(0))
    >>> str(refusal.reason)
    'No claim stands: there is nothing to challenge.'
    """
    game = RULESETS[state.ruleset]
    match command:
        case Rule():
            return rule(game, state, command)
        case Score():
            return score(game, state, command)
        case _ if state.phase is Phase.OVER:
            return Refusal(message("The game is over."))
        case RollOff():
            return roll_off(game, state, command)
        case ChooseOpener():
            return choose_opener(game, state, command)
        case _ if state.phase is Phase.ROLL_OFF:
            return Refusal(message("First a throw decides who opens: {who}.", who=throwers(state)))
        case _:
            return game.play(state, command)


def expect(decision: Decision) -> tuple[Event, ...]:
    """Returns the events of a decision that should not be a refusal; raises RefusedError if it is one."""
    if isinstance(decision, Refusal):
        raise RefusedError(decision.reason)
    return decision
