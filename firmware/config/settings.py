"""The settings: one table, from which the file, the screen and the documents follow.

The file is `settings.toml` in the configuration directory. It may be edited by hand: comments and unknown keys are
preserved.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from firmware.config import atomic_files
from firmware.config.bounded_files import parse_toml, read_text, set_aside
from firmware.config.errors import MalformedTextError, SettingValueError, UnusableFileError
from firmware.rules.message import Message, literal, message, plural
from firmware.texts import languages

Value = bool | int | str
FILE = "settings.toml"
LONGEST_QUOTE = 60
"""The most characters of an unknown key or value that a complaint quotes."""
MAX_COMPLAINTS = 8
"""The most ineffective lines that are named; the rest is counted."""


class SettingKind(StrEnum):
    """The type of a setting."""

    SWITCH = "true or false"
    NUMBER = "a number"
    WORD = "one of some words"


@dataclass(frozen=True, slots=True)
class Setting:
    """A row of the table: key, default, allowed values, and a sentence on its effect."""

    name: str
    default: Value
    comment: str
    words: tuple[str, ...] = ()
    most: int = 0

    @property
    def kind(self) -> SettingKind:
        """Returns the type; a number goes from 0 to `most`."""
        if isinstance(self.default, bool):
            return SettingKind.SWITCH
        return SettingKind.WORD if self.words else SettingKind.NUMBER

    @property
    def range(self) -> Message:
        """Returns the allowed values: `0 to 10`, `true, false`, or the words."""
        if self.kind is SettingKind.NUMBER:
            return message("0 to {most}", most=self.most)
        return literal("true, false" if self.kind is SettingKind.SWITCH else ", ".join(map(_quoted, self.words)))

    def accepts(self, value: object) -> bool:
        """Returns whether the setting takes a value read from the file."""
        if self.kind is SettingKind.SWITCH:
            return isinstance(value, bool)
        if self.kind is SettingKind.NUMBER:
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= self.most
        return value in self.words

    def turned(self, value: Value, steps: int) -> Value:
        """Returns the value after turning the dial: words wrap around, numbers stop at their limits.

        >>> VOLUME.turned(9, 5), THEME.turned("contrast", 1), MUTE.turned(False, 1)
        (10, 'torch', True)
        """
        if isinstance(value, bool):
            return value != bool(steps % 2)
        if isinstance(value, int):
            return max(0, min(self.most, value + steps))
        return self.words[(self.words.index(value) + steps) % len(self.words)]

    def written(self, value: Value) -> str:
        """Writes a value as in the file.

        >>> VOLUME.written(3), THEME.written("day"), MUTE.written(True)
        ('3', '"day"', 'true')
        """
        if isinstance(value, bool):
            return str(value).lower()
        return str(value) if isinstance(value, int) else _quoted(value)

    def line(self, value: Value) -> str:
        """Writes the setting as a line of the file.

        >>> VOLUME.line(3)
        'volume = 3'
        """
        return f"{self.name} = {self.written(value)}"


def _quoted(word: str) -> str:
    return f'"{word}"'


THEME = Setting(
    "theme",
    "torch",
    "How the screen looks: by torchlight, for daylight, or in high contrast.",
    ("torch", "day", "contrast"),
)
VOLUME = Setting("volume", 7, "How loud the box is.", most=10)
MUTE = Setting("mute", False, "Whether the box is silent, whatever its volume.")
VOICE = Setting("voice", False, "Whether claims and verdicts are spoken, where espeak-ng is installed.")
VERSES = Setting("skald", True, "Whether a skald announces every verdict in verse.")
NEWCOMER = Setting("newcomer", False, "Whether every step is explained, aloud where the voice is on.")
TRAINER = Setting(
    "trainer",
    False,
    "Whether people who play against the computer are told at once what the jarl would have done in their place.",
)
ATTRACT_MINUTES = Setting(
    "show", 3, "After how many idle minutes before or after a game the box plays by itself; 0: never.", most=30
)
LANGUAGE = Setting("language", "en", "The language of screen and voice.", languages())
FULLSCREEN = Setting(
    "fullscreen", "auto", "Whether to use the whole screen; auto: where there is no desktop.", ("auto", "on", "off")
)
AUDIENCE = Setting(
    "audience",
    "auto",
    "Whether a second window shows the game to an audience; auto: where there is a second screen.",
    ("auto", "on", "off"),
)
DISTANCE = Setting(
    "distance", False, "Whether the screen shows only who, what, the claim and the verdict, to be read from afar."
)
COUNT_ROLLS = Setting(
    "count_rolls",
    False,
    "Whether all rolls of a game are counted together when it ends, to learn how the dice fall; else revealed ones.",
)
LID = Setting(
    "lid",
    "open",
    "When the lid switch is closed: while the lid is open (a microswitch) or while it is shut (a reed contact).",
    ("open", "shut"),
)
DIAL_CLICK = Setting(
    "dial",
    "full",
    "How far the contacts of the dial go from click to click: a full cycle, or half of one (12 pulses, 24 clicks).",
    ("full", "half"),
)
SETTINGS = (
    THEME,
    VOLUME,
    MUTE,
    VOICE,
    VERSES,
    NEWCOMER,
    TRAINER,
    ATTRACT_MINUTES,
    LANGUAGE,
    FULLSCREEN,
    AUDIENCE,
    DISTANCE,
    COUNT_ROLLS,
    LID,
    DIAL_CLICK,
)
_BY_NAME = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Settings:
    """A value for every setting.

    >>> Settings().word(THEME), Settings().having(VOLUME, 3).number(VOLUME)
    ('torch', 3)
    """

    values: Mapping[str, Value] = field(
        default_factory=lambda: MappingProxyType({setting.name: setting.default for setting in SETTINGS})
    )

    def __getitem__(self, setting: Setting) -> Value:
        """Returns the value of a setting."""
        return self.values[setting.name]

    def word(self, setting: Setting) -> str:
        """Returns the word of a setting."""
        return str(self[setting])

    def number(self, setting: Setting) -> int:
        """Returns the number of a setting."""
        return int(self[setting])

    def flag(self, setting: Setting) -> bool:
        """Returns whether a switch is on."""
        return bool(self[setting])

    def having(self, setting: Setting, value: Value) -> "Settings":
        """Returns settings with one value changed; raises SettingValueError if the setting does not take it."""
        if not setting.accepts(value):
            says = message("{name} cannot be {value}", name=setting.name, value=repr(value))
            raise SettingValueError(says.with_remedy(message("write {range}", range=setting.range)))
        return replace(self, values=MappingProxyType({**self.values, setting.name: value}))


def read(text: str, name: str) -> tuple[Settings, tuple[Message, ...]]:
    """Parses a settings file called `name`; problems are returned as messages, never raised.

    >>> settings, complaints = read('volume = 99', "settings.toml")
    >>> settings.number(VOLUME), [str(complaint) for complaint in complaints]
    (7, ['settings.toml: volume is 99, so 7 is used: write 0 to 10.'])
    """
    settings = Settings()
    try:
        found = parse_toml(text)
    except MalformedTextError as error:
        says = message("{file} cannot be read ({error}), so it has no effect", file=name, error=error.message)
        return settings, (says.with_remedy(message("fix that line or remove the file")),)
    complaints = []
    for key, value in found.items():
        setting = _BY_NAME.get(key)
        if setting is None:
            says = message("{file}: {key} is not a setting of this version", file=name, key=shorten(key))
            complaints.append(says.with_remedy(message("check its spelling; it is kept and has no effect")))
        elif not setting.accepts(value):
            used = setting.written(setting.default)
            says = message(
                "{file}: {key} is {value}, so {used} is used", file=name, key=key, value=_short(value), used=used
            )
            complaints.append(says.with_remedy(message("write {range}", range=setting.range)))
        else:
            settings = settings.having(setting, value)
    if (more := len(complaints) - MAX_COMPLAINTS) > 0:
        rest = plural("{file}: {n} more line has no effect", "{file}: {n} more lines have no effect", more, file=name)
        complaints[MAX_COMPLAINTS:] = [rest.with_remedy(message("fix or remove the file"))]
    return settings, tuple(complaints)


def _short(value: object) -> str:
    return shorten(repr(value), LONGEST_QUOTE)


def shorten(text: str, most: int = LONGEST_QUOTE) -> str:
    """Shortens a quotation for a complaint.

    >>> shorten("a" * 99, 8)
    'aaaaaaa…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def entry(setting: Setting, value: Value) -> str:
    """Writes a setting with its (English) comment, as in the file."""
    return f"# {setting.comment}\n# {setting.range}\n{setting.line(value)}\n"


def fresh(settings: Settings) -> str:
    """Writes a new file."""
    head = "# The settings of meierbox. They can be changed on its screen as well.\n\n"
    return head + "\n".join(entry(setting, settings[setting]) for setting in SETTINGS)


def changed(text: str, setting: Setting, value: Value) -> str:
    """Changes one setting in the text of a file and leaves everything else unchanged.

    >>> changed("# loud\\nvolume = 9  # tent\\nodd = 1\\n", VOLUME, 2)
    '# loud\\nvolume = 2\\nodd = 1\\n'
    """
    lines = text.splitlines(keepends=True)
    end = next((at for at, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    mine = re.compile(rf"\s*([\"']?){re.escape(setting.name)}\1\s*=")
    for at, line in enumerate(lines[:end]):
        if mine.match(line):
            return "".join([*lines[:at], setting.line(value) + "\n", *lines[at + 1 :]])
    above = "".join(lines[:end])
    gap = "" if not above.strip() else "\n" if above.endswith("\n") else "\n\n"
    return above + gap + entry(setting, value) + ("\n" if end < len(lines) else "") + "".join(lines[end:])


class Preferences:
    """The settings in force and their file; without a folder they last as long as the program.

    `complaints` say what is wrong with the file.
    """

    def __init__(self, folder: Path | None = None, *, keeps_damaged: bool = False) -> None:
        """Reads the file of a folder; without one, all settings have their defaults.

        An unusable file is set aside unless `keeps_damaged` (for the doctor, which only examines).
        """
        self.path = folder / FILE if folder else None
        self.settings = Settings()
        self.complaints: tuple[Message, ...] = ()
        self._kept = self.settings
        if self.path is None:
            return
        self._read(self.path, keeps_damaged)
        self._kept = self.settings

    def _read(self, path: Path, keeps_damaged: bool) -> None:
        try:
            text = read_text(path)
            parse_toml(text)
        except FileNotFoundError:
            return
        except UnusableFileError as error:
            self.complaints = (_unusable(path, error.problem, aside=error.damaged and not keeps_damaged),)
        except MalformedTextError as error:
            self.complaints = (_unusable(path, error.message, aside=not keeps_damaged),)
        else:
            self.settings, self.complaints = read(text, str(path))

    def set_temporarily(self, setting: Setting, value: Value) -> None:
        """Changes a setting until the program ends; raises SettingValueError for an invalid value."""
        self.settings = self.settings.having(setting, value)

    def change(self, setting: Setting, value: Value) -> Message | None:
        """Changes and saves a setting; returns why it could not be saved, or None."""
        self.set_temporarily(setting, value)
        self._kept = self._kept.having(setting, value)
        if self.path is None:
            return None
        try:
            self._keep(self.path, setting, value)
        except OSError as error:
            says = message("{file} cannot be written ({error})", file=str(self.path), error=str(error.strerror))
            return says.with_remedy(message("the change lasts until the box is turned off; make the folder writable"))
        return None

    def _keep(self, path: Path, setting: Setting, value: Value) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            text = read_text(path)
            before = parse_toml(text)
            text = changed(text, setting, value)
            if parse_toml(text) != {**before, setting.name: value}:
                raise MalformedTextError(message("it is not on a line of its own"))
        except FileNotFoundError:
            text = fresh(self._kept)
        except (MalformedTextError, UnusableFileError):
            # Damaged since it was read, or a multi-line value: the file is set aside, and nothing is lost.
            set_aside(path, "old")
            text = fresh(self._kept)
        atomic_files.write(path, text)


def _unusable(path: Path, problem: Message, *, aside: bool) -> Message:
    """Sets a file aside if required, and reports that it has no effect."""
    says = message("{file} cannot be read ({error}), so it has no effect", file=str(path), error=problem)
    try:
        if aside:
            moved = set_aside(path).name
            remedy = message("it was set aside as {file}; fix it and give it its old name, or leave it", file=moved)
            return says.with_remedy(remedy)
    except OSError:
        # The folder is not writable: the file stays, without effect.
        pass
    return says.with_remedy(message("fix or remove it"))


def table() -> str:
    """Writes the settings as a table for the documents (Markdown)."""
    rows = (f"| `{each.name}` | {each.range} | `{each.written(each.default)}` | {each.comment} |" for each in SETTINGS)
    return "\n".join(("| key | values | default | |", "|---|---|---|---|", *rows))
