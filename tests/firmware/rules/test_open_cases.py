"""The open cases: games as records, with their expected outcomes."""

import json
from pathlib import Path
from typing import Any

import pytest

from firmware.rules.record.adjudication import adjudicate, as_json

CASES = Path(__file__).parents[3] / "../shared/data/rules/open-cases.json"


def test_every_open_case_is_adjudicated_as_expected() -> None:
    if not CASES.exists():
        pytest.skip(f"{CASES} is not there")
    cases = json.loads(CASES.read_text())
    assert len(cases) >= 95
    assert {case["id"]: wrong for case in cases if (wrong := differences(case))} == {}


def differences(case: dict[str, Any]) -> list[str]:
    """How the adjudication differs from the expected one."""
    found = as_json(case["id"], adjudicate(case["record"]))
    expected = dict(case["expect"])
    legal, last = found["legal"], found["last"] or {}
    line = found["error"] and found["error"]["line"]
    wanted = expected.pop("error_line", None)
    wrong = [] if line == wanted or (wanted is True and line) else [f"error in line {line}, not {wanted}"]
    if "over" in expected and (found["phase"] == "over") is not expected.pop("over"):
        wrong.append(f"phase {found['phase']}")
    for seat, words in expected.pop("legal", {}).items():
        wrong += [f"{seat} may {legal.get(seat)}"] if sorted(legal.get(seat, [])) != sorted(words) else []
    wrong += [f"{seat} may not {word}" for seat, word in expected.pop("legal_has", []) if word not in legal[seat]]
    wrong += [f"{seat} may {word}" for seat, word in expected.pop("legal_not", []) if word in legal[seat]]
    wrong += [f"last {key}: {last[key]}" for key, value in expected.pop("last", {}).items() if last[key] != value]
    return wrong + [f"{key}: {found[key]}" for key, value in expected.items() if found[key] != value]
