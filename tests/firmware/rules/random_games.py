"""Plays random games for the tests: always legal, with dice that stay hidden until they are revealed."""

import random
from collections.abc import Iterator

from firmware.rules.claims import Bid, Hands, Pair, Total
from firmware.rules.commands import (
    Accept,
    Challenge,
    Command,
    Deal,
    Declare,
    MakeBid,
    Move,
    MoveKind,
    Pass,
    Reveal,
    Roll,
    Rule,
    Score,
    Show,
    Unread,
)
from firmware.rules.decide import decide, expect
from firmware.rules.events import Event
from firmware.rules.evolve import fold
from firmware.rules.games.registry import legal, new_game
from firmware.rules.message import literal
from firmware.rules.state import GameState, Phase

CONFIGURATIONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("viking", {}),
    ("viking", {"end": "gambling", "ante": "2"}),
    ("viking", {"end": "gambling", "starter": "loser", "min_raise": "higher", "meier_accept": "3"}),
    ("bullshit", {}),
    ("bullshit", {"end": "rounds", "rounds": "6", "callers": "next"}),
    ("bullshit", {"end": "knockout", "limit": "5"}),
    ("bullshit", {"end": "knockout", "bluff_21": "true", "lie": "exact", "lower_tally": "worth"}),
    ("bullshit", {"equal": "forbidden", "twentyone_raises": "true"}),
    ("sympkyn-box", {}),
    ("sympkyn-box", {"full_circle": "must_act", "blind_open": "true", "starter": "challenger"}),
    ("sympkyn-box", {"starter": "winner", "lives": "2"}),
    ("sympkyn-cups", {"points_to_win": "4"}),
    ("sympkyn-cups", {"preset": "ildhafn"}),
    ("sympkyn-cups", {"raise_rule": "monotone", "result": "lose_die", "wild": "6", "truth": "exact"}),
    ("mia", {}),
    ("mia", {"ranking": "modern", "mia_circle": "mia_again", "starter": "challenger"}),
    ("stars", {"dice": "5"}),
    ("stars", {"direction": "counterclockwise", "show_on_opening": "true", "show_per_round": "1", "dice": "4"}),
)
NAMES = ("Astrid", "Bjorn", "Sigrid of Uppsala", "Ulf", "Loki")


class Chance:
    """A randomly played game; `commands` gives the commands, action by action, until the game is over."""

    def __init__(self, rules: str, options: dict[str, str], seed: int, unread: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.unread = unread
        seats = self.random.randint(3, 5)
        self.start = new_game(rules, NAMES[:seats], options, opens=self.random.randrange(seats))
        self.state = fold(self.start)
        self.events: list[Event] = list(self.start)
        self.box: Pair | None = None
        self.cups: list[list[int]] = []

    def die(self) -> int:
        return self.random.randint(1, 6)

    def play(self, actions: int) -> GameState:
        for _ in self.states(actions):
            pass
        return self.state

    def states(self, actions: int) -> Iterator[GameState]:
        """The state after every command, until the game is over or this many actions are done."""
        for _ in range(actions):
            if self.state.phase is Phase.OVER:
                return
            for command in self.action():
                events = expect(decide(self.state, command))
                self.events += events
                self.state = fold(events, self.state)
                yield self.state

    def action(self) -> Iterator[Command]:
        """The commands of the next action."""
        state = self.state
        if self.random.random() < 0.01:
            ruling = Score if state.points and self.random.random() < 0.5 else Rule
            yield ruling(
                self.random.randrange(len(state.seats)), self.random.choice((-1, 1)), literal("the table agreed")
            )
        elif state.ruleset in ("sympkyn-cups", "stars") and not state.held:
            self.cups = [[self.die() for _ in range(dice)] for dice in state.stock]
            yield Deal()
        else:
            seat = self.who()
            moves = legal(state, seat)
            assert moves, f"a dead end: {state}"
            challenge = moves[0].kind is MoveKind.CHALLENGE and self.random.random() < 0.3
            yield from self.carry_out(seat, moves[0] if challenge else self.random.choice(moves), moves)

    def who(self) -> int:
        assert self.state.turn is not None
        able = [seat for seat in range(len(self.state.seats)) if legal(self.state, seat)]
        return self.random.choice(able) if self.random.random() < 0.2 else self.state.turn

    def carry_out(self, seat: int, move: Move, moves: tuple[Move, ...]) -> Iterator[Command]:
        match move.kind, move.claim:
            case MoveKind.CHALLENGE, _:
                yield Challenge(seat)
                yield Reveal(self.revealed())
            case MoveKind.ACCEPT, _:
                yield Accept(seat)
            case MoveKind.PASS, Pair() as claim:
                yield Pass(seat, claim)
            case (MoveKind.ROLL | MoveKind.BLIND) as kind, Pair() as claim:
                self.box = self.rolled()
                yield Roll(seat, blind=kind is MoveKind.BLIND)
                yield Declare(seat, claim)
            case MoveKind.SHOW, _:
                self.box = Pair(2, 1)
                yield Roll(seat)
                yield Show(seat)
                yield Reveal(self.revealed())
            case MoveKind.REROLL, _:
                yield self.shown(seat, self.random.choice(moves))
            case _, (Bid() | Total()) as claim:
                yield MakeBid(seat, claim)

    def rolled(self) -> Pair:
        """Two dice, but no 21 in bullshit, which would have to be shown."""
        dice = Pair(self.die(), self.die())
        return dice if self.state.ruleset != "bullshit" or dice != Pair(2, 1) else Pair(3, 1)

    def revealed(self) -> Pair | Hands | Unread:
        if self.random.random() < self.unread:
            return Unread(literal("the dice touch"))
        return Hands(tuple(tuple(hand) for hand in self.cups)) if self.state.held else self.box or Pair(6, 6)

    def shown(self, seat: int, move: Move) -> MakeBid:
        bids = [other.claim for other in legal(self.state, seat) if isinstance(other.claim, Bid)]
        claim = move.claim if isinstance(move.claim, Bid) else self.random.choice(bids)
        shown_before = list(self.state.shown[seat])
        hidden = list(self.cups[seat])
        for face in shown_before:
            hidden.remove(face)
        self.random.shuffle(hidden)
        number = self.random.randint(1, len(hidden) - 1)
        shown = hidden[:number]
        self.cups[seat] = shown_before + shown + [self.die() for _ in hidden[number:]]
        return MakeBid(seat, claim, tuple(shown), len(hidden) - number)
