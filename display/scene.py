"""What there is to draw: frozen descriptions of every screen, free of rules, journals and pins.

A scene holds nothing that the table may not know. Hidden dice reach it only in a `RevealScene`.
All words come ready to draw; the display adds none of its own.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

XY = tuple[float, float]


class Tone(StrEnum):
    """How a thing is meant, for its colour and its shape."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    DOUBT = "doubt"


@dataclass(frozen=True, slots=True)
class Hint:
    """What one control ("claim", "reveal", "challenge" or "dial") would do now; dimmed when not `enabled`."""

    control: str
    label: str
    enabled: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence to the table: a refusal, a request to shake again, what the eye lacks.

    `aloud`: a voice, where there is one, speaks it too.
    """

    text: str
    tone: Tone = Tone.PLAIN
    aloud: bool = False


@dataclass(frozen=True, slots=True)
class ClaimPicture:
    """A claim as dice in the order in which it is spoken, with its name; `oblong` dice are drawn as Meier dice.

    A bid has its face as the only die and how many are bid as `quantity`; a claimed total has no die and its `total`.
    """

    dice: tuple[int, ...]
    name: str
    oblong: bool = True
    quantity: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class SeatPlate:
    """A seat at the table: `stock` of `stock_max` lives as staves, and its part in the round.

    `kind` says what the stock is: a "life", a "die", or a "tally", which is bad and grows without a most. `lost` lives
    were lost just now (they break on the screen). `throw` is its die in the starting throw, `shown` are dice that it
    has put face-up.
    """

    name: str
    stock: int
    stock_max: int
    turn: bool = False
    owner: bool = False
    out: bool = False
    lost: int = 0
    throw: int | None = None
    badge: str = ""
    kind: str = "life"
    shown: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Dial:
    """The claims that the dial turns through, lowest first, and the one under the pointer."""

    claims: tuple[ClaimPicture, ...]
    index: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list: a label, its present value if it has one, a sentence on what it does."""

    label: str
    value: str = ""
    detail: str = ""
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class ListScene:
    """A list to choose from: the start, the house rules, the menu, the offer to resume.

    `hall` marks the start screen, which gets the full splendour; `changing`: the dial changes the value of the row
    under the cursor; `typing`: it is a name being typed, with a caret behind the value.
    """

    title: str
    subtitle: str
    rows: tuple[Row, ...]
    cursor: int
    hints: tuple[Hint, ...]
    notice: Notice | None = None
    hall: bool = False
    changing: bool = False
    typing: bool = False


@dataclass(frozen=True, slots=True)
class TableScene:
    """The game between reveals: seats, the standing claim, whose turn, the dial while a claim is chosen.

    `headline` says who is to act, `prompt` what they may do. `claim_by` tells who stands behind `claim`.
    `seal` is the digest of the sealed roll, shown small. `shaking`: the dice are being thrown now.
    `frozen`: a challenge was called and the dice must not be touched. `photograph` are the dice that the eye has just
    counted after a challenge, with those marked that matter.
    """

    seats: tuple[SeatPlate, ...]
    headline: str
    prompt: str
    hints: tuple[Hint, ...]
    claim: ClaimPicture | None = None
    claim_by: str = ""
    dial: Dial | None = None
    seal: str = ""
    status: str = ""
    shaking: bool = False
    frozen: bool = False
    notice: Notice | None = None
    photograph: "Photograph | None" = None


class SeenDie(Protocol):
    """A die in a photograph, whatever class it is of; frozen, as the scene is. Coordinates are image pixels."""

    @property
    def face(self) -> int | None:
        """Its face; None where it could not be told."""

    @property
    def polygon(self) -> tuple[XY, ...]:
        """The outline of its top face."""

    @property
    def pips(self) -> tuple[tuple[float, float, float], ...]:
        """Its pips: x, y and radius."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """Evidence: an encoded picture (JPEG or PNG), the dice marked in it, and a caption.

    `others` are dice that are to be seen in it and not marked; where there are any, there are no close-ups.
    """

    encoded: bytes
    dice: tuple[SeenDie, ...]
    caption: str = ""
    others: tuple[SeenDie, ...] = ()


@dataclass(frozen=True, slots=True)
class VerdictPlate:
    """The verdict in one word, its meaning in a line or two, and who pays."""

    word: str
    tone: Tone
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RevealScene:
    """The reveal: photographs, pips ringed one after another, then the verdict.

    Two photographs where dice were moved under the lid (sealed, then revealed). With `choices` the table is asked for
    its ruling. `serial` tells one reveal from the next, so that the theatre of each is played once. `saga` is what a
    skald makes of the verdict, which takes the place of the headline when it falls.
    """

    serial: int
    seats: tuple[SeatPlate, ...]
    headline: str
    claim: ClaimPicture
    claim_by: str
    actual: ClaimPicture | None
    photographs: tuple[Photograph, ...]
    verdict: VerdictPlate
    hints: tuple[Hint, ...]
    choices: tuple[Row, ...] = ()
    cursor: int = 0
    seal: str = ""
    notice: Notice | None = None
    saga: str = ""


@dataclass(frozen=True, slots=True)
class WinnerScene:
    """The end: who won, who buys the drinks, how everybody stands."""

    headline: str
    lines: tuple[str, ...]
    seats: tuple[SeatPlate, ...]
    winners: tuple[int, ...]
    hints: tuple[Hint, ...]
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """A row of claims as dice on a page, under a line of words: a part of the ladder, or what may follow a bid."""

    label: str
    claims: tuple[ClaimPicture, ...]


@dataclass(frozen=True, slots=True)
class PageScene:
    """A page to read: paragraphs, and shelves of drawn dice or a photograph; it is number `page` (from 0) of `pages`.

    `hall` marks the invitation before strangers, which gets the full splendour.
    """

    title: str
    subtitle: str
    lines: tuple[str, ...]
    hints: tuple[Hint, ...]
    shelves: tuple[Shelf, ...] = ()
    photograph: Photograph | None = None
    page: int = 0
    pages: int = 1
    notice: Notice | None = None
    hall: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A game or a set of house rules to choose: its name, a line or two on it, its dice, and a badge."""

    title: str
    lines: tuple[str, ...]
    picture: ClaimPicture
    badge: str = ""


@dataclass(frozen=True, slots=True)
class CardsScene:
    """Cards to choose from; the dial goes from one to the next, and the one at `index` lies in the light."""

    title: str
    subtitle: str
    cards: tuple[Card, ...]
    index: int
    hints: tuple[Hint, ...]
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What was found at the workbench: the part that was looked at, sentences on it, and how they are meant."""

    part: str
    lines: tuple[str, ...]
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class BenchScene:
    """The workbench, on which the camera is calibrated and dice are blessed.

    `encoded` is what the camera sees now (JPEG), or empty where `blank` says why not; `dice` are marked in it, and
    `frame` is the part of it that is used: left, top, width and height in parts of the picture. `figures` are what is
    measured now, `findings` what was found so far. Of these the one at `index` is read, and with `turning` the dial
    goes from one to the next.
    """

    title: str
    prompt: str
    hints: tuple[Hint, ...]
    encoded: bytes = b""
    blank: str = ""
    dice: tuple[SeenDie, ...] = ()
    frame: tuple[float, float, float, float] | None = None
    figures: tuple[Row, ...] = ()
    findings: tuple[Found, ...] = ()
    index: int = 0
    turning: bool = False
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class PosterScene:
    """What the crowd sees on a screen of its own before a game: the name of the house, and a line on it."""

    title: str
    subtitle: str
    hints: tuple[Hint, ...] = ()
    notice: Notice | None = None


Scene = ListScene | TableScene | RevealScene | WinnerScene | PageScene | CardsScene | BenchScene | PosterScene
