"""The numbers that make a character: how far it trusts, lies and dares."""

from dataclasses import dataclass
from enum import Enum, auto


class Trust(Enum):
    """What a character goes by when it hears a claim."""

    ODDS = auto()
    """How many throws would make the claim true."""
    MAKER = auto()
    """Also, that its maker rather told the truth where it could."""
    TRACKED = auto()
    """Also, how often this seat was found to lie."""


class Lies(Enum):
    """How a character chooses a lie."""

    RANDOM = auto()
    """From the lowest up, as far as it dares."""
    BELIEVED = auto()
    """The highest that it would believe itself."""


@dataclass(frozen=True, slots=True)
class Personality:
    """Chances from 0 to 1."""

    doubt: float
    """It challenges a claim in a box game that it takes to be true with less than this chance."""
    cup_doubt: float
    """It challenges a bid that is true with less than this chance, as far as it can know."""
    trust: Trust = Trust.ODDS
    lies: Lies = Lies.RANDOM
    lying: float = 0.0
    """How often it lies although it could tell the truth."""
    daring: float = 0.0
    """How high it lies: 0 is as low as the rules allow, 1 anywhere up to the top."""
    passing: float = 0.3
    """How often it hands the box on unseen where it may."""
    pays_fines: bool = False
    """Whether it tells a low roll and pays for that (bullshit)."""
    weighs: bool = False
    """Whether it weighs a challenge against its own next throw or bid, instead of going by `doubt`."""
    bidding: float = 0.5
    """It bids what is true with at least this chance, if there is such a bid."""
    highest: bool = False
    """Whether it makes the highest of those bids, or the likeliest."""
    held_only: bool = False
    """Whether it bids only on faces that it holds."""
    showing: float = 0.0
    """It shows and re-rolls dice where its bid is true with less than this chance (stars)."""
