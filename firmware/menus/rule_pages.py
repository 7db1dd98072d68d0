"""The rules of a game on the screen, page by page: the ranking as drawn dice, then the text of the sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from firmware.rules.claims import Bid, Claim, Pair
from firmware.rules.games.registry import fold, new_game, ruleset
from firmware.rules.message import Message
from firmware.rules.options import OptionValue
from firmware.rules.state import GameState
from firmware.rulesheet.sheet import Sheet, rule_sheet
from firmware.statistics.dice_sample import DiceFindings
from firmware.table.context import Context
from firmware.table.controls import CHALLENGE, DIAL
from firmware.table.destinations import OddsShown, Placard, RulePages
from firmware.table.mode import Mode, Offer
from firmware.table.odds_wording import odds_now
from firmware.table.wording import claim_name
from firmware.texts.source import text

LETTERS = 380
"""The most characters on a page, legible on a small screen from a step away."""
RUNGS_A_SHELF = 7

Length = Callable[[Message], int]
"""Returns a message's length in the table's language."""


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A row of claims behind a label in several parts."""

    claims: tuple[Claim, ...]
    label: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """A table: column headings, and rows of cells."""

    head: tuple[Message, ...]
    rows: tuple[tuple[Message, ...], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A heading with paragraphs, rows of claims, statistics of a die set, or a table."""

    title: Message
    lines: tuple[Message, ...] = ()
    rows: tuple[ClaimRow, ...] = ()
    dice: DiceFindings | None = None
    table: Figures | None = None


def rule_pages(state: GameState, length: Length) -> tuple[Page, ...]:
    """Lays out a game's sheet as pages; `state` is one of the game, for its terms."""
    sheet = rule_sheet(state.ruleset, dict(state.options))
    head = sheet.headings
    costs = [text("common.labelled", label=case, text=cost) for case, cost in sheet.costs]
    house = [text("common.labelled", label=rule.label, text=rule.value) for rule in sheet.house]

    def pages(title: Message, paragraphs: Iterable[Message]) -> Iterator[Page]:
        return _pages(title, tuple(paragraphs), length)

    values = Page(head["ladder"] if sheet.ladder else head["raises"], rows=_rows(state, sheet))
    aim = tuple(pages(head["aim"], (sheet.aim, *sheet.beats)))
    return (
        # What beats what is what people look up. What may follow a bid has to be explained first.
        *((values, *aim) if sheet.ladder else (*aim, values)),
        *pages(head["round"], sheet.steps),
        *pages(head["costs"], costs),
        *pages(head["ending"], sheet.ending),
        *pages(head["house"], house),
        *(pages(text("seal.title"), (text("seal.what"), text("seal.check"))) if sheet.ladder else ()),
    )


def _rows(state: GameState, sheet: Sheet) -> tuple[ClaimRow, ...]:
    rungs = iter([Pair(*rung.dice) for rung in sheet.ladder])
    if sheet.ladder:
        return tuple(ClaimRow(row) for row in _in_rows(rungs, RUNGS_A_SHELF))
    after = sheet.headings["after"]
    return tuple(
        ClaimRow(
            tuple(Bid(count, face) for face, count in enumerate(step.least, start=1) if count is not None),
            (after, claim_name(state, step.after)),
        )
        for step in sheet.raises
    )


def _in_rows(items: Iterator[Pair], length: int) -> Iterator[tuple[Claim, ...]]:
    while row := tuple(islice(items, length)):
        yield row


def _pages(title: Message, paragraphs: tuple[Message, ...], length: Length) -> Iterator[Page]:
    """Distributes whole paragraphs evenly over as few pages as possible."""
    lengths = tuple(map(length, paragraphs))
    fewest = _filled(lengths, LETTERS)
    evenly = (_filled(lengths, letters) for letters in range(max(lengths, default=0), LETTERS))
    rest = iter(paragraphs)
    for count in next((counts for counts in evenly if len(counts) == len(fewest)), fewest):
        yield Page(title, tuple(islice(rest, count)))


def _filled(lengths: Iterable[int], letters: int) -> list[int]:
    """Fills pages of this many characters with whole paragraphs; returns how many fit on each."""
    counts: list[int] = []
    filled = 0
    for length in lengths:
        if counts and filled + length <= letters:
            counts[-1] += 1
            filled += length
        else:
            counts.append(1)
            filled = length
    return counts


class PagesMode(Mode):
    """Pages turned with the dial; CHALLENGE goes back.

    `state` is the game of the claims shown; `festive`: the page invites strangers.
    """

    paged = True

    def __init__(self, context: Context, shown: RulePages | Placard | OddsShown, length: Length) -> None:
        """Opens at the first page."""
        super().__init__(context)
        self.number = 0
        self.festive = isinstance(shown, Placard)
        if isinstance(shown, Placard):
            self.subtitle = shown.subtitle
            self.pages: tuple[Page, ...] = (Page(shown.title, shown.lines),)
            self.state: GameState | None = None
        elif isinstance(shown, OddsShown):
            self.state = context.state
            self.subtitle = text(f"game.{self.state.ruleset}")
            self.pages = (Page(text("odds.title"), odds_now(self.state, context.die_set)),)
        else:
            self.subtitle = text(f"game.{shown.rules}")
            self.state = example(context, shown.rules, shown.options)
            pages = rule_pages(self.state, length)
            self.pages = pages[:1] if shown.ladder_only else pages

    @property
    def page(self) -> Page:
        """The open page."""
        return self.pages[self.number]

    def offers(self) -> Mapping[str, Offer]:
        """The push turns the page, and closes the last one."""
        last = self.number + 1 == len(self.pages)
        turn = Offer(self.text("control.done" if last else "control.next_page"))
        return {DIAL: turn, CHALLENGE: Offer(self.text("control.back"))}

    def press(self, control: str) -> None:
        """Turns the page, or goes back."""
        if control == DIAL and self.number + 1 < len(self.pages):
            self.turn(1)
        else:
            self.go_back()

    def turn(self, steps: int) -> None:
        """Turns pages."""
        self.number = max(0, min(len(self.pages) - 1, self.number + steps))


def example(context: Context, rules: str, options: Mapping[str, OptionValue]) -> GameState:
    """Begins an imaginary game with these rules, for naming and drawing claims."""
    game = ruleset(rules)
    names = context.word_list("setup.names")[: game.min_seats(game.complete_options(options))]
    return fold(new_game(rules, names, options, opens=0))
