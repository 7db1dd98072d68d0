"""The parameters of a character: how much it trusts, lies and dares."""

from dataclasses import dataclass
from enum import Enum, auto


class Trust(Enum):
    """What a character bases its trust in a claim on."""

    ODDS = auto()
    """The share of throws for which the claim is true."""
    MAKER = auto()
    """The same, assuming that others tell the truth when they can."""
    TRACKED = auto()
    """The same, and how often the other seat was caught lying."""


class Lies(Enum):
    """How a character chooses a lie."""

    RANDOM = auto()
    """From the lowest up, as high as it dares."""
    BELIEVED = auto()
    """The highest lie that it would believe itself."""


@dataclass(frozen=True, slots=True)
class Personality:
    """Parameters from 0 to 1."""

    doubt: float
    """In a box game it challenges a claim whose chance of truth is lower than this."""
    cup_doubt: float
    """In a cup game it challenges a bid whose chance of truth is lower than this."""
    trust: Trust = Trust.ODDS
    lies: Lies = Lies.RANDOM
    lying: float = 0.0
    """How often it lies although it could tell the truth."""
    daring: float = 0.0
    """How high it lies: 0 is as low as the rules allow, 1 is anywhere up to the top."""
    passing: float = 0.3
    """How often it passes the box on unseen, if that is allowed."""
    pays_fines: bool = False
    """Whether it admits a low roll and pays for it (bullshit)."""
    weighs: bool = False
    """Whether it weighs a challenge against its own next throw or bid, instead of using `doubt`."""
    bidding: float = 0.5
    """It chooses bids whose chance of truth is at least this, if there are any."""
    highest: bool = False
    """Whether it makes the highest of those bids or the likeliest."""
    held_only: bool = False
    """Whether it bids only on faces that it holds."""
    showing: float = 0.0
    """It shows and re-rolls dice if its bid's chance of truth is lower than this (stars)."""
