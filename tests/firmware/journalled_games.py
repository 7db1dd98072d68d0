"""Random games played into a journal, with sealed rolls, as the box stores them."""

from itertools import count
from pathlib import Path

from firmware.journal.database import Journal
from firmware.journal.session import Session
from firmware.rules.commands import Refusal, Roll
from firmware.rules.state import Phase
from tests.firmware.evening import observation
from tests.firmware.rules.random_games import Chance


def session_of(journal: Journal, game: Chance) -> Session:
    """Begins the same game in the journal."""
    clock = count(1_700_000_000)
    state = game.state
    return Session.start(
        journal, state.ruleset, state.seats, dict(state.options), state.starter, lambda: float(next(clock))
    )


def play_on(session: Session, game: Chance, actions: int) -> None:
    """Plays at random, until the game is over or this many actions are done; every roll is sealed."""
    for _ in range(actions):
        if session.state.phase is Phase.OVER:
            return
        for command in game.action():
            done = session.do(command)
            assert not isinstance(done, Refusal), done
            game.state = session.state
            if isinstance(command, Roll) and game.box is not None:
                session.close_seal(observation(game.box.low, game.box.high))


def journal_game(folder: Path, rules: str, options: dict[str, str], seed: int, actions: int = 400) -> Chance:
    """Plays one game into the journal of a folder; returns its final state."""
    game = Chance(rules, options, seed)
    with Journal(folder) as journal:
        play_on(session_of(journal, game), game, actions)
    return game
