"""Statistics of past games on the screen: how dice fall, and each seat's evening."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from firmware.dice_sets.die_set import DieSet, DieSets
from firmware.dice_sets.errors import DieSetError
from firmware.journal.errors import JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import PastGame, read_game
from firmware.menus.rule_pages import Figures, Page, PagesMode
from firmware.rules.message import Message, literal
from firmware.statistics.dice_sample import DiceFindings, DiceSample, FaceShare, find, sample_of
from firmware.statistics.evenings import evening_statistics, evenings
from firmware.statistics.seat_evening import SeatEvening
from firmware.table.context import Context
from firmware.table.mode import Mode
from firmware.table.wording import claim_name, day
from firmware.texts.source import text

NEWEST = 40
"""The most games counted; `meierbox games` counts all, which takes a small computer a while."""
SEATS_A_PAGE = 6
NOTHING = literal("–")


class StatisticsMode(PagesMode):
    """Pages of statistics over the newest finished games."""

    def __init__(self, context: Context) -> None:
        """Reads the journal once."""
        Mode.__init__(self, context)
        self.number = 0
        self.festive = False
        self.state = None
        games: tuple[PastGame, ...] = ()
        try:
            with JournalReader(context.current_game.journal.path) as reader:
                heads = [head for head in reader.games() if head.ended is not None]
                games = tuple(read_game(reader, head.number) for head in heads[:NEWEST])
        except JournalError as error:
            context.warn(error.message)
        self.subtitle = text("statistics.evening_of_games", n=len(games))
        self.pages = tuple(self.lay_out(games))

    def lay_out(self, games: Sequence[PastGame]) -> Iterator[Page]:
        """Returns the pages, at least one."""
        raise NotImplementedError


class DiceStatisticsMode(StatisticsMode):
    """A page for each set of dice: a plot of its faces, and what it means."""

    def lay_out(self, games: Sequence[PastGame]) -> Iterator[Page]:
        """The set in use first."""
        samples: defaultdict[str, DiceSample] = defaultdict(DiceSample)
        sets = _known_sets(self.context)
        samples.update({name: DiceSample() for name in sets})
        for game in games:
            samples[game.dice.name] += sample_of(game)
        here = self.context.die_set.name if self.context.die_set else ""
        found = [
            findings
            for name in sorted(samples, key=lambda each: (each != here, each))
            if (findings := find(name, samples[name], sets.get(name))).dice
        ]
        if not found:
            yield Page(text("statistics.dice_title"), (text("statistics.dice_none"),))
        for findings in found:
            title = literal(findings.name) if findings.name else text("statistics.dice_unnamed")
            counted = text("statistics.dice_counted", n=findings.dice)
            yield Page(title, (dice_sentence(findings), counted), dice=findings)


def _known_sets(context: Context) -> dict[str, DieSet]:
    sets, found = DieSets(context.folder), {}
    for name in sets.names():
        try:
            found[name] = sets.load(name)
        except DieSetError as error:
            context.warn(error.message)
    return found


def dice_sentence(found: DiceFindings) -> Message:
    """Describes a set with at least some fair throws."""
    if found.end is not None:
        return text("statistics.dice_end", **_times(found.end), old=_once(found.end.expected))
    worst = max(found.faces, key=lambda each: abs(each.mean - each.expected))
    return text("statistics.dice_worst", face=worst.face, **_times(worst))


def _times(share: FaceShare) -> dict[str, Message]:
    return {"mean": _once(share.mean), "fewest": _once(share.high), "most": _once(share.low)}


def _once(share: float) -> Message:
    """Returns how many dice it takes for a face to come up once."""
    times = round(1 / share, 1)
    if times >= 10 or times == round(times):
        return text("statistics.dice_once", times=round(times))
    return text("statistics.dice_once_about", times=times)


class EveningStatisticsMode(StatisticsMode):
    """A table for each evening, newest first."""

    def lay_out(self, games: Sequence[PastGame]) -> Iterator[Page]:
        """A page holds a limited number of seats."""
        for evening in reversed(evenings(games)):
            yield from _evening(self.context, evening)
        if not games:
            yield Page(text("statistics.evening_title"), (text("replay.none"),))


def _evening(context: Context, games: Sequence[PastGame]) -> Iterator[Page]:
    found = evening_statistics(games, context.die_set)
    columns = ("seat", "caught", "right", "by_the_odds", "luck", "boldest")
    head = tuple(text(f"statistics.evening_column_{column}") for column in columns)
    rows = tuple(_row(name, seat, games) for name, seat in found.seats.items())
    pages = -(-len(rows) // SEATS_A_PAGE)
    each = -(-len(rows) // pages)
    for first in range(0, len(rows), each):
        lines = (text("statistics.evening_note"),)
        title = text("statistics.evening_evening", day=literal(day(games[0].summary.begun)))
        yield Page(title, lines, table=Figures(head, rows[first : first + each]))


def _row(name: str, seat: SeatEvening, games: Sequence[PastGame]) -> tuple[Message, ...]:
    return (
        literal(name),
        _of(seat.bluffs_caught, seat.bluffs),
        _of(seat.challenges_right, seat.challenges),
        _of(seat.by_the_odds, seat.by_the_odds + seat.against_the_odds),
        NOTHING if seat.luck is None else literal(str(round(100 * seat.luck))),
        _boldest(seat, games),
    )


def _of(number: int, total: int) -> Message:
    return text("statistics.evening_share", n=number, of=total) if total else NOTHING


def _boldest(seat: SeatEvening, games: Sequence[PastGame]) -> Message:
    lie = seat.boldest
    if lie is None:
        return NOTHING
    state = next(game.state for game in games if game.state.ruleset == lie.rules)
    return claim_name(state, lie.claim)
