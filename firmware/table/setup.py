"""The start screen: who sits where, who opens, the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware.rules.game import ruleset
from firmware.rules.options import Option, OptionValue, RulesError, write_value
from firmware.rules.state import GameState
from firmware.table.menu import edited
from firmware.table.mode import Choice, ListMode

if TYPE_CHECKING:
    from firmware.table.table import Table

BY_THROW, BY_LOT = "throw", "draw"
MOST_SEATS = 12
NAME_MARKS = " '-."
"""What a name may hold beside letters and digits, so that a record can be written with it."""
SHOWN_ONLY = frozenset({"odds"})
"""Options that change what is shown beside the game, not how it is played."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game as it is laid out: names clockwise, who opens (a seat, by throw, by lot), options that were changed."""

    seats: tuple[str, ...]
    opens: int | str
    options: Mapping[str, OptionValue]


def plan_of(state: GameState) -> Plan:
    """The plan of a game that was played, for another one at the same table."""
    return Plan(state.seats, BY_THROW, dict(state.options))


class Setup(ListMode):
    """Lays out a game; `Begin` is under the cursor from the first moment."""

    hall = True

    def __init__(self, table: Table, plan: Plan | None = None) -> None:
        """Starts with a given plan, or with as many period names as the game needs seats."""
        super().__init__(table)
        self.title = self.say("setup.title")
        self.subtitle = self.say(f"game.{table.rules}")
        self.game = ruleset(table.rules)
        self.plan = plan or Plan(self._names(self.game.fewest_seats(self.game.settle({}))), BY_THROW, {})
        self._fresh_name = False

    def _names(self, count: int) -> tuple[str, ...]:
        return self.table.texts.names()[:count]

    def choices(self) -> tuple[Choice, ...]:
        """Begin, players, opener, house rules, and the seats."""
        plan = self.plan
        changed = sum(value != self._option(name).default for name, value in plan.options.items())
        rules = self.say("setup.rules_changed", n=changed) if changed else self.say("setup.rules_standard")
        seats = [
            Choice(
                self.say("setup.seat", n=index + 1),
                name,
                self.say("setup.seat_detail"),
                turn=self._turn_name,
                type=self._type_name,
            )
            for index, name in enumerate(plan.seats)
        ]
        return (
            Choice(self.say("setup.begin"), detail=self.say("setup.begin_detail", n=len(plan.seats)), act=self._begin),
            Choice(
                self.say("setup.players"),
                str(len(plan.seats)),
                self.say("setup.players_detail"),
                turn=self._turn_players,
            ),
            Choice(self.say("setup.opens"), self._opener(), self.say("setup.opens_detail"), turn=self._turn_opens),
            Choice(self.say("setup.rules"), rules, self.say("setup.rules_detail"), act=self._house_rules),
            *seats,
        )

    FIRST_SEAT = 4
    """The line of the first seat."""

    def press(self, control: str) -> None:
        """As every list; a name whose change begins is replaced by the first letter typed."""
        super().press(control)
        self._fresh_name = self.changing

    def _option(self, name: str) -> Option:
        return next(option for option in self.game.options if option.name == name)

    def _opener(self) -> str:
        opens = self.plan.opens
        return self.plan.seats[opens] if isinstance(opens, int) else self.say(f"setup.opens_{opens}")

    def _turn_players(self, steps: int) -> None:
        seats = self.plan.seats
        fewest = self.game.fewest_seats(self.game.settle(self.plan.options))
        count = max(fewest, min(MOST_SEATS, len(seats) + steps))
        spare = [name for name in self.table.texts.names() if name not in seats]
        seats = (*seats, *spare)[:count]
        opens = self.plan.opens
        self.plan = replace(self.plan, seats=seats, opens=BY_THROW if opens not in range(count) else opens)

    def _turn_opens(self, steps: int) -> None:
        ways: list[int | str] = [BY_THROW, BY_LOT, *range(len(self.plan.seats))]
        self.plan = replace(self.plan, opens=ways[(ways.index(self.plan.opens) + steps) % len(ways)])

    def _turn_name(self, steps: int) -> None:
        """Turns to the next name of the time that nobody at the table bears."""
        seat = self.cursor - self.FIRST_SEAT
        mine = self.plan.seats[seat]
        names = [name for name in self.table.texts.names() if name == mine or name not in self.plan.seats]
        at = names.index(mine) + steps if mine in names else 0
        self._rename(seat, names[at % len(names)])

    def _type_name(self, text: str) -> None:
        if not (text == "\b" or all(letter.isalnum() or letter in NAME_MARKS for letter in text)):
            return
        seat = self.cursor - self.FIRST_SEAT
        self._rename(seat, edited(self.plan.seats[seat], text, self._fresh_name))
        self._fresh_name = False

    def _rename(self, seat: int, name: str) -> None:
        seats = self.plan.seats
        self.plan = replace(self.plan, seats=(*seats[:seat], name, *seats[seat + 1 :]))

    def _house_rules(self) -> None:
        self.table.mode = HouseRules(self.table, self)

    def _begin(self) -> None:
        seats = tuple(name.strip() for name in self.plan.seats)
        opens = self.plan.opens
        if opens == BY_LOT:
            opener: int | None = self.table.chance.randrange(len(seats))
        else:
            opener = opens if isinstance(opens, int) else None
        try:
            self.table.begin(seats, self.plan.options, opener)
        except RulesError as error:
            self.table.refuse(str(error))


class HouseRules(ListMode):
    """Every option of the ruleset; the dial turns through what it may be."""

    def __init__(self, table: Table, behind: Setup) -> None:
        """Opens over the start screen and changes its plan."""
        super().__init__(table, behind)
        self.setup = behind
        self.title = self.say("rules.title")
        self.subtitle = self.say(f"game.{table.rules}")
        self.options = tuple(option for option in behind.game.options if option.name not in SHOWN_ONLY)

    def choices(self) -> tuple[Choice, ...]:
        """A line an option, and the way back."""
        rows = [
            Choice(
                self.say(f"option.{option.name}"),
                self._words(option, self._value(option)),
                self.say(f"option.{option.name}_detail"),
                turn=self._turn_value,
            )
            for option in self.options
        ]
        return (Choice(self.say("control.back"), act=self.go_back), *rows)

    def _value(self, option: Option) -> OptionValue:
        return self.setup.plan.options.get(option.name, option.default)

    def _words(self, option: Option, value: OptionValue) -> str:
        word = write_value(value)
        return self.say(f"option.{option.name}_{word}") if option.choices else word

    def _turn_value(self, steps: int) -> None:
        option = self.options[self.cursor - 1]
        value = self._value(option)
        if option.lowest is not None and option.highest is not None and isinstance(value, int):
            value = max(option.lowest, min(option.highest, value + steps))
        else:
            words = option.choices or ("false", "true")
            value = option.parse(words[(words.index(write_value(value)) + steps) % len(words)])
        plan = self.setup.plan
        self.setup.plan = replace(plan, options={**plan.options, option.name: value})
