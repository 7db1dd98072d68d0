"""Checks the settings file for lines without effect."""

from collections.abc import Iterator

from firmware.config.settings import Preferences
from firmware.doctor.finding import Finding, Level, ok
from firmware.rules.message import message

SETTINGS = message("settings")


def check_settings(preferences: Preferences) -> Iterator[Finding]:
    """Reports every complaint about the file."""
    for complaint in preferences.complaints:
        yield Finding(SETTINGS, Level.WARNING, complaint.without_remedy(), complaint.remedy)
    if preferences.complaints:
        return
    if preferences.path is not None and preferences.path.exists():
        yield ok(SETTINGS, message("{path} is understood", path=str(preferences.path)))
    else:
        yield ok(SETTINGS, message("all at their defaults"))
