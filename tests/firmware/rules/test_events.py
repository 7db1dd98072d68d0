"""The JSON of events. That every event of every game comes back is in `test_chance`."""

import json

import pytest

from firmware.rules.claims import Hands, Pair
from firmware.rules.events import Adjudicated, Ending, Event, Started, Verdict, from_json, to_json
from firmware.rules.games.registry import new_game


def there_and_back(event: Event) -> Event:
    return from_json(json.loads(json.dumps(to_json(event))))


def test_a_beginning_comes_back() -> None:
    (started,) = new_game("sympkyn-cups", ("Åsa", "Bjørn"), {"preset": "ildhafn"}, opens=1)
    assert isinstance(started, Started)
    assert there_and_back(started) == started


def test_an_adjudication_comes_back() -> None:
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


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"event": "Danced", "seat": 0},
        {"event": "Challenged"},
        {"event": "Challenged", "seat": 0, "mood": "angry"},
        {"event": "Declared", "seat": 0, "claim": {"claim": "7-7"}, "turn": 1, "worth": None, "fine": 0},
    ],
)
def test_anything_else_is_a_value_error(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"No event|has the fields|not two dice"):
        from_json(data)
