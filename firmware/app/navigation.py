"""Destinations and their modes: the one place that knows all modes of the table."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware.config.settings import COUNT_ROLLS
from firmware.journal.database import Journal
from firmware.journal.dice_in_use import DiceInUse
from firmware.journal.session import Clock
from firmware.menus import wizard
from firmware.menus.advice_pages import AdvicePagesMode
from firmware.menus.arms_menu import ArmsMenuMode, ArmsOfSeatMode
from firmware.menus.bless_menu import BlessMode
from firmware.menus.game_cards import GameCardsMode, HouseCardsMode
from firmware.menus.game_menu import LeaveMode, MenuMode, StopMode
from firmware.menus.game_replay import ReplayMode
from firmware.menus.house_rules_menu import HouseRulesMode
from firmware.menus.house_rules_naming import ForgettingMode, NamingMode
from firmware.menus.maintenance_menu import MachineReportMode, MaintenanceConfirmationMode, MaintenanceMode
from firmware.menus.past_games import PastGamesMode
from firmware.menus.past_statistics import DiceStatisticsMode, EveningStatisticsMode
from firmware.menus.pause import PauseMode
from firmware.menus.plan_menu import PlanMode
from firmware.menus.resume_offer import ResumeMode
from firmware.menus.rule_pages import Length, PagesMode
from firmware.menus.seats import JoiningMode, LeavingMode
from firmware.menus.settings_menu import SettingsMode
from firmware.menus.spelling import SpellingMode
from firmware.menus.start import StartMode
from firmware.menus.table_ruling import RulingMode
from firmware.table import destinations as to
from firmware.table.context import Context, Equipment
from firmware.table.current_game import CurrentGame
from firmware.table.mode import Mode
from firmware.table.plan import GamePlan
from firmware.table.play.bidding import BiddingMode
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.play.roll_off import RollOffMode
from firmware.table.play.ruling import DiceCountMode, RoundWinnerMode
from firmware.table.play.ruling_shown import RulingShownMode
from firmware.table.play.showdown import ShowdownMode
from firmware.table.play.verdict import VerdictMode
from firmware.table.play.winner import WinnerMode
from firmware.table.table import Table
from firmware.texts import Texts

MODES: Mapping[type[to.Destination], Callable[[Context, Any], Mode]] = {
    # A game
    to.OpeningRollOff: lambda context, _: RollOffMode(context),
    to.BoxRound: lambda context, goal: BoxRoundMode(context, goal.paid),
    to.Bidding: lambda context, _: BiddingMode(context),
    to.Showdown: lambda context, _: ShowdownMode(context),
    to.VerdictShown: lambda context, goal: VerdictMode(context, goal.again),
    to.AdviceShown: lambda context, _: AdvicePagesMode(context),
    to.DiceCount: DiceCountMode,
    to.RoundWinner: RoundWinnerMode,
    to.RulingShown: RulingShownMode,
    to.Winner: lambda context, goal: WinnerMode(context, goal.stopped),
    # Before a game
    to.ResumeOffer: lambda context, _: ResumeMode(context),
    to.StartScreen: lambda context, _: StartMode(context),
    to.PlanMenu: lambda context, _: PlanMode(context),
    to.GameCards: lambda context, _: GameCardsMode(context),
    to.ArmsMenu: lambda context, _: ArmsMenuMode(context),
    to.ArmsOfSeat: ArmsOfSeatMode,
    to.HouseRuleCards: lambda context, _: HouseCardsMode(context),
    to.HouseRules: lambda context, _: HouseRulesMode(context),
    to.NameHouseRules: NamingMode,
    to.ForgetHouseRules: ForgettingMode,
    # Over a game, or over the start screen
    to.GameMenu: lambda context, _: MenuMode(context),
    to.Pause: lambda context, _: PauseMode(context),
    to.SeatLeaves: lambda context, _: LeavingMode(context),
    to.SeatJoins: lambda context, _: JoiningMode(context),
    to.TableRuling: lambda context, _: RulingMode(context),
    to.StopGame: lambda context, _: StopMode(context),
    to.LeaveBox: lambda context, _: LeaveMode(context),
    to.RulePages: lambda context, goal: PagesMode(context, goal, _length(context)),
    to.PastGames: lambda context, _: PastGamesMode(context),
    to.GameReplay: ReplayMode,
    to.DiceStatistics: lambda context, _: DiceStatisticsMode(context),
    to.EveningStatisticsShown: lambda context, _: EveningStatisticsMode(context),
    to.OddsShown: lambda context, goal: PagesMode(context, goal, _length(context)),
    to.Placard: lambda context, goal: PagesMode(context, goal, _length(context)),
    to.SettingsMenu: lambda context, _: SettingsMode(context),
    to.Maintenance: lambda context, _: MaintenanceMode(context),
    to.MaintenanceConfirmation: MaintenanceConfirmationMode,
    to.MachineReport: lambda context, _: MachineReportMode(context),
    to.Spelling: SpellingMode,
    # The box
    to.BlessDice: lambda context, _: BlessMode(context),
    to.Wizard: lambda context, goal: wizard.PAGES[goal.page](context),
}


def mode_for(destination: to.Destination, context: Context) -> Mode:
    """Creates the mode for a destination."""
    return MODES[type(destination)](context, destination)


def _length(context: Context) -> Length:
    """Returns a function that measures a message in the language of the table."""
    render = Texts(context.language).render
    return lambda said: len(render(said))


def word_list(code: str, language: str) -> tuple[str, ...]:
    """Returns a word list in a language."""
    return tuple(Texts(language).say(code).split("; "))


def open_table(
    journal: Journal,
    clock: Clock,
    equipment: Equipment,
    *,
    rules: str | None = None,
    plan: GamePlan | None = None,
    introduce: bool = False,
) -> Table:
    """Opens a table at the offer to resume, or at the start screen with a plan.

    `rules` and `plan` are planned first; by default the last game. With `introduce` a new box begins with the wizard.
    """

    def dice() -> DiceInUse:
        name = equipment.die_set.name if equipment.die_set else ""
        return DiceInUse(name, equipment.preferences.settings.flag(COUNT_ROLLS))

    current_game = CurrentGame(journal, clock, dice)
    current_game.plan_next(rules, plan)
    first: to.Destination = to.ResumeOffer() if current_game.unfinished() else to.StartScreen()
    if introduce and wizard.is_new(journal.path.parent, played=journal.latest() is not None):
        first = to.Wizard()
    table = Table(current_game, equipment, mode_for, first)
    if table.context.notice is None and table.context.house_rules.trouble:
        table.context.warn(table.context.house_rules.trouble)
    return table
