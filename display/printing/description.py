"""What stands on a page, as data."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with a rule to the end of its column."""

    text: str


@dataclass(frozen=True, slots=True)
class Lead:
    """The paragraph below the title, in larger letters, centred."""

    text: str


@dataclass(frozen=True, slots=True)
class InlineList:
    """Short items in a row, centred, never broken within an item."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberedItem:
    """A paragraph with its number on a disc."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """Running text, set off from the text above it unless it follows a heading."""

    texts: tuple[str, ...]
    set_off: bool = False


@dataclass(frozen=True, slots=True)
class CaptionedDice:
    """Dice side by side with a caption below."""

    faces: tuple[int, ...]
    caption: str


@dataclass(frozen=True, slots=True)
class DiceLadder:
    """Rows of dice, each of which beats those that follow; `oblong` gives their shape."""

    rungs: tuple[CaptionedDice, ...]
    oblong: bool


@dataclass(frozen=True, slots=True)
class CountedDie:
    """A die behind a text such as `4 ×`."""

    text: str
    face: int


@dataclass(frozen=True, slots=True)
class DiceComparison:
    """A die and those that beat it, in columns; a column may stay empty."""

    beaten: CountedDie
    beaten_by: tuple[CountedDie | None, ...]


@dataclass(frozen=True, slots=True)
class CaseTable:
    """Rows of a case in bold and its text."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OptionTable:
    """Labels and values joined by dots, with a note below."""

    rows: tuple[tuple[str, str], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Columns:
    """Two columns beside each other, and what stands below the shorter one."""

    left: tuple["Part", ...]
    right: tuple["Part", ...]
    below: tuple["Part", ...]


@dataclass(frozen=True, slots=True)
class Footer:
    """Small print below a rule, centred."""

    text: str


Part: TypeAlias = (
    Heading
    | Lead
    | InlineList
    | NumberedItem
    | Paragraphs
    | DiceLadder
    | DiceComparison
    | CaseTable
    | OptionTable
    | Columns
    | Footer
)


@dataclass(frozen=True, slots=True)
class Document:
    """A page: its title, a line below it, and its parts from top to bottom."""

    title: str
    subtitle: str
    parts: tuple[Part, ...]
