"""The start screen: who sits where, who opens, the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware.config.settings import NEWCOMER
from firmware.menus.game_cards import GameCards, HouseCards
from firmware.menus.house_rules_menu import first_options, house_name
from firmware.menus.rule_pages import Pages
from firmware.menus.seat_names import next_name, typed_name
from firmware.menus.seats import MOST_SEATS
from firmware.menus.settings_menu import SettingsMode
from firmware.menus.spelling import Spelling
from firmware.rules.games.registry import RULESETS, Ruleset, ruleset
from firmware.rules.options import OptionValue, RulesError
from firmware.rules.state import GameState
from firmware.table.mode import REVEAL, Choice, ListMode, Offer

if TYPE_CHECKING:
    from firmware.table.table import Table

BY_THROW, BY_LOT = "throw", "draw"
PLAYED = tuple(RULESETS)
"""The rulesets that the screen plays, in the order in which they are offered."""


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
        options = first_options(self.game)
        fewest = self.game.fewest_seats(self.game.settle(options))
        self.plan = plan or Plan(table.texts.names()[:fewest], BY_THROW, options)
        self._turn_players(0)
        self._fresh_name = False

    def entitle(self) -> None:
        """Writes name and motto."""
        self.title = self.say("setup.title")
        self.subtitle = self.say("setup.subtitle")

    @property
    def game(self) -> Ruleset:
        """The game that is laid out."""
        return ruleset(self.table.rules)

    def choices(self) -> tuple[Choice, ...]:
        """Begin, game, players, opener, house rules, the seats, and the settings."""
        plan = self.plan
        rules = house_name(self.table, plan.options)
        newcomers = self.table.preferences.settings.flag(NEWCOMER)
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
                self.say("setup.game"),
                self.say(f"game.{self.table.rules}"),
                self.say(f"setup.about_{self.table.rules}"),
                act=self._games,
            ),
            Choice(
                self.say("setup.players"),
                str(len(plan.seats)),
                self.say("setup.players_detail"),
                turn=self._turn_players,
            ),
            Choice(self.say("setup.opens"), self._opener(), self.say("setup.opens_detail"), turn=self._turn_opens),
            Choice(self.say("setup.rules"), rules, self.say("setup.rules_detail"), act=self._houses),
            *seats,
            Choice(
                self.say("settings.newcomer"),
                self.say("common.true" if newcomers else "common.false"),
                self.say("settings.newcomer_detail"),
                turn=self._turn_newcomers,
            ),
            Choice(self.say("settings.title"), detail=self.say("settings.detail"), act=self._settings),
        )

    def offers(self) -> Mapping[str, Offer]:
        """As every list; REVEAL opens the rules of the game, or spells a name that is being changed."""
        if not self.changing:
            return {**super().offers(), REVEAL: Offer(self.say("control.rules"))}
        named = self._here().type is not None
        return {**super().offers(), **({REVEAL: Offer(self.say("control.by_letters"))} if named else {})}

    @property
    def idle_control(self) -> str:
        """No game is on yet."""
        return super().idle_control if self.changing else self.say("why.begin_first")

    FIRST_SEAT = 5
    """The line of the first seat."""

    def press(self, control: str) -> None:
        """As every list, and REVEAL. A name whose change begins is replaced by the first letter typed."""
        if control == REVEAL and self.changing:
            self._spell(self.cursor - self.FIRST_SEAT)
            return
        if control == REVEAL:
            self.table.mode = Pages.of_rules(self.table, self, self.table.rules, self.plan.options)
            return
        super().press(control)
        self._fresh_name = self.changing

    def _opener(self) -> str:
        opens = self.plan.opens
        return self.plan.seats[opens] if isinstance(opens, int) else self.say(f"setup.opens_{opens}")

    def take_game(self, rules: str, options: Mapping[str, OptionValue], by_lot: bool = False) -> None:
        """Lays out another game for the same seats, or for as many as it needs."""
        self.table.rules = rules
        self.plan = replace(self.plan, options=dict(options), opens=BY_LOT if by_lot else self.plan.opens)
        self._turn_players(0)

    def _games(self) -> None:
        self.table.mode = GameCards(self.table, self, PLAYED)

    def _houses(self) -> None:
        self.table.mode = HouseCards(self.table, self)

    def _turn_newcomers(self, steps: int) -> None:
        preferences = self.table.preferences
        if trouble := preferences.change(NEWCOMER, NEWCOMER.turned(preferences.settings[NEWCOMER], steps)):
            self.table.refuse(self.table.texts.render(trouble))

    def _spell(self, seat: int) -> None:
        """Opens the letters for the name of a seat."""
        self.changing = False
        title = self.say("setup.seat", n=seat + 1)
        self.table.mode = Spelling(self.table, self, title, lambda name: self._rename(seat, name))

    def _turn_players(self, steps: int) -> None:
        seats = self.plan.seats
        fewest = self.game.fewest_seats(self.game.settle(self.plan.options))
        count = max(fewest, min(MOST_SEATS, len(seats) + steps))
        spare = [name for name in self.table.texts.names() if name not in seats]
        seats = (*seats, *spare)[:count]
        opens = self.plan.opens
        gone = isinstance(opens, int) and opens >= count
        self.plan = replace(self.plan, seats=seats, opens=BY_THROW if gone else opens)

    def _turn_opens(self, steps: int) -> None:
        ways: list[int | str] = [BY_THROW, BY_LOT, *range(len(self.plan.seats))]
        self.plan = replace(self.plan, opens=ways[(ways.index(self.plan.opens) + steps) % len(ways)])

    def _turn_name(self, steps: int) -> None:
        """Turns to the next name of the time that nobody at the table bears."""
        seat = self.cursor - self.FIRST_SEAT
        self._rename(seat, next_name(self.table.texts, self.plan.seats, self.plan.seats[seat], steps))

    def _type_name(self, text: str) -> None:
        seat = self.cursor - self.FIRST_SEAT
        self._rename(seat, typed_name(self.plan.seats[seat], text, self._fresh_name))
        self._fresh_name = False

    def _rename(self, seat: int, name: str) -> None:
        seats = self.plan.seats
        self.plan = replace(self.plan, seats=(*seats[:seat], name, *seats[seat + 1 :]))

    def _settings(self) -> None:
        self.table.mode = SettingsMode(self.table, self)

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
