"""Seats and rules of the planned game: players, opener, house rules, settings."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from firmware.config.settings import NEWCOMER, TRAINER
from firmware.menus.beginning import begin, opener_text
from firmware.menus.house_rules_menu import rules_name
from firmware.menus.names import next_name
from firmware.menus.settings_menu import turn_option
from firmware.menus.spelling import NamingList
from firmware.players.question import AT_THE_TABLE
from firmware.rules.games.registry import Ruleset, ruleset
from firmware.rules.message import Message, literal
from firmware.table.context import Context
from firmware.table.controls import REVEAL
from firmware.table.destinations import GAME, ArmsMenu, GameCards, HouseRuleCards, RulePages, SettingsMenu, Spelling
from firmware.table.mode import Choice, Offer
from firmware.table.plan import BY_LOT, BY_THROW, COMPUTER_NAMES, MAX_COMPUTERS, GamePlan, with_computers, with_seats
from firmware.table.wording import about_game


class PlanMode(NamingList):
    """Plans a game, a line at a time; opens over the start screen, and may begin the game itself."""

    leads_to = (*GAME, ArmsMenu, GameCards, HouseRuleCards, RulePages, SettingsMenu, Spelling)

    def __init__(self, context: Context) -> None:
        """Starts at the game."""
        super().__init__(context)
        self.cursor = 1

    @property
    def title(self) -> Message:
        """The plan of the next game."""
        return self.text("control.setup")

    @property
    def subtitle(self) -> Message:
        """Which game it is."""
        return self.text(f"game.{self.game.name}")

    @property
    def plan(self) -> GamePlan:
        """The plan of the game."""
        return self.context.current_game.plan

    @property
    def game(self) -> Ruleset:
        """The planned game."""
        return ruleset(self.context.current_game.rules)

    def choices(self) -> tuple[Choice, ...]:
        """Begin, game, players, opener, house rules, seats, settings."""
        seats = self.plan.seats
        newcomers = self.context.preferences.settings.flag(NEWCOMER)
        return (
            Choice(
                "begin",
                self.text("setup.begin"),
                detail=self.text("setup.begin_detail", n=len(seats)),
                act=partial(begin, self),
            ),
            Choice(
                "game",
                self.text("setup.game"),
                self.text(f"game.{self.game.name}"),
                about_game(self.game.name, self.plan.options),
                act=partial(self.open, GameCards()),
            ),
            Choice(
                "players",
                self.text("setup.players"),
                literal(str(len(seats))),
                self.text("setup.players_detail"),
                turn=self._turn_players,
            ),
            Choice(
                "opens",
                self.text("setup.opens"),
                opener_text(self),
                self.text("setup.opens_detail"),
                turn=self._turn_opens,
            ),
            Choice(
                "rules",
                self.text("setup.rules"),
                rules_name(self.context),
                self.text("setup.rules_detail"),
                act=partial(self.open, HouseRuleCards()),
            ),
            *(self._seat(seat, name) for seat, name in enumerate(seats)),
            *(self._computer(place) for place in range(min(MAX_COMPUTERS, len(self.plan.computers) + 1))),
            *self._trainer(),
            Choice(
                "arms",
                self.text("heraldry.title"),
                detail=self.text("heraldry.subtitle"),
                act=partial(self.open, ArmsMenu()),
            ),
            Choice(
                "newcomers",
                self.text("settings.newcomer"),
                self.text("common.true" if newcomers else "common.false"),
                self.text("settings.newcomer_detail"),
                turn=partial(turn_option, self.context, NEWCOMER),
            ),
            Choice(
                "settings",
                self.text("settings.title"),
                detail=self.text("settings.detail"),
                act=partial(self.open, SettingsMenu()),
            ),
        )

    def _seat(self, seat: int, name: str) -> Choice:
        return Choice(
            ("seat", seat),
            self.text("setup.seat", n=seat + 1),
            literal(name),
            self.text("setup.seat_detail"),
            turn=partial(self._turn_name, seat),
            type=partial(self._type_name, seat),
        )

    def _computer(self, place: int) -> Choice:
        """A seat of the computer; the second is offered once there is a first."""
        computers = self.plan.computers
        kind = computers[place] if place < len(computers) else None
        name = COMPUTER_NAMES[place] if kind is None else self.plan.seats[place - len(computers)]
        return Choice(
            ("computer", place),
            self.text("setup.computer", name=name),
            self.text("setup.computer_none" if kind is None else f"computer.{kind}"),
            self.text("setup.computer_detail" if kind is None else f"computer.{kind}_about"),
            turn=partial(self._turn_computer, place),
        )

    def _trainer(self) -> Iterator[Choice]:
        """Offers the trainer where the computer plays."""
        if self.plan.computers:
            on = self.context.preferences.settings.flag(TRAINER)
            yield Choice(
                "trainer",
                self.text("settings.trainer"),
                self.text("common.true" if on else "common.false"),
                self.text("settings.trainer_detail"),
                turn=partial(turn_option, self.context, TRAINER),
            )

    def _turn_computer(self, place: int, steps: int) -> None:
        computers = self.plan.computers
        kinds = (None, *AT_THE_TABLE)
        now = kinds.index(computers[place]) if place < len(computers) else 0
        kind = kinds[(now + steps) % len(kinds)]
        chosen = (*computers[:place], *(() if kind is None else (kind,)), *computers[place + 1 :])
        if len(chosen) == len(computers):
            self.context.current_game.plan = replace(self.plan, computers=chosen)
        else:
            names = self.context.word_list("setup.names")
            plan = with_computers(self.plan, chosen, names)
            self.context.current_game.plan = with_seats(plan, self.game, 0, names)

    def offers(self) -> Mapping[str, Offer]:
        """As every list; REVEAL opens the rules of the game, or spells a name that is being changed."""
        if self.changing:
            return super().offers()
        return {REVEAL: Offer(self.text("control.rules")), **super().offers()}

    def press(self, control: str) -> None:
        """As every list, and REVEAL."""
        if control == REVEAL and not self.changing:
            self.open(RulePages(self.game.name, self.plan.options))
        else:
            super().press(control)

    def spelling(self) -> Spelling:
        """Spells the name of the seat under the cursor."""
        match self.here.key:
            case ("seat", int(seat)):
                return Spelling(self.text("setup.seat", n=seat + 1), partial(self._rename, seat))
            case key:
                raise LookupError(f"{key!r} has no name.")

    def _turn_players(self, steps: int) -> None:
        names = self.context.word_list("setup.names")
        self.context.current_game.plan = with_seats(self.plan, self.game, steps, names)

    def _turn_opens(self, steps: int) -> None:
        ways: list[int | str] = [BY_THROW, BY_LOT, *range(len(self.plan.seats))]
        opens = ways[(ways.index(self.plan.opens) + steps) % len(ways)]
        self.context.current_game.plan = replace(self.plan, opens=opens)

    def _turn_name(self, seat: int, steps: int) -> None:
        """Turns to the next unused period name."""
        seats = self.plan.seats
        self._rename(seat, next_name(self.context.word_list("setup.names"), seats, seats[seat], steps))

    def _type_name(self, seat: int, typed: str) -> None:
        self._rename(seat, self.typed_into(self.plan.seats[seat], typed))

    def _rename(self, seat: int, name: str) -> None:
        seats = self.plan.seats
        self.context.current_game.plan = replace(self.plan, seats=(*seats[:seat], name, *seats[seat + 1 :]))
