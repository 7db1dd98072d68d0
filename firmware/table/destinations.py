"""Where the table can go: a small frozen value for every mode that can be opened.

A mode names a destination and its parameters; `firmware.app.navigation` knows which mode serves it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware.config.house_rules import SavedRules
from firmware.journal.past_game import PastGame
from firmware.rules.claims import Bid
from firmware.rules.message import Message
from firmware.rules.options import OptionValue
from firmware.table.upkeep import Task

Payments = tuple[tuple[int, int], ...]
"""Seats, and how much each pays."""


@dataclass(frozen=True, slots=True)
class Destination:
    """A place to go to."""


# A game


@dataclass(frozen=True, slots=True)
class RollOff(Destination):
    """Each seat throws for the opening."""


@dataclass(frozen=True, slots=True)
class BoxRound(Destination):
    """A round of a box game; `paid` is what has just been paid without a reveal."""

    paid: Payments = ()


@dataclass(frozen=True, slots=True)
class Bidding(Destination):
    """A round of a cup game up to the challenge."""


@dataclass(frozen=True, slots=True)
class Showdown(Destination):
    """The dice of a cup game are laid under the camera and counted."""


@dataclass(frozen=True, slots=True)
class VerdictShown(Destination):
    """The last verdict; `again`: only to be looked at once more."""

    again: bool = False


@dataclass(frozen=True, slots=True)
class DiceCount(Destination):
    """The table says how many dice there were; `counts` tell who then pays, `owner` is the name of the bidder."""

    counts: tuple[tuple[int, Payments], ...]
    bid: Bid
    owner: str


@dataclass(frozen=True, slots=True)
class RoundWinner(Destination):
    """The table says which of these seats wins the round."""

    scorers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Winner(Destination):
    """The end of a game; `stopped`: the table ended it early."""

    stopped: bool = False


GAME: tuple[type[Destination], ...] = (RollOff, BoxRound, Bidding, Showdown, Winner)
"""Where the state of a game may lead."""


# Menus


@dataclass(frozen=True, slots=True)
class StartScreen(Destination):
    """The next game is planned."""


@dataclass(frozen=True, slots=True)
class PlanMenu(Destination):
    """Seats and rules of the planned game."""


@dataclass(frozen=True, slots=True)
class ResumeOffer(Destination):
    """The game that was interrupted, or another one."""


@dataclass(frozen=True, slots=True)
class GameMenu(Destination):
    """What the table may do at any time."""


@dataclass(frozen=True, slots=True)
class GameCards(Destination):
    """The games, as cards."""


@dataclass(frozen=True, slots=True)
class ArmsMenu(Destination):
    """Whose coat of arms is changed."""


@dataclass(frozen=True, slots=True)
class ArmsOfSeat(Destination):
    """The coat of arms of a seat of the planned game."""

    seat: int


@dataclass(frozen=True, slots=True)
class HouseRuleCards(Destination):
    """The named house rules, as cards."""


@dataclass(frozen=True, slots=True)
class HouseRules(Destination):
    """Every house rule of the planned game."""


@dataclass(frozen=True, slots=True)
class NameHouseRules(Destination):
    """House rules get a name, first `name`; `then` is told the name under which they were kept."""

    name: str
    then: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ForgetHouseRules(Destination):
    """Asks once more before house rules are forgotten; `then` is called when they are."""

    house: SavedRules
    then: Callable[[], None]


@dataclass(frozen=True, slots=True)
class RulePages(Destination):
    """The rules of a game, page by page; `ladder_only`: just the page with what beats what."""

    rules: str
    options: Mapping[str, OptionValue]
    ladder_only: bool = False


@dataclass(frozen=True, slots=True)
class OddsShown(Destination):
    """How likely the standing claim is, from public knowledge."""


@dataclass(frozen=True, slots=True)
class PastGames(Destination):
    """The games that are over."""


@dataclass(frozen=True, slots=True)
class GameReplay(Destination):
    """A game that is over, an action at a time."""

    game: PastGame


@dataclass(frozen=True, slots=True)
class DiceStatistics(Destination):
    """How the dice of past games fall, by set."""


@dataclass(frozen=True, slots=True)
class EveningStatisticsShown(Destination):
    """What came to light of every seat, by evening."""


@dataclass(frozen=True, slots=True)
class Placard(Destination):
    """A single page to be read from afar."""

    title: Message
    subtitle: Message
    lines: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class SettingsMenu(Destination):
    """The settings of the box."""


@dataclass(frozen=True, slots=True)
class Maintenance(Destination):
    """What the keeper of the box does with it."""


@dataclass(frozen=True, slots=True)
class MaintenanceConfirmation(Destination):
    """Asks once more before a task is done."""

    task: Task


@dataclass(frozen=True, slots=True)
class MachineReport(Destination):
    """What a check of the machine finds."""


@dataclass(frozen=True, slots=True)
class Spelling(Destination):
    """A name or a few words, letter by letter; `then` is told what was spelled.

    The words of a `proper` name are capitalised.
    """

    title: Message
    then: Callable[[str], None]
    proper: bool = True


@dataclass(frozen=True, slots=True)
class Pause(Destination):
    """The game rests."""


@dataclass(frozen=True, slots=True)
class SeatLeaves(Destination):
    """Which seat leaves the game."""


@dataclass(frozen=True, slots=True)
class SeatJoins(Destination):
    """Who joins the game, and where."""


@dataclass(frozen=True, slots=True)
class TableRuling(Destination):
    """The table changes a stock or a score, with a reason."""


@dataclass(frozen=True, slots=True)
class StopGame(Destination):
    """Asks once more before a game is ended."""


@dataclass(frozen=True, slots=True)
class BlessDice(Destination):
    """What is asked before a set of dice is learned."""


@dataclass(frozen=True, slots=True)
class Wizard(Destination):
    """A page of the setup wizard, from 0."""

    page: int = 0
