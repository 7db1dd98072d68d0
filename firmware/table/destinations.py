"""Where the table can go: a small frozen value for every mode that can be opened.

A mode names a destination and its parameters; `firmware.app.navigation` knows its mode.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware.config.house_rules import SavedRules
from firmware.journal.past_game import PastGame
from firmware.rules.claims import Bid
from firmware.rules.events import Verdict
from firmware.rules.message import Message
from firmware.rules.options import OptionValue
from firmware.table.maintenance_port import Task

Payments = tuple[tuple[int, int], ...]
"""Seats, and how much each pays."""


@dataclass(frozen=True, slots=True)
class Destination:
    """A destination of the table."""


# A game


@dataclass(frozen=True, slots=True)
class OpeningRollOff(Destination):
    """Each seat throws for the opening."""


@dataclass(frozen=True, slots=True)
class BoxRound(Destination):
    """A round of a box game; `paid` was just paid without a reveal."""

    paid: Payments = ()


@dataclass(frozen=True, slots=True)
class Bidding(Destination):
    """A round of a cup game up to the challenge."""


@dataclass(frozen=True, slots=True)
class Showdown(Destination):
    """The dice of a cup game are revealed and counted."""


@dataclass(frozen=True, slots=True)
class VerdictShown(Destination):
    """The last verdict; `again`: only shown again."""

    again: bool = False


@dataclass(frozen=True, slots=True)
class AdviceShown(Destination):
    """What the jarl would have done in the last round."""


@dataclass(frozen=True, slots=True)
class RulingShown(Destination):
    """The verdict of the table on a challenge; `count` is what the dice came to, `winner` the seat that scores."""

    verdict: Verdict | None
    payments: Payments = ()
    count: int | None = None
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class DiceCount(Destination):
    """The table says how many dice there were; `counts` are the rulings by number, `owner` names the bidder."""

    counts: Mapping[int, RulingShown]
    bid: Bid
    owner: str


@dataclass(frozen=True, slots=True)
class RoundWinner(Destination):
    """The table says which seat wins the round."""

    scorers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Winner(Destination):
    """The end of a game; `stopped`: the table ended it early."""

    stopped: bool = False


GAME: tuple[type[Destination], ...] = (OpeningRollOff, BoxRound, Bidding, Showdown, Winner)
"""The destinations that a game's state may lead to."""


# Menus


@dataclass(frozen=True, slots=True)
class StartScreen(Destination):
    """Planning the next game."""


@dataclass(frozen=True, slots=True)
class PlanMenu(Destination):
    """Seats and rules of the planned game."""


@dataclass(frozen=True, slots=True)
class ResumeOffer(Destination):
    """Resuming the interrupted game, or starting another."""


@dataclass(frozen=True, slots=True)
class GameMenu(Destination):
    """The menu over a game."""


@dataclass(frozen=True, slots=True)
class GameCards(Destination):
    """Game cards."""


@dataclass(frozen=True, slots=True)
class ArmsMenu(Destination):
    """Choosing whose coat of arms to change."""


@dataclass(frozen=True, slots=True)
class ArmsOfSeat(Destination):
    """The coat of arms of a planned seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class HouseRuleCards(Destination):
    """Cards of the named house rules."""


@dataclass(frozen=True, slots=True)
class HouseRules(Destination):
    """All house rules of the planned game."""


@dataclass(frozen=True, slots=True)
class NameHouseRules(Destination):
    """Naming house rules, suggesting `name`; `then` receives the name they were saved under."""

    name: str
    then: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ForgetHouseRules(Destination):
    """Confirms that house rules are deleted; `then` is called when they are."""

    house: SavedRules
    then: Callable[[], None]


@dataclass(frozen=True, slots=True)
class RulePages(Destination):
    """The rules of a game, page by page; `ladder_only`: only the page with the ranking."""

    rules: str
    options: Mapping[str, OptionValue]
    ladder_only: bool = False


@dataclass(frozen=True, slots=True)
class OddsShown(Destination):
    """How likely the standing claim is, from public knowledge."""


@dataclass(frozen=True, slots=True)
class PastGames(Destination):
    """The finished games."""


@dataclass(frozen=True, slots=True)
class GameReplay(Destination):
    """A finished game, action by action."""

    game: PastGame


@dataclass(frozen=True, slots=True)
class DiceStatistics(Destination):
    """How the dice of past games fell, by set."""


@dataclass(frozen=True, slots=True)
class EveningStatisticsShown(Destination):
    """Statistics of every seat, by evening."""


@dataclass(frozen=True, slots=True)
class Placard(Destination):
    """A single page to be read from a distance."""

    title: Message
    subtitle: Message
    lines: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class SettingsMenu(Destination):
    """The settings of the box."""


@dataclass(frozen=True, slots=True)
class Maintenance(Destination):
    """Maintenance of the box."""


@dataclass(frozen=True, slots=True)
class MaintenanceConfirmation(Destination):
    """Confirms a maintenance task; `fingerprint` identifies an unsigned bundle."""

    task: Task
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class MachineReport(Destination):
    """The results of a machine check."""


@dataclass(frozen=True, slots=True)
class Spelling(Destination):
    """Spelling a name or a few words letter by letter; `then` receives the result.

    A `proper` name is capitalised.
    """

    title: Message
    then: Callable[[str], None]
    proper: bool = True


@dataclass(frozen=True, slots=True)
class Pause(Destination):
    """The game is paused."""


@dataclass(frozen=True, slots=True)
class SeatLeaves(Destination):
    """Choosing who leaves the game."""


@dataclass(frozen=True, slots=True)
class SeatJoins(Destination):
    """Choosing who joins the game, and where."""


@dataclass(frozen=True, slots=True)
class TableRuling(Destination):
    """The table changes a stock or a score, giving a reason."""


@dataclass(frozen=True, slots=True)
class LeaveBox(Destination):
    """A question whether to close the program, or turn the box off."""


@dataclass(frozen=True, slots=True)
class StopGame(Destination):
    """Confirms that the game is ended."""


@dataclass(frozen=True, slots=True)
class BlessDice(Destination):
    """Questions before a set of dice is blessed."""


@dataclass(frozen=True, slots=True)
class Wizard(Destination):
    """A page of the setup wizard, from 0."""

    page: int = 0
