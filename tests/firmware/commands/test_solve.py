"""`meierbox solve`."""

import json

import pytest

from firmware.commands import main


def test_json_tells_value_exploitability_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, value, most in (
        ("viking", 0.2342, 1e-6),
        ("viking --end-face 0.041", 0.2204, 1e-6),
        ("mia", 0.2979, 1e-6),
        ("liars-dice-1 --wild 1 --iterations 200", -7 / 327, 5e-3),
        ("stars-1-1 --iterations 100", -0.057, 1e-2),
    ):
        assert main(["solve", *arguments.split(), "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["value"] == pytest.approx(value, abs=max(1e-4, most)), arguments
        assert told["exploitability"] <= most, arguments
        assert told["seconds"] > 0


def test_the_text_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "mia"]) == 0
    assert capsys.readouterr().out.startswith("mia: worth +0.297854 to the first player, exploitable by ")


def test_questions_without_sense_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, reason in (
        ("viking --wild 1", "viking has no wild face"),
        ("liars-dice-1 --dice fair", "is played with cubes"),
        ("stars-1-1 --wild 2", "the star is wild"),
        ("stars-2-1 --dice fair", "is played with cubes"),
        ("mia --option lives=none", 'The option "lives" cannot be "none"'),
    ):
        assert main(["solve", *arguments.split()]) == 2
        assert reason in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["solve", "viking", "--end-face", "0.7"])
