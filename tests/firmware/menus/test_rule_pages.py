"""The rules on the screen, two presses away; and the pause."""

from pathlib import Path

import pytest

from firmware.menus.game_menu import MenuMode
from firmware.menus.pause import PauseMode
from firmware.menus.rule_pages import LETTERS, PagesMode, rule_pages
from firmware.menus.start import StartMode
from firmware.rules.claims import Bid, Pair
from firmware.rules.games.registry import RULESETS, fold, new_game, ruleset
from firmware.rules.message import Message
from firmware.rules.state import Phase
from firmware.table.play.box_round import BoxRoundMode
from tests.firmware.evening import Evening, labels_of, observation


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.begin()
    return evening


def length(said: Message) -> int:
    return len(str(said))


def pages(evening: Evening) -> PagesMode:
    assert isinstance(evening.table.mode, PagesMode)
    return evening.table.mode


def test_the_rules_are_two_presses_away_and_one_press_from_them_the_game_continues(evening: Evening) -> None:
    evening.shake(5, 6)
    game = evening.table.mode
    evening.table.hold("reveal")
    evening.press("reveal")
    highest = pages(evening).page.rows[0].claims
    assert highest[:2] == (Pair(1, 2), Pair(1, 1)), "the ladder first, from the Meier down"
    assert sum(len(row.claims) for row in pages(evening).page.rows) == 21
    evening.press("challenge")
    assert isinstance(evening.table.mode, MenuMode)
    evening.press("challenge")
    assert evening.table.mode is game


def test_on_the_start_screen_the_rules_are_one_press_away(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.press("reveal")
    assert str(pages(evening).page.title) == "What beats what, from the highest down"
    evening.press("challenge")
    assert isinstance(evening.table.mode, StartMode)


def test_the_dial_turns_pages_and_its_push_goes_forward_and_finally_back(evening: Evening) -> None:
    evening.table.hold("reveal")
    evening.press("reveal")
    book = pages(evening)
    evening.turn(99)
    assert book.number == len(book.pages) - 1
    evening.turn(-99)
    assert book.number == 0
    for _ in book.pages:
        assert evening.table.mode is book
        evening.press("dial")
    assert isinstance(evening.table.mode, MenuMode)


def test_the_rules_are_those_of_this_table(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(options={"lives": 3, "end": "gambling"})
    evening.table.hold("reveal")
    evening.press("reveal")
    lines = [str(line) for page in pages(evening).pages for line in page.lines]
    assert "Lives: 3" in lines
    assert any("takes the pot" in line for line in lines)


@pytest.mark.parametrize("rules", RULESETS)
def test_every_game_has_pages_that_are_not_crowded(rules: str) -> None:
    names = ("Astrid", "Bjorn", "Sigrid")
    state = fold(new_game(rules, names, opens=0))
    book = rule_pages(state, length)
    assert len(book) <= 10
    for page in book:
        assert page.lines or page.rows
        assert len(page.lines) == 1 or sum(len(str(line)) for line in page.lines) <= LETTERS
        assert len(page.rows) <= 3
    claims = [claim for page in book[:2] for row in page.rows for claim in row.claims]
    kind = Pair if ruleset(rules).ladder(state.options) else Bid
    assert claims
    assert all(isinstance(claim, kind) for claim in claims)
    assert bool(book[0].rows) == (kind is Pair), "what may follow a bid stands after what bids are about"


@pytest.mark.parametrize("rules", RULESETS)
def test_what_fills_several_pages_is_spread_over_them_evenly(rules: str) -> None:
    state = fold(new_game(rules, ("Astrid", "Bjorn", "Sigrid"), opens=0))
    full = [
        sum(len(str(line)) for line in page.lines) for page in rule_pages(state, length) if str(page.title) == "A round"
    ]
    assert len(full) > 1
    assert 2 * min(full) > max(full), "no page with a last line of its own"


def choose(evening: Evening, label: str) -> None:
    evening.table.hold("reveal")
    mode = evening.table.mode
    assert isinstance(mode, MenuMode)
    evening.turn(labels_of(evening.table).index(label) - mode.cursor)
    evening.press("dial")


def test_a_pause_says_whose_turn_it_is_and_any_press_plays_on(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    game = evening.table.mode
    for control in ("claim", "reveal", "challenge", "dial"):
        choose(evening, "Pause")
        mode = evening.table.mode
        assert isinstance(mode, PauseMode)
        assert str(mode.waited_for) == "It is Bjorn's turn."
        evening.press(control)
        assert evening.table.mode is game


def test_in_a_pause_nothing_happens(evening: Evening) -> None:
    evening.shake(5, 6)
    evening.claim(1, 3)
    choose(evening, "Pause")
    table = evening.table
    table.on_shake()
    assert table.context.refused
    table.challenge_from_seat(1)
    assert table.context.refused
    assert not table.begin_peek()
    table.on_lid(True)
    table.turn(3)
    assert isinstance(table.mode, PauseMode)
    assert table.state.phase is Phase.ANSWERING


def test_the_eyes_answer_is_not_lost_in_a_pause(evening: Evening) -> None:
    evening.table.on_shake()
    (request,) = evening.table.drain_requests()
    choose(evening, "Pause")

    evening.table.on_observation(getattr(request, "serial"), observation(5, 6))  # noqa: B009 - the request is of several kinds
    evening.press("dial")
    assert isinstance(evening.table.mode, BoxRoundMode)
    evening.claim(1, 3)
    assert evening.table.state.phase is Phase.ANSWERING


def test_a_pause_before_the_game_is_opened_waits_for_the_one_who_throws(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin(opens=None)
    evening.shake(5)
    choose(evening, "Pause")
    mode = evening.table.mode
    assert isinstance(mode, PauseMode)
    assert str(mode.waited_for) == "It is Bjorn's turn."
