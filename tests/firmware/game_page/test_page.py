import csv
import io
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from firmware.commands.games.replay import tell
from firmware.game_page.knowledge import knowledge
from firmware.game_page.page import game_page
from firmware.game_page.round_table import HEAD, round_table, rounds_of
from firmware.journal.database import Journal
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import PastGame, read_game
from firmware.journal.session import Session
from firmware.rules.events import Adjudicated
from firmware.statistics.dice_sample import DiceSample, find
from tests.firmware.journalled_games import play_on
from tests.firmware.rules.random_games import Chance

DICE = find("red-bone", DiceSample((50, 50, 50, 50, 50, 50)), None)


class Tags(HTMLParser):
    """Collects tags, and references to other files."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.loads += [name for name, _ in attrs if name in ("src", "href", "srcset", "onclick", "onload")]
        if tag not in ("meta", "line", "path", "rect", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("line", "path", "rect", "circle"):
            assert self.open.pop() == tag


def played(folder: Path, rules: str, seats: tuple[str, ...] = (), actions: int = 200) -> PastGame:
    game = Chance(rules, {}, seed=8)
    names = (*seats, *game.state.seats)[: len(game.state.seats)]
    with Journal(folder) as journal:
        session = Session.start(journal, rules, names, {}, game.state.starter, lambda: 1_700_000_000.0)
        game.state = session.state
        play_on(session, game, actions)
    with JournalReader(folder) as reader:
        return read_game(reader, 1)


@pytest.mark.parametrize("rules", ["viking", "bullshit", "sympkyn-cups", "mia", "stars"])
def test_the_page_stands_alone_and_every_tag_is_closed(tmp_path: Path, rules: str) -> None:
    page = Tags()
    text = game_page(played(tmp_path, rules), None, DICE)
    page.feed(text)
    assert page.open == []
    assert page.loads == []
    assert not {"script", "link", "img", "iframe"} & set(page.seen)
    assert "url(" not in text
    assert "@import" not in text
    assert page.seen.count("svg") == 3


def test_a_name_is_text_and_never_a_tag(tmp_path: Path) -> None:
    text = game_page(played(tmp_path, "viking", ("<b>Astrid</b> & co",)), None, None)
    assert "<b>" not in text
    assert "&lt;b&gt;Astrid" in text


def test_a_game_that_has_barely_begun_has_a_page(tmp_path: Path) -> None:
    text = game_page(played(tmp_path, "viking", actions=1), None, None)
    assert "The whole story" in text
    assert "Truths and bluffs" not in text


def test_the_page_shows_what_a_seat_knew_of_revealed_dice_only(tmp_path: Path) -> None:
    game = played(tmp_path, "viking")
    told = [sentence for place in knowledge(game, rounds_of(game, None)).values() for sentence in place]
    reveals = [event for event in game.events() if isinstance(event, Adjudicated) and event.revealed is not None]
    assert len(told) == len(reveals) > 0
    assert len(told) < sum(type(event).__name__ == "Declared" for event in game.events())
    assert any("alone had seen" in sentence and "a bluff" in sentence for sentence in told)


def test_a_replay_waits_as_long_as_the_table_did_but_not_forever(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = played(tmp_path, "mia")
    actions = tuple(replace(action, at=1000.0 + 7 * n + 999 * (n > 3)) for n, action in enumerate(game.actions))
    waited: list[float] = []
    tell(replace(game, actions=actions), waited.append)
    assert max(waited) == 20.0
    assert waited.count(20.0) == 1
    assert sum(waited) > 7 * (len(actions) - 6)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Round 1"
    assert lines[-1].endswith("lost, all others won.") or "won" in lines[-1]


def test_the_table_has_a_line_for_every_judged_round(tmp_path: Path) -> None:
    game = played(tmp_path, "viking", ("=1+1",))
    head, *rows = csv.reader(io.StringIO(round_table(game, None)))
    assert tuple(head) == HEAD
    assert len(rows) == sum(isinstance(event, Adjudicated) and event.revealed is not None for event in game.events())
    assert not any(cell.startswith("=") for row in rows for cell in row)
