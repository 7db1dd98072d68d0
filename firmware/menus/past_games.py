"""Past games on the screen: a list, and each as pages to turn, an action at a time, with what each seat knew."""

from collections.abc import Iterator
from functools import partial

from firmware.journal.errors import JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import GameEnding, PastAction, PastGame, read_game
from firmware.menus.rule_pages import Page, PagesMode
from firmware.odds.game_odds import game_odds
from firmware.rules.claims import Pair
from firmware.rules.events import BidMade, Challenged, Declared, Passed
from firmware.rules.message import Message, literal
from firmware.rules.record.narration import narrate
from firmware.statistics.known_rounds import KnownClaim, known_rounds
from firmware.table.context import Context
from firmware.table.destinations import Destination, DiceStatistics, EveningStatisticsShown, GameReplay
from firmware.table.mode import Choice, ListMode, Mode
from firmware.table.wording import claim_name, moment
from firmware.texts.source import text

NEWEST = 12


class PastGamesMode(ListMode):
    """Lists the newest games that are over."""

    leads_to = (GameReplay, DiceStatistics, EveningStatisticsShown)

    def __init__(self, context: Context) -> None:
        """Reads the journal once."""
        super().__init__(context)
        self.games: tuple[PastGame, ...] = ()
        try:
            with JournalReader(context.current_game.journal.path) as reader:
                heads = [head for head in reader.games() if head.ended is not None]
                self.games = tuple(read_game(reader, head.number) for head in heads[:NEWEST])
        except JournalError as error:
            context.warn(error.message)

    @property
    def title(self) -> Message:
        """Past games."""
        return self.say("replay.title")

    @property
    def subtitle(self) -> Message:
        """How they are told."""
        return self.say("replay.detail" if self.games else "replay.none")

    def choices(self) -> tuple[Choice, ...]:
        """The way back, the statistics, and the games, the newest first."""
        return (
            Choice("back", self.say("control.back"), act=self.go_back),
            self._opens("dice", DiceStatistics()),
            *((self._opens("evening", EveningStatisticsShown()),) if self.games else ()),
            *(self._row(game) for game in self.games if game.actions),
        )

    def _opens(self, key: str, destination: Destination) -> Choice:
        detail = self.say(f"statistics.{key}_detail")
        return Choice(key, self.say(f"statistics.{key}_title"), detail=detail, act=partial(self.open, destination))

    def _row(self, game: PastGame) -> Choice:
        return Choice(
            ("game", game.head.number),
            self.say(f"game.{game.state.ruleset}"),
            literal(moment(game.head.begun)),
            literal(", ".join(game.state.seats)),
            act=partial(self.open, GameReplay(game)),
        )


class ReplayMode(PagesMode):
    """A past game, an action a page; the dial goes back and forth."""

    def __init__(self, context: Context, shown: GameReplay) -> None:
        """Opens at the first action."""
        Mode.__init__(self, context)
        self.number = 0
        self.hall = False
        self.state = shown.game.state
        self.subtitle = text(f"game.{shown.game.state.ruleset}")
        self.pages = replay_pages(shown.game, context)


def replay_pages(game: PastGame, context: Context) -> tuple[Page, ...]:
    """Lays out the actions of a game: what was done, what came of it, and what its seat knew if that came to light."""
    die_set = context.die_set if context.die_set and context.die_set.name == game.dice.name else None
    claims = {
        claim.at: claim
        for known in known_rounds(game.events(), game_odds(game.state.options, die_set).model)
        for claim in known.claims
    }
    pages, at = [], len(game.start)
    for action in game.actions:
        lines = tuple(_lines(action, claims, at))
        at += len(action.events)
        if lines:
            pages.append(Page(text("replay.round", n=action.before.round), lines))
    return (*pages, Page(text("replay.end"), (_end(game),)))


def _end(game: PastGame) -> Message:
    names = tuple(game.state.seats[seat] for seat in game.state.winners)
    if game.ending is not GameEnding.WON:
        return text("winner.stopped")
    return text("winner.one", name=names[0]) if len(names) == 1 else text("winner.headline", names=names)


def _lines(action: PastAction, claims: dict[int, KnownClaim], at: int) -> Iterator[Message]:
    before = action.before
    for place, event in enumerate(action.events, at):
        match event:
            case Declared(seat, claim) | Passed(seat, claim) | BidMade(seat, claim):
                passed = isinstance(event, Passed)
                said = claim_name(before, claim)
                yield text("replay.passes" if passed else "replay.claims", name=before.seats[seat], claim=said)
            case Challenged(seat):
                yield text("table.challenged", name=before.seats[seat])
        if place in claims:
            yield _knew(before.seats, claims[place])
    yield from narrate(before, action.events)


def _knew(seats: tuple[str, ...], claim: KnownClaim) -> Message:
    name, dice = seats[claim.seat], " ".join(map(str, claim.saw))
    if not claim.knowing:
        return text("replay.unseen", name=name)
    if not isinstance(claim.claim, Pair):
        return text("replay.cup", name=name, dice=dice)
    return text("replay.bluff" if claim.bluff else "replay.truth", name=name, dice=dice)
