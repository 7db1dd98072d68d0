"""The options of a ruleset: their definitions, parsing, and values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from firmware.rules.errors import OptionError
from firmware.rules.errors import RulesError as RulesError  # noqa: PLC0414 - where callers still look for it
from firmware.rules.message import Message, literal, message

OptionValue = int | str | bool

_FLAGS: Final = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Option:
    """An option: one of the words in `choices`, a whole number from `lowest` to `highest`, or true or false."""

    name: str
    default: OptionValue
    summary: str
    choices: tuple[str, ...] = ()
    lowest: int | None = None
    highest: int | None = None

    @property
    def is_flag(self) -> bool:
        """Whether it is true or false."""
        return isinstance(self.default, bool)

    def allowed(self) -> Message:
        """Its allowed values: `tavern, gambling`, `1 to 99`, `0 to 99 or worth`, `true, false`."""
        words = ", ".join(tuple(_FLAGS) if self.is_flag else self.choices)
        if self.lowest is None or self.highest is None:
            return literal(words)
        if not words:
            return message("{lowest} to {highest}", lowest=self.lowest, highest=self.highest)
        return message("{lowest} to {highest} or {words}", lowest=self.lowest, highest=self.highest, words=words)

    def check(self, value: OptionValue) -> OptionValue:
        """Returns `value` if it is allowed; raises OptionError."""
        if self.is_flag:
            fits = isinstance(value, bool)
        elif isinstance(value, str):
            fits = value in self.choices
        else:
            ranged = self.lowest is not None and self.highest is not None and not isinstance(value, bool)
            fits = ranged and self.lowest <= value <= self.highest  # type: ignore[operator]
        if not fits:
            unfit = message(
                'The option "{option}" cannot be "{value}"; it may be {allowed}.',
                option=self.name,
                value=write_value(value),
                allowed=self.allowed(),
            )
            raise OptionError(self.name, unfit)
        return value

    def parse(self, text: str) -> OptionValue:
        """Reads a value from text; raises OptionError.

        >>> Option("lives", 6, "Lives at the start", lowest=1, highest=99).parse("3")
        3
        """
        value: OptionValue = text
        if self.is_flag:
            value = _FLAGS.get(text, text)
        elif self.lowest is not None and text.isascii() and text.isdigit() and len(text) < 10:
            value = int(text)
        return self.check(value)


def write_value(value: OptionValue) -> str:
    """Writes a value as `Option.parse` reads it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Options(Mapping[str, OptionValue]):
    """The option values of one game; immutable and hashable."""

    __slots__ = ("_hash", "_values")

    def __init__(self, values: Mapping[str, OptionValue]) -> None:
        """Keeps a copy of the values."""
        self._values = dict(values)
        self._hash = hash(frozenset(self._values.items()))

    def __getitem__(self, name: str) -> OptionValue:
        """The value of an option; raises KeyError."""
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the options in the order of their ruleset."""
        return iter(self._values)

    def __len__(self) -> int:
        """The number of options."""
        return len(self._values)

    def __hash__(self) -> int:
        """Equal options hash alike, whatever their order."""
        return self._hash

    def __eq__(self, other: object) -> bool:
        """Whether two games have the same options."""
        return self._values == other._values if isinstance(other, Options) else NotImplemented

    def __repr__(self) -> str:
        """Shows the values."""
        return f"Options({self._values!r})"

    def number(self, name: str) -> int:
        """The value of a numeric option."""
        value = self._values[name]
        if isinstance(value, str):
            raise TypeError(f"The option {name} is the word {value}, not a number.")
        return value

    def word(self, name: str) -> str:
        """The value of an option as text."""
        value = self._values[name]
        return value if isinstance(value, str) else write_value(value)

    def flag(self, name: str) -> bool:
        """The value of an option that is true or false."""
        return self._values[name] is True


def complete_options(
    declared: tuple[Option, ...],
    presets: Mapping[str, Mapping[str, OptionValue]],
    given: Mapping[str, OptionValue],
) -> Options:
    """Takes the defaults, then the preset (`given["preset"]`), then the other options given, as text or as values.

    An option that is given takes precedence over the preset, whatever their order. Raises OptionError.
    """
    by_name = {option.name: option for option in declared}
    values = {option.name: option.default for option in declared}
    preset = given.get("preset")
    if preset is not None:
        if preset not in presets:
            raise OptionError("preset", _no_preset(str(preset), presets))
        values.update(presets[str(preset)])
    for name, value in given.items():
        if name == "preset":
            continue
        if name not in by_name:
            known = ", ".join(by_name)
            raise OptionError(
                name, message('No option is called "{option}"; there are {known}.', option=name, known=known)
            )
        option = by_name[name]
        values[name] = option.parse(value) if isinstance(value, str) else option.check(value)
    return Options(values)


def _no_preset(preset: str, presets: Mapping[str, object]) -> Message:
    if not presets:
        return message('No preset is called "{preset}"; this ruleset has none.', preset=preset)
    return message('No preset is called "{preset}"; it may be {known}.', preset=preset, known=", ".join(presets))
