"""What people set once and keep: one table of options, from which come the file, the screen and the documents.

The file is `settings.toml` in the configuration directory. It may be edited by hand: comments and keys that this
version does not know stay as they are.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from firmware.config import atomic_files
from firmware.texts import languages

Value = bool | int | str
FILE = "settings.toml"


class Kind(StrEnum):
    """What the values of an option are."""

    SWITCH = "true or false"
    NUMBER = "a number"
    WORD = "one of some words"


@dataclass(frozen=True, slots=True)
class Option:
    """One line of the table: the key in the file, its default, what it may be, and a sentence on what it does."""

    name: str
    default: Value
    comment: str
    words: tuple[str, ...] = ()
    most: int = 0

    @property
    def kind(self) -> Kind:
        """Tells what the values are; a number goes from 0 to `most`."""
        if isinstance(self.default, bool):
            return Kind.SWITCH
        return Kind.WORD if self.words else Kind.NUMBER

    @property
    def range(self) -> str:
        """Says what may be written: `0 to 10`, `true, false`, or the words."""
        if self.kind is Kind.NUMBER:
            return f"0 to {self.most}"
        return "true, false" if self.kind is Kind.SWITCH else ", ".join(f'"{word}"' for word in self.words)

    def accepts(self, value: object) -> bool:
        """Tells whether a value read from the file is one of this option."""
        if self.kind is Kind.SWITCH:
            return isinstance(value, bool)
        if self.kind is Kind.NUMBER:
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= self.most
        return value in self.words

    def turned(self, value: Value, steps: int) -> Value:
        """Gives the value that the dial comes to: words go round, numbers end at their ends.

        >>> VOLUME.turned(9, 5), THEME.turned("contrast", 1), MUTE.turned(False, 1)
        (10, 'torch', True)
        """
        if isinstance(value, bool):
            return value != bool(steps % 2)
        if isinstance(value, int):
            return max(0, min(self.most, value + steps))
        return self.words[(self.words.index(value) + steps) % len(self.words)]

    def line(self, value: Value) -> str:
        """Writes the option as a line of the file.

        >>> VOLUME.line(3), THEME.line("day"), MUTE.line(True)
        ('volume = 3', 'theme = "day"', 'mute = true')
        """
        if isinstance(value, bool):
            return f"{self.name} = {str(value).lower()}"
        return f"{self.name} = {value}" if isinstance(value, int) else f'{self.name} = "{value}"'


THEME = Option(
    "theme",
    "torch",
    "How the screen looks: by torchlight, for daylight, or in high contrast.",
    ("torch", "day", "contrast"),
)
VOLUME = Option("volume", 7, "How loud the box is.", most=10)
MUTE = Option("mute", False, "Whether the box is silent, whatever its volume.")
VOICE = Option("voice", False, "Whether claims and verdicts are spoken, where espeak-ng is installed.")
SKALD = Option("skald", True, "Whether a skald puts every verdict into words of its own.")
NEWCOMER = Option("newcomer", False, "Whether every step is explained, aloud where the voice is on.")
SHOW = Option(
    "show", 3, "After how many quiet minutes before or after a game the box plays by itself; 0: never.", most=30
)
LANGUAGE = Option("language", "en", "The language of screen and voice.", languages())
FULLSCREEN = Option(
    "fullscreen", "auto", "Whether the whole screen is taken; auto: where there is no desktop.", ("auto", "on", "off")
)
AUDIENCE = Option(
    "audience",
    "auto",
    "Whether a window of its own shows the game to a crowd; auto: where there is a second screen for it.",
    ("auto", "on", "off"),
)
LID = Option(
    "lid",
    "open",
    "When the lid switch is closed: while the lid is open (a microswitch) or while it is shut (a reed contact).",
    ("open", "shut"),
)
OPTIONS = (THEME, VOLUME, MUTE, VOICE, SKALD, NEWCOMER, SHOW, LANGUAGE, FULLSCREEN, AUDIENCE, LID)
_BY_NAME = {option.name: option for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Settings:
    """A value for every option.

    >>> Settings().word(THEME), Settings().having(VOLUME, 3).number(VOLUME)
    ('torch', 3)
    """

    values: Mapping[str, Value] = field(
        default_factory=lambda: MappingProxyType({option.name: option.default for option in OPTIONS})
    )

    def __getitem__(self, option: Option) -> Value:
        """Gives the value of an option."""
        return self.values[option.name]

    def word(self, option: Option) -> str:
        """Gives the word of an option."""
        return str(self[option])

    def number(self, option: Option) -> int:
        """Gives the number of an option."""
        return int(self[option])

    def flag(self, option: Option) -> bool:
        """Tells whether a switch is on."""
        return bool(self[option])

    def having(self, option: Option, value: Value) -> "Settings":
        """Gives settings with one value changed; raises ValueError where the option does not take it."""
        if not option.accepts(value):
            raise ValueError(f"{option.name} is {value!r}: it takes {option.range}.")
        return replace(self, values=MappingProxyType({**self.values, option.name: value}))


def read(text: str, name: str) -> tuple[Settings, tuple[str, ...]]:
    """Reads the text of a settings file called `name`; what is wrong with it comes as sentences, never as an error.

    >>> settings, complaints = read('volume = 99', "settings.toml")
    >>> settings.number(VOLUME), complaints
    (7, ('settings.toml: volume is 99, so 7 is used; write 0 to 10.',))
    """
    settings = Settings()
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return settings, (
            f"{name} cannot be read ({error}), so nothing in it counts; mend that line or remove the file.",
        )
    complaints = []
    for key, value in found.items():
        option = _BY_NAME.get(key)
        if option is None:
            complaints.append(f"{name}: {key} is no setting of this version; it is kept, and does nothing.")
        elif not option.accepts(value):
            used = option.line(option.default).partition(" = ")[2]
            complaints.append(f"{name}: {key} is {value!r}, so {used} is used; write {option.range}.")
        else:
            settings = settings.having(option, value)
    return settings, tuple(complaints)


def entry(option: Option, value: Value) -> str:
    """Writes an option with its comment, as it stands in the file."""
    return f"# {option.comment}\n# {option.range}\n{option.line(value)}\n"


def fresh(settings: Settings) -> str:
    """Writes a whole new file."""
    head = "# The settings of meierbox. They can be changed on its screen as well.\n\n"
    return head + "\n".join(entry(option, settings[option]) for option in OPTIONS)


def changed(text: str, option: Option, value: Value) -> str:
    """Changes one option in the text of a file and leaves everything else as it is.

    >>> changed("# loud\\nvolume = 9  # tent\\nodd = 1\\n", VOLUME, 2)
    '# loud\\nvolume = 2\\nodd = 1\\n'
    """
    lines = text.splitlines(keepends=True)
    end = next((at for at, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    mine = re.compile(rf"\s*([\"']?){re.escape(option.name)}\1\s*=")
    for at, line in enumerate(lines[:end]):
        if mine.match(line):
            return "".join([*lines[:at], option.line(value) + "\n", *lines[at + 1 :]])
    above = "".join(lines[:end])
    gap = "" if not above.strip() else "\n" if above.endswith("\n") else "\n\n"
    return above + gap + entry(option, value) + ("\n" if end < len(lines) else "") + "".join(lines[end:])


class Preferences:
    """The settings in force, and the file in which they are kept; without a folder they last as long as the program.

    `complaints` are sentences on what is wrong with the file.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Reads the file of a folder; where there is none everything stands at its default."""
        self.path = folder / FILE if folder else None
        self.settings = Settings()
        self.complaints: tuple[str, ...] = ()
        self._kept = self.settings
        if self.path is None:
            return
        self._read(self.path)
        self._kept = self.settings

    def _read(self, path: Path) -> None:
        try:
            self.settings, self.complaints = read(path.read_text("utf-8"), str(path))
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no text"
            self.complaints = (f"{path} cannot be read ({why}), so nothing in it counts; mend or remove it.",)

    def hold(self, option: Option, value: Value) -> None:
        """Changes a setting for this time only; raises ValueError where the option does not take the value."""
        self.settings = self.settings.having(option, value)

    def change(self, option: Option, value: Value) -> str:
        """Changes a setting and keeps it; gives a sentence on why it could not be kept, or ""."""
        self.hold(option, value)
        self._kept = self._kept.having(option, value)
        if self.path is None:
            return ""
        try:
            self._keep(self.path, option, value)
        except OSError as error:
            return (
                f"{self.path} cannot be written ({error.strerror}): the change lasts until the box is turned off; make"
                " the folder writable."
            )
        return ""

    def _keep(self, path: Path, option: Option, value: Value) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            text = path.read_text("utf-8")
            before = tomllib.loads(text)
            text = changed(text, option, value)
            if tomllib.loads(text) != {**before, option.name: value}:
                raise ValueError(f"{option.name} does not stand on a line of its own")
        except FileNotFoundError:
            text = fresh(self._kept)
        except ValueError:
            # No text, no TOML, or too artfully written: what stands there is laid aside, nothing is lost.
            path.replace(path.with_suffix(".old.toml"))
            text = fresh(self._kept)
        atomic_files.write(path, text)


def table() -> str:
    """Writes the options as a table for the documents (Markdown)."""
    rows = (f"| `{o.name}` | {o.range} | `{o.line(o.default).partition(' = ')[2]}` | {o.comment} |" for o in OPTIONS)
    return "\n".join(("| key | values | default | |", "|---|---|---|---|", *rows))
