"""Parts of scenes that need no other part: arms, players, the face of a game, the lines of a story, figures."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Shield:
    """A coat of arms, in the words of `display.draw.heraldry`: division and tinctures of the field, ordinary, charges.

    `field` has one tincture, or two where it is divided. `ordinary` and `charge` are "" where there is none; `number`
    charges lie on the field.
    """

    field: tuple[str, ...]
    division: str = "plain"
    ordinary: str = ""
    ordinary_tincture: str = ""
    charge: str = ""
    charge_tincture: str = ""
    number: int = 1


class StoryKind(StrEnum):
    """What an evening is remembered for."""

    LIE = "lie"
    NOSE = "nose"
    STREAK = "streak"
    DICE = "dice"


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One memory of an evening: what it is, its name, and a sentence on who did what."""

    memory: StoryKind
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class GameFace:
    """A game at a glance: its picture (`display.draw.game_art`), its name, how it feels, and facts about it."""

    art: str
    name: str
    feel: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat before a game: a name, with its arms, or the face of a computer player and its character."""

    name: str
    shield: Shield | None = None
    face: str = ""
    character: str = ""


@dataclass(frozen=True, slots=True)
class Honour:
    """A game that was won: by whom, and a line about it."""

    winners: tuple[Player, ...]
    words: str


@dataclass(frozen=True, slots=True)
class FaceBar:
    """How often a face comes: `mean` and its interval from `low` to `high`, and the `expected` share, all from 0 to 1.

    `figure` is the mean in writing.
    """

    face: int
    mean: float
    low: float
    high: float
    expected: float
    figure: str
    oblong: bool = True


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A table: a heading for each column, and rows of as many cells: a name, figures, and a few words."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class PadPlace(StrEnum):
    """One of a game controller's four buttons, by its place: their letters differ from one make to the next."""

    BOTTOM = "bottom"
    RIGHT = "right"
    LEFT = "left"
    TOP = "top"


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a keyboard with the letter on it, or without one the key Enter."""

    letter: str = ""


ControlMark = Key | PadPlace
"""What stands for a control on the device in use."""
