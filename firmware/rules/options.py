"""The options of a ruleset as data: what may be set, how it is read from text, what a game was set to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

OptionValue = int | str | bool

_FLAGS: Final = {"true": True, "false": False}


class RulesError(ValueError):
    """A game that cannot be set up; `tag` is the header tag that is to blame, `option` the option if it is one."""

    def __init__(self, tag: str, message: str, option: str | None = None) -> None:
        """Names the tag of RECORD.md (`Rules`, `Option`, `Seats`, `Opens`, `Stock`) and says what is wrong."""
        super().__init__(message)
        self.tag = tag
        self.option = option


@dataclass(frozen=True, slots=True)
class Option:
    """One option: a word out of `choices`, or a whole number from `lowest` to `highest`, or true and false."""

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

    def allowed(self) -> str:
        """What it may be set to, in words: `tavern, gambling`, `1 to 99`, `true, false`."""
        words = tuple(_FLAGS) if self.is_flag else self.choices
        parts = [", ".join(words)] if words else []
        if self.lowest is not None and self.highest is not None:
            parts.insert(0, f"{self.lowest} to {self.highest}")
        return " or ".join(parts)

    def check(self, value: OptionValue) -> OptionValue:
        """Returns `value` if it may be set; raises RulesError."""
        if self.is_flag:
            fits = isinstance(value, bool)
        elif isinstance(value, str):
            fits = value in self.choices
        else:
            ranged = self.lowest is not None and self.highest is not None and not isinstance(value, bool)
            fits = ranged and self.lowest <= value <= self.highest  # type: ignore[operator]
        if not fits:
            raise RulesError(
                "Option",
                f'The option "{self.name}" cannot be "{write_value(value)}"; it may be {self.allowed()}.',
                self.name,
            )
        return value

    def parse(self, text: str) -> OptionValue:
        """Reads a value from text; raises RulesError.

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
    """What the options of one game are set to; immutable and hashable."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, OptionValue]) -> None:
        """Keeps a copy of the values."""
        self._values = dict(values)

    def __getitem__(self, name: str) -> OptionValue:
        """The value of an option; raises KeyError."""
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the options in the order of their ruleset."""
        return iter(self._values)

    def __len__(self) -> int:
        """How many options the ruleset has."""
        return len(self._values)

    def __hash__(self) -> int:
        """Equal options hash alike, whatever their order."""
        return hash(frozenset(self._values.items()))

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


def settle_options(
    declared: tuple[Option, ...],
    presets: Mapping[str, Mapping[str, OptionValue]],
    given: Mapping[str, OptionValue],
) -> Options:
    """Fills in defaults and the preset (`given["preset"]`), then what else was given, text or value; raises RulesError.

    An option that is given beside a preset wins over it, in whatever order they stand.
    """
    by_name = {option.name: option for option in declared}
    values = {option.name: option.default for option in declared}
    preset = given.get("preset")
    if preset is not None:
        if preset not in presets:
            known = f"it may be {', '.join(presets)}" if presets else "this ruleset has none"
            raise RulesError("Option", f'No preset is called "{preset}"; {known}.', "preset")
        values.update(presets[str(preset)])
    for name, value in given.items():
        if name == "preset":
            continue
        if name not in by_name:
            raise RulesError("Option", f'No option is called "{name}"; there are {", ".join(by_name)}.', name)
        option = by_name[name]
        values[name] = option.parse(value) if isinstance(value, str) else option.check(value)
    return Options(values)
