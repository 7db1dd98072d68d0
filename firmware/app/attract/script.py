"""The steps of the attract game: a round of the Viking game, its ladder, an invitation."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware.app.attract.photograph import photograph
from firmware.rules.claims import Pair
from firmware.table.destinations import Placard, RulePages
from firmware.table.play.box_round import BoxRoundMode
from firmware.table.progress import destination_of
from firmware.table.requests import ReadDice, WatchRoll
from firmware.table.table import Table
from firmware.texts.source import text

GAME = "viking"
SEATS = 3
LIE = Pair(1, 3)
"""The claim: far better than the dice of the photograph."""
HONOURS = "honours"
"""The key of the step that shows today's winners in place of the table."""
StepAction = Callable[[Table], None]


@dataclass(frozen=True, slots=True)
class AttractStep:
    """An action, the key of its caption, and its duration; a `wordless` step keeps the previous caption."""

    key: str
    seconds: float
    action: StepAction
    wordless: bool = False


def script(honours: bool = False) -> Iterator[AttractStep]:
    """Yields the steps; together they last a minute. With `honours` those who have won today are shown."""
    yield AttractStep("open", 6.0, _begin)
    yield AttractStep("shake", 3.0, Table.on_shake)
    yield AttractStep("sealed", 5.5, _lie_still)
    for _ in range(4):
        yield AttractStep("claim", 0.4, _turn_up, wordless=True)
    yield AttractStep("claim", 5.0, _dial)
    yield AttractStep("face", 6.5, _press("claim"))
    yield AttractStep("doubt", 5.0, _press("challenge"))
    yield AttractStep("reveal", 9.0, _reveal)
    yield AttractStep("pay", 5.5, _press("dial"))
    yield AttractStep("ladder", 7.0, _ladder)
    if honours:
        yield AttractStep(HONOURS, 9.0, _ladder)
    yield AttractStep("invite", 9.0, _invite)


def _press(control: str) -> StepAction:
    return lambda table: table.press(control)


def _begin(table: Table) -> None:
    games = table.context.current_game
    games.plan_next(GAME)
    games.begin(table.context.word_list("show.names")[:SEATS], {}, 0)
    table.go(destination_of(table.state))


def _lie_still(table: Table) -> None:
    for request in table.drain_requests():
        if isinstance(request, WatchRoll):
            table.on_observation(request.serial, photograph())


def _turn_up(table: Table) -> None:
    table.turn(2)


def _dial(table: Table) -> None:
    if isinstance(table.mode, BoxRoundMode):
        table.turn(table.mode.claims().index(LIE) - table.mode.dial)


def _reveal(table: Table) -> None:
    table.press("reveal")
    for request in table.drain_requests():
        if isinstance(request, ReadDice):
            table.on_observation(request.serial, photograph())


def _ladder(table: Table) -> None:
    table.open(RulePages(GAME, {}, ladder_only=True))


def _invite(table: Table) -> None:
    table.open(Placard(text("show.title"), text("show.subtitle"), (text("show.line"), text("show.press"))))
