"""What people do at the table, and the answer to what the rules do not allow."""

from dataclasses import dataclass
from enum import StrEnum

from firmware.rules.claims import Bid, Claim, Hands, Pair, Total


@dataclass(frozen=True, slots=True)
class RollOff:
    """The throws for the opening: (seat, face) of every live seat, or of the tied ones after a tie."""

    throws: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ChooseOpener:
    """The host, or the box's draw, says who opens instead of a roll-off (V1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Roll:
    """The seat has shaken the box and let it come to rest; `blind`: it does not look."""

    seat: int
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Declare:
    """The seat speaks its claim on what it has shaken."""

    seat: int
    claim: Pair


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat hands the box on unseen, with the same claim (None) or another."""

    seat: int
    claim: Pair | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """The seat takes the loss of a declared Meier without a reveal (viking)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """The seat calls the standing claim a lie; the dice are frozen until `Reveal`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Show:
    """The seat shows the 21 that it has shaken (bullshit); the dice are frozen until `Reveal`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Every live seat has rolled its dice under its cup."""


@dataclass(frozen=True, slots=True)
class MakeBid:
    """The seat bids; in stars it may first put the dice `shown` face-up and re-roll its `rerolled` other dice."""

    seat: int
    claim: Bid | Total
    shown: tuple[int, ...] = ()
    rerolled: int = 0


@dataclass(frozen=True, slots=True)
class Unread:
    """The dice could not be read, for this reason; people settle it."""

    reason: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """What the dice really are: the two in the box, all hands, or that nobody can tell."""

    dice: Pair | Hands | Unread


@dataclass(frozen=True, slots=True)
class VoidRoll:
    """The table saw that what was shown is no 21, though nobody read which dice they are (bullshit)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The table overrules: the stock of a seat changes by `delta`."""

    seat: int
    delta: int
    reason: str


@dataclass(frozen=True, slots=True)
class Score:
    """The table overrules: the points of a seat change by `delta`, where points are played."""

    seat: int
    delta: int
    reason: str


Command = (
    RollOff
    | ChooseOpener
    | Roll
    | Declare
    | Pass
    | Accept
    | Challenge
    | Show
    | Deal
    | MakeBid
    | Reveal
    | VoidRoll
    | Rule
    | Score
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command is not allowed, in one sentence for people; the game stands as it stood."""

    reason: str


class MoveKind(StrEnum):
    """The words of `legal` in RECORD.md, and CLAIM for a seat that has shaken and must speak."""

    CHALLENGE = "challenge"
    ACCEPT = "accept"
    PASS = "pass"
    ROLL = "roll"
    BLIND = "blind"
    SHOW = "show"
    BID = "bid"
    SUM = "sum"
    REROLL = "reroll"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that a seat may do next, with the claim that goes with it.

    REROLL says that Show and Re-roll may go with a bid.
    """

    kind: MoveKind
    claim: Claim | None = None
