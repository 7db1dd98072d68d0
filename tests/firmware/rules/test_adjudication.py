"""Adjudication: the JSON of RECORD.md, the state at a refused line, undo, rulings."""

import json
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.rules.claims import Pair
from firmware.rules.record.actions import Action, Rolls
from firmware.rules.record.adjudication import adjudicate, as_json
from firmware.rules.record.writer import record_of, write_record
from tests.firmware.rules.random_games import CONFIGURATIONS, Chance
from tests.firmware.rules.records import allowed, outcome

HEADER = '[Rules "viking"]\n[Seats "Astrid; Bjorn; Sigrid"]\n'
KEYS = [
    *("file", "rules", "seats", "stock", "out", "phase", "turn", "starter", "tied", "claim", "owner", "worth", "seen"),
    *("shown", "points", "legal", "last", "winners", "losers", "error"),
]


def judged(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(as_json("a.meier", adjudicate(text)), default=str))
    return found


def test_the_example_of_the_specification() -> None:
    found = judged(f'{HEADER}[Opens "Astrid"]\nAstrid rolls 5-6 claims 1-3\nBjorn challenges\n')
    assert list(found) == KEYS
    legal = found.pop("legal")
    assert list(legal) == ["1"]
    assert legal["1"][0] == "roll 5-6"
    assert legal["1"][-2:] == ["roll 1-1", "roll 1-2"]
    assert found == {
        "file": "a.meier",
        "rules": "viking",
        "seats": ["Astrid", "Bjorn", "Sigrid"],
        "stock": [5, 6, 6],
        "out": [],
        "phase": "open",
        "turn": 1,
        "starter": 1,
        "tied": None,
        "claim": None,
        "owner": None,
        "worth": None,
        "seen": [],
        "shown": None,
        "points": None,
        "last": {"claim": "1-3", "claim_true": False, "actual": "5-6", "challenger": 1, "owner": 0, "lost": {"0": 1}},
        "winners": [],
        "losers": [],
        "error": None,
    }


def test_a_standing_claim() -> None:
    found = allowed("viking", "Astrid rolls 5-6 claims 3-1")
    assert (found["phase"], found["claim"], found["owner"], found["turn"]) == ("facing", "1-3", 0, 1)
    assert (found["seen"], found["starter"], found["last"]) == ([0], 0, None)


def test_an_accepted_meier_reveals_nothing() -> None:
    assert allowed("viking", "Astrid rolls 5-6 claims 1-2; Bjorn accepts")["last"] == {
        "claim": "1-2",
        "claim_true": None,
        "actual": None,
        "challenger": None,
        "owner": 0,
        "lost": {"1": 1},
    }


def test_a_game_that_is_over() -> None:
    found = allowed("viking", "Astrid rolls 5-6 claims 1-2; Bjorn challenges", stock="2 6 6")
    assert (found["phase"], found["turn"], found["starter"]) == ("over", None, None)
    assert (found["legal"], found["out"], found["losers"], found["winners"]) == ({}, [0], [0], [1, 2])


class TestOpening:
    def test_without_opens_the_first_live_seat_opens(self) -> None:
        assert judged(HEADER)["starter"] == 0
        assert judged(f"{HEADER}Astrid rolls 5-6 claims 5-6\n")["turn"] == 1
        knocked = judged(f'{HEADER}[Option "end" "gambling"]\n[Stock "0 6 6"]\n')
        assert (knocked["starter"], knocked["turn"], knocked["phase"]) == (1, 1, "open")

    def test_a_roll_off_finds_who_opens(self) -> None:
        found = judged(f"{HEADER}roll-off Astrid 3, Bjorn 6, Sigrid 5\n")
        assert (found["phase"], found["turn"], found["starter"], found["tied"]) == ("open", 1, 1, None)

    def test_a_tie_is_rolled_off_again(self) -> None:
        tied = f"{HEADER}roll-off Astrid 6, Bjorn 6, Sigrid 5\n"
        found = judged(tied)
        assert (found["phase"], found["turn"], found["starter"], found["tied"]) == ("roll-off", None, None, [0, 1])
        assert found["legal"] == {}
        assert judged(f"{tied}roll-off Astrid 1, Bjorn 2\n")["turn"] == 1
        assert judged(f"{tied}Astrid rolls 5-6 claims 5-6\n")["error"]["line"] == 4
        assert judged(f"{tied}roll-off Astrid 1, Bjorn 2, Sigrid 3\n")["error"]["line"] == 4

    def test_a_roll_off_is_refused_once_it_is_known_who_opens(self) -> None:
        assert judged(f'{HEADER}[Opens "Bjorn"]\nroll-off Astrid 3, Bjorn 6, Sigrid 5\n')["error"]["line"] == 4
        late = f"{HEADER}Astrid rolls 5-6 claims 5-6\nroll-off Astrid 3, Bjorn 6, Sigrid 5\n"
        assert judged(late)["error"]["line"] == 4

    def test_an_undone_roll_off_leaves_the_first_seat_or_another_throw(self) -> None:
        undone = f"{HEADER}roll-off Astrid 3, Bjorn 6, Sigrid 5\nundo\n"
        assert judged(undone)["turn"] == 0
        assert judged(f"{undone}Astrid rolls 5-6 claims 5-6\n")["turn"] == 1
        assert judged(f"{undone}roll-off Astrid 3, Bjorn 4, Sigrid 5\n")["turn"] == 2


class TestUndo:
    def test_it_takes_back_the_last_action_with_all_that_came_of_it(self) -> None:
        lines = "Astrid rolls 5-6 claims 1-3; Bjorn challenges"
        assert allowed("viking", f"{lines}; undo")["stock"] == [6, 6, 6]
        again = allowed("viking", f"{lines}; undo; Bjorn challenges")
        assert again["last"]["actual"] == "5-6"
        assert again["stock"] == [5, 6, 6]

    def test_it_can_be_repeated_to_the_beginning(self) -> None:
        lines = "Astrid rolls 5-6 claims 1-3; Bjorn challenges; undo; undo"
        assert allowed("viking", lines)["phase"] == "open"
        assert outcome("viking", f"{lines}; undo")["error"] == {"line": 8, "message": "There is nothing to take back."}

    def test_it_takes_back_rulings_deals_and_the_end(self) -> None:
        assert allowed("viking", 'ruling Bjorn -1 "late"; undo')["stock"] == [6, 6, 6]
        assert allowed("stars", "deal 1 2 / 3 4; undo; deal 5 5 / 6 6", seats=2, stock="2 2")["legal"]["0"]
        over = "Astrid rolls 5-6 claims 1-2; Bjorn challenges; undo; Bjorn accepts"
        assert allowed("viking", over, stock="2 6 6")["stock"] == [2, 5, 6]


class TestErrors:
    def test_the_state_is_the_one_before_the_line(self) -> None:
        found = outcome("viking", "Astrid rolls 5-6 claims 1-3; Bjorn rolls 5-6 claims 1-4; Bjorn challenges")
        assert found["error"] == {"line": 5, "message": "14 ranks below 13."}
        assert (found["stock"], found["claim"], found["turn"]) == ([6, 6, 6], "1-3", 1)

    def test_a_line_that_cannot_be_read_is_an_error_too(self) -> None:
        found = outcome("viking", "Astrid rolls 5-6 claims 1-3; Bjorn dances")
        assert found["error"]["line"] == 5
        assert found["claim"] == "1-3"

    def test_a_header_that_cannot_be_played(self) -> None:
        for header, line in (
            ('[Rules "chess"]\n[Seats "A; B; C"]', 1),
            ('[Rules "viking"]\n[Seats "A; B"]', 2),
            ('[Rules "viking"]\n[Seats "A; B; A"]', 2),
            ('[Rules "viking"]\n[Seats "A; ; B"]', 2),
            ('[Rules "viking"]\n[Option "lifes" "3"]\n[Seats "A; B; C"]', 2),
            ('[Rules "viking"]\n[Option "lives" "3"]\n[Option "end" "later"]\n[Seats "A; B; C"]', 3),
            ('[Rules "mia"]\n[Option "preset" "ildhafn"]\n[Seats "A; B; C"]', 2),
            ('[Rules "viking"]\n[Seats "A; B; C"]\n[Opens "D"]', 3),
            ('[Rules "viking"]\n[Seats "A; B; C"]\n[Stock "6 6"]', 3),
            ('[Rules "viking"]\n[Seats "A; B; C"]\n[Stock "6 6 six"]', 3),
            ('[Rules "viking"]\n[Seats "A; B; C"]\n[Stock "6 6 -1"]', 3),
            ('[Rules "viking"]\n[Seats "A; B; C"]\n[Stock "6 6 0"]', 3),
            ('[Rules "mia"]\n[Seats "A; B; C"]\n[Stock "0 3 3"]\n[Opens "A"]', 4),
        ):
            found = judged(f"{header}\n")
            assert found["error"]["line"] == line
            assert list(found) == KEYS
            assert (found["stock"], found["phase"]) == ([], None)

    def test_nothing_happens_after_the_end(self) -> None:
        lines = "Astrid rolls 5-6 claims 1-2; Bjorn challenges; Bjorn rolls 5-6 claims 5-6"
        assert outcome("viking", lines, stock="2 6 6")["error"] == {"line": 7, "message": "The game is over."}


class TestRulings:
    def test_a_stock_changes(self) -> None:
        lines = 'Astrid rolls 5-6 claims 1-3; ruling Sigrid -2 "peeked"'
        found = allowed("viking", lines)
        assert (found["stock"], found["claim"], found["turn"]) == ([6, 6, 4], "1-3", 1)

    def test_a_ruling_stands_in_for_a_verdict_on_unseen_dice(self) -> None:
        lines = "Astrid rolls ? claims 1-3; Bjorn challenges"
        found = allowed("viking", lines)
        assert (found["phase"], found["stock"], found["turn"]) == ("open", [6, 6, 6], 1)
        assert found["last"]["claim_true"] is None
        assert allowed("mia", f'{lines}; ruling Astrid -1 "agreed"')["turn"] == 0

    def test_a_ruling_may_end_the_game_and_reopen_it(self) -> None:
        assert allowed("viking", 'ruling Bjorn -6 "cheat"')["losers"] == [1]
        found = allowed("viking", 'ruling Bjorn -6 "cheat"; ruling Bjorn +1 "mercy"')
        assert (found["phase"], found["turn"], found["stock"]) == ("open", 0, [6, 1, 6])


box_games = st.sampled_from([item for item in CONFIGURATIONS if item[0] in ("viking", "mia", "sympkyn-box")])


@settings(max_examples=60, deadline=None)
@given(box_games, st.integers(0, 2**32), st.integers(1, 40), st.builds(Pair, st.integers(1, 6), st.integers(1, 6)))
def test_dice_that_stay_hidden_change_nothing(
    configuration: tuple[str, dict[str, str]], seed: int, actions: int, dice: Pair
) -> None:
    """Nothing said about a game depends on the dice in the box until they are revealed."""
    game = Chance(*configuration, seed)
    game.play(actions)
    record = record_of(game.events)
    known = replace(record, lines=tuple(replace(line, action=_filled_in(line.action, dice)) for line in record.lines))
    assert as_json("", adjudicate(write_record(record))) == as_json("", adjudicate(write_record(known)))


def _filled_in(action: Action, dice: Pair) -> Action:
    return replace(action, dice=dice) if isinstance(action, Rolls) and action.dice is None else action


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(CONFIGURATIONS), st.integers(0, 2**32), st.integers(0, 25), st.integers(0, 999))
def test_every_legal_word_is_a_line_that_is_accepted(
    configuration: tuple[str, dict[str, str]], seed: int, actions: int, choice: int
) -> None:
    game = Chance(*configuration, seed)
    game.play(actions)
    text = write_record(record_of(game.events))
    found = judged(text)
    words = [(int(seat), word) for seat, words in found["legal"].items() for word in words if word != "reroll"]
    if words:
        seat, word = words[choice % len(words)]
        line = _line(found["seats"][seat], word)
        after = judged(f"{text}{line}\n")
        assert after["error"] is None, f"{line}: {after['error']}"


def _line(name: str, word: str) -> str:
    deed, _, claim = word.partition(" ")
    match deed:
        case "roll" | "blind":
            return f"{name} {'rolls' if deed == 'roll' else 'blind'} 6-5 claims {claim}"
        case "pass":
            return f"{name} passes claims {claim}"
        case "challenge" | "accept":
            return f"{name} {deed}s"
        case _:
            return f"{name} {deed}s {claim}"


@given(
    st.text(st.sampled_from('[]"\\;/?x- \n16Astrid rolls claims deal undo ruling challenges passes bids'), max_size=60)
)
def test_any_text_is_adjudicated(text: str) -> None:
    """Always a state, or an error with its line; never a traceback."""
    for whole in (text, HEADER + text):
        found = judged(whole)
        assert found["error"] is None or found["error"]["line"] >= 1
