"""Errors of the odds."""

from firmware.errors import MeierboxError


class OddsError(MeierboxError):
    """Odds that cannot be told."""


class DiceModelError(OddsError, ValueError):
    """Chances that no die can have, or dice of which too little is known."""


class ClaimKindError(OddsError, ValueError):
    """A claim, or dice, of another kind of game."""
