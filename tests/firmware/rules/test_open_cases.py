"""The open cases: games as records, with what must come of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from firmware.rules.record.adjudication import adjudicate, as_json

CASES = Path(__file__).parents[3] / "../shared/data/rules/open-cases.json"


def cases() -> list[Any]:
    if not CASES.exists():
        return [pytest.param({}, marks=pytest.mark.skip(reason=f"{CASES} is not there"))]
    return [pytest.param(case, id=case["id"]) for case in json.loads(CASES.read_text())]


@pytest.mark.parametrize("case", cases())
def test_open_case(case: dict[str, Any]) -> None:
    expected = dict(case["expect"])
    found = as_json(case["id"], adjudicate(case["record"]))
    line = expected.pop("error_line", None)
    if line is None:
        assert found["error"] is None
    elif line is True:
        assert found["error"] is not None
    else:
        assert found["error"]["line"] == line
    if "over" in expected:
        assert (found["phase"] == "over") is expected.pop("over")
    for seat, words in expected.pop("legal", {}).items():
        assert sorted(found["legal"].get(seat, [])) == sorted(words)
    for seat, word in expected.pop("legal_has", []):
        assert word in found["legal"][seat]
    for seat, word in expected.pop("legal_not", []):
        assert word not in found["legal"][seat]
    for key, value in expected.pop("last", {}).items():
        assert found["last"][key] == value
    assert {key: found[key] for key in expected} == expected
