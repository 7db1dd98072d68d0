"""Errors of the league."""

from firmware.errors import MeierboxError


class LeagueError(MeierboxError):
    """Something is wrong with a league."""


class ResultError(LeagueError, ValueError):
    """What should be the result of a game is none."""


class LeagueSettingsError(LeagueError, ValueError):
    """The settings of the league cannot be used."""


class BrokerError(LeagueError, OSError):
    """The broker cannot be reached, or does not let this box in."""


class MissingExtraError(LeagueError, ImportError):
    """A library is not installed that only the league needs."""
