"""House rules under a name: a set of options over a ruleset, kept in a file of the state directory."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.config.atomic_files import write
from firmware.rules.games.registry import ruleset
from firmware.rules.options import OptionValue, write_value

FILE = "houses.toml"


@dataclass(frozen=True, slots=True)
class House:
    """A name, the ruleset, and the options that differ from the game as written."""

    name: str
    rules: str
    options: Mapping[str, OptionValue]


class Houses:
    """The houses of a folder. `trouble` says in a sentence why they cannot be read or kept, or is None."""

    def __init__(self, folder: Path) -> None:
        """Reads what is there; a file that cannot be read is set aside, a house that cannot be played is left out."""
        self._path = folder / FILE
        self.trouble: str | None = None
        self._houses = self._read()

    def of(self, rules: str) -> tuple[House, ...]:
        """The houses of a ruleset, by name."""
        return tuple(sorted((house for house in self._houses if house.rules == rules), key=lambda house: house.name))

    def keep(self, house: House) -> None:
        """Keeps a house; one of the same name and ruleset is replaced."""
        self._houses = [*self._without(house), house]
        self._write()

    def forget(self, house: House) -> None:
        """Forgets the house of this name and ruleset."""
        self._houses = self._without(house)
        self._write()

    def _without(self, house: House) -> list[House]:
        return [other for other in self._houses if (other.name, other.rules) != (house.name, house.rules)]

    def _read(self) -> list[House]:
        try:
            text = self._path.read_text("utf-8")
        except FileNotFoundError:
            return []
        except (OSError, UnicodeDecodeError) as error:
            self.trouble = f"The house rules in {self._path} cannot be read ({error}): mend or remove the file."
            return []
        try:
            entries = tomllib.loads(text).get("house", [])
        except tomllib.TOMLDecodeError as error:
            aside = self._path.with_suffix(".toml.damaged")
            self.trouble = f"The house rules were damaged ({error}): they were set aside as {aside.name}."
            try:
                self._path.replace(aside)
            except OSError as refused:
                self.trouble = f"The house rules in {self._path} cannot be read ({refused}): mend or remove the file."
            return []
        return [house for entry in entries if (house := self._house(entry)) is not None]

    def _house(self, entry: Any) -> House | None:
        try:
            house = House(str(entry["name"]), str(entry["rules"]), dict(entry.get("options", {})))
            ruleset(house.rules).settle(house.options)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            self.trouble = f"A house in {self._path} cannot be played ({error}): mend or remove it."
            return None
        return house

    def _write(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write(self._path, "".join(_entry(house) for house in self._houses))
        except OSError as error:
            self.trouble = (
                f"The house rules cannot be kept in {self._path} ({error}): free some space, or allow writing."
            )
        else:
            self.trouble = None


def changed(rules: str, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options that differ from the game as written; raises RulesError for what cannot be set.

    >>> changed("mia", {"lives": 5, "ranking": "traditional"})
    {'lives': 5}
    """
    game = ruleset(rules)
    settled = game.settle(options)
    return {option.name: settled[option.name] for option in game.options if settled[option.name] != option.default}


def _entry(house: House) -> str:
    """One house as TOML; a JSON string is a TOML string too."""
    lines = ["[[house]]", f"name = {_quoted(house.name)}", f"rules = {_quoted(house.rules)}", "[house.options]"]
    lines += [
        f"{name} = {_quoted(value) if isinstance(value, str) else write_value(value)}"
        for name, value in house.options.items()
    ]
    return "\n".join(lines) + "\n\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
