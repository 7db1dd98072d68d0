"""Trial rounds: finds out what things cost by playing them, so that a sheet says what the rules do."""

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
"""Seat 0 opens; more seats are added where the rules ask for more."""
FIRST = 0


class Role(StrEnum):
    """Whom an outcome names: the one who claimed, the one who challenged, anybody else."""

    OWNER = "owner"
    CHALLENGER = "challenger"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a trial round ended: what was paid, who opens the next round, and who scored (None: nobody)."""

    owner: int
    challenger: int
    others: int
    opens: Role
    scores: Role | None


class Trial:
    """Plays single rounds of one ruleset with one set of options, with stocks that no penalty exhausts."""

    def __init__(self, rules: str, options: Mapping[str, OptionValue]) -> None:
        """Settles the options; raises RulesError where they cannot be."""
        self.game = ruleset(rules)
        self.options: Options = self.game.settle(options)
        self.ladder = self.game.ladder(self.options)

    @property
    def wild(self) -> int:
        """The face that counts as every other; 0 where there is none."""
        if self.game.name == "stars":
            return STAR
        return self.options.number("wild") if "wild" in self.options else 0

    # Box games

    def claimed(self, *said: Pair) -> tuple[GameState, tuple[Event, ...]]:
        """One seat after another shakes and claims; gives the state and what came of the last claim."""
        state, events = self._begin(), tuple[Event, ...]()
        for claim in said:
            seat = state.turn or FIRST
            state, _ = _do(state, Roll(seat))
            state, events = _do(state, Declare(seat, claim))
        return state, events

    def claims_after(self, *said: Pair) -> tuple[Claim, ...]:
        """What the next seat may claim after a shake, ascending; raises ValueError where it may not shake."""
        state, _ = self.claimed(*said)
        return claims(_do(state, Roll(state.turn or FIRST))[0])

    def challenged(self, dice: Pair, *said: Pair) -> Outcome:
        """The last of these claims is challenged while the box holds `dice`."""
        state, _ = self.claimed(*said)
        state, _ = _do(state, Challenge(state.turn or FIRST))
        return _outcome(_do(state, Reveal(dice))[1])

    def accepted(self, claim: Pair) -> Outcome:
        """The next seat accepts a claim with a loss."""
        state, _ = self.claimed(claim)
        return _outcome(_do(state, Accept(state.turn or FIRST))[1])

    def shown(self, dice: Pair, *said: Pair) -> Outcome:
        """After these claims the next seat rolls `dice` and shows them openly."""
        state, _ = self.claimed(*said)
        seat = state.turn or FIRST
        for command in (Roll(seat), Show(seat)):
            state, _ = _do(state, command)
        return _outcome(_do(state, Reveal(dice))[1])

    def fine(self, *said: Pair) -> int:
        """What the last of these claims costs as soon as it is spoken."""
        return sum(event.fine for event in self.claimed(*said)[1] if isinstance(event, Declared))

    # Cup games

    def dealt(self, dice: int) -> GameState:
        """A round with `dice` under every cup."""
        return _do(self._begin(dice), Deal())[0]

    def bids_after(self, *bids: Bid, dice: int) -> tuple[Claim, ...]:
        """What may be bid after these bids with `dice` under every cup, ascending."""
        state = self.dealt(dice)
        for bid in bids:
            state, _ = _do(state, MakeBid(state.turn or FIRST, bid))
        return claims(state)

    def bid(self, bid: Bid, actual: int, dice: int) -> Outcome:
        """A bid is challenged while `actual` of all dice count for it, with `dice` under every cup."""
        state, _ = _do(self.dealt(dice), MakeBid(FIRST, bid))
        state, _ = _do(state, Challenge(state.turn or FIRST))
        idle = next(face for face in (6, 5, 4) if face not in (bid.face, self.wild))
        every = [bid.face] * actual + [idle] * (sum(state.held) - actual)
        hands = Hands(tuple(tuple(every[start : start + dice]) for start in range(0, len(every), dice)))
        return _outcome(_do(state, Reveal(hands))[1])

    def totals(self) -> tuple[int, ...]:
        """The totals that may be called when everybody has one die left; () where they are not."""
        return tuple(claim.value for claim in claims(self.dealt(1)) if isinstance(claim, Total))

    def _begin(self, stock: int | None = None) -> GameState:
        """A fresh game with `stock` for everybody, by default with all that a seat can have."""
        if stock is None:
            stock = self.game.most_stock if self.game.first_stock(self.options) else 0
        fewest = self.game.fewest_seats(self.options)
        seats = (*SEATS, *(f"Seat {number}" for number in range(len(SEATS), fewest)))
        return fold(self.game.new_game(seats, dict(self.options), (stock,) * len(seats), opens=FIRST))


def _do(state: GameState, command: Command) -> tuple[GameState, tuple[Event, ...]]:
    events = expect(decide(state, command))
    return fold(events, state), events


def _outcome(events: tuple[Event, ...]) -> Outcome:
    (end,) = (event for event in events if isinstance(event, Adjudicated))
    paid = dict(end.lost)
    # An acceptance has no challenger, but somebody who answered the owner.
    answered = next((event.seat for event in events if isinstance(event, Accepted)), end.challenger)

    def role(seat: int) -> Role:
        return Role.OWNER if seat == end.owner else Role.CHALLENGER if seat == answered else Role.OTHER

    return Outcome(
        owner=paid.get(end.owner, 0),
        challenger=paid.get(answered, 0) if answered is not None else 0,
        others=max((amount for seat, amount in paid.items() if role(seat) is Role.OTHER), default=0),
        opens=role(end.starter),
        scores=None if end.winner is None else role(end.winner),
    )
