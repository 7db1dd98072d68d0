"""What happens in the show, step by step: a round of the Viking game, its ladder, an invitation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware.app.attract.photograph import photograph
from firmware.menus.rule_pages import Page, Pages
from firmware.rules.claims import Pair
from firmware.table.play.box_round import Round
from firmware.table.requests import Look, Shake
from firmware.table.table import Table

GAME = "viking"
SEATS = 3
LIE = Pair(1, 3)
"""The claim: far better than the dice of the photograph."""
Deed = Callable[[Table], None]


@dataclass(frozen=True, slots=True)
class Step:
    """Something is done, its words are said, and it stands for so many seconds; `wordless` steps keep the words."""

    key: str
    seconds: float
    deed: Deed
    wordless: bool = False


def script() -> Iterator[Step]:
    """Gives the steps; together they last a minute."""
    yield Step("open", 6.0, _begin)
    yield Step("shake", 3.0, Table.shaken)
    yield Step("sealed", 5.5, _lie_still)
    for _ in range(4):
        yield Step("claim", 0.4, _turn_up, wordless=True)
    yield Step("claim", 5.0, _dial)
    yield Step("face", 6.5, _press("claim"))
    yield Step("doubt", 5.0, _press("challenge"))
    yield Step("reveal", 9.0, _reveal)
    yield Step("pay", 5.5, _press("dial"))
    yield Step("ladder", 7.0, _ladder)
    yield Step("invite", 9.0, _invite)


def _press(control: str) -> Deed:
    return lambda table: table.press(control)


def _begin(table: Table) -> None:
    table.rules = GAME
    table.begin(table.texts.names()[:SEATS], {}, 0)


def _lie_still(table: Table) -> None:
    for request in table.take_requests():
        if isinstance(request, Shake):
            table.rested(request.serial, photograph())


def _turn_up(table: Table) -> None:
    table.turn(2)


def _dial(table: Table) -> None:
    if isinstance(table.mode, Round):
        table.turn(table.mode.claims().index(LIE) - table.mode.dial)


def _reveal(table: Table) -> None:
    table.press("reveal")
    for request in table.take_requests():
        if isinstance(request, Look):
            table.looked(request.serial, photograph())


def _ladder(table: Table) -> None:
    book = Pages.of_rules(table, table.mode, GAME, {})
    table.mode = Pages(table, table.mode, book.subtitle, book.state, book.pages[:1])


def _invite(table: Table) -> None:
    say = table.texts.say
    page = Page(say("show.title"), (say("show.line"), say("show.press")))
    table.mode = Pages(table, table.mode, say("show.subtitle"), table.state, (page,), hall=True)
