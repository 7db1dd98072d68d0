"""The settings on the screen; the dial changes them at once and permanently."""

from functools import partial
from typing import ClassVar

from firmware.config.settings import LANGUAGE, SETTINGS, Setting, SettingKind
from firmware.rules.message import Message
from firmware.table.context import Context
from firmware.table.destinations import Destination, Maintenance
from firmware.table.mode import Choice, ListMode


class SettingsMode(ListMode):
    """Edits settings; opens over the start screen or the menu."""

    options: ClassVar[tuple[Setting, ...]] = SETTINGS
    leads_to: ClassVar[tuple[type[Destination], ...]] = (Maintenance,)

    @property
    def title(self) -> Message:
        """The settings."""
        return self.text("settings.title")

    @property
    def subtitle(self) -> Message:
        """Says that settings are saved."""
        return self.text("settings.subtitle")

    def choices(self) -> tuple[Choice, ...]:
        """A row for each option with a choice and, between games, maintenance."""
        rows = tuple(
            Choice(
                option.name,
                self.text(f"settings.{option.name}"),
                self._value(option),
                self.text(f"settings.{option.name}_detail"),
                turn=partial(turn_option, self.context, option),
            )
            for option in self.options
            if option.kind is not SettingKind.WORD or len(option.words) > 1
        )
        if self.context.current_game.session is not None:
            return rows
        label, detail = self.text("maintenance.title"), self.text("maintenance.detail")
        return (*rows, Choice("maintenance", label, detail=detail, act=partial(self.open, Maintenance())))

    def _value(self, option: Setting) -> Message:
        value = self.context.preferences.settings[option]
        if isinstance(value, bool):
            return self.text("common.true" if value else "common.false")
        if isinstance(value, int):
            return self.text("settings.of", n=value, most=option.most)
        if option is LANGUAGE:
            return self.text("settings.own_name")
        return self.text(f"settings.{option.name}_{value}")


def turn_option(context: Context, option: Setting, steps: int) -> None:
    """Changes an option; warns if it cannot be saved."""
    preferences = context.preferences
    value = option.turned(preferences.settings[option], steps)
    if value == preferences.settings[option]:
        return
    if trouble := preferences.change(option, value):
        context.warn(trouble)
