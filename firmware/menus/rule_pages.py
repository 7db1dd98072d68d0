"""The rules of a game on the screen, a page at a time: what beats what as drawn dice, then the words of the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from firmware.rules.claims import Bid, Claim, Pair
from firmware.rules.games.registry import fold, new_game, ruleset
from firmware.rules.options import OptionValue
from firmware.rules.state import GameState
from firmware.rulesheet.sheet import Sheet, rule_sheet
from firmware.table.mode import CHALLENGE, CLAIM, DIAL, Mode, Offer
from firmware.table.wording import claim_name

if TYPE_CHECKING:
    from firmware.table.table import Table
    from firmware.texts import Texts

LETTERS = 380
"""So many letters of text stand on a page at most, to be read on a small screen from a step away."""
RUNGS_A_SHELF = 7


@dataclass(frozen=True, slots=True)
class Page:
    """A heading with paragraphs, or with shelves: a line of words and claims in a row."""

    title: str
    lines: tuple[str, ...] = ()
    shelves: tuple[tuple[str, tuple[Claim, ...]], ...] = ()


def rule_pages(texts: Texts, state: GameState) -> tuple[Page, ...]:
    """Lays out the sheet of a game as pages; `state` is one of it, for its words."""
    sheet = rule_sheet(state.ruleset, dict(state.options))
    head = {name: texts.render(heading) for name, heading in sheet.headings.items()}
    costs = [f"{texts.render(case)}: {texts.render(text)}" for case, text in sheet.costs]
    house = [f"{texts.render(rule.label)}: {texts.render(rule.value)}" for rule in sheet.house]
    return (
        Page(head["ladder"] if sheet.ladder else head["raises"], shelves=_shelves(texts, state, sheet)),
        *_pages(texts.render(sheet.title), map(texts.render, (sheet.aim, *sheet.beats))),
        *_pages(head["round"], map(texts.render, sheet.steps)),
        *_pages(head["costs"], costs),
        *_pages(head["ending"], map(texts.render, sheet.ending)),
        *_pages(head["house"], house),
    )


def _shelves(texts: Texts, state: GameState, sheet: Sheet) -> tuple[tuple[str, tuple[Claim, ...]], ...]:
    rungs = iter([Pair(*rung.dice) for rung in sheet.ladder])
    if sheet.ladder:
        return tuple(("", shelf) for shelf in _in_rows(rungs, RUNGS_A_SHELF))
    after = texts.render(sheet.headings["after"])
    return tuple(
        (
            f"{after} {claim_name(texts, state, step.after)}",
            tuple(Bid(count, face) for face, count in enumerate(step.least, start=1) if count is not None),
        )
        for step in sheet.raises
    )


def _in_rows(items: Iterator[Pair], length: int) -> Iterator[tuple[Claim, ...]]:
    while row := tuple(islice(items, length)):
        yield row


def _pages(title: str, paragraphs: Iterable[str]) -> Iterator[Page]:
    """Lays whole paragraphs on as few pages as hold them, the fullest of which is as empty as can be."""
    texts = tuple(paragraphs)
    pages = _filled(texts, LETTERS)
    longest = max(map(len, texts), default=0)
    evenly = (_filled(texts, letters) for letters in range(longest, LETTERS))
    yield from (Page(title, lines) for lines in next((each for each in evenly if len(each) == len(pages)), pages))


def _filled(paragraphs: Iterable[str], letters: int) -> list[tuple[str, ...]]:
    """Fills pages of so many letters with whole paragraphs, one after the other."""
    pages: list[tuple[str, ...]] = []
    for paragraph in paragraphs:
        if pages and sum(map(len, pages[-1])) + len(paragraph) <= letters:
            pages[-1] += (paragraph,)
        else:
            pages.append((paragraph,))
    return pages


class Pages(Mode):
    """Pages to turn with the dial; CLAIM and CHALLENGE go back. `state` is what the claims on them belong to."""

    def __init__(
        self, table: Table, behind: Mode, subtitle: str, state: GameState, pages: Sequence[Page], hall: bool = False
    ) -> None:
        """Opens at the first page; `hall` is for strangers who are to be invited."""
        super().__init__(table, behind)
        self.subtitle = subtitle
        self.state = state
        self.pages = tuple(pages)
        self.number = 0
        self.hall = hall

    @classmethod
    def of_rules(cls, table: Table, behind: Mode, rules: str, options: Mapping[str, OptionValue]) -> Pages:
        """Opens the rules of a game with its house rules."""
        game = ruleset(rules)
        names = table.texts.names()[: game.fewest_seats(game.settle(options))]
        state = fold(new_game(rules, names, options, opens=0))
        return cls(table, behind, table.texts.say(f"game.{rules}"), state, rule_pages(table.texts, state))

    @property
    def page(self) -> Page:
        """The page that is open."""
        return self.pages[self.number]

    def offers(self) -> Mapping[str, Offer]:
        """The push turns the page, after the last one it goes back."""
        back = Offer(self.say("control.back"))
        last = self.number + 1 == len(self.pages)
        return {DIAL: back if last else Offer(self.say("control.next_page")), CLAIM: back, CHALLENGE: back}

    def press(self, control: str) -> None:
        """Turns the page, or goes back."""
        if control == DIAL and self.number + 1 < len(self.pages):
            self.turn(1)
        else:
            self.go_back()

    def turn(self, steps: int) -> None:
        """Turns pages."""
        self.number = max(0, min(len(self.pages) - 1, self.number + steps))
