"""Prints how many complete rounds a second `decide` and `evolve` play.

Use: `python -m tests.firmware.rules.speed [SECONDS]`.

Three seats play by chance: three answers in ten are challenges, all others a claim out of those that may be made. The
choosing is in the figure; `legal`, which a table of people does not need at every step, is not. Every game is timed by
itself, and the figure is that of the game at the first quartile, so that what else the machine does weighs little.
"""

import random
import sys
import time

from firmware.rules.claims import FACES, Bid, Hands, Pair, Total
from firmware.rules.commands import Challenge, Command, Deal, Declare, MakeBid, Refusal, Reveal, Roll
from firmware.rules.decide import decide, expect
from firmware.rules.evolve import evolve, fold
from firmware.rules.games.registry import RULESETS
from firmware.rules.ruleset import Ruleset
from firmware.rules.state import GameState, Phase
from tests.firmware.rules.records import NAMES

MIN_GAMES = 20
"""At least this many games are played."""
OPTIONS: dict[str, dict[str, str]] = {"viking": {"end": "gambling"}, "sympkyn-cups": {"preset": "ildhafn"}}


def play(game: Ruleset, chance: random.Random) -> tuple[int, int]:
    """Plays a whole game; returns the rounds and the commands."""
    commands = 0
    state = fold(game.new_game(NAMES[:3], OPTIONS.get(game.name), opens=0))
    while state.phase is not Phase.OVER:
        decision = decide(state, next_command(game, state, chance))
        if isinstance(decision, Refusal):
            decision = decide(state, Challenge(state.turn or 0))
        for event in expect(decision):
            state = evolve(state, event)
        commands += 1
    return state.round - 1, commands


def pace(game: Ruleset, seconds: float) -> tuple[float, float]:
    """Plays games for this many seconds; returns rounds and commands a second."""
    chance = random.Random(1)
    times: list[tuple[float, float]] = []
    end = time.perf_counter() + seconds
    while (before := time.perf_counter()) < end or len(times) < MIN_GAMES:
        rounds, commands = play(game, chance)
        times.append(((time.perf_counter() - before) / rounds, commands / rounds))
    per_round, commands_per_round = sorted(times)[len(times) // 4]
    return 1 / per_round, commands_per_round / per_round


def next_command(game: Ruleset, state: GameState, chance: random.Random) -> Command:
    """A legal command; at the top of a ladder only a challenge is left."""
    turn = state.turn or 0
    cups = state.held or game.name in ("sympkyn-cups", "stars")
    if state.phase is Phase.REVEALING:
        if cups:
            return Reveal(Hands(tuple(tuple(chance.choices(FACES, k=held)) for held in state.held)))
        return Reveal(Pair(*chance.choices(FACES, k=2)))
    if state.phase is Phase.ANSWERING and chance.random() < 0.3:
        return Challenge(turn)
    if cups and not state.held:
        return Deal()
    if not cups and state.phase is not Phase.CLAIMING:
        return Roll(turn)
    claims = game.claims(state)
    claim = chance.choice(claims) if claims else None
    match claim:
        case Pair():
            return Declare(turn, claim)
        case Bid() | Total():
            return MakeBid(turn, claim)
        case _:
            return Challenge(turn)


def main() -> None:
    """Prints a line for each ruleset."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for game in RULESETS.values():
        rounds, commands = pace(game, seconds)
        print(f"{game.name:13}{rounds:8,.0f} rounds a second{commands:10,.0f} commands a second")


if __name__ == "__main__":
    main()
