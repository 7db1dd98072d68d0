"""Plays one game among computer players: throws and hides the dice, asks the seats, applies the rules."""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from firmware.odds.dice_model import DiceModel
from firmware.odds.game_odds import game_odds
from firmware.players.player import ComputerPlayer
from firmware.players.seat_view import HiddenDice, seat_view
from firmware.rules.claims import FACES, Hands, Pair
from firmware.rules.commands import Challenge, Command, Deal, MakeBid, Reveal, Roll
from firmware.rules.decide import decide, expect
from firmware.rules.events import Event
from firmware.rules.evolve import evolve, fold
from firmware.rules.games.box_game import BoxGame
from firmware.rules.games.registry import RULESETS, new_game
from firmware.rules.options import OptionValue
from firmware.rules.state import GameState, Phase

MAX_MOVES = 3000
"""A longer game is a draw: where passing is free, two patient players may pass forever."""


@dataclass(slots=True)
class Referee:
    """A game in play."""

    players: Sequence[ComputerPlayer]
    chance: random.Random
    state: GameState
    events: list[Event]
    model: DiceModel
    thoughts: Sequence[random.Random]
    """Randomness for every player, independent of the dice: nobody can foresee a throw."""
    hidden: HiddenDice = None
    moves: int = 0
    slowest: float = 0.0
    """The longest decision, in seconds."""

    def play(self) -> tuple[float, ...]:
        """Plays to the end; returns every seat's share of the win: winners share 1, as do all in a draw."""
        while self.state.phase is not Phase.OVER:
            if self.moves >= MAX_MOVES:
                return (1 / len(self.players),) * len(self.players)
            self.moves += 1
            self.step()
        winners = self.state.winners
        return tuple((seat in winners) / len(winners) for seat in range(len(self.players)))

    def step(self) -> None:
        """Runs one step: a deal, a reveal, or a seat's command."""
        state = self.state
        if state.phase is Phase.REVEALING:
            if self.hidden is None:
                raise ValueError("Nothing was rolled that could be revealed.")
            self.do(Reveal(self.hidden))
        elif not state.held and not isinstance(RULESETS[state.ruleset], BoxGame):
            self.hidden = Hands(tuple(self.throw(dice) for dice in state.stock))
            self.do(Deal())
        else:
            self.do(self.ask())

    def ask(self) -> Command:
        """Asks, in random order, the seat in turn and the seats that may challenge out of turn."""
        turn = self.state.turn
        if turn is None:
            raise ValueError("Nobody is in turn.")
        seats = [turn]
        game = RULESETS[self.state.ruleset]
        if self.state.phase is Phase.ANSWERING and isinstance(game, BoxGame):
            seats = [turn, *(seat for seat in game.possible_challengers(self.state) if seat != turn)]
            if len(seats) > 1:
                self.chance.shuffle(seats)
        answer: Command | None = None
        for seat in seats:
            view = seat_view(self.state, seat, self.hidden, self.events, self.model)
            begun = time.perf_counter()
            command = self.players[seat].choose(view, self.thoughts[seat])
            self.slowest = max(self.slowest, time.perf_counter() - begun)
            if isinstance(command, Challenge):
                return command
            if seat == turn:
                answer = command
        if answer is None:
            raise ValueError(f"{self.players[turn].name} does not play on.")
        return answer

    def do(self, command: Command) -> None:
        """Applies a command and throws the dice it rolls; raises RefusedError for an illegal one."""
        decision = expect(decide(self.state, command))
        match command:
            case Roll():
                self.hidden = Pair(*self.throw(2))
            case MakeBid(seat, shown=shown, rerolled=rerolled) if shown and isinstance(self.hidden, Hands):
                self.hidden = self._rerolled(self.hidden, seat, shown, rerolled)
        for event in decision:
            self.state = evolve(self.state, event)
        self.events += decision

    def _rerolled(self, hands: Hands, seat: int, shown: tuple[int, ...], rerolled: int) -> Hands:
        """Returns the hands after Show and Re-roll; raises ValueError if a seat shows dice it does not have."""
        before = list(self.state.shown[seat])
        left = list(hands.dice[seat])
        for face in (*before, *shown):
            if face not in left:
                raise ValueError(f"{self.players[seat].name} shows a {face} that it does not have.")
            left.remove(face)
        hand = (*before, *shown, *self.throw(rerolled))
        return Hands((*hands.dice[:seat], hand, *hands.dice[seat + 1 :]))

    def throw(self, dice: int) -> tuple[int, ...]:
        """Throws this many dice."""
        return tuple(self.chance.choices(FACES, _weights(self.model), k=dice))


@lru_cache(maxsize=16)
def _weights(model: DiceModel) -> tuple[float, ...]:
    return tuple(float(chance) for chance in model.chances)


def seat_players(
    rules: str, options: Mapping[str, OptionValue], players: Sequence[ComputerPlayer], seed: int
) -> Referee:
    """Begins a game, opened by the first seat. The same seed gives the same game."""
    names = [f"{player.name} {place}" for place, player in enumerate(players, 1)]
    events = new_game(rules, names, options, opens=0)
    state = fold(events)
    thoughts = [random.Random(f"{seed} {name}") for name in names]
    model = game_odds(state.options, None).model
    return Referee(players, random.Random(seed), state, list(events), model, thoughts)
