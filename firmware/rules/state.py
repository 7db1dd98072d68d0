"""The state of a game: everything public, and nothing that is hidden."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from firmware.rules.claims import Claim
from firmware.rules.options import Options

if TYPE_CHECKING:
    from firmware.rules.events import Adjudicated


class Phase(StrEnum):
    """Where a game stands."""

    ROLL_OFF = "roll-off"
    """Who opens is still to be found."""
    OPEN = "open"
    """A round is to be opened by the seat in turn."""
    FACING = "facing"
    """A claim stands; the seat in turn answers it."""
    CLAIMING = "claiming"
    """The seat in turn has shaken; its claim is not spoken, and the old claim can no longer be challenged."""
    REVEALING = "revealing"
    """Challenged (or a 21 is being shown): the dice are frozen until they are known."""
    OVER = "over"


class Dispute(NamedTuple):
    """A challenged claim and the two it is between."""

    claim: Claim
    owner: int
    challenger: int


class GameState(NamedTuple):
    """A game as everybody may see it; made by `evolve` only.

    Seats are indices into `seats`, clockwise. The hidden dice are no part of it: they come with the command `Reveal`
    and are then in `last`. (A named tuple because play, search and replay make millions of them.)
    """

    ruleset: str
    options: Options
    seats: tuple[str, ...]
    stock: tuple[int, ...]
    """Lives, dice or tallies per seat."""
    phase: Phase
    turn: int | None
    """The seat that is to act; None in a roll-off and when the game is over."""
    starter: int | None
    """The seat that opened or opens the current round; when the game is over, the one that would open if it went on."""
    tied: tuple[int, ...]
    """In a roll-off: the seats that must throw again, () before the first throw."""
    claim: Claim | None
    """The standing claim. In CLAIMING it is only what the new claim is measured against."""
    owner: int | None
    """The seat answerable for the standing claim."""
    roller: int | None
    """The seat that last shook the dice now in the box."""
    challenger: int | None
    """In REVEALING, who challenged; None where a 21 is being shown."""
    seen: frozenset[int]
    """The seats that legitimately know the hidden dice of the box."""
    worth: int | None
    """The cup's value in bullshit."""
    pot: int
    """What the antes come to in a gambling game, else 0."""
    points: tuple[int, ...]
    """Points per seat where points are played, else ()."""
    held: tuple[int, ...]
    """Cup games: dice under each cup in this round; () before they are rolled."""
    shown: tuple[tuple[int, ...], ...]
    """Stars: the dice that each seat has put face-up in this round, ascending; () in other games."""
    shows: tuple[int, ...]
    """Stars: how often each seat has shown and re-rolled in this round; () in other games."""
    bids: tuple[tuple[int, Claim], ...]
    """Cup games: all bids of this round with who made them, in their order."""
    settling: tuple[int, ...] | None
    """Right after a round without a verdict: the seats that the table has made pay for it since; else None."""
    last: Adjudicated | None
    """How the last round ended."""
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    round: int
    """The number of the round, from 1; a round that is void is played again under its number."""

    @property
    def dispute(self) -> Dispute:
        """The challenge that waits for the dice; raises ValueError where nobody has challenged."""
        if self.claim is None or self.owner is None or self.challenger is None:
            raise ValueError("Nobody has challenged a claim.")
        return Dispute(self.claim, self.owner, self.challenger)
