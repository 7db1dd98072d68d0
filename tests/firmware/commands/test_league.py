"""`meierbox league`."""

import json
from pathlib import Path

import pytest

from firmware.commands import main
from tests.firmware.journalled_games import journal_game


def test_the_standings_of_two_boxes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed, box in enumerate(("one", "two")):
        journal_game(tmp_path / box, "mia", {}, seed=seed)
    boxes = [str(tmp_path / "one"), str(tmp_path / "two" / "journal.db"), str(tmp_path / "one")]
    assert main(["league", "standings", *boxes, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["games"]) == 2
    first, *_, last = told["standings"]
    assert first["low"] > last["low"]
    assert main(["league", "standings", *boxes]) == 0
    assert capsys.readouterr().out.startswith("2 games at 2 boxes.\n  1  ")


def test_errors_are_sentences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEIERBOX_STATE", str(tmp_path))
    (tmp_path / "no.json").write_text("{}")
    for arguments, says in (
        (["standings", "nowhere"], "nowhere is not there"),
        (["standings", str(tmp_path / "no.json")], "is not an exported game, or it was changed"),
        (["publish"], "so this box publishes nothing"),
        (["hall"], "so this box publishes nothing"),
    ):
        assert main(["league", *arguments]) == 2
        assert says in capsys.readouterr().err
    for wrong in (["--clock", "box"], ["--person", "Astrid"]):
        with pytest.raises(SystemExit, match="2"):
            main(["league", "standings", "x", *wrong])
