"""The JSON of events. That every event of every game comes back is in `test_random_games`."""

import json

import pytest

from firmware.rules.claims import Hands, Pair
from firmware.rules.errors import RulesError
from firmware.rules.events import (
    Adjudicated,
    Ending,
    Event,
    Ruled,
    Scored,
    Started,
    Verdict,
    from_json,
    to_json,
)
from firmware.rules.games.registry import new_game
from firmware.rules.message import literal, message

VERDICT = {
    "event": "Adjudicated",
    **dict.fromkeys(("actual", "revealed", "reason", "winner", "challenger")),
    **{"ending": "challenge", "claim": {"claim": "5-1"}, "verdict": "upheld"},
    **{"owner": 0, "lost": [], "stock": [6, 6], "starter": 0},
}


def there_and_back(event: Event) -> Event:
    return from_json(json.loads(json.dumps(to_json(event))))


def test_a_started_event_round_trips() -> None:
    (started,) = new_game("sympkyn-cups", ("Åsa", "Bjørn"), {"preset": "ildhafn"}, opens=1)
    assert isinstance(started, Started)
    assert there_and_back(started) == started


def test_an_adjudicated_event_round_trips() -> None:
    event = Adjudicated(
        ending=Ending.CHALLENGE,
        claim=Pair(1, 3),
        verdict=Verdict.REFUTED,
        actual=Pair(5, 6),
        revealed=Hands(((1, 2), ())),
        reason=None,
        challenger=1,
        owner=0,
        lost=((0, 1),),
        stock=(5, 6),
        starter=1,
    )
    assert there_and_back(event) == event


def test_a_reason_round_trips_with_its_fields_and_its_remedy() -> None:
    reason = message("The camera {name} does not open", name="1").with_remedy(message("check its cable"))
    for event in (Ruled(0, -1, reason, 5, pays=True), Scored(0, 1, literal("{as typed}"), 3)):
        assert there_and_back(event) == event


def test_a_reason_in_an_older_journal_is_a_bare_text() -> None:
    older = {**to_json(Ruled(0, -1, literal("late"), 5, pays=True)), "reason": "late"}
    assert from_json(older) == Ruled(0, -1, literal("late"), 5, pays=True)


def test_data_that_is_no_event_is_refused() -> None:
    for data in (
        {"event": "Ruled", "seat": 0, "delta": 1, "reason": {"text": "?"}, "stock": 1, "pays": True},
        {"event": "Ruled", "seat": 0, "delta": 1, "reason": 5, "stock": 1, "pays": True},
        {},
        {"event": "Danced", "seat": 0},
        {"event": "Challenged"},
        {"event": "Challenged", "seat": 0, "mood": "angry"},
        {"event": "Declared", "seat": 0, "claim": {"claim": "7-7"}, "turn": 1, "worth": None, "fine": 0},
        {**to_json(Ruled(0, -1, literal("late"), 5, pays=True)), "event": "RollVoided"},
        {"event": "RollVoided", "seat": 0, "dice": {"hands": [3]}, "reason": "late"},
        {**VERDICT, "verdict": "uphild"},
    ):
        with pytest.raises(RulesError, match=r"No event|has the fields|not two dice|is not a message|cannot be read"):
            from_json(data)
