"""The roll of arms: coats of arms by name, in a file; other names get default arms."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from firmware.config.atomic_files import write
from firmware.config.bounded_files import read_toml, set_aside
from firmware.config.errors import UnusableFileError
from firmware.heraldry.arms import Arms, known
from firmware.heraldry.default_arms import default_arms, name_key
from firmware.rules.message import Message, message

FILE = "arms.toml"
MAX_ARMS = 500


class RollOfArms:
    """The arms of all names; a damaged file is set aside, and unpaintable arms are ignored."""

    def __init__(self, folder: Path) -> None:
        """Reads the file, if there is one."""
        self._path = folder / FILE
        self._kept: dict[str, Arms] = self._read()
        self._at_tables: dict[tuple[str, ...], tuple[Arms, ...]] = {}
        """The arms already looked up for the table's names: every picture asks for them."""

    def of(self, names: Sequence[str]) -> tuple[Arms, ...]:
        """Returns the arms of the names at a table: the chosen ones, otherwise distinct default arms."""
        table = tuple(names)
        if table not in self._at_tables:
            self._at_tables = {table: self._find(table)}
        return self._at_tables[table]

    def _find(self, names: tuple[str, ...]) -> tuple[Arms, ...]:
        found: dict[int, Arms] = {
            seat: self._kept[name_key(name)] for seat, name in enumerate(names) if name_key(name) in self._kept
        }
        for seat, name in enumerate(names):
            if seat not in found:
                found[seat] = default_arms(name, tuple(found.values()))
        return tuple(found[seat] for seat in range(len(names)))

    def keep(self, name: str, arms: Arms) -> Message | None:
        """Saves the arms of a name; returns why that failed, or None."""
        self._at_tables.clear()
        self._kept.pop(name_key(name), None)
        self._kept[name_key(name)] = arms
        while len(self._kept) > MAX_ARMS:
            del self._kept[next(iter(self._kept))]
        return self._write()

    def forget(self, name: str) -> Message | None:
        """Restores a name's default arms; returns why that could not be saved, or None."""
        self._at_tables.clear()
        self._kept.pop(name_key(name), None)
        return self._write()

    def _read(self) -> dict[str, Arms]:
        try:
            entries = read_toml(self._path).get("arms", [])
        except FileNotFoundError:
            return {}
        except UnusableFileError as error:
            if error.damaged:
                self._set_aside()
            return {}
        found = (_entry_read(entry) for entry in (entries if isinstance(entries, list) else [])[:MAX_ARMS])
        return dict(pair for pair in found if pair is not None)

    def _set_aside(self) -> None:
        try:
            set_aside(self._path)
        except OSError:
            # The folder is not writable: the file stays, and every name has its default arms.
            return

    def _write(self) -> Message | None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write(self._path, "".join(_entry(name, arms) for name, arms in self._kept.items()))
        except OSError as error:
            says = message("The arms cannot be saved in {file} ({error})", file=str(self._path), error=str(error))
            return says.with_remedy(message("free some space, or make the folder writable"))
        return None


def _entry(name: str, arms: Arms) -> str:
    """Writes arms as TOML; JSON strings, numbers and lists are TOML too."""
    lines = (
        f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in {"name": name, **asdict(arms)}.items()
    )
    return "\n".join(("[[arms]]", *lines)) + "\n\n"


def _entry_read(entry: Any) -> tuple[str, Arms] | None:
    try:
        name, words = entry["name"], {key: value for key, value in entry.items() if key != "name"}
        arms = Arms(**{**words, "field": tuple(words["field"])})
        sound = isinstance(name, str) and isinstance(arms.number, int) and known(arms)
    except (KeyError, TypeError, AttributeError, ValueError):
        return None
    return (name_key(name), arms) if sound else None
