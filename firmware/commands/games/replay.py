"""`games replay`: shows a past game in the terminal at its original pace."""

import argparse
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING

from firmware.commands.games.chain import add_journal, journal_place
from firmware.commands.games.dice import known_sets
from firmware.commands.games.past import game_number
from firmware.game_page.knowledge import knowledge
from firmware.game_page.round_table import rounds_of
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import PastGame, read_game
from firmware.journal.story import ending_words, narrate_actions
from firmware.texts.capitals import capitalized

if TYPE_CHECKING:
    from argparse import _SubParsersAction

LONGEST = 20.0
"""The longest pause in seconds; longer ones are shortened."""
FASTEST = 1000.0


def add_arguments(kinds: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the subcommand."""
    replay = kinds.add_parser("replay", help="replay a game at its own pace, with what each seat knew")
    replay.add_argument("game", type=game_number, metavar="N", help="the number of the game in the list")
    replay.add_argument("--speed", type=_speed, default=1.0, metavar="TIMES", help="playback speed (default: 1)")
    add_journal(replay)
    replay.set_defaults(subcommand=_replay)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= FASTEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0.1 to {FASTEST:g}")
    return speed


def _replay(args: argparse.Namespace) -> int:
    with JournalReader(journal_place(args)) as reader:
        game = read_game(reader, args.game)
    never = Event()
    tell(game, lambda seconds: never.wait(seconds / args.speed))
    return 0


def tell(game: PastGame, wait: Callable[[float], object]) -> None:
    """Prints a game line by line; `wait` lets the time between actions pass."""
    knew = knowledge(game, rounds_of(game, known_sets().get(game.dice.name)))
    last = 0
    for place, line in narrate_actions(game):
        if place is not None and place > last:
            wait(max(0.0, min(LONGEST, game.actions[place].at - game.actions[last].at)))
            last = place
        print(line, flush=True)
        for sentence in knew.pop(-1 if place is None else place, ()):
            print(f"      {sentence}", flush=True)
    print(f"{capitalized(ending_words(game))}.")
