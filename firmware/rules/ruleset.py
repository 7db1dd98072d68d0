"""The base of all rulesets: setting up, seats and turns, the end of a round."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from firmware.rules.claims import Claim, Hands, Pair
from firmware.rules.commands import Command, Move, Refusal
from firmware.rules.errors import SetupError
from firmware.rules.events import Adjudicated, Ending, Event, GameOver, Started, Verdict
from firmware.rules.ladders import Ladder
from firmware.rules.message import Message, message
from firmware.rules.options import Option, Options, OptionValue, complete_options
from firmware.rules.state import GameState, Phase
from firmware.rules.stock import StockKind, name_of

Decision = tuple[Event, ...] | Refusal
"""The result of a command."""


class Counters(NamedTuple):
    """A ruleset's counters besides the stock, at the start."""

    worth: int | None = None
    """The value of bullshit's cup."""
    pot: int = 0
    """The antes of a gambling game."""
    points: tuple[int, ...] = ()
    """Points per seat."""
    shown: tuple[tuple[int, ...], ...] = ()
    """Dice that each seat has put face-up."""


class GameResult(NamedTuple):
    """The winners and losers of a finished game."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]


class Ruleset(ABC):
    """One of the six games; stateless, so one instance serves every table."""

    name: ClassVar[str]
    """As in the tag `Rules` of a record."""
    title: ClassVar[Message]
    options: ClassVar[tuple[Option, ...]]
    presets: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = {}
    stock_kind: ClassVar[StockKind] = StockKind.LIVES
    max_seats: ClassVar[int] = 99
    max_stock: ClassVar[int] = 99

    # What distinguishes the games

    @abstractmethod
    def first_stock(self, options: Options) -> int:
        """Lives, dice or tallies of every seat at the start."""

    @abstractmethod
    def result(self, options: Options, stock: tuple[int, ...], points: tuple[int, ...], done: int) -> GameResult | None:
        """Returns the result if the game is over between rounds; `done` rounds were played."""

    def result_now(self, state: GameState) -> GameResult | None:
        """Returns the result if the game is over after a ruling, which may come in the middle of a round."""
        return self.result(state.options, state.stock, state.points, state.round - 1)

    @abstractmethod
    def opener_after(self, options: Options, challenger: int, owner: int, loser: int) -> int:
        """Returns who opens after a challenge that `loser` paid for; the seat need not be live."""

    @abstractmethod
    def play(self, state: GameState, command: Command) -> Decision:
        """Decides the commands particular to the game; the phase is neither ROLL_OFF nor OVER."""

    @abstractmethod
    def legal(self, state: GameState, seat: int) -> tuple[Move, ...]:
        """The legal moves of a seat."""

    @abstractmethod
    def claims(self, state: GameState) -> tuple[Claim, ...]:
        """The legal claims or bids of the seat in turn, ascending."""

    def min_seats(self, options: Options) -> int:
        """The smallest number of players."""
        return options.number("min_players") if "min_players" in options else 2

    def ladder(self, options: Options) -> Ladder | None:
        """The ranking of two dice, if the game has one."""
        del options
        return None

    def is_out(self, options: Options, stock: int) -> bool:
        """Whether a seat with this stock has dropped out."""
        del options
        return stock == 0

    def stock_after_paying(self, stock: int, amount: int) -> int:
        """A seat's stock after it has paid `amount`: lives and dice never fall below 0 (V8, M6, T6)."""
        return max(0, stock - amount)

    def clockwise(self, options: Options) -> bool:
        """The direction of play."""
        del options
        return True

    def first_counters(self, options: Options, seats: int) -> Counters:
        """The counters besides the stock."""
        del options, seats
        return Counters()

    def must_show(self, options: Options, dice: Pair | Hands | None) -> bool:
        """Whether these dice may not be claimed at all, but must be shown (the 21 of bullshit, B8)."""
        del options, dice
        return False

    # Seats

    def live_from(self, options: Options, stock: tuple[int, ...], seat: int) -> int:
        """The seat itself if it is live, otherwise the next live one; the seat itself if none is."""
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

    def last_one_standing(self, options: Options, stock: tuple[int, ...]) -> GameResult | None:
        """The end of a game of elimination: at most one seat is live; all the others have lost."""
        live = tuple(seat for seat, amount in enumerate(stock) if not self.is_out(options, amount))
        if len(live) > 1:
            return None
        return GameResult(live, tuple(seat for seat in range(len(stock)) if seat not in live))

    # Setting up

    def complete_options(self, given: Mapping[str, OptionValue]) -> Options:
        """Fills in the defaults and the preset; raises OptionError."""
        return complete_options(self.options, self.presets, given)

    def new_game(
        self,
        seats: Sequence[str],
        options: Mapping[str, OptionValue] | None = None,
        stock: Sequence[int] | None = None,
        opens: int | None = None,
    ) -> tuple[Event, ...]:
        """Begins a game; without `opens` a roll-off decides who opens.

        Raises:
            SetupError: for a game that cannot be played, such as one that would be over at once.
        """
        complete = self.complete_options(options or {})
        names = tuple(seats)
        self._check_seats(names, complete)
        first = (self.first_stock(complete),) * len(names) if stock is None else tuple(stock)
        self._check_stock(names, complete, first)
        if opens is not None:
            if not 0 <= opens < len(names):
                raise SetupError("Opens", message("There is no seat {seat}; there are {n}.", seat=opens, n=len(names)))
            if self.is_out(complete, first[opens]):
                raise SetupError("Opens", message("{name} is already out and cannot open.", name=names[opens]))
        return (Started(self.name, complete, names, first, opens, *self.first_counters(complete, len(names))),)

    def _check_seats(self, names: tuple[str, ...], options: Options) -> None:
        game, fewest, n = self.title, self.min_seats(options), len(names)
        if n < fewest:
            needs = message("{game} needs at least {fewest} players, not {n}.", game=game, fewest=fewest, n=n)
            raise SetupError("Seats", needs)
        if n > self.max_seats:
            too_many = message("{game} is for at most {most} players, not {n}.", game=game, most=self.max_seats, n=n)
            raise SetupError("Seats", too_many)
        for index, name in enumerate(names):
            if not name.strip():
                raise SetupError("Seats", message("Seat {n} has no name.", n=index + 1))
            if name in names[:index]:
                twice = message('Two seats are called "{name}"', name=name)
                raise SetupError("Seats", twice.with_remedy(message("give one of them another name")))

    def _check_stock(self, names: tuple[str, ...], options: Options, stock: tuple[int, ...]) -> None:
        kind = name_of(self.stock_kind)
        if len(stock) != len(names):
            uneven = message(
                "There are {n} seats, but {stock} for {given}.", n=len(names), stock=kind, given=len(stock)
            )
            raise SetupError("Stock", uneven)
        for name, amount in zip(names, stock, strict=True):
            if not 0 <= amount <= self.max_stock:
                unfit = message(
                    "{name} may have 0 to {most} {stock}, not {n}.",
                    name=name,
                    most=self.max_stock,
                    stock=kind,
                    n=amount,
                )
                raise SetupError("Stock", unfit)
        if self.decided_at_start(options, stock):
            raise SetupError("Stock", message("With these {stock} the game is over before it begins.", stock=kind))

    def decided_at_start(self, options: Options, stock: tuple[int, ...]) -> bool:
        """Whether nothing is left to play for: fewer than two live seats."""
        return sum(not self.is_out(options, amount) for amount in stock) < 2

    # Turns

    def not_in_turn(self, state: GameState, seat: int) -> Refusal | None:
        """Refuses a seat that is not the one in turn."""
        if seat == state.turn:
            return None
        if not 0 <= seat < len(state.seats):
            return Refusal(message("There is no seat {seat}.", seat=seat))
        if state.phase is Phase.REVEALING:
            return self.reveal_first()
        name = state.seats[seat]
        if not self.is_live(state, seat):
            return Refusal(message("{name} is out of the game.", name=name))
        if state.turn is None:
            return Refusal(message("It is not {name}'s turn.", name=name))
        return Refusal(message("It is {turn}'s turn, not {name}'s.", turn=state.seats[state.turn], name=name))

    @staticmethod
    def reveal_first() -> Refusal:
        """Refuses anything else while a challenge waits for the dice."""
        return Refusal(message("The dice must be revealed first."))

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
        reason: Message | None = None,
        winner: int | None = None,
    ) -> tuple[Event, ...]:
        """Ends a round: seats pay their `stakes` as far as they can, and the game ends or the next round opens.

        The next round is opened by `opener`, or by the next live seat after it.
        """
        stock = tuple(
            self.stock_after_paying(amount, stakes[seat]) if seat in stakes else amount
            for seat, amount in enumerate(state.stock)
        )
        lost = tuple(
            (seat, abs(before - now))
            for seat, (before, now) in enumerate(zip(state.stock, stock, strict=True))
            if before != now
        )
        void = verdict is Verdict.NO_VERDICT
        points = tuple(score + (seat == winner) for seat, score in enumerate(state.points))
        result = self.result(state.options, stock, points, state.round - void)
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
            starter=self.live_from(state.options, stock, opener) if result is None else opener,
            winner=winner,
        )
        return (adjudicated,) if result is None else (adjudicated, GameOver(*result))

    def no_verdict(self, state: GameState, reason: Message | None) -> tuple[Event, ...]:
        """Ends a challenged round whose dice could not be read: nobody pays, and the challenger opens."""
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
        """Refuses a reveal that nobody asked for."""
        if state.phase is Phase.REVEALING:
            return None
        return Refusal(message("Nobody has challenged: the dice stay hidden."))
