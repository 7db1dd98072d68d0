"""Records of games that were played at the box."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.rules.claims import Pair
from firmware.rules.commands import Challenge, ChooseOpener, Command, Declare, Reveal, Roll, RollOff, Rule, Score
from firmware.rules.decide import decide, expect
from firmware.rules.events import Event
from firmware.rules.evolve import fold
from firmware.rules.games.registry import new_game
from firmware.rules.message import literal
from firmware.rules.record.adjudication import adjudicate
from firmware.rules.record.header import Tag
from firmware.rules.record.notation import read_record
from firmware.rules.record.writer import record_of, write_record
from firmware.rules.state import Phase
from tests.firmware.rules.play_commands import play
from tests.firmware.rules.random_games import CONFIGURATIONS, Chance

THREE = ("Astrid", "Bjorn", "Sigrid")


def played(events: tuple[Event, ...], *commands: Command) -> list[Event]:
    happened = list(events)
    state = fold(events)
    for command in commands:
        new = expect(decide(state, command))
        happened += new
        state = fold(new, state)
    return happened


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(CONFIGURATIONS), st.integers(0, 2**32), st.integers(0, 80), st.sampled_from([0.0, 0.2]))
def test_the_record_of_a_game_leads_to_where_the_game_stands(
    configuration: tuple[str, dict[str, str]], seed: int, actions: int, unread: float
) -> None:
    game = Chance(*configuration, seed, unread)
    state = game.play(actions)
    record = record_of(game.events)
    text = write_record(record)
    assert read_record(text) == record
    adjudication = adjudicate(text)
    assert adjudication.error is None, f"{adjudication.error}\n{text}"
    replayed = adjudication.state
    assert replayed is not None
    for field in (
        "stock",
        "phase",
        "turn",
        "starter",
        "claim",
        "owner",
        "roller",
        "seen",
        "worth",
        "points",
        "winners",
        "losers",
        "shown",
        "round",
    ):
        assert getattr(replayed, field) == getattr(state, field), f"{field}\n{text}"


def test_only_dice_that_were_revealed_are_in_it() -> None:
    events = played(
        new_game("viking", THREE, opens=0),
        *(Roll(0), Declare(0, Pair(3, 4)), Roll(1), Declare(1, Pair(1, 3)), Challenge(2), Reveal(Pair(5, 6))),
        *(Roll(2), Declare(2, Pair(1, 1))),
    )
    assert write_record(record_of(events, [Tag("Event", ("Fair",))])) == (
        '[Event "Fair"]\n[Rules "viking"]\n[Seats "Astrid; Bjorn; Sigrid"]\n[Opens "Astrid"]\n\n'
        "Astrid rolls ? claims 3-4\nBjorn rolls 5-6 claims 1-3\nSigrid challenges\nSigrid rolls ? claims 1-1\n"
    )


def test_unfinished_actions_are_left_out() -> None:
    challenged = played(new_game("mia", THREE, opens=0), Roll(0), Declare(0, Pair(3, 4)), Challenge(1))
    assert [line.action for line in record_of(challenged).lines] == [record_of(challenged).lines[0].action]
    assert record_of(played(new_game("mia", THREE, opens=0), Roll(0))).lines == ()


def test_the_roll_off_and_the_ruling() -> None:
    events = played(
        new_game("mia", THREE),
        RollOff(((0, 6), (1, 6), (2, 1))),
        RollOff(((0, 2), (1, 5))),
        Rule(2, -1, literal('said "sorry"')),
    )
    assert write_record(record_of(events)).splitlines()[2:] == [
        "",
        "roll-off Astrid 6, Bjorn 6, Sigrid 1",
        "roll-off Astrid 2, Bjorn 5",
        'ruling Sigrid -1 "said \\"sorry\\""',
    ]


def test_a_ruling_on_points() -> None:
    game = new_game("sympkyn-cups", THREE, {"points_to_win": 9}, opens=0)
    events = played(game, Score(2, 1, literal("a")), Score(2, -2, literal("b")))
    assert write_record(record_of(events)).splitlines()[-2:] == [
        'ruling Sigrid +1 point "a"',
        'ruling Sigrid -2 points "b"',
    ]


def test_a_chosen_opener_stands_in_the_header() -> None:
    events = played(new_game("mia", THREE), RollOff(((0, 6), (1, 6), (2, 1))), ChooseOpener(2))
    assert write_record(record_of(events)).splitlines()[2:] == ['[Opens "Sigrid"]']


def test_the_header_holds_what_is_not_the_default() -> None:
    events = new_game("mia", THREE, {"ranking": "modern", "lives": "3"}, (3, 1, 0), opens=1)
    assert write_record(record_of(events)).splitlines() == [
        '[Rules "mia"]',
        '[Option "ranking" "modern"]',
        '[Seats "Astrid; Bjorn; Sigrid"]',
        '[Opens "Bjorn"]',
        '[Stock "3 1 0"]',
    ]


def test_names_lose_the_characters_that_the_notation_reserves() -> None:
    events = new_game("mia", ('Olaf "#1"', "Olaf 1", "#"), opens=0)
    assert record_of(events).seats == ("Olaf 1", "Olaf 1 2", "Seat 3")


def test_a_21_kept_hidden_is_written_as_the_ruling_that_it_amounts_to() -> None:
    events = played(
        new_game("bullshit", THREE, opens=0), Roll(0), Declare(0, Pair(5, 2)), Challenge(2), Reveal(Pair(2, 1))
    )
    state = fold(events)
    adjudication = adjudicate(write_record(record_of(events)))
    assert adjudication.error is None
    assert adjudication.state is not None
    assert (adjudication.state.stock, adjudication.state.turn) == (state.stock, state.turn) == ((0, 0, 1), 2)


def test_without_a_beginning_there_is_no_record() -> None:
    with pytest.raises(ValueError, match="Without events"):
        record_of([])
    with pytest.raises(ValueError, match="begins with Started"):
        record_of(played(new_game("mia", THREE, opens=0), Roll(0))[1:])


def test_a_game_that_was_won_is_written_to_its_end() -> None:
    events = played(
        new_game("viking", THREE, {"lives": "1"}, opens=0),
        *(Roll(0), Declare(0, Pair(1, 3)), Challenge(1), Reveal(Pair(5, 6))),
    )
    assert play(fold(events)).phase is Phase.OVER
    adjudication = adjudicate(write_record(record_of(events)))
    assert adjudication.state is not None
    assert adjudication.state.losers == (0,)
