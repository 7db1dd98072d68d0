"""The house rules of a game on the screen: every option, turned by the dial."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from firmware.config.house_rules import House, changed
from firmware.menus.house_rules_naming import Forgetting, Naming
from firmware.rules.games.registry import Ruleset, ruleset
from firmware.rules.options import Option, OptionValue, write_value
from firmware.table.mode import Choice, ListMode

if TYPE_CHECKING:
    from firmware.menus.start import Setup
    from firmware.table.table import Table

SHOWN_ONLY = frozenset({"odds"})
"""Options that change what is shown beside the game, not how it is played."""
OFFERED_FIRST: Mapping[str, str] = {"sympkyn-cups": "ildhafn"}
"""The preset with which a game is offered, where it is not the game as written."""
NONE_AT_ZERO = frozenset({"wild", "show_per_round"})
"""Options whose 0 has a word of its own."""


def first_options(game: Ruleset) -> dict[str, OptionValue]:
    """The options with which a game is offered first."""
    return dict(game.presets.get(OFFERED_FIRST.get(game.name, ""), {}))


def turned(option: Option, value: OptionValue, steps: int) -> OptionValue:
    """The value that lies so many steps further: words come round, numbers end, words stand below the numbers.

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


def option_words(table: Table, option: Option, value: OptionValue) -> str:
    """What an option is set to, in words."""
    word = write_value(value)
    if option.is_flag:
        return table.texts.say(f"common.{word}")
    if isinstance(value, str):
        return table.texts.say(f"option.{option.name}_{word}")
    return table.texts.say(f"option.{option.name}_0") if not value and option.name in NONE_AT_ZERO else word


def house_name(table: Table, options: Mapping[str, OptionValue]) -> str:
    """What these house rules are called: as written, a preset, a name that was given, or how many are changed."""
    settled = ruleset(table.rules).settle(options)
    for name, values in named_sets(table):
        if ruleset(table.rules).settle(values) == settled:
            return name
    return table.texts.say("setup.rules_changed", n=len(changed(table.rules, options)))


def named_sets(table: Table) -> list[tuple[str, Mapping[str, OptionValue]]]:
    """All sets of options that have a name: the game as written, its presets, those that were kept."""
    presets = ruleset(table.rules).presets.items()
    return [
        (table.texts.say("setup.rules_standard"), {}),
        *((table.texts.say(f"rules.preset_{preset}"), values) for preset, values in presets if values),
        *((house.name, house.options) for house in table.houses.of(table.rules)),
    ]


class HouseRules(ListMode):
    """Every option of the ruleset, and whole sets of them by name; the dial turns through what they may be.

    `chosen` is the name of the set that was turned to last, whatever was changed in it since.
    """

    def __init__(self, table: Table, behind: Setup) -> None:
        """Opens over the start screen and changes its plan."""
        super().__init__(table, behind)
        self.setup = behind
        self.title = self.say("rules.title")
        self.subtitle = self.say(f"game.{table.rules}")
        self.chosen = ""
        self.options = tuple(option for option in behind.game.options if option.name not in SHOWN_ONLY)

    def choices(self) -> tuple[Choice, ...]:
        """The way back, the sets by name, a line an option, keep and forget."""
        rows = [
            Choice(
                self.say(f"option.{option.name}"),
                option_words(self.table, option, self._value(option)),
                self.say(f"detail.{self.table.rules}_{option.name}"),
                turn=self._turn_value,
            )
            for option in self.options
        ]
        name, kept = house_name(self.table, self.setup.plan.options), self._kept()
        keep = Choice(self.say("rules.keep"), detail=self.say("rules.keep_detail"), act=self._keep)
        forget = Choice(
            self.say("rules.forget"),
            kept.name if kept else "",
            self.say("rules.forget_detail"),
            why="" if kept else self.say("why.no_house"),
            act=self._forget,
        )
        return (
            Choice(self.say("control.back"), act=self.go_back),
            Choice(self.say("rules.house"), name, self.say("rules.house_detail"), turn=self._turn_house),
            *rows,
            keep,
            forget,
        )

    FIRST_OPTION = 2
    """The line of the first option."""

    def _kept(self) -> House | None:
        """The house that these rules are, or were before they were changed."""
        name = house_name(self.table, self.setup.plan.options)
        houses = self.table.houses.of(self.table.rules)
        return next((house for house in houses if house.name in (name, self.chosen)), None)

    def _turn_house(self, steps: int) -> None:
        sets = named_sets(self.table)
        names = [name for name, _ in sets]
        here = house_name(self.table, self.setup.plan.options)
        place = (names.index(here) + steps) % len(sets) if here in names else 0
        self.chosen, options = sets[place]
        self.setup.plan = replace(self.setup.plan, options=dict(options))

    def _keep(self) -> None:
        kept = self._kept()
        self.table.mode = Naming(self.table, self, kept.name if kept else "")

    def _forget(self) -> None:
        if kept := self._kept():
            self.table.mode = Forgetting(self.table, self, kept)

    def _value(self, option: Option) -> OptionValue:
        return self.setup.game.settle(self.setup.plan.options)[option.name]

    def _turn_value(self, steps: int) -> None:
        option = self.options[self.cursor - self.FIRST_OPTION]
        plan = self.setup.plan
        value = turned(option, self._value(option), steps)
        self.setup.plan = replace(plan, options={**plan.options, option.name: value})
