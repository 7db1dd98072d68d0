"""Errors of the arena."""

from firmware.errors import MeierboxError


class ArenaError(MeierboxError, ValueError):
    """Games that cannot be played, or a player that breaks the rules."""
