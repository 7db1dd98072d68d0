"""What goes wrong with what people set."""

from firmware.errors import MeierboxError


class ConfigError(MeierboxError):
    """Something that was set cannot be used."""


class SettingValueError(ConfigError, ValueError):
    """A setting does not take this value."""
