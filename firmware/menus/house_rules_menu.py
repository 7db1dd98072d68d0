"""The house rules of a game on the screen: every option, changed with the dial."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from firmware.config.house_rules import SavedRules, changed
from firmware.rules.games.registry import Ruleset, ruleset
from firmware.rules.message import Message, literal
from firmware.rules.options import Option, Options, OptionValue, write_value
from firmware.table.context import Context
from firmware.table.destinations import ForgetHouseRules, NameHouseRules
from firmware.table.mode import Choice, ListMode, index_of
from firmware.texts.source import text

NONE_AT_ZERO = frozenset({"wild", "show_per_round"})
"""Options with a word for 0."""


@dataclass(frozen=True, slots=True)
class NamedRules:
    """Named house rules: the game as written, a preset, or a saved `house`."""

    name: Message
    options: Mapping[str, OptionValue]
    house: SavedRules | None = None


def named_rules(context: Context) -> tuple[NamedRules, ...]:
    """Returns all named rules of the planned game."""
    rules = context.current_game.rules
    presets = ruleset(rules).presets.items()
    return (
        NamedRules(text("setup.rules_standard"), {}),
        *(NamedRules(text(f"rules.preset_{preset}"), options) for preset, options in presets if options),
        *(NamedRules(literal(house.name), house.options, house) for house in context.house_rules.of(rules)),
    )


def rules_in_use(context: Context) -> NamedRules | None:
    """Returns the named rules that equal the plan's; None if there are none."""
    game = ruleset(context.current_game.rules)
    complete = game.complete_options(context.current_game.plan.options)
    return next((named for named in named_rules(context) if game.complete_options(named.options) == complete), None)


def rules_name(context: Context) -> Message:
    """Returns the name of the plan's rules, or how many options differ."""
    if named := rules_in_use(context):
        return named.name
    games = context.current_game
    return text("setup.rules_changed", n=len(changed(games.rules, games.plan.options)))


def turned(option: Option, value: OptionValue, steps: int) -> OptionValue:
    """Returns the value this many steps on: words wrap round, numbers stop, words come before numbers.

    >>> lives = Option("lives", 6, "Lives", lowest=1, highest=9)
    >>> turned(lives, 6, 2), turned(lives, 6, 20), turned(lives, 1, -1)
    (8, 9, 1)
    >>> turned(Option("end", "tavern", "End", choices=("tavern", "gambling")), "gambling", 1)
    'tavern'
    >>> lower = Option("lower_tally", 1, "Tallies", choices=("worth",), lowest=0, highest=99)
    >>> turned(lower, 0, -1), turned(lower, "worth", 2)
    ('worth', 1)
    """
    words: tuple[OptionValue, ...] = (False, True) if option.is_flag else option.choices
    if option.lowest is None or option.highest is None:
        return words[(words.index(value) + steps) % len(words)]
    place = words.index(value) - len(words) if value in words else int(value) - option.lowest
    place = max(-len(words), min(option.highest - option.lowest, place + steps))
    return option.lowest + place if place >= 0 else words[place]


def value_words(option: Option, value: OptionValue) -> Message:
    """Words an option's value."""
    word = write_value(value)
    if option.is_flag:
        return text(f"common.{word}")
    if isinstance(value, str):
        return text(f"option.{option.name}_{word}")
    return text(f"option.{option.name}_0") if not value and option.name in NONE_AT_ZERO else literal(word)


class HouseRulesMode(ListMode):
    """Edits the planned game's options, one by one or by named rules.

    `chosen` is the house these rules were before they were changed, or "".
    """

    leads_to = (NameHouseRules, ForgetHouseRules)

    def __init__(self, context: Context) -> None:
        """Opens over the start screen, at the first rule."""
        super().__init__(context)
        self.chosen = ""
        self.options = self.game.options
        self.cursor = index_of(self.choices(), ("option", self.options[0].name))

    @property
    def game(self) -> Ruleset:
        """The planned game."""
        return ruleset(self.context.current_game.rules)

    @property
    def title(self) -> Message:
        """The house rules."""
        return self.text("rules.title")

    @property
    def subtitle(self) -> Message:
        """The game."""
        return self.text(f"game.{self.game.name}")

    def choices(self) -> tuple[Choice, ...]:
        """Back, the named rules, a row for each option, save and delete."""
        kept, values = self._kept(), self._values()
        return (
            self.back_row(),
            Choice(
                "house",
                self.text("rules.house"),
                rules_name(self.context),
                self.text("rules.house_detail"),
                turn=self._turn_house,
            ),
            *(self._row(option, values[option.name]) for option in self.options),
            Choice("keep", self.text("rules.keep"), detail=self.text("rules.keep_detail"), act=self._keep),
            Choice(
                "forget",
                self.text("rules.forget"),
                literal(kept.name) if kept else None,
                self.text("rules.forget_detail"),
                why=None if kept else self.text("why.no_house"),
                act=self._forget,
            ),
        )

    def _row(self, option: Option, value: OptionValue) -> Choice:
        return Choice(
            ("option", option.name),
            self.text(f"option.{option.name}"),
            value_words(option, value),
            self.text(f"detail.{self.game.name}_{option.name}"),
            turn=partial(self._turn_value, option),
        )

    def _kept(self) -> SavedRules | None:
        """Returns the house these rules equal, or were before they were changed."""
        named = rules_in_use(self.context)
        if named and named.house:
            return named.house
        houses = self.context.house_rules.of(self.game.name)
        return next((house for house in houses if house.name == self.chosen), None)

    def _turn_house(self, steps: int) -> None:
        sets, here = named_rules(self.context), rules_in_use(self.context)
        named = sets[(sets.index(here) + steps) % len(sets) if here else 0]
        self.chosen = named.house.name if named.house else ""
        self._set_options(named.options)

    def _keep(self) -> None:
        kept = self._kept()
        self.open(NameHouseRules(kept.name if kept else "", self._choose))

    def _forget(self) -> None:
        if kept := self._kept():
            self.open(ForgetHouseRules(kept, lambda: self._choose("")))

    def _choose(self, name: str) -> None:
        self.chosen = name

    def _values(self) -> Options:
        return self.game.complete_options(self.context.current_game.plan.options)

    def _turn_value(self, option: Option, steps: int) -> None:
        value = turned(option, self._values()[option.name], steps)
        self._set_options({**self.context.current_game.plan.options, option.name: value})

    def _set_options(self, options: Mapping[str, OptionValue]) -> None:
        games = self.context.current_game
        games.plan = replace(games.plan, options=dict(options))
