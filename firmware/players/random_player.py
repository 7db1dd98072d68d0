"""Makes any legal move at random: every other player has to beat it, and it tests the referee."""

import random
from dataclasses import dataclass

from firmware.players.obligations import obliged
from firmware.players.seat_view import SeatView
from firmware.rules.claims import Bid, Pair, Total
from firmware.rules.commands import Accept, Challenge, Command, Declare, MakeBid, Move, MoveKind, Pass, Roll
from firmware.rules.games.registry import legal
from firmware.rules.state import Phase

CALLING = 0.1
"""How often it challenges out of turn, where that is allowed."""
SKIPPED = (MoveKind.SHOW, MoveKind.REROLL)
"""Moves that need more than a random choice: which dice to show."""


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Chooses first among the kinds of moves, then among the claims."""

    name: str = "random"

    def choose(self, view: SeatView, chance: random.Random) -> Command | None:
        """Returns a legal command."""
        command = obliged(view)
        if command is not None:
            return command
        moves = [move for move in legal(view.state, view.seat) if move.kind not in SKIPPED]
        if view.seat != view.state.turn:
            return Challenge(view.seat) if moves and chance.random() < CALLING else None
        kinds = sorted({move.kind for move in moves})
        if not kinds:
            return None
        kind = chance.choice(kinds)
        return command_of(view, chance.choice([move for move in moves if move.kind is kind]))


def command_of(view: SeatView, move: Move) -> Command:
    """Returns the command that starts a move; a roll is only claimed once it has been thrown."""
    seat = view.seat
    match move.kind, move.claim:
        case MoveKind.ACCEPT, _:
            return Accept(seat)
        case MoveKind.PASS, Pair() as claim:
            return Pass(seat, claim)
        case (MoveKind.ROLL | MoveKind.BLIND) as kind, Pair() as claim:
            if view.state.phase is Phase.CLAIMING:
                return Declare(seat, claim)
            return Roll(seat, blind=kind is MoveKind.BLIND)
        case MoveKind.CLAIM, Pair() as claim:
            return Declare(seat, claim)
        case _, (Bid() | Total()) as claim:
            return MakeBid(seat, claim)
        case _:
            return Challenge(seat)
