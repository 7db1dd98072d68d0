"""The start screen: the game that stands there, who plays it, Begin, and the way to change it."""

from collections.abc import Mapping

from firmware.menus.beginning import begin, begin_quickly, opener_text
from firmware.menus.house_rules_menu import rules_name
from firmware.rules.games.registry import Ruleset, ruleset
from firmware.rules.message import Message
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, CLAIM, DIAL, REVEAL
from firmware.table.destinations import GAME, PlanMenu, RulePages
from firmware.table.mode import Mode, NextStep, Offer
from firmware.table.plan import GamePlan, with_seats


class StartMode(Mode):
    """Begins the planned game with a push, or quickly with CLAIM; CHALLENGE opens what can be changed."""

    leads_to = (*GAME, PlanMenu, RulePages)

    def __init__(self, context: Context) -> None:
        """Starts with the plan at hand, with as many period names as the game lacks seats."""
        super().__init__(context)
        games = context.current_game
        games.plan = with_seats(games.plan, self.game, 0, context.word_list("setup.names"))

    @property
    def step(self) -> NextStep:
        """The beginning of a game."""
        return NextStep.BEGIN

    @property
    def plan(self) -> GamePlan:
        """The plan of the game."""
        return self.context.current_game.plan

    @property
    def game(self) -> Ruleset:
        """The planned game."""
        return ruleset(self.context.current_game.rules)

    @property
    def opener(self) -> Message:
        """Who opens, where the push begins the game."""
        return opener_text(self)

    @property
    def house_rules(self) -> Message:
        """The house rules in use."""
        return rules_name(self.context)

    def offers(self) -> Mapping[str, Offer]:
        """Begin, quick game, rules, and everything else."""
        return {
            CLAIM: Offer(self.text("control.quick")),
            REVEAL: Offer(self.text("control.rules")),
            CHALLENGE: Offer(self.text("control.setup")),
            DIAL: Offer(self.text("control.begin")),
        }

    @property
    def idle_control(self) -> Message:
        """Refused: no game is under way yet."""
        return self.text("why.begin_first")

    def press(self, control: str) -> None:
        """Begins the game, or opens its rules or what can be changed."""
        if control == CLAIM:
            begin_quickly(self)
        elif control == REVEAL:
            self.open(RulePages(self.game.name, self.plan.options))
        elif control == CHALLENGE:
            self.open(PlanMenu())
        else:
            begin(self)

    def turn(self, steps: int) -> None:
        """Says what there is instead of a list."""
        del steps
        self.context.warn(self.idle_control)
