"""A computer player knows only what its seat may know, and its choices depend on nothing else."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.players.characters import CHARACTERS
from firmware.players.player import ComputerPlayer
from firmware.players.seat_view import HiddenDice, SeatView, seat_view
from firmware.rules.claims import Hands, Pair
from firmware.rules.commands import Challenge, Command, Reveal, Roll
from firmware.rules.decide import decide, expect
from firmware.rules.events import Verdict
from firmware.rules.evolve import fold
from firmware.rules.games.registry import legal, new_game
from firmware.rules.state import GameState, Phase
from tests.firmware.rules.random_games import CONFIGURATIONS, Chance

seeds = st.integers(0, 2**32)
Seating = Callable[[HiddenDice], ComputerPlayer]
"""Makes a player at a table with these hidden dice; an honest one does not look at them."""
Seen = tuple[HiddenDice, SeatView]
"""The hidden dice of a table, and the view of one of its seats."""


@dataclass(frozen=True)
class Cheat:
    """Knows all dice, and challenges exactly the lies."""

    hidden: HiddenDice
    name: str = "cheat"

    def choose(self, view: SeatView, chance: random.Random) -> Command | None:
        del chance
        if view.state.phase is not Phase.ANSWERING or view.seat != view.state.turn:
            return None
        state = fold(expect(decide(view.state, Challenge(view.seat))), view.state)
        after = fold(expect(decide(state, Reveal(self.hidden or Pair(6, 6)))), state)
        return Challenge(view.seat) if after.last and after.last.verdict is Verdict.REFUTED else None


def other_dice(state: GameState, seat: int, hidden: HiddenDice, chance: random.Random) -> HiddenDice:
    """The same game with other dice, where this seat cannot see them."""
    match hidden:
        case Pair():
            return hidden if seat in state.seen else Pair(chance.randint(1, 6), chance.randint(1, 6))
        case Hands(hands):
            return Hands(
                tuple(hand if other == seat else _rerolled(state, other, chance) for other, hand in enumerate(hands))
            )
        case None:
            return None


def _rerolled(state: GameState, seat: int, chance: random.Random) -> tuple[int, ...]:
    shown = state.shown[seat] if state.shown else ()
    return (*shown, *(chance.randint(1, 6) for _ in range(state.held[seat] - len(shown))))


def views(configuration: tuple[str, dict[str, str]], seed: int) -> Iterator[tuple[Seen, Seen]]:
    """What seats see that may do something, in pairs: with the real dice, and with others that are hidden from them."""
    game = Chance(*configuration, seed)
    others = random.Random(seed + 1)
    for state in game.states(25):
        if state.phase is Phase.OVER or (state.phase is Phase.OPEN and not state.held):
            continue
        hidden = Hands(tuple(map(tuple, game.cups))) if state.held else game.box
        for seat in range(len(state.seats)):
            if legal(state, seat):
                other = other_dice(state, seat, hidden, others)
                one, two = ((dice, seat_view(state, seat, dice, game.events)) for dice in (hidden, other))
                yield one, two


def chosen(seating: Seating, seen: Seen, seed: int) -> object:
    """What a player chooses who sees this."""
    dice, view = seen
    return seating(dice).choose(view, random.Random(seed))


@settings(max_examples=3, deadline=None)
@given(seed=seeds)
def test_dice_hidden_from_a_seat_change_neither_its_view_nor_its_choice(seed: int) -> None:
    for configuration in CONFIGURATIONS:
        for one, other in views(configuration, seed):
            assert one[1] == other[1]
            for character in CHARACTERS.values():
                assert character.choose(one[1], random.Random(seed)) == character.choose(other[1], random.Random(seed))


def test_a_player_that_cheats_is_found_out_in_every_game() -> None:
    for configuration in CONFIGURATIONS:
        pairs = ((seed, pair) for seed in range(8) for pair in views(configuration, seed))
        assert any(chosen(Cheat, one, seed) != chosen(Cheat, other, seed) for seed, (one, other) in pairs), (
            configuration
        )


def test_a_seat_sees_its_own_roll_and_nobody_elses() -> None:
    state = fold(new_game("sympkyn-box", ("Astrid", "Bjorn"), {"blind_open": True}, opens=0))
    seen = fold(expect(decide(state, Roll(0))), state)
    blind = fold(expect(decide(state, Roll(0, blind=True))), state)
    assert [seat_view(seen, seat, Pair(2, 1)).dice for seat in (0, 1)] == [(1, 2), ()]
    assert [seat_view(blind, seat, Pair(2, 1)).dice for seat in (0, 1)] == [(), ()]


def test_a_seat_sees_only_its_own_cup() -> None:
    state = fold(new_game("stars", ("Astrid", "Bjorn"), {"dice": 2}, opens=0))
    assert seat_view(state, 0, Hands(((1, 1), (2, 2)))).dice == ()
    state = state._replace(held=(2, 2))
    assert [seat_view(state, seat, Hands(((1, 1), (2, 2)))).dice for seat in (0, 1)] == [(1, 1), (2, 2)]
