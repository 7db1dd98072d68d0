"""The state of a game: all public information, and nothing hidden."""

from enum import StrEnum
from typing import NamedTuple

from firmware.rules.claims import Claim
from firmware.rules.errors import EventError
from firmware.rules.events import Adjudicated
from firmware.rules.message import message
from firmware.rules.options import Options


class Phase(StrEnum):
    """The phase of a game."""

    ROLL_OFF = "roll-off"
    """A roll-off decides who opens."""
    OPEN = "open"
    """The seat in turn is to open a round."""
    ANSWERING = "facing"
    """A claim stands; the seat in turn answers it."""
    CLAIMING = "claiming"
    """The seat in turn has rolled and must claim; the previous claim can no longer be challenged."""
    REVEALING = "revealing"
    """A claim is challenged, or a 21 is being shown: the dice are frozen until they are revealed."""
    OVER = "over"


class Dispute(NamedTuple):
    """A challenged claim, its owner and its challenger."""

    claim: Claim
    owner: int
    challenger: int


class GameState(NamedTuple):
    """The public state of a game; made only by `evolve`.

    Seats are indices into `seats`, clockwise. Hidden dice are not part of it: they arrive with the command `Reveal`
    and are then in `last`. (A named tuple, because play, search and replay make millions of them.)
    """

    ruleset: str
    options: Options
    seats: tuple[str, ...]
    stock: tuple[int, ...]
    """Lives, dice or tallies per seat."""
    phase: Phase
    turn: int | None
    """The seat that acts next; None in a roll-off and when the game is over."""
    starter: int | None
    """The seat that opens the current round; when the game is over, the one that would open the next."""
    tied: tuple[int, ...]
    """In a roll-off: the seats that must throw again, () before the first throw."""
    claim: Claim | None
    """The standing claim. In CLAIMING it only limits the new claim."""
    owner: int | None
    """The seat that answers for the standing claim."""
    roller: int | None
    """The seat that last shook the dice now in the box."""
    challenger: int | None
    """In REVEALING, who challenged; None where a 21 is being shown."""
    seen: frozenset[int]
    """The seats that legitimately know the hidden dice in the box."""
    worth: int | None
    """The cup's value in bullshit."""
    pot: int
    """The sum of the antes in a gambling game, else 0."""
    points: tuple[int, ...]
    """Points per seat in a game that is played for points, else ()."""
    held: tuple[int, ...]
    """Cup games: number of dice under each cup in this round; () before they are rolled."""
    shown: tuple[tuple[int, ...], ...]
    """Stars: the dice that each seat has put face-up in this round, ascending; () in other games."""
    shows: tuple[int, ...]
    """Stars: how often each seat has used Show and Re-roll in this round; () in other games."""
    bids: tuple[tuple[int, Claim], ...]
    """Cup games: all bids of this round, (seat, bid), in order."""
    settling: tuple[int, ...] | None
    """After a round without a verdict: the seats that rulings have made pay for it so far; else None."""
    last: Adjudicated | None
    """How the last round ended."""
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    round: int
    """The number of the round, from 1; a void round is played again under the same number."""

    @property
    def dispute(self) -> Dispute:
        """The challenge that is waiting for the dice; raises EventError without one."""
        if self.claim is None or self.owner is None or self.challenger is None:
            raise EventError(message("Nobody has challenged a claim."))
        return Dispute(self.claim, self.owner, self.challenger)
