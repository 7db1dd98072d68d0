"""Commands (what people do at the table), refusals, and legal moves."""

from dataclasses import dataclass
from enum import StrEnum

from firmware.rules.claims import Bid, Claim, Hands, Pair, Total
from firmware.rules.message import Message


@dataclass(frozen=True, slots=True)
class RollOff:
    """The throws of a roll-off: (seat, face) of every live seat, or of those who tied before."""

    throws: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ChooseOpener:
    """The host, or a random draw, decides who opens, instead of a roll-off (V1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Roll:
    """The seat has shaken the box and the dice have come to rest; `blind` if it does not look."""

    seat: int
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Declare:
    """The seat makes its claim about the roll."""

    seat: int
    claim: Pair


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat passes the box on unseen, with the same claim (None) or another."""

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
    """The seat shows the 21 that it has rolled (bullshit); the dice are frozen until `Reveal`."""

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
    """The dice could not be read, for this reason if known; the table rules."""

    reason: Message | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """The dice: the two in the box, all hands, or unread."""

    dice: Pair | Hands | Unread


@dataclass(frozen=True, slots=True)
class VoidRoll:
    """The table saw that the roll shown is not a 21, though the dice were not read (bullshit)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The table rules that the stock of a seat changes by `delta`."""

    seat: int
    delta: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Score:
    """The table rules that the points of a seat change by `delta`, in a game that is played for points."""

    seat: int
    delta: int
    reason: Message


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
    """Why a command is not allowed, in one sentence; the game is unchanged."""

    reason: Message


class MoveKind(StrEnum):
    """The words of `legal` in RECORD.md, and CLAIM for a seat that has rolled and must claim."""

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
    """A legal move of a seat, with its claim.

    REROLL means that the seat may combine Show and Re-roll with its bid.
    """

    kind: MoveKind
    claim: Claim | None = None
