"""Errors of the odds."""

from firmware.errors import MeierboxError


class OddsError(MeierboxError):
    """Odds that cannot be computed."""


class DiceModelError(OddsError, ValueError):
    """Impossible chances, or dice about which too little is known."""


class ClaimKindError(OddsError, ValueError):
    """A claim, or dice, of another kind of game."""
