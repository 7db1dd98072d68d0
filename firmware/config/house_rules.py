"""Named house rules: sets of options for a ruleset, in a file in the state directory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.config.atomic_files import write
from firmware.config.bounded_files import read_toml, set_aside
from firmware.config.errors import UnusableFileError
from firmware.config.settings import shorten
from firmware.rules.games.registry import ruleset
from firmware.rules.message import Message, literal, message
from firmware.rules.options import OptionValue, write_value

FILE = "houses.toml"
MAX_HOUSE_RULES = 200
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class SavedRules:
    """A name, the ruleset, and the options that differ from the game as written."""

    name: str
    rules: str
    options: Mapping[str, OptionValue]


class HouseRulesFile:
    """The named house rules of a folder. `trouble` is why they cannot be read or saved, or None."""

    def __init__(self, folder: Path) -> None:
        """Reads the file; sets a damaged one aside, and ignores unplayable rules."""
        self._path = folder / FILE
        self.trouble: Message | None = None
        self._houses = self._read()

    def of(self, rules: str) -> tuple[SavedRules, ...]:
        """Returns the house rules of a ruleset, by name."""
        return tuple(sorted((house for house in self._houses if house.rules == rules), key=lambda house: house.name))

    def keep(self, house: SavedRules) -> None:
        """Saves house rules, replacing those of the same name and ruleset."""
        self._houses = [*self._without(house), house]
        self._write()

    def forget(self, house: SavedRules) -> None:
        """Deletes the house rules of this name and ruleset."""
        self._houses = self._without(house)
        self._write()

    def _without(self, house: SavedRules) -> list[SavedRules]:
        return [other for other in self._houses if (other.name, other.rules) != (house.name, house.rules)]

    def _read(self) -> list[SavedRules]:
        try:
            entries = read_toml(self._path).get("house", [])
            if not isinstance(entries, list):
                raise UnusableFileError(self._path, message('"house" is not a list'))
        except FileNotFoundError:
            return []
        except UnusableFileError as error:
            self.trouble = self._unreadable(error.problem) if not error.damaged else self._set_aside(error.problem)
            return []
        return [house for entry in entries[:MAX_HOUSE_RULES] if (house := self._house(entry)) is not None]

    def _set_aside(self, damage: Message) -> Message:
        try:
            aside = set_aside(self._path)
        except OSError as error:
            return self._unreadable(literal(str(error.strerror or error)))
        says = message("The house rules were damaged ({error})", error=damage)
        return says.with_remedy(message("they were set aside as {file}", file=aside.name))

    def _unreadable(self, why: Message) -> Message:
        says = message("The house rules in {file} cannot be read ({error})", file=str(self._path), error=why)
        return says.with_remedy(message("fix or remove the file"))

    def _house(self, entry: Any) -> SavedRules | None:
        try:
            house = SavedRules(str(entry["name"]), str(entry["rules"]), dict(entry.get("options", {})))
            _check_name(house.name)
            ruleset(house.rules).complete_options(house.options)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            why = shorten(str(error))
            says = message("House rules in {file} cannot be played ({error})", file=str(self._path), error=why)
            self.trouble = says.with_remedy(message("fix or remove them"))
            return None
        return house

    def _write(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write(self._path, "".join(_entry(house) for house in self._houses))
        except OSError as error:
            says = message(
                "The house rules cannot be saved in {file} ({error})", file=str(self._path), error=str(error)
            )
            self.trouble = says.with_remedy(message("free some space, or make the folder writable"))
        else:
            self.trouble = None


def _check_name(name: str) -> None:
    if not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
        raise ValueError(f"{name!r} is no name")


def changed(rules: str, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Returns the options that differ from the game as written; raises RulesError for invalid ones.

    >>> changed("mia", {"lives": 5, "ranking": "traditional"})
    {'lives': 5}
    """
    game = ruleset(rules)
    complete = game.complete_options(options)
    return {option.name: complete[option.name] for option in game.options if complete[option.name] != option.default}


def _entry(house: SavedRules) -> str:
    """Writes house rules as TOML; a JSON string is a TOML string too."""
    lines = ["[[house]]", f"name = {_quoted(house.name)}", f"rules = {_quoted(house.rules)}", "[house.options]"]
    lines += [
        f"{name} = {_quoted(value) if isinstance(value, str) else write_value(value)}"
        for name, value in house.options.items()
    ]
    return "\n".join(lines) + "\n\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
