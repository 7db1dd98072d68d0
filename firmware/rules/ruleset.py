"""What all rulesets have in common: setting up, seats and turns, deciding, the end of a round."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from firmware.rules.claims import Claim, Hands, Pair
from firmware.rules.commands import (
    ChooseOpener,
    Command,
    Move,
    Refusal,
    RollOff,
    Rule,
    Score,
)
from firmware.rules.decision import Decision, Kept, Outcome
from firmware.rules.events import Adjudicated, Ending, Event, GameOver, Started, Verdict
from firmware.rules.ladders import Ladder
from firmware.rules.opener import choose_opener, roll_off, throwers
from firmware.rules.options import Option, Options, OptionValue, RulesError, settle_options
from firmware.rules.rulings import rule, score
from firmware.rules.state import GameState, Phase


class Ruleset(ABC):
    """One of the six games; stateless, so one instance serves every table."""

    name: ClassVar[str]
    """As `Rules` in a record names it."""
    title: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = {}
    stock_word: ClassVar[tuple[str, str]] = ("life", "lives")
    most_seats: ClassVar[int] = 99
    most_stock: ClassVar[int] = 99

    # What a game differs in

    @abstractmethod
    def first_stock(self, options: Options) -> int:
        """Lives, dice or tallies of every seat at the start."""

    @abstractmethod
    def outcome(self, options: Options, stock: tuple[int, ...], points: tuple[int, ...], done: int) -> Outcome | None:
        """Whether the game would be over between two rounds with this stock, these points and `done` rounds played."""

    def outcome_now(self, state: GameState) -> Outcome | None:
        """Whether the game is over after a ruling, which may come in the middle of a round."""
        return self.outcome(state.options, state.stock, state.points, state.round - 1)

    @abstractmethod
    def opener_after(self, options: Options, challenger: int, owner: int, loser: int) -> int:
        """Who opens after a dispute of these two that `loser` paid for; whether that seat is live is not asked."""

    @abstractmethod
    def play(self, state: GameState, command: Command) -> Decision:
        """Decides what is particular to the game; the phase is neither ROLL_OFF nor OVER."""

    @abstractmethod
    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        """What the seat may do next; () when nothing."""

    @abstractmethod
    def claims(self, state: GameState) -> tuple[Claim, ...]:
        """What the seat in turn may claim or bid now, ascending; () when it may not."""

    def fewest_seats(self, options: Options) -> int:
        """The least number of players."""
        return options.number("min_players") if "min_players" in options else 2

    def ladder(self, options: Options) -> Ladder | None:
        """The ranking of two dice, if the game has one."""
        del options
        return None

    def is_out(self, options: Options, stock: int) -> bool:
        """Whether a seat with this stock has dropped out."""
        del options
        return stock == 0

    def charged(self, stock: int, amount: int) -> int:
        """A seat's stock after it has paid: lives and dice never fall below 0 (V8, M6, T6)."""
        return max(0, stock - amount)

    def clockwise(self, options: Options) -> bool:
        """The direction of play."""
        del options
        return True

    def keeps(self, options: Options, seats: int) -> Kept:
        """What the ruleset keeps count of beside the stock."""
        del options, seats
        return Kept()

    def must_show(self, options: Options, dice: Pair | Hands | None) -> bool:
        """Whether these dice may not be claimed at all, but must be shown (the 21 of bullshit, B8)."""
        del options, dice
        return False

    # Seats

    def live_from(self, options: Options, stock: tuple[int, ...], seat: int) -> int:
        """The seat itself if it is live, else the next live one; the seat itself if nobody is."""
        count = len(stock)
        step = 1 if self.clockwise(options) else -1
        for distance in range(count):
            candidate = (seat + step * distance) % count
            if not self.is_out(options, stock[candidate]):
                return candidate
        return seat

    def next_live(self, options: Options, stock: tuple[int, ...], seat: int) -> int:
        """The next live seat after this one in the direction of play."""
        step = 1 if self.clockwise(options) else -1
        return self.live_from(options, stock, (seat + step) % len(stock))

    def after(self, state: GameState, seat: int) -> int:
        """The next live seat after this one."""
        return self.next_live(state.options, state.stock, seat)

    def is_live(self, state: GameState, seat: int) -> bool:
        """Whether the seat is one of the table and has not dropped out."""
        return 0 <= seat < len(state.stock) and not self.is_out(state.options, state.stock[seat])

    def live(self, state: GameState) -> tuple[int, ...]:
        """The seats that have not dropped out, ascending."""
        return tuple(seat for seat, stock in enumerate(state.stock) if not self.is_out(state.options, stock))

    def out(self, state: GameState) -> tuple[int, ...]:
        """The seats that have dropped out, ascending."""
        return tuple(seat for seat, stock in enumerate(state.stock) if self.is_out(state.options, stock))

    def last_one_standing(self, options: Options, stock: tuple[int, ...]) -> Outcome | None:
        """The end of a game of elimination: at most one seat is live; all the others have lost."""
        live = tuple(seat for seat, amount in enumerate(stock) if not self.is_out(options, amount))
        if len(live) > 1:
            return None
        return Outcome(live, tuple(seat for seat in range(len(stock)) if seat not in live))

    # Setting up

    def settle(self, given: Mapping[str, OptionValue]) -> Options:
        """Fills in the defaults and the preset; raises RulesError."""
        return settle_options(self.options, self.presets, given)

    def new_game(
        self,
        seats: Sequence[str],
        options: Mapping[str, OptionValue] | None = None,
        stock: Sequence[int] | None = None,
        opens: int | None = None,
    ) -> tuple[Event, ...]:
        """Begins a game; without `opens` by a roll-off. Raises RulesError, naming the tag, for what cannot be played.

        A stock with which the game would be over at once is refused, and so is an opener who is already out.
        """
        settled = self.settle(options or {})
        names = tuple(seats)
        self._check_seats(names, settled)
        first = (self.first_stock(settled),) * len(names) if stock is None else tuple(stock)
        self._check_stock(names, settled, first)
        if opens is not None:
            if not 0 <= opens < len(names):
                raise RulesError("Opens", f"There is no seat {opens}; there are {len(names)}.")
            if self.is_out(settled, first[opens]):
                raise RulesError("Opens", f"{names[opens]} is already out and cannot open.")
        return (Started(self.name, settled, names, first, opens, *self.keeps(settled, len(names))),)

    def _check_seats(self, names: tuple[str, ...], options: Options) -> None:
        fewest = self.fewest_seats(options)
        if len(names) < fewest:
            raise RulesError("Seats", f"{self.title} needs {fewest} players or more, not {len(names)}.")
        if len(names) > self.most_seats:
            raise RulesError("Seats", f"{self.title} is for {self.most_seats} players at most, not {len(names)}.")
        for index, name in enumerate(names):
            if not name.strip():
                raise RulesError("Seats", f"Seat {index + 1} has no name.")
            if name in names[:index]:
                raise RulesError("Seats", f'Two seats are called "{name}"; give one of them another name.')

    def _check_stock(self, names: tuple[str, ...], options: Options, stock: tuple[int, ...]) -> None:
        word = self.stock_word[1]
        if len(stock) != len(names):
            raise RulesError("Stock", f"There are {len(names)} seats, but {word} for {len(stock)}.")
        for name, amount in zip(names, stock, strict=True):
            if not 0 <= amount <= self.most_stock:
                raise RulesError("Stock", f"{name} may have 0 to {self.most_stock} {word}, not {amount}.")
        if self.decided_at_start(options, stock):
            raise RulesError("Stock", f"With these {word} the game is over before it begins.")

    def decided_at_start(self, options: Options, stock: tuple[int, ...]) -> bool:
        """Whether there is nothing left to play for: fewer than two live seats."""
        return sum(not self.is_out(options, amount) for amount in stock) < 2

    # Deciding

    def decide(self, state: GameState, command: Command) -> Decision:
        """What comes of a command: events, or a refusal."""
        if isinstance(command, Rule):
            return rule(self, state, command)
        if isinstance(command, Score):
            return score(self, state, command)
        if state.phase is Phase.OVER:
            return Refusal("The game is over.")
        if isinstance(command, RollOff):
            return roll_off(self, state, command)
        if isinstance(command, ChooseOpener):
            return choose_opener(self, state, command)
        if state.phase is Phase.ROLL_OFF:
            return Refusal(f"First a throw decides who opens: {throwers(state)}.")
        return self.play(state, command)

    def not_in_turn(self, state: GameState, seat: int) -> Refusal | None:
        """Refuses a seat that is not the one in turn."""
        if seat == state.turn:
            return None
        if not 0 <= seat < len(state.seats):
            return Refusal(f"There is no seat {seat}.")
        if state.phase is Phase.REVEALING:
            return Refusal("The dice are to be revealed first.")
        name = state.seats[seat]
        if not self.is_live(state, seat):
            return Refusal(f"{name} is out of the game.")
        if state.turn is None:
            return Refusal(f"It is not {name}'s turn.")
        return Refusal(f"It is {state.seats[state.turn]}'s turn, not {name}'s.")

    # The end of a round

    def conclude(
        self,
        state: GameState,
        *,
        ending: Ending,
        claim: Claim,
        verdict: Verdict | None,
        owner: int,
        opener: int,
        stakes: Mapping[int, int],
        challenger: int | None = None,
        actual: Pair | int | None = None,
        revealed: Pair | Hands | None = None,
        reason: str | None = None,
        winner: int | None = None,
    ) -> tuple[Event, ...]:
        """Ends a round: everybody pays what it can, the next live seat from `opener` opens, unless the game is over."""
        stock = tuple(
            self.charged(amount, stakes[seat]) if seat in stakes else amount for seat, amount in enumerate(state.stock)
        )
        lost = tuple(
            (seat, abs(before - now))
            for seat, (before, now) in enumerate(zip(state.stock, stock, strict=True))
            if before != now
        )
        void = verdict is Verdict.NO_VERDICT
        points = tuple(score + (seat == winner) for seat, score in enumerate(state.points))
        outcome = self.outcome(state.options, stock, points, state.round - void)
        adjudicated = Adjudicated(
            ending=ending,
            claim=claim,
            verdict=verdict,
            actual=actual,
            revealed=revealed,
            reason=reason,
            challenger=challenger,
            owner=owner,
            lost=lost,
            stock=stock,
            starter=self.live_from(state.options, stock, opener) if outcome is None else opener,
            winner=winner,
        )
        return (adjudicated,) if outcome is None else (adjudicated, GameOver(*outcome))

    def no_verdict(self, state: GameState, reason: str) -> tuple[Event, ...]:
        """Ends a challenged round whose dice nobody can tell: nobody pays, the dice are void, the challenger opens."""
        claim, owner, challenger = state.dispute
        return self.conclude(
            state,
            ending=Ending.CHALLENGE,
            claim=claim,
            verdict=Verdict.NO_VERDICT,
            owner=owner,
            opener=challenger,
            stakes={},
            challenger=challenger,
            reason=reason,
        )

    @staticmethod
    def nothing_to_reveal(state: GameState) -> Refusal | None:
        """Refuses dice that nobody has asked for."""
        return None if state.phase is Phase.REVEALING else Refusal("Nobody has challenged: the dice stay hidden.")
