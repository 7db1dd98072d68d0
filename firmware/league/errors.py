"""Errors of the league."""

from firmware.errors import MeierboxError


class LeagueError(MeierboxError):
    """Something is wrong with a league."""


class ResultError(LeagueError, ValueError):
    """Data that is not the result of a game."""


class LeagueSettingsError(LeagueError, ValueError):
    """Unusable settings of the league."""


class BrokerError(LeagueError, OSError):
    """The broker is unreachable or refuses this box."""


class MissingExtraError(LeagueError, ImportError):
    """A library that only the league needs is not installed."""
