"""Past games narrated, exported, checked and counted, from public rows only."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.journal.database import FILE, Journal, JournalError
from firmware.journal.journal_reader import JournalReader
from firmware.journal.past_game import GameEnding, PastGame, read_game
from firmware.journal.seal_check import check_game
from firmware.journal.session import Session
from firmware.journal.statistics import SeatCount, count_games
from firmware.journal.story import ending_words, narrate_game
from firmware.rules.claims import Pair
from firmware.rules.commands import (
    Accept,
    Challenge,
    Command,
    Declare,
    Pass,
    Refusal,
    Reveal,
    Roll,
    RollOff,
    Rule,
    Unread,
)
from firmware.rules.message import literal
from firmware.rules.record.adjudication import adjudicate
from firmware.rules.record.writer import record_of, write_record
from firmware.rules.state import Phase
from tests.firmware.evening import NAMES, observation
from tests.firmware.journalled_games import journal_game
from tests.firmware.rules.random_games import CONFIGURATIONS


def past(folder: Path, number: int = 1) -> PastGame:
    with JournalReader(folder) as reader:
        return read_game(reader, number)


class Box:
    """A game of viking in a journal, played by commands; every shake is sealed with the given dice."""

    def __init__(self, folder: Path, opens: int | None = 0) -> None:
        self.journal = Journal(folder)
        self.now = 1000.0
        self.session = Session.start(self.journal, "viking", NAMES, {"lives": 2}, opens, self.clock)

    def __enter__(self) -> "Box":
        return self

    def __exit__(self, *_: object) -> None:
        self.journal.close()

    def clock(self) -> float:
        self.now += 1.0
        return self.now

    def do(self, *commands: Command) -> None:
        for command in commands:
            assert not isinstance(self.session.do(command), Refusal)

    def shake(self, seat: int, holds: tuple[int, int], claim: tuple[int, int]) -> None:
        self.do(Roll(seat))
        self.session.close_seal(observation(*holds))
        self.do(Declare(seat, Pair(*claim)))


@pytest.mark.parametrize("number", range(len(CONFIGURATIONS)))
def test_every_game_is_read_back_unchanged_and_its_record_judges_the_same(tmp_path: Path, number: int) -> None:
    rules, options = CONFIGURATIONS[number]
    for seed, actions in ((1, 400), (2, 7), (3, 30)):
        played = journal_game(tmp_path / str(seed), rules, options, seed, actions)
        game = past(tmp_path / str(seed))
        assert game.state == played.state
        judgement = adjudicate(write_record(record_of(game.events())))
        assert judgement.error is None, judgement.error
        assert judgement.state is not None
        assert (judgement.state.stock, judgement.state.winners) == (game.state.stock, game.state.winners)
        lines = narrate_game(game)
        assert len(lines) > 1
        assert lines == narrate_game(past(tmp_path / str(seed)))


def test_a_story_says_what_was_done_and_what_came_of_it(tmp_path: Path) -> None:
    with Box(tmp_path, opens=None) as box:
        box.do(RollOff(((0, 3), (1, 6), (2, 5))))
        box.shake(1, (5, 6), (1, 3))
        box.do(Challenge(2), Reveal(Pair(5, 6)))
        box.shake(2, (1, 3), (1, 2))
        box.do(Accept(0))
    assert narrate_game(past(tmp_path)) == (
        "  Throws for the opening: Astrid 3, Bjorn 6, Sigrid 5. Bjorn opens.",
        "Round 1",
        "  Bjorn shakes and speaks: 13 stands; Sigrid answers.",
        "  Sigrid calls it a lie.",
        "  The dice are 56: 13 is false. Bjorn pays 1 life and has 1. Next to open: Sigrid.",
        "Round 2",
        "  Sigrid shakes and speaks: 12 stands; Astrid answers.",
        "  Astrid accepts. The Meier is accepted, the box stays shut. Astrid pays 1 life and has 1. "
        "Next to open: Astrid.",
    )


def test_a_shake_is_narrated_even_without_a_claim(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.do(Roll(0), Roll(0), Rule(2, -1, literal("a die on the floor")), Declare(0, Pair(1, 3)), Roll(1))
    assert narrate_game(past(tmp_path)) == (
        "Round 1",
        "  Astrid shakes.",
        "  Astrid shakes.",
        "  By the table: Sigrid -1, which makes 1 life (a die on the floor).",
        "  Astrid speaks: 13 stands; Bjorn answers.",
        "  Bjorn shakes.",
    )


def test_undone_actions_are_counted_but_not_narrated(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.shake(0, (5, 6), (1, 3))
        box.do(Challenge(1), Reveal(Pair(5, 6)))
        box.session.undo()
        box.session.undo()
    game = past(tmp_path)
    assert narrate_game(game)[-1] == "  Astrid shakes and speaks: 13 stands; Bjorn answers."
    assert game.undone == 2
    record = write_record(record_of(game.events()))
    assert "Astrid rolls ? claims 1-3" in record, "an undone reveal leaves the roll untold"


def test_a_current_roll_appears_nowhere(tmp_path: Path) -> None:
    told = set()
    for holds in ((1, 2), (5, 6)):
        folder = tmp_path / "".join(map(str, holds))
        with Box(folder) as box:
            box.shake(0, holds, (3, 4))
            game = past(folder)
            with JournalReader(folder) as reader:
                assert check_game(reader, 1).opened == {}
            told.add((narrate_game(game), write_record(record_of(game.events())), repr(count_games([game]))))
    assert len(told) == 1, "whatever lies in the box, what is told is the same"


def test_counts_come_from_what_the_table_has_heard_and_seen(tmp_path: Path) -> None:
    with Box(tmp_path, opens=None) as box:
        box.do(RollOff(((0, 6), (1, 1), (2, 2))))
        box.shake(0, (5, 6), (1, 3))
        box.do(Challenge(1), Reveal(Pair(5, 6)))
        box.shake(1, (4, 4), (1, 3))
        box.do(Challenge(2), Reveal(Pair(4, 4)))
        box.shake(2, (1, 1), (2, 3))
        box.shake(0, (2, 2), (1, 2))
        box.do(Accept(1))
        box.shake(1, (3, 3), (1, 5))
        box.do(Challenge(2), Reveal(Unread(literal("the dice touch"))))
    found = count_games([past(tmp_path)])
    assert found.seats["Astrid"] == SeatCount(games=1, claims=2, revealed=1, lies=1)
    assert found.seats["Bjorn"] == SeatCount(games=1, claims=2, challenges_right=1, revealed=1)
    assert found.seats["Sigrid"] == SeatCount(games=1, claims=1, challenges_wrong=1, challenges_undecided=1)
    assert found.faces(found.thrown) == (1, 1, 0, 0, 0, 1)
    assert found.faces(found.revealed) == (0, 0, 0, 2, 1, 1), "not the rolls that stayed in the box"
    assert (found.games, found.finished, found.rounds) == (1, 0, 3)


def test_a_pass_is_counted_and_is_no_claim(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        session = Session.start(journal, "mia", NAMES, {}, 0, lambda: 1000.0)
        for command in (Roll(0), Declare(0, Pair(1, 3)), Pass(1), Challenge(2)):
            assert not isinstance(session.do(command), Refusal)
    seats = count_games([past(tmp_path)]).seats
    assert [(seats[name].claims, seats[name].passes) for name in NAMES] == [(1, 0), (0, 1), (0, 0)]


def test_won_and_lost_are_counted_of_games_that_came_to_their_end(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        for answering in (1, 2):
            box.shake(answering - 1, (5, 6), (1, 2))
            box.do(Accept(answering))
        box.shake(2, (1, 3), (5, 6))
        box.shake(0, (1, 3), (1, 2))
        box.do(Challenge(1), Reveal(Pair(1, 3)))
    game = past(tmp_path)
    assert game.ending is GameEnding.WON
    assert ending_words(game) == "Astrid lost, all others won"
    found = count_games([game, game])
    assert (found.seats["Astrid"].lost, found.seats["Bjorn"].won, found.finished) == (2, 2, 2)


@pytest.mark.parametrize(
    ("winners", "losers", "words"),
    [
        ((1,), (0, 2), "Bjorn won"),
        ((1, 2), (0,), "Astrid lost, all others won"),
        ((1,), (0,), "Bjorn won; Astrid lost"),
        ((0, 1, 2), (), "Astrid, Bjorn and Sigrid won"),
    ],
)
def test_a_result_names_the_smaller_group(
    tmp_path: Path, winners: tuple[int, ...], losers: tuple[int, ...], words: str
) -> None:
    with Box(tmp_path):
        game = past(tmp_path)
    over = game.state._replace(phase=Phase.OVER, winners=winners, losers=losers)
    assert ending_words(replace(game, state=over)) == words


def test_a_damaged_game_is_narrated_up_to_the_damage(tmp_path: Path) -> None:
    with Box(tmp_path) as box:
        box.shake(0, (5, 6), (1, 3))
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("UPDATE rows SET body = replace(body, '\"seat\": 0', '\"chair\": 0')")
    db.close()
    game = past(tmp_path)
    assert game.damage is not None
    assert (game.damage.seq, len(game.actions)) == (2, 0), "everything before the damage is there"
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("UPDATE rows SET body = '[]' WHERE id = 1")
    db.close()
    with pytest.raises(JournalError, match=r"Game 1 in .* cannot be read"):
        past(tmp_path)
