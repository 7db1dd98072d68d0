"""The settings on the screen: a line for every option of the table, changed by the dial at once and for good."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from firmware.config.settings import LANGUAGE, SETTINGS, Setting, SettingKind
from firmware.table.mode import Choice, ListMode, Mode
from firmware.texts import Texts


class SettingsMode(ListMode):
    """Changes settings; it opens over the start screen or the menu."""

    options: ClassVar[tuple[Setting, ...]] = SETTINGS

    def entitle(self) -> None:
        """Writes what the list is."""
        self.title = self.say("settings.title")
        self.subtitle = self.say("settings.subtitle")

    def choices(self) -> tuple[Choice, ...]:
        """Gives a line an option; one that leaves no choice has none."""
        return tuple(
            Choice(
                self.say(f"settings.{option.name}"),
                self._worded(option),
                self.say(f"settings.{option.name}_detail"),
                turn=self._turning(option),
            )
            for option in self.options
            if option.kind is not SettingKind.WORD or len(option.words) > 1
        )

    def _speak(self, language: str) -> None:
        """Changes the language of this screen and of those behind it."""
        self.table.texts = Texts(language)
        mode: Mode | None = self
        while mode is not None:
            if isinstance(mode, ListMode):
                mode.entitle()
            mode = mode.behind

    def _worded(self, option: Setting) -> str:
        value = self.table.preferences.settings[option]
        if isinstance(value, bool):
            return self.say("common.true" if value else "common.false")
        if isinstance(value, int):
            return self.say("settings.of", n=value, most=option.most)
        return (
            Texts(value).say("settings.own_name") if option is LANGUAGE else self.say(f"settings.{option.name}_{value}")
        )

    def _turning(self, option: Setting) -> Callable[[int], None]:
        def turn(steps: int) -> None:
            preferences = self.table.preferences
            value = option.turned(preferences.settings[option], steps)
            if value == preferences.settings[option]:
                return
            trouble = preferences.change(option, value)
            if option is LANGUAGE:
                self._speak(str(value))
            if trouble:
                self.table.refuse(self.table.texts.render(trouble))

        return turn
