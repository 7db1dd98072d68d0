"""Scenes: frozen descriptions of everything that can be shown.

A scene holds only what everybody at the table may know: dice that are still hidden are in no scene before its
`RevealScene`. All texts come rendered in the language of the table; the display adds none of its own.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from display.scene_elements import FaceBar, GameFace, Honour, NumberTable, Player, Shield, StoryLine

XY = tuple[float, float]


class Tone(StrEnum):
    """The meaning of a message or verdict, which sets its colour and shape."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    DOUBT = "doubt"


@dataclass(frozen=True, slots=True)
class Hint:
    """What a control ("claim", "reveal", "challenge" or "dial") does now. It is dimmed unless `enabled`.

    `held` is what it does when it is held down, which is written below the label.
    """

    control: str
    label: str
    enabled: bool
    held: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence to the table, such as a refusal, a request to shake again or a fault of the camera.

    With `aloud` the voice speaks it too, and the audience sees it.
    """

    text: str
    tone: Tone = Tone.PLAIN
    aloud: bool = False


@dataclass(frozen=True, slots=True)
class ClaimPicture:
    """A claim as dice, in the order in which it is spoken, and its name.

    `oblong` dice are drawn as Meier dice, others as cubes. A bid has one die, the face that is bid, and a `quantity`;
    a claimed total has no dice but a `total`.
    """

    dice: tuple[int, ...]
    name: str
    oblong: bool = True
    quantity: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class SeatPanel:
    """A seat at the table: its name, its stock and its part in the round.

    `kind` is what the stock counts: "life", "die", or "tally" (a penalty, without a maximum). `lost` of them were lost
    just now and break on the screen. `turn`: it is this seat's turn; `owner`: the standing claim is this seat's; `out`:
    it has left the game. `shown` are dice that it has laid open. `shield` are its arms;
    `face` names the face of a computer player, which stands in their place.
    """

    name: str
    stock: int
    stock_max: int
    turn: bool = False
    owner: bool = False
    out: bool = False
    lost: int = 0
    badge: str = ""
    kind: str = "life"
    shown: tuple[int, ...] = ()
    shield: Shield | None = None
    face: str = ""


@dataclass(frozen=True, slots=True)
class ThrowPanel:
    """The throw of a seat for the opening: its name and the face of its die, None before it has thrown.

    `lit`: it throws now, or it has won. `again`: it tied, and is thrown again. `faded`: it was beaten.
    """

    name: str
    face: int | None = None
    lit: bool = False
    again: bool = False
    faded: bool = False


@dataclass(frozen=True, slots=True)
class ClaimDial:
    """The claims on the dial, lowest first, and the index of the one that is selected."""

    claims: tuple[ClaimPicture, ...]
    index: int


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a list: a label, its current value if it has one, and a sentence on what it does."""

    label: str
    value: str = ""
    detail: str = ""
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class ListScene:
    """A list to choose from: the start screen, the house rules, the menu, the offer to resume.

    `festive` adds the ornaments of the start screen. `changing`: the dial changes the value of the row under the
    cursor. `typing`: that value is being typed and has a caret. `shield` stands beside the list.
    """

    title: str
    subtitle: str
    rows: tuple[ListRow, ...]
    cursor: int
    hints: tuple[Hint, ...]
    notice: Notice | None = None
    festive: bool = False
    changing: bool = False
    typing: bool = False
    shield: Shield | None = None


@dataclass(frozen=True, slots=True)
class SealSlip:
    """What is shown of the seal of a roll: `words` to note, and the rows of a QR code, "1" for a dark module.

    `code` is () for a seal of an older journal, which has none.
    """

    label: str
    words: tuple[str, ...]
    code: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandOver:
    """The box goes to a seat, by its place in the scene's seats; `words` ask for it and are followed by the name."""

    seat: int
    words: str


@dataclass(frozen=True, slots=True)
class TableScene:
    """The game between reveals: the seats, the standing claim, and the dial while a claim is being chosen.

    `who` is the one who acts, "" where it is nobody in particular, and `what` is done or asked, in a few words; both
    are read from across a room, and `prompt`, which says what all may do, from the table. `claim_by` says who made the
    claim, and `stake` what it is played for where that changes from claim to claim. `seal` is the slip of the sealed
    roll. `shaking`: the dice are being rolled now. `frozen`: the claim was challenged, and the dice must not be
    touched. `photograph` shows the dice that were just counted after a challenge in a cup game. `throws` are those for
    the opening, which are shown in place of a claim. `hand_over`: the box has just gone to a seat, which is shown
    once, before the rest.
    """

    seats: tuple[SeatPanel, ...]
    who: str
    what: str
    prompt: str
    hints: tuple[Hint, ...]
    claim: ClaimPicture | None = None
    claim_by: str = ""
    stake: str = ""
    dial: ClaimDial | None = None
    seal: SealSlip | None = None
    status: str = ""
    shaking: bool = False
    frozen: bool = False
    notice: Notice | None = None
    photograph: "Photograph | None" = None
    throws: tuple[ThrowPanel, ...] = ()
    hand_over: HandOver | None = None


class DieMarks(Protocol):
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
    """A photograph as evidence: encoded (JPEG or PNG), with the dice to mark in it and a caption.

    `others` are dice to show but not to mark. `whole`: without close-ups or numbers, since the sum stands beside it.
    """

    encoded: bytes
    dice: tuple[DieMarks, ...]
    caption: str = ""
    others: tuple[DieMarks, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """What the dice of all seats come to: the `total`, and what it is held `against`, in words.

    Every marked die counts for one, or with `pips` for its face.
    """

    total: int
    against: str
    pips: bool = False


@dataclass(frozen=True, slots=True)
class VerdictPanel:
    """The verdict: one word, its tone, and lines that explain it and say who pays.

    `pays` are those of the lines that say who pays, or who wins the round, which stand as large as the word.
    """

    word: str
    tone: Tone
    lines: tuple[str, ...]
    pays: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevealScene:
    """The reveal: photographs, pips ringed one after another, then the verdict.

    There are two photographs if the dice were moved after they were sealed. `actual` is what the dice show. With
    `choices` the table is asked for its ruling. The animation of each `serial` is played once. `verse` is a verse on
    the verdict, which replaces the headline when the verdict falls. `seal` names the seal by its words. `odds` says how
    likely the roll or the claim was, `advice` what a better player would have done, below the headline. With a `count`
    the photographs are those of all seats, which are shown one after another and add up to it. `slow`: it is shown
    again, slowly.
    """

    serial: int
    seats: tuple[SeatPanel, ...]
    headline: str
    claim: ClaimPicture
    claim_by: str
    actual: ClaimPicture | None
    photographs: tuple[Photograph, ...]
    verdict: VerdictPanel
    hints: tuple[Hint, ...]
    choices: tuple[ListRow, ...] = ()
    cursor: int = 0
    seal: str = ""
    odds: str = ""
    advice: str = ""
    notice: Notice | None = None
    verse: str = ""
    count: Count | None = None
    slow: bool = False


@dataclass(frozen=True, slots=True)
class WinnerScene:
    """The end of a game: who won, what follows from it, the final standings, and the story under its title."""

    headline: str
    lines: tuple[str, ...]
    seats: tuple[SeatPanel, ...]
    winners: tuple[int, ...]
    hints: tuple[Hint, ...]
    notice: Notice | None = None
    story_title: str = ""
    story: tuple[StoryLine, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimGroup:
    """A row of claims under a label, such as a part of the ladder or the bids that may follow a bid."""

    label: str
    claims: tuple[ClaimPicture, ...]


@dataclass(frozen=True, slots=True)
class PageScene:
    """A page of text with groups of claims, a plot, a table or a photograph; number `page` (from 0) of `pages`.

    `festive` adds the ornaments of the invitation to passers-by.
    """

    title: str
    subtitle: str
    lines: tuple[str, ...]
    hints: tuple[Hint, ...]
    groups: tuple[ClaimGroup, ...] = ()
    bars: tuple[FaceBar, ...] = ()
    table: NumberTable | None = None
    photograph: Photograph | None = None
    page: int = 0
    pages: int = 1
    notice: Notice | None = None
    festive: bool = False


@dataclass(frozen=True, slots=True)
class StartScene:
    """The start screen: the game, who plays it, and two things to do: `begin` it, or `change` what stands there.

    `subtitle` is the motto of the box, which the audience reads.
    """

    title: str
    subtitle: str
    game: GameFace
    players: tuple[Player, ...]
    begin: str
    begin_details: tuple[str, ...]
    change: str
    change_detail: str
    hints: tuple[Hint, ...]
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class HonoursScene:
    """Those who have won today, the latest first."""

    title: str
    subtitle: str
    honours: tuple[Honour, ...]
    hints: tuple[Hint, ...]
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class ChoiceCard:
    """A card to choose: a title, lines on it, a badge, and a claim as its picture, or the picture of a game."""

    title: str
    lines: tuple[str, ...]
    picture: ClaimPicture | None = None
    badge: str = ""
    art: str = ""


@dataclass(frozen=True, slots=True)
class CardsScene:
    """Cards to choose from. The dial moves the selection, `index`, from one to the next."""

    title: str
    subtitle: str
    cards: tuple[ChoiceCard, ...]
    index: int
    hints: tuple[Hint, ...]
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class CalibrationFinding:
    """One result of a calibration: the part that was examined, sentences on it, and their tone."""

    part: str
    lines: tuple[str, ...]
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class CalibrationScene:
    """The calibration of the camera, or of a die set.

    `encoded` is the current camera picture (JPEG); without one, `blank` says why. `dice` are marked in it. `frame` is
    the part of the picture that is used: left, top, width and height as fractions of it. `figures` are the current
    measurements, `findings` the results so far, of which the one at `index` is shown in full. With `turning` the dial
    selects another.
    """

    title: str
    prompt: str
    hints: tuple[Hint, ...]
    encoded: bytes = b""
    blank: str = ""
    dice: tuple[DieMarks, ...] = ()
    frame: tuple[float, float, float, float] | None = None
    figures: tuple[ListRow, ...] = ()
    findings: tuple[CalibrationFinding, ...] = ()
    index: int = 0
    turning: bool = False
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class LookAway:
    """What is asked before dice are shown to one player alone: of `who`, `what` of all others, and how to see them."""

    who: str
    what: str
    prompt: str


@dataclass(frozen=True, slots=True)
class PosterScene:
    """What the audience sees before a game: a title and a subtitle."""

    title: str
    subtitle: str
    hints: tuple[Hint, ...] = ()
    notice: Notice | None = None


Scene = (
    StartScene
    | ListScene
    | TableScene
    | RevealScene
    | WinnerScene
    | PageScene
    | CardsScene
    | HonoursScene
    | CalibrationScene
    | PosterScene
)
"""Every kind of scene; the renderer has a screen for each."""
