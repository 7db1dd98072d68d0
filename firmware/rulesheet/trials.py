"""Trial rounds: finds the costs of moves by playing them, so that a sheet agrees with the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from firmware.rules.claims import Bid, Claim, Hands, Pair, Total
from firmware.rules.commands import Accept, Challenge, Command, Deal, Declare, MakeBid, Reveal, Roll, Show
from firmware.rules.decide import decide, expect
from firmware.rules.events import Accepted, Adjudicated, Declared, Event
from firmware.rules.games.registry import claims, fold, ruleset
from firmware.rules.games.stars import STAR
from firmware.rules.options import Options, OptionValue
from firmware.rules.state import GameState

SEATS = ("Astrid", "Bjorn", "Sigrid", "Ulf")
"""Seat 0 opens; more seats are added if the rules require them."""
FIRST = 0


class Role(StrEnum):
    """Whom a result names: the seat that claimed, the one that challenged, or any other."""

    OWNER = "owner"
    CHALLENGER = "challenger"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class TrialResult:
    """How a trial round ended: what each paid, who opens the next round, and who scored (None: nobody)."""

    owner: int
    challenger: int
    others: int
    opens: Role
    scores: Role | None


class TrialRounds:
    """Plays single rounds of one ruleset with one set of options, with stocks that no penalty exhausts."""

    def __init__(self, rules: str, options: Mapping[str, OptionValue]) -> None:
        """Settles the options; raises RulesError where they cannot be."""
        self.game = ruleset(rules)
        self.options: Options = self.game.complete_options(options)
        self.ladder = self.game.ladder(self.options)

    @property
    def wild(self) -> int:
        """The face that counts as any other; 0 if there is none."""
        if self.game.name == "stars":
            return STAR
        return self.options.number("wild") if "wild" in self.options else 0

    # Box games

    def claimed(self, *said: Pair) -> tuple[GameState, tuple[Event, ...]]:
        """Lets one seat after another shake and claim; returns the state and the events of the last claim."""
        state, events = self._begin(), tuple[Event, ...]()
        for claim in said:
            seat = state.turn or FIRST
            state, _ = _do(state, Roll(seat))
            state, events = _do(state, Declare(seat, claim))
        return state, events

    def claims_after(self, *said: Pair) -> tuple[Claim, ...]:
        """Returns what the next seat may claim after a shake, ascending; raises ValueError if it may not shake."""
        state, _ = self.claimed(*said)
        return claims(_do(state, Roll(state.turn or FIRST))[0])

    def challenged(self, dice: Pair, *said: Pair) -> TrialResult:
        """Has the last of these claims challenged while the box holds `dice`."""
        state, _ = self.claimed(*said)
        state, _ = _do(state, Challenge(state.turn or FIRST))
        return _result(_do(state, Reveal(dice))[1])

    def accepted(self, claim: Pair) -> TrialResult:
        """Lets the next seat accept a claim at a loss."""
        state, _ = self.claimed(claim)
        return _result(_do(state, Accept(state.turn or FIRST))[1])

    def shown(self, dice: Pair, *said: Pair) -> TrialResult:
        """Has the next seat roll `dice` after these claims and show them openly."""
        state, _ = self.claimed(*said)
        seat = state.turn or FIRST
        for command in (Roll(seat), Show(seat)):
            state, _ = _do(state, command)
        return _result(_do(state, Reveal(dice))[1])

    def fine(self, *said: Pair) -> int:
        """Returns the cost of the last of these claims when it is made."""
        return sum(event.fine for event in self.claimed(*said)[1] if isinstance(event, Declared))

    # Cup games

    def dealt(self, dice: int) -> GameState:
        """Begins a round with `dice` under every cup."""
        return _do(self._begin(dice), Deal())[0]

    def bids_after(self, *bids: Bid, dice: int) -> tuple[Claim, ...]:
        """Returns the possible bids after these bids, with `dice` under every cup, ascending."""
        state = self.dealt(dice)
        for bid in bids:
            state, _ = _do(state, MakeBid(state.turn or FIRST, bid))
        return claims(state)

    def bid(self, bid: Bid, actual: int, dice: int) -> TrialResult:
        """Has a bid challenged while `actual` of all dice count for it, with `dice` under every cup."""
        state, _ = _do(self.dealt(dice), MakeBid(FIRST, bid))
        state, _ = _do(state, Challenge(state.turn or FIRST))
        idle = next(face for face in (6, 5, 4) if face not in (bid.face, self.wild))
        every = [bid.face] * actual + [idle] * (sum(state.held) - actual)
        hands = Hands(tuple(tuple(every[start : start + dice]) for start in range(0, len(every), dice)))
        return _result(_do(state, Reveal(hands))[1])

    def totals(self) -> tuple[int, ...]:
        """Returns the totals that may be bid when everybody has one die left; () if none may be."""
        return tuple(claim.value for claim in claims(self.dealt(1)) if isinstance(claim, Total))

    def _begin(self, stock: int | None = None) -> GameState:
        """Begins a game with `stock` for everybody, by default the most that a seat can have."""
        if stock is None:
            stock = self.game.max_stock if self.game.first_stock(self.options) else 0
        fewest = self.game.min_seats(self.options)
        seats = (*SEATS, *(f"Seat {number}" for number in range(len(SEATS), fewest)))
        return fold(self.game.new_game(seats, dict(self.options), (stock,) * len(seats), opens=FIRST))


def _do(state: GameState, command: Command) -> tuple[GameState, tuple[Event, ...]]:
    events = expect(decide(state, command))
    return fold(events, state), events


def _result(events: tuple[Event, ...]) -> TrialResult:
    (end,) = (event for event in events if isinstance(event, Adjudicated))
    paid = dict(end.lost)
    # An acceptance has no challenger, but somebody who answered the owner.
    answered = next((event.seat for event in events if isinstance(event, Accepted)), end.challenger)

    def role(seat: int) -> Role:
        return Role.OWNER if seat == end.owner else Role.CHALLENGER if seat == answered else Role.OTHER

    return TrialResult(
        owner=paid.get(end.owner, 0),
        challenger=paid.get(answered, 0) if answered is not None else 0,
        others=max((amount for seat, amount in paid.items() if role(seat) is Role.OTHER), default=0),
        opens=role(end.starter),
        scores=None if end.winner is None else role(end.winner),
    )
